import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { parseSetCookie } from 'cookie'

/** A response. The visitor has not followed its redirect. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** The lines of `Set-Cookie`. */
  setCookies: string[]
  location: string
  body: string
}

export interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  /** Fields to post as multipart/form-data, like the form of a server action. */
  form?: Record<string, string>
  /** A body to post unchanged. */
  body?: string
  /** The address of this machine from which to send the request. */
  localAddress?: string
  /** The name in the TLS handshake. @default the name in the `Host` header */
  servername?: string
}

/**
 * The HTTP client of the tests for requests without a browser. A test can read and change its cookies, and can send
 * headers that a browser would refuse.
 */
export class Visitor {
  /** The longest head among the answers of the app so far. nginx accepts 4 KB by default. */
  longestHead = { bytes: 0, path: '' }

  /** The cookies by host with port, then by name. */
  readonly #jars = new Map<string, Map<string, string>>()

  /**
   * @param origin - the app's origin for browsers.
   * @param address - returns the URL of an instance of the app, for each request. @default the origin
   */
  constructor(
    readonly origin: string,
    readonly address: () => string = () => origin,
  ) {}

  /** Copies this visitor with its cookies, by default at the same instance. */
  copy(address = this.address): Visitor {
    const copy = new Visitor(this.origin, address)
    for (const [host, jar] of this.#jars) copy.#jars.set(host, new Map(jar))
    return copy
  }

  /** The cookies for the app. */
  get cookies(): Map<string, string> {
    return this.#jarOf(new URL(this.origin).host)
  }

  /** Sends one request; a path goes to the app. */
  async send(
    address: string,
    { method, headers = {}, form, body, ...connection }: RequestOptions = {},
  ): Promise<Answer> {
    const url = new URL(address.startsWith('/') ? this.origin + address : address)
    const jar = this.#jarOf(url.host)
    const posted = form && new Response(formData(form))
    const content = posted ? Buffer.from(await posted.arrayBuffer()) : Buffer.from(body ?? '')
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const server = url.origin === this.origin ? new URL(this.address()) : url
    const request = (server.protocol === 'https:' ? httpsRequest : httpRequest)({
      // Every host name in these tests is this machine.
      host: server.hostname.endsWith('localhost') ? '127.0.0.1' : server.hostname.replaceAll(/[[\]]/g, ''),
      port: server.port,
      path: url.pathname + url.search,
      method: method ?? (form || body !== undefined ? 'POST' : 'GET'),
      rejectUnauthorized: false,
      ...connection,
      headers: {
        Host: url.host,
        ...(cookie === '' ? {} : { Cookie: cookie }),
        ...(content.length > 0 ? { 'Content-Length': String(content.length) } : {}),
        ...(posted ? { Origin: url.origin, 'Content-Type': posted.headers.get('Content-Type') ?? '' } : {}),
        ...headers,
      },
    })
    const answer = await new Promise<Answer>((resolve, reject) => {
      request.on('error', reject)
      request.on('response', (response) => {
        const { statusCode: status = 0, headers, rawHeaders } = response
        // Each header has four more characters, and the status line has fewer than 60.
        const bytes = 60 + rawHeaders.join('').length + 2 * rawHeaders.length
        if (url.origin === this.origin && bytes > this.longestHead.bytes) {
          this.longestHead = { bytes, path: url.pathname }
        }
        const setCookies = headers['set-cookie'] ?? []
        // A decoder would remove the byte order mark of a CSV.
        buffer(response).then(
          (body) => resolve({ status, headers, setCookies, location: headers.location ?? '', body: body.toString() }),
          reject,
        )
      })
      request.end(content)
    })
    this.keepCookies(answer, url.host)
    return answer
  }

  /** Keeps the cookies of an answer, as when an answer to a copy of this visitor arrives late. */
  keepCookies({ setCookies }: Answer, host = new URL(this.origin).host): void {
    for (const line of setCookies) keep(this.#jarOf(host), line)
  }

  /** Sends a request and follows its redirects by GET on this machine. */
  async follow(address: string, options: RequestOptions = {}): Promise<Answer & { url: string }> {
    let url = new URL(address, this.origin).href
    let answer = await this.send(url, options)
    for (let hops = 0; answer.location !== '' && hops < 10; hops += 1) {
      url = new URL(answer.location, url).href
      answer = await this.send(url)
    }
    return { ...answer, url }
  }

  #jarOf(host: string): Map<string, string> {
    const jar = this.#jars.get(host) ?? new Map<string, string>()
    this.#jars.set(host, jar)
    return jar
  }
}

function keep(jar: Map<string, string>, line: string): void {
  const { name, value = '', maxAge, expires } = parseSetCookie(line, { decode: (text) => text })
  if (value === '' || maxAge === 0 || (expires && expires.getTime() <= Date.now())) jar.delete(name)
  else jar.set(name, value)
}

function formData(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
