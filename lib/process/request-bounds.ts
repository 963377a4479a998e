import 'server-only'
import { existsSync, readdirSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { z } from 'zod'
import { uploadPath } from '@/lib/request/paths'

/** Next reads these before `proxy.ts`, and its time grows quadratically with the size of some. */
export const requestBounds = {
  /** Characters of path and query. The longest expected URLs are callbacks of a login provider. */
  addressLength: 8192,
  /** Next merges repeated parameters one by one, so 7,000 take 2 s. No page has more than ten. */
  parameters: 100,
  /** Next reads all cookies once for each, so 2,000 take 2.5 s. No browser keeps more than 180 for a site. */
  cookies: 200,
  /** In characters. Next matches `[\w-]+-Google`, so 15,000 letters take 0.6 s. */
  userAgentLength: 512,
  /** Uploads are unlimited, and have a route handler of their own. */
  formBytes: 64 * 1024,
}

/** The doctor distinguishes this app's refusal from a proxy's by this text. */
export const bodyTooLarge = 'The request body is too large.'

export interface Refusal {
  status: number
  text: string
}

type Head = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/*
 * Next answers 500 to some requests that are the client's fault, and each 500 counts for an alert. So the guard refuses
 * or changes them first.
 */

/** The methods that a page or a route handler may have. Next answers 500 to `TRACE`, which no browser sends. */
const methods: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])
const methodsOfFiles: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD'])
const file = /\.\w+$/

/** For an unknown file in one of these folders, Next would render a page. */
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

/** @param files - `servedFiles`; undefined if they are not known. */
export function badHead({ method, url = '/', headers }: Head, files?: ReadonlySet<string>): Refusal | undefined {
  const path = pathOf(url)
  const parameters = countOf('&', url.slice(path.length))
  if (url.length > requestBounds.addressLength || parameters > requestBounds.parameters) {
    return { status: 414, text: 'The address is too long.' }
  }
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
 * Checks the size of a body. Tunnels send bodies without a length. Such a body waits in the request until it has
 * arrived, because Next must not read a part of a refused body. If it never arrives, the promise stays pending.
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

/** The state of Next's router (next/dist/server/app-render/types.js), without the kinds of parameters that no page has. */
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
 * Checks whether a path is normalized as in browsers: resolved, without empty segments, with percent-encoded UTF-8, and
 * not Next's own spelling. `proxy.ts` and Next's router can read any other path differently. `/skin/../signin` would
 * reach a page without the security headers.
 */
function isNormalPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('//')) return false
  try {
    return !otherSpelling.test(decodeURIComponent(path)) && new URL(`http://host${path}`).pathname === path
  } catch {
    return false
  }
}

/** Changes the head of a request to one that Next reads as it is meant, and in little time. */
export function normalizeHead(request: Head): void {
  const { headers } = request
  // A host in the URL replaces `Host` (RFC 9112, section 3.2.2). Next reads only a path.
  const [, host, path = ''] = /^https?:\/\/([^/?#@]+)((?:[/?#].*)?)$/i.exec(request.url ?? '') ?? []
  if (host !== undefined) {
    headers.host = host
    request.url = path.startsWith('/') ? path : `/${path}`
  }
  // 4 KB of Japanese have 12,000 characters in a URL. The error code beside the description says enough.
  const { url = '' } = request
  if (url.length > requestBounds.addressLength && url.startsWith('/api/auth/callback/'))
    request.url = url.replaceAll(/([?&]error_description=[^&]{0,999})[^&]*/g, '$1')
  const userAgent = headers['user-agent']
  if (userAgent) headers['user-agent'] = userAgent.slice(0, requestBounds.userAgentLength)
  // The answer is the whole file, because Next answers 500 to a part or a condition that does not fit.
  for (const name of ['if-match', 'if-unmodified-since', 'if-range', 'range']) delete headers[name]
}

/** A loopback `NEXTAUTH_URL` is not enough, because the server may listen on every IP address of its machine. */
export function demoLoginRefusal({ localAddress }: Pick<Socket, 'localAddress'>): Refusal | undefined {
  if (localAddress === '::1' || /^(::ffff:)?127\./.test(localAddress ?? '')) return undefined
  return {
    status: 403,
    text:
      'DEMO_LOGIN=1 lets anyone in, so this server answers only on loopback. Open it as localhost on the same ' +
      'machine, or set up a login and remove DEMO_LOGIN.',
  }
}

/** Any other spelling of the path has the limit for forms. */
export const isUpload = (url: string): boolean => pathOf(url) === uploadPath

const pathOf = (url: string): string => url.split('?', 1)[0] ?? url

const countOf = (separator: string, list: string) => list.split(separator).length
