import type { NextRequest } from 'next/server'

/*
 * A browser that rejects cookies would come back to the sign-in page again and again. So `proxy.ts` gives it a cookie.
 * If the browser comes back without, the page says what is wrong. The URL has the time, because it may be opened later.
 */

const maxAgeMs = 60_000

/** When `proxy.ts` has set the cookie, in milliseconds since the epoch. */
const setAtHeader = 'x-connect-cookie-set-at'

/** Returns the cookie for the response, and adds the header. Null if the browser has a cookie, or needs none here. */
export function checkCookies({ method, cookies, nextUrl }: NextRequest, headers: Headers, isHttps: boolean) {
  headers.delete(setAtHeader)
  if (
    method !== 'GET' ||
    cookies.size > 0 ||
    !/^\/(?:signin|connect\/confirm|console|api\/auth)\b/.test(nextUrl.pathname)
  )
    return null
  headers.set(setAtHeader, String(Date.now()))
  const name = `${isHttps ? '__Host-' : ''}connect-cookies`
  return { name, value: '1', httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps } as const
}

export const cookieSetAt = (headers: Pick<Headers, 'get'>) => headers.get(setAtHeader) ?? undefined

/** Checks whether the browser has rejected the cookie of an earlier response. */
export function rejectsCookies(headers: Pick<Headers, 'get'>, setBefore: unknown): boolean {
  return headers.get(setAtHeader) !== null && Math.abs(Date.now() - Number(setBefore)) < maxAgeMs
}
