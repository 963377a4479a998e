import 'server-only'
import { existsSync, readdirSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { z } from 'zod'
import { uploadPath } from '@/lib/request/paths'

/**
 * The max size of each part of a request. Next reads the URL and the headers of every request before it calls
 * `proxy.ts`. For some parts, its time grows quadratically with the size.
 */
export const requestBounds = {
  /** Characters of path and query. The longest expected URLs are callbacks of a login provider, with a code. */
  addressLength: 8192,
  /** Parameters in the query. Next merges repeated ones one by one, so 7,000 take 2 s. No page has more than ten. */
  parameters: 100,
  /**
   * Cookies. Next reads all cookies once for each cookie that a redirect or a route handler could have set, so 2,000
   * take 2.5 s. No browser keeps more than 180 for a site.
   */
  cookies: 200,
  /** Characters of `User-Agent`. Next matches it with `[\w-]+-Google`, so 15,000 letters take 0.6 s. */
  userAgentLength: 512,
  /** Bytes of a body. Every form fits easily. Uploads are unlimited and have a separate route handler. */
  formBytes: 64 * 1024,
}

/** The text of a refusal. The doctor uses it to distinguish this app's refusal from a proxy's. */
export const bodyTooLarge = 'The request body is too large.'

/** The answer to a request that the guard refuses before it reaches Next. */
export interface Refusal {
  status: number
  text: string
}

type Head = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/*
 * Next answers 500 to some requests that are the client's fault. Each 500 counts for the alert about server errors, and
 * anyone can send them. So the guard refuses or changes them first.
 */

/** The methods that a page or a route handler may have. Next answers 500 to `TRACE`, which no browser sends. */
const methods: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])
/** The methods of files, which have an extension. */
const methodsOfFiles: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD'])
const file = /\.\w+$/
/** Headers of parts and conditions of a file. Next answers 500 if they do not fit, and every file is small. */
const conditions = ['if-match', 'if-unmodified-since', 'if-range', 'range']

/** The folders of files for browsers, by the start of their URLs. For an unknown file, Next would render a page. */
const servedFolders = { '/_next/static/': '.next/static', '/wallets/': 'public/wallets' }

/** Lists the paths in `servedFolders`. Next too lists them only when it starts. A deployment may serve a folder elsewhere. */
export function servedFiles(root = process.cwd()): ReadonlySet<string> {
  const pathsIn = ([path, name]: [string, string]) => {
    const folder = `${root}/${name}`
    // Without the comments for Turbopack, the build would add the whole project to its output.
    if (!existsSync(/* turbopackIgnore: true */ folder)) return []
    const names = readdirSync(/* turbopackIgnore: true */ folder, { recursive: true, encoding: 'utf8' })
    return names.filter((name) => file.test(name)).map((name) => path + name)
  }
  return new Set(Object.entries(servedFolders).flatMap(pathsIn))
}

/**
 * Checks the head of a request.
 *
 * @param files - `servedFiles`; undefined if they are not known.
 * @returns why to refuse it; undefined to pass it to Next.
 */
export function badHead({ method, url = '/', headers }: Head, files?: ReadonlySet<string>): Refusal | undefined {
  if (url.length > requestBounds.addressLength || parameterCount(url) > requestBounds.parameters) {
    return { status: 414, text: 'The address is too long.' }
  }
  const path = pathOf(url)
  if (!isNormalPath(path)) return { status: 400, text: 'The address is invalid.' }
  if (files && Object.keys(servedFolders).some((start) => path.startsWith(start)) && !files.has(path)) {
    return { status: 404, text: 'There is no such file.' }
  }
  const allowed = file.test(path) ? methodsOfFiles : methods
  if (!allowed.has(method)) return { status: 405, text: 'The method is not allowed.' }
  if (countOf(';', headers.cookie ?? '') > requestBounds.cookies) {
    return { status: 431, text: 'There are too many cookies.' }
  }
  if (hasBadRouterState(headers)) return { status: 400, text: 'The header Next-Router-State-Tree is invalid.' }
  return undefined
}

/**
 * Checks the size of a request's body. A body without a length, as tunnels send it, waits in the request until it has
 * arrived, because Next must not read the beginning of a body that is then refused.
 *
 * @returns why to refuse the body; undefined to read it. An upload has no limit. The promise stays pending if the client
 *   does not send the whole body.
 */
export async function badBody(request: IncomingMessage): Promise<Refusal | undefined> {
  const { url = '/', headers } = request
  if (isUpload(url)) return undefined
  const bytes = isChunked(request) ? await arrivedBytes(request) : Number(headers['content-length'] ?? 0)
  return bytes > requestBounds.formBytes ? { status: 413, text: bodyTooLarge } : undefined
}

export const isChunked = ({ headers }: Pick<Head, 'headers'>): boolean => headers['transfer-encoding'] !== undefined

/** Returns the size of the whole body, which stays in the request, or the first size above the limit of forms. */
async function arrivedBytes(request: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = []
  let bytes = 0
  for (;;) {
    const isWhole = request.complete
    const arrived = bytes + request.readableLength
    if (isWhole || arrived > requestBounds.formBytes) {
      request.unshift(Buffer.concat(chunks))
      return arrived
    }
    // Node stops the client while a chunk waits to be read.
    const chunk = request.read() as Buffer | null
    if (chunk !== null) chunks.push(chunk)
    bytes = arrived
    await new Promise((resolve) => request.once('readable', resolve))
  }
}

/**
 * What Next's script sends as the state of its router, without the rest of the kinds of parameters, which no page has
 * (next/dist/server/app-render/types.js).
 */
const segment = z.union([
  z.string(),
  z.tuple([z.string(), z.string(), z.enum(['c', 'oc', 'd']), z.array(z.string()).nullable()]),
])
const routerState: z.ZodType = z.lazy(() =>
  z.tuple([
    segment,
    z.record(z.string(), routerState),
    z.tuple([z.string(), z.string()]).nullish(),
    z.enum(['refetch', 'inside-shared-layout', 'metadata-only']).nullish(),
    z.number().nullish(),
    z.string().optional(),
  ]),
)

function hasBadRouterState({ 'next-router-state-tree': state }: IncomingHttpHeaders): boolean {
  if (state === undefined) return false
  try {
    routerState.parse(JSON.parse(decodeURIComponent(String(state))))
    return false
  } catch {
    return true
  }
}

/** Next reads `/_next/data/<build>/page.json` and `/page.rsc` as `/page`. */
const otherSpelling = /^\/_next\/data(\/|$)|\.rsc\/?$/

/**
 * Checks whether a path is normalized as in browsers: resolved, without empty segments, with percent-encoded UTF-8. It
 * also refuses Next's own spellings, which no page of this app requests. `proxy.ts`, Next's router and a page can read
 * any other path differently. For example, `/skin/../signin` would reach a page without the security headers.
 */
function isNormalPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('//')) return false
  try {
    return !otherSpelling.test(decodeURIComponent(path)) && new URL(`http://host${path}`).pathname === path
  } catch {
    return false
  }
}

/** Rewrites a URL with a host, which then replaces `Host` (RFC 9112, section 3.2.2). Next reads only a path. */
export function readHostInUrl(request: Head): void {
  const [, host, path = ''] = /^https?:\/\/([^/?#@]+)((?:[/?#].*)?)$/i.exec(request.url ?? '') ?? []
  if (host === undefined) return
  request.headers.host = host
  request.url = path.startsWith('/') ? path : `/${path}`
}

/** Cuts `User-Agent` to `userAgentLength`, because Next is slow with longer ones. */
export function shortenUserAgent({ headers }: Pick<Head, 'headers'>): void {
  const userAgent = headers['user-agent']
  if (userAgent) headers['user-agent'] = userAgent.slice(0, requestBounds.userAgentLength)
}

/**
 * Cuts the description of a provider's refusal if the URL is too long, because the error code beside it says enough. 4 KB
 * of Japanese have 12,000 characters in a URL.
 */
export function shortenDescription(request: Head): void {
  const { url = '' } = request
  if (url.length > requestBounds.addressLength && url.startsWith('/api/auth/callback/'))
    request.url = url.replaceAll(/([?&]error_description=[^&]{0,999})[^&]*/g, '$1')
}

/** Removes the headers that ask for a part of a file, or for a file in a certain state. The answer is the whole file. */
export function ignoreConditions({ headers }: Pick<Head, 'headers'>): void {
  for (const name of conditions) delete headers[name]
}

/**
 * Checks a connection with the demo login, which lets anyone in. A loopback `NEXTAUTH_URL` is not enough, because the
 * server may listen on every IP address of its machine.
 *
 * @returns why to refuse the connection; undefined on loopback.
 */
export function demoLoginRefusal({ localAddress }: Pick<Socket, 'localAddress'>): Refusal | undefined {
  if (localAddress === '::1' || /^(::ffff:)?127\./.test(localAddress ?? '')) return undefined
  return {
    status: 403,
    text:
      'DEMO_LOGIN=1 lets anyone in, so this server answers only on loopback. Open it as localhost on the same ' +
      'machine, or set up a login and remove DEMO_LOGIN.',
  }
}

/** Checks whether a URL accepts uploads of files. Any other spelling of its path has the limit for forms. */
export const isUpload = (url: string): boolean => pathOf(url) === uploadPath

const pathOf = (url: string): string => url.split('?', 1)[0] ?? url

function parameterCount(url: string): number {
  const query = url.indexOf('?')
  return query === -1 ? 0 : countOf('&', url.slice(query))
}

const countOf = (separator: string, list: string) => list.split(separator).length
