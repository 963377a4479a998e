import type { NextRequest } from 'next/server'

/*
 * A browser that rejects cookies would come back to the sign-in page again and again. So `proxy.ts` gives a browser
 * without any cookie one without content. If the browser then follows a redirect to the sign-in page without it, the
 * page says what is wrong. The redirect contains the time, because the person can open its URL again much later.
 */

const maxAgeMs = 60_000

/** The request header in which `proxy.ts` says when it has set the cookie, in milliseconds since the epoch. */
const setAtHeader = 'x-connect-cookie-set-at'

/**
 * Sets the header of a request to a page behind a login.
 *
 * @param headers - of the request, as the page gets them.
 * @returns the cookie for the response, or null if the browser has a cookie already.
 */
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

/** Returns the time for the URL of the sign-in page, if the response gives the browser the cookie. */
export const cookieSetAt = (headers: Pick<Headers, 'get'>) => headers.get(setAtHeader) ?? undefined

/** Checks whether the browser has not kept the cookie that an earlier response has given it. */
export function rejectsCookies(headers: Pick<Headers, 'get'>, setBefore: unknown): boolean {
  return headers.get(setAtHeader) !== null && Math.abs(Date.now() - Number(setBefore)) < maxAgeMs
}
