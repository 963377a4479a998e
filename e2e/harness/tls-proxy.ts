import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import { pipeline } from 'node:stream'
import { listen } from './listen'

/** Changes that a proxy makes. A test may set them at any time. */
export interface ProxyBehaviour {
  /** Adds the client address of the connection to `X-Forwarded-For`. @default false */
  addsForwardedFor?: boolean
  /** Changes a header of the response. undefined drops it. @default unchanged */
  changeHeader?: (name: string, value: string) => string | undefined
  /** The status of an answer that replaces a request. @default it passes on everything */
  refuseRequest?: (request: IncomingMessage) => number | undefined
}

export interface TlsProxy {
  /** Its origin for browsers. */
  origin: string
  behaviour: ProxyBehaviour
  /** Its self-signed certificate in PEM. */
  certificate: string
  /** Switches to a new certificate that is valid for this number of days, and returns it. */
  renewCertificate(days: number): Promise<string>
  close(): Promise<void>
}

/**
 * Starts a reverse proxy that speaks https to browsers and http to a port of this machine. By default it is badly
 * configured, like some real proxies. It sends the upstream's port as the Host, and does not pass on the host, the
 * scheme, the client address or the length of a body, which it sends in chunks.
 */
export async function startTlsProxy(upstreamPort: number, behaviour: ProxyBehaviour = {}): Promise<TlsProxy> {
  const upstream = { host: '127.0.0.1', port: upstreamPort }
  const { key, cert } = await newCertificate(365)
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const { addsForwardedFor = false, changeHeader = keep, refuseRequest = allow } = proxy.behaviour
    const refusal = refuseRequest(incoming)
    if (refusal !== undefined) return void outgoing.writeHead(refusal).end()
    const { method, url: path } = incoming
    const headers: IncomingHttpHeaders = { ...incoming.headers, host: `${upstream.host}:${upstream.port}` }
    if (addsForwardedFor) {
      const seen = [incoming.headers['x-forwarded-for'] ?? [], incoming.socket.remoteAddress ?? []].flat()
      headers['x-forwarded-for'] = seen.join(', ')
    }
    delete headers['content-length']
    const forwarded = request({ ...upstream, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, changedHeaders(answer.rawHeaders, changeHeader))
      pipeline(answer, outgoing, () => {})
    })
    forwarded.on('error', () => outgoing.destroy())
    pipeline(incoming, forwarded, () => {})
  })
  const { port, close } = await listen(server)
  const proxy: TlsProxy = {
    origin: `https://localhost:${port}`,
    behaviour,
    certificate: cert,
    renewCertificate: async (days) => {
      const renewed = await newCertificate(days)
      server.setSecureContext(renewed)
      return renewed.cert
    },
    close,
  }
  return proxy
}

const allow = () => undefined
const keep = (_name: string, value: string) => value

async function newCertificate(days: number): Promise<{ key: string; cert: string }> {
  const notAfterDate = new Date(Date.now() + days * 24 * 60 * 60 * 1000)
  const options = { keyType: 'ec', notAfterDate } as const
  // Load it only here, because that needs a third of a second and most workers start no proxy.
  const { generate } = await import('selfsigned')
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], options)
  return { key, cert }
}

/** Changes Node's raw headers, a list of alternating names and values. */
function changedHeaders(raw: string[], change: NonNullable<ProxyBehaviour['changeHeader']>): string[] {
  return raw.flatMap((name, index) => {
    if (index % 2 === 1) return []
    const value = change(name, raw[index + 1] ?? '')
    return value === undefined ? [] : [name, value]
  })
}
