import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from './listen'

/** An OpenTelemetry collector that keeps the received bodies as text. */
interface OtlpCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string
  received: { path: string; body: string }[]
  close: () => Promise<void>
}

/** @param status - its answer. */
export async function startOtlpCollector(status = 200): Promise<OtlpCollector> {
  const received: OtlpCollector['received'] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) body += chunk
    received.push({ path: request.url ?? '', body })
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => void receive(request, response))
  const { port, close } = await listen(server)
  return { endpoint: `http://127.0.0.1:${port}/`, received, close }
}
