import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from './listen'

/** An operator's system over real HTTP. It verifies signatures by the scheme, without the package. */
export interface TestReceiver {
  url: string
  /** Verified messages that it answered with success, in order of arrival. */
  arrived: { id: string; body: string }[]
  /** The number of requests with an invalid signature. */
  forged: number
  requests: number
  /** Answers the next requests instead. Set it to undefined to accept messages again. */
  respond: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  close(): Promise<void>
}

export async function startTestReceiver(secret: string): Promise<TestReceiver> {
  const server = createServer((request, response) => void receive(request, response))
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    receiver.requests += 1
    let body = ''
    for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) body += chunk
    const id = String(request.headers['webhook-id'])
    if (!isSigned(secret, request, body)) {
      receiver.forged += 1
      response.writeHead(401).end()
      return
    }
    if (receiver.respond) return receiver.respond(request, response)
    receiver.arrived.push({ id, body })
    response.writeHead(204).end()
  }
  const { port, close } = await listen(server)
  const receiver: TestReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    arrived: [],
    forged: 0,
    requests: 0,
    respond: undefined,
    close,
  }
  return receiver
}

function isSigned(secret: string, { headers }: IncomingMessage, body: string): boolean {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`]))
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
  const sent = Buffer.from(signature ?? '')
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}
