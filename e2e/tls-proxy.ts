import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { pipeline } from 'node:stream'
import { generate } from 'selfsigned'

export interface TlsProxy {
  /** What browsers call it. */
  origin: string
  close(): Promise<void>
}

/**
 * Starts a reverse proxy that speaks https to browsers and http to a port of this machine. It is as
 * badly configured as some are: it names the port as the Host, and tells nothing of the host, the
 * scheme or the address that the browser used.
 */
export async function startTlsProxy(upstreamPort: number): Promise<TlsProxy> {
  const upstream = { host: '127.0.0.1', port: upstreamPort }
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' })
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const { method, url: path } = incoming
    const headers = { ...incoming.headers, host: `${upstream.host}:${upstream.port}` }
    const forwarded = request({ ...upstream, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      pipeline(answer, outgoing, () => {})
    })
    forwarded.on('error', () => outgoing.destroy())
    pipeline(incoming, forwarded, () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    origin: `https://localhost:${address.port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
