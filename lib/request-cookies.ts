import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { RequestCookies, ResponseCookies } from '@edge-runtime/cookies'
import { cookies } from 'next/headers'

/** The cookies of a request, as its browser has them once it is answered. */
export interface CookieJar {
  getAll(): { name: string; value: string }[]
  /** Sets a cookie in the response. One with a `maxAge` of 0 is deleted. */
  set(name: string, value: string, attributes: CookieAttributes): unknown
}

interface CookieAttributes {
  httpOnly: boolean
  secure: boolean
  sameSite: 'lax'
  path: string
  /** Seconds. */
  maxAge: number
}

/** Of requests that are answered before Next has them. Pages have this module a second time, where nothing sets it. */
const ownJars = new AsyncLocalStorage<CookieJar>()

/** The cookies of the request that is being answered, by Next or before Next. */
export async function requestCookies(): Promise<CookieJar> {
  return ownJars.getStore() ?? cookies()
}

/**
 * Does work for a request that Next does not have. Cookies are read and written by the package that Next has in it for
 * that: they come out the same, whoever answers.
 *
 * @param header - the request's `Cookie`.
 * @returns what comes of the work, and the values of `Set-Cookie` for the response.
 */
export async function withOwnCookies<Result>(
  header: string | undefined,
  work: () => Promise<Result>,
): Promise<{ result: Result; setCookies: string[] }> {
  const known = new RequestCookies(new Headers(header === undefined ? {} : { cookie: header }))
  const headers = new Headers()
  const changed = new ResponseCookies(headers)
  const jar: CookieJar = {
    getAll: () => known.getAll(),
    set: (name, value, attributes) => {
      known.set(name, value)
      changed.set(name, value, attributes)
    },
  }
  const result = await ownJars.run(jar, work)
  return { result, setCookies: headers.getSetCookie() }
}
