import 'server-only'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { uploadPath } from '@/lib/request/paths'

/**
 * How large each part of a request may be. Next reads the address and the headers of every request before `proxy.ts`
 * is called, and the time that takes it grows with the square of some of them.
 */
export const requestBounds = {
  /** Characters of path and query. The longest expected are a login provider's, which carry a code. */
  addressLength: 8192,
  /** Parameters in the query. Next merges repeated ones one by one: 7,000 take 2 s. No page has more than ten. */
  parameters: 100,
  /**
   * Cookies. Next goes through all of them for each one that a redirect or a route handler could have set: 2,000 take
   * 2.5 s. No browser keeps more than 180 for a site.
   */
  cookies: 200,
  /** Characters of `User-Agent`. Next tests it against `[\w-]+-Google`: 15,000 letters take 0.6 s. */
  userAgentLength: 512,
  /** Bytes of a body. Every form fits easily; uploads have no bound, and a route handler of their own. */
  formBytes: 64 * 1024,
}

/** The text of a refusal, by which the doctor tells it from a proxy's. */
export const bodyTooLarge = 'The request body is too large.'

/** The answer to a request that Next does not see. */
export interface Refusal {
  status: number
  text: string
}

type Head = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** The methods that a page or a route handler may have. Next fails with 500 at `TRACE`, which no browser sends. */
const methods: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])

/** Why a request is not passed on to Next; undefined where it is. Its body is `badBody`'s. */
export function badHead({ method, url = '/', headers }: Head): Refusal | undefined {
  if (url.length > requestBounds.addressLength || parameterCount(url) > requestBounds.parameters) {
    return { status: 414, text: 'The address is too long.' }
  }
  if (!isNormalPath(pathOf(url))) return { status: 400, text: 'The address is invalid.' }
  if (!methods.has(method)) return { status: 405, text: 'The method is not allowed.' }
  if (countOf(';', headers.cookie ?? '') > requestBounds.cookies) {
    return { status: 431, text: 'There are too many cookies.' }
  }
  return undefined
}

/** Why the body of a request is not read; undefined where it is. Only an upload has no bound. */
export function badBody({ url = '/', headers }: Head): Refusal | undefined {
  if (isUpload(url)) return undefined
  // A browser knows the length of every form. Without one there is nothing to compare.
  if (headers['transfer-encoding'] !== undefined) return { status: 411, text: 'Content-Length is required.' }
  if (Number(headers['content-length'] ?? 0) > requestBounds.formBytes) {
    return { status: 413, text: bodyTooLarge }
  }
  return undefined
}

/** Next reads `/_next/data/<build>/page.json` and `/page.rsc` as `/page`. */
const otherSpelling = /^\/_next\/data(\/|$)|\.rsc\/?$/

/**
 * Whether a path is written as browsers write it: resolved, without empty segments, with percent-encoded UTF-8, and in
 * none of Next's own spellings of a page's address, for which no page of this app asks. Of any other path `proxy.ts`,
 * Next's router and a page can each read another one: `/skin/../signin` would reach a page without the security headers.
 */
function isNormalPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('//')) return false
  try {
    return !otherSpelling.test(decodeURIComponent(path)) && new URL(`http://host${path}`).pathname === path
  } catch {
    return false
  }
}

/** `User-Agent` as Next reads it fast: no longer than any browser's. */
export function shortenUserAgent({ headers }: Pick<Head, 'headers'>): void {
  const userAgent = headers['user-agent']
  if (userAgent) headers['user-agent'] = userAgent.slice(0, requestBounds.userAgentLength)
}

/**
 * Why nothing is served with the demo login, which lets anyone in, over a connection that other machines can open.
 * `NEXTAUTH_URL` says nothing about that: a server may listen on every address of its machine.
 */
export function demoLoginRefusal({ localAddress }: Pick<Socket, 'localAddress'>): Refusal | undefined {
  if (localAddress === '::1' || /^(::ffff:)?127\./.test(localAddress ?? '')) return undefined
  return {
    status: 403,
    text:
      'DEMO_LOGIN=1 lets anyone in, so this server answers on loopback alone: open it as localhost on its own ' +
      'machine, or set up a login and remove DEMO_LOGIN.',
  }
}

/** Whether an address is the one that files are sent to. Written in any other way, it is held to the bound for forms. */
export const isUpload = (url: string): boolean => pathOf(url) === uploadPath

/** The path of a request, without its query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? url

function parameterCount(url: string): number {
  const query = url.indexOf('?')
  return query === -1 ? 0 : countOf('&', url.slice(query))
}

const countOf = (separator: string, list: string) => list.split(separator).length
