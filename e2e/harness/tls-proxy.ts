import { once } from 'node:events'
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import { pipeline } from 'node:stream'

/** What a proxy does besides passing on; a test may change it at any time. */
export interface ProxyBehaviour {
  /** Adds the address that it sees to `X-Forwarded-For`. @default false */
  addsForwardedFor?: boolean
  /** What it makes of the path with its query. @default unchanged */
  changePath?: (path: string) => string
  /** Changes the headers of the request. */
  changeRequestHeaders?: (headers: IncomingHttpHeaders) => void
  /** What it makes of a header of the response; undefined drops it. @default unchanged */
  changeHeader?: (name: string, value: string) => string | undefined
  /** The status with which it answers a request itself, or in place of a response. @default it passes on everything */
  refuseRequest?: (request: IncomingMessage) => number | undefined
  refuseResponse?: (response: IncomingMessage) => number | undefined
}

export interface TlsProxy {
  /** What browsers call it. */
  origin: string
  behaviour: ProxyBehaviour
  /** Its certificate in PEM, which nobody trusts who is not told to. */
  certificate: string
  /** Takes a new certificate, valid for so many days, and returns it. */
  renewCertificate(days: number): Promise<string>
  close(): Promise<void>
}

/**
 * Starts a reverse proxy that speaks https to browsers and http to a port of this machine. Unless told otherwise
 * it is as badly configured as some are: it names the port as the Host, and tells nothing of the host, the
 * scheme or the address that the browser used.
 */
export async function startTlsProxy(upstreamPort: number, behaviour: ProxyBehaviour = {}): Promise<TlsProxy> {
  const upstream = { host: '127.0.0.1', port: upstreamPort }
  const { key, cert } = await newCertificate(365)
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const { addsForwardedFor = false, changePath = same, changeRequestHeaders, ...behaviour } = proxy.behaviour
    const { changeHeader = keep, refuseRequest = allow, refuseResponse = allow } = behaviour
    const refusal = refuseRequest(incoming)
    if (refusal !== undefined) return void outgoing.writeHead(refusal).end()
    const { method, url: path = '/' } = incoming
    const headers: IncomingHttpHeaders = { ...incoming.headers, host: `${upstream.host}:${upstream.port}` }
    if (addsForwardedFor) {
      const seen = [incoming.headers['x-forwarded-for'] ?? [], incoming.socket.remoteAddress ?? []].flat()
      headers['x-forwarded-for'] = seen.join(', ')
    }
    changeRequestHeaders?.(headers)
    const forwarded = request({ ...upstream, method, path: changePath(path), headers }, (answer) => {
      const badGateway = refuseResponse(answer)
      if (badGateway !== undefined) {
        answer.destroy()
        return void outgoing.writeHead(badGateway).end()
      }
      outgoing.writeHead(answer.statusCode ?? 502, changedHeaders(answer.rawHeaders, changeHeader))
      pipeline(answer, outgoing, () => {})
    })
    forwarded.on('error', () => outgoing.destroy())
    pipeline(incoming, forwarded, () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the proxy has no port')
  const proxy: TlsProxy = {
    origin: `https://localhost:${address.port}`,
    behaviour,
    certificate: cert,
    renewCertificate: async (days) => {
      const renewed = await newCertificate(days)
      server.setSecureContext(renewed)
      return renewed.cert
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  return proxy
}

const same = (path: string) => path
const allow = () => undefined
const keep = (_name: string, value: string) => value

async function newCertificate(days: number): Promise<{ key: string; cert: string }> {
  const notAfterDate = new Date(Date.now() + days * 24 * 60 * 60 * 1000)
  const options = { keyType: 'ec', notAfterDate } as const
  // Loaded here, since most workers start no proxy, and it takes a third of a second.
  const { generate } = await import('selfsigned')
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], options)
  return { key, cert }
}

/** Headers as Node writes them raw: name, value, name, value. */
function changedHeaders(raw: string[], change: NonNullable<ProxyBehaviour['changeHeader']>): string[] {
  return raw.flatMap((name, index) => {
    if (index % 2 === 1) return []
    const value = change(name, raw[index + 1] ?? '')
    return value === undefined ? [] : [name, value]
  })
}
