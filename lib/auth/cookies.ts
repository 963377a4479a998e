import 'server-only'
import type { JWT } from 'next-auth/jwt'
import type { cookies } from 'next/headers'
import { z } from 'zod'
import { config } from '@/lib/config'
import type { People } from './people'

const loginAttempt = { maxAge: 15 * 60 }

/**
 * The cookies of sessions and logins. With https their names begin with `__Host-`. Another host of the same parent
 * domain can set any other cookie with `Domain=`, and could so sign a user in as another person.
 */
export function authCookies(people: People, isHttps = config().app.isHttps) {
  const cookie = (name: string, attributes: { maxAge?: number } = {}) => ({
    name: `${isHttps ? '__Host-' : ''}next-auth.${people === 'staff' ? 'staff.' : ''}${name}`,
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps, ...attributes } as const,
  })
  return {
    sessionToken: cookie('session-token'),
    callbackUrl: cookie('callback-url', loginAttempt),
    codeVerifier: cookie('pkce.code_verifier', loginAttempt),
    state: cookie('state', loginAttempt),
    nonce: cookie('nonce', loginAttempt),
  }
}

/** next-auth's header. Another one could ask for costly work before the seal is checked, such as millions of PBES2 rounds. */
const sealedHeader = `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url')}.`

/** @param salt - the cookie's name; empty for a session. */
export async function sealCookie(token: JWT, maxAge: number, salt = ''): Promise<string> {
  const { encode } = await import('next-auth/jwt')
  return encode({ token, secret: config().login.secret, maxAge, salt })
}

/** Opens a cookie of `sealCookie` with any of the secrets, which may be changing; null if it is no such cookie. */
export async function openSealed<Content>(content: z.ZodType<Content>, token = '', salt = ''): Promise<Content | null> {
  if (!token.startsWith(sealedHeader)) return null
  // Loaded on demand, because it costs about 60 ms and 13 MB, and every start loads `proxy.ts`.
  const { decode } = await import('next-auth/jwt')
  const { secret, previousSecret, nextSecret } = config().login
  for (const each of [secret, previousSecret, nextSecret]) {
    if (each === undefined) continue
    const opened: unknown = await decode({ token, salt, secret: each }).catch(() => null)
    if (opened !== null) return content.safeParse(opened).data ?? null
  }
  return null
}

export interface SentCookies {
  get: (name: string) => { value: string } | undefined
}

/**
 * `iat` is when the cookie was sealed, `begunAt` when its nonce for the operator's site was made: seconds since 1970.
 */
const loginCookieSchema = z.object({ value: z.string().min(1), iat: z.number(), begunAt: z.number().optional() })

const loginCookies = ['state', 'nonce', 'codeVerifier'] as const
type LoginCookie = (typeof loginCookies)[number]

export function openLoginCookie(sent: SentCookies, people: People, cookie: LoginCookie) {
  const { name } = authCookies(people)[cookie]
  return openSealed(loginCookieSchema, sent.get(name)?.value, name)
}

type CookieJar = Awaited<ReturnType<typeof cookies>>

export async function setLoginCookies(
  people: People,
  cookieJar: CookieJar,
  values: Record<LoginCookie, string | undefined>,
  callbackUrl: string,
): Promise<void> {
  const { callbackUrl: target, ...login } = authCookies(people)
  cookieJar.set(target.name, config().app.origin + callbackUrl, target.options)
  for (const each of loginCookies) {
    const [{ name, options }, value] = [login[each], values[each]]
    if (value !== undefined) cookieJar.set(name, await sealCookie({ value }, loginAttempt.maxAge, name), options)
  }
}

export function forgetLoginCookies(people: People, cookieJar: CookieJar): void {
  for (const each of loginCookies) {
    const { name, options } = authCookies(people)[each]
    if (cookieJar.get(name)?.value) cookieJar.set(name, '', { ...options, maxAge: 0 })
  }
}

/** Cookies without content that mark a browser for some seconds. A forged one does no harm. */
const markSeconds = {
  // After a sign-out or a failed login, because the provider could sign the person in or refuse them without asking.
  'ask-to-sign-in': 30 * 60,
  // Only then does the connect page send staff without a link to the console.
  'just-signed-in': 30,
}

type Mark = keyof typeof markSeconds

const markName = (mark: Mark) => `${config().app.isHttps ? '__Host-' : ''}connect-${mark}`

export const hasMark = (sent: SentCookies, mark: Mark): boolean => Boolean(sent.get(markName(mark))?.value)

export function setMark(cookieJar: CookieJar, mark: Mark, isMarked = true): void {
  if (!isMarked && !hasMark(cookieJar, mark)) return
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: config().app.isHttps } as const
  const maxAge = isMarked ? markSeconds[mark] : 0
  cookieJar.set(markName(mark), isMarked ? '1' : '', { ...options, maxAge })
}
