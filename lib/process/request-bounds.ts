import 'server-only'
import type { IncomingMessage } from 'node:http'
import { uploadPath } from '@/lib/console/uploads/protocol'

/**
 * How large each part of a request may be. Next reads the address and the headers of every request before any
 * code of this app does, and the time that takes it grows with the square of some of them.
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

/** A request that is answered before Next sees it. */
export interface Refusal {
  status: number
  text: string
  headers?: Record<string, string>
}

type Head = Pick<IncomingMessage, 'url' | 'headers'>

/** Why a request is too large to be looked at; undefined where it is not. */
export function tooLarge({ url = '/', headers }: Head): Refusal | undefined {
  if (url.length > requestBounds.addressLength || parameterCount(url) > requestBounds.parameters) {
    return { status: 414, text: 'The address is too long.' }
  }
  if (countOf(';', headers.cookie ?? '') > requestBounds.cookies) {
    return { status: 431, text: 'There are too many cookies.' }
  }
  if (isUpload(url)) return undefined
  // A browser knows the length of every form. Without one there is nothing to compare.
  if (headers['transfer-encoding'] !== undefined) return { status: 411, text: 'Content-Length is required.' }
  if (Number(headers['content-length'] ?? 0) > requestBounds.formBytes) {
    return { status: 413, text: 'The request body is too large.' }
  }
  return undefined
}

/**
 * Shortens `User-Agent` where it is longer than any browser's. Nothing reads more of it than the names of a few
 * crawlers and of Android.
 */
export function shortenUserAgent({ headers }: Head): void {
  const userAgent = headers['user-agent']
  if (userAgent) headers['user-agent'] = userAgent.slice(0, requestBounds.userAgentLength)
}

/** Whether a request has a body that may still be on its way. */
export function hasBody({ headers }: Head): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Whether an address is the one that files are sent to. Written in any other way, it is held to the bound for forms. */
export const isUpload = (url: string): boolean => url.split('?', 1)[0] === uploadPath

function parameterCount(url: string): number {
  const query = url.indexOf('?')
  return query === -1 ? 0 : countOf('&', url.slice(query))
}

const countOf = (separator: string, list: string) => list.split(separator).length
