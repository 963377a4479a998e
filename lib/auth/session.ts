import 'server-only'
import type { JWT, JWTDecodeParams } from 'next-auth/jwt'
import type { cookies } from 'next/headers'
import { z } from 'zod'
import { config, type Config } from '@/lib/config'
import { hasSubnetUserId } from '@/lib/connect/subnet-user-id'
import { log } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { processSingleton } from '@/lib/process-singleton'
import { outsideRequests, perRequest } from '@/lib/request/context'
import { hasAllSignOuts, store, unlessUnavailable, type Store } from '@/lib/store'
import { Backlog } from '@/lib/store/backlog'
import { processStore } from '@/lib/store/process-store'
import {
  demoIssuer,
  identitySchema,
  mayOpenConsole,
  siteIssuer,
  userFromIdentity,
  type Identity,
  type OfferedLogin,
} from './identity'
import { consolePeople, type People } from './people'

/** How long a single login at the provider may take. */
const loginAttempt = { maxAge: 15 * 60 }

/**
 * The names and attributes of next-auth's cookies, by next-auth's keys.
 *
 * With https all names have the prefix `__Host-`, because browsers accept such a cookie only from this host. With
 * next-auth's default `__Secure-`, another host of the same parent domain could set them with `Domain=`. It could then
 * sign a user in as another person.
 */
export function authCookies(isHttps: boolean, people: People) {
  const cookie = (name: string, attributes: { maxAge?: number } = {}) => ({
    name: `${isHttps ? '__Host-' : ''}next-auth.${people === 'staff' ? 'staff.' : ''}${name}`,
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps, ...attributes } as const,
  })
  return {
    sessionToken: cookie('session-token'),
    callbackUrl: cookie('callback-url', loginAttempt),
    csrfToken: cookie('csrf-token'),
    pkceCodeVerifier: cookie('pkce.code_verifier', loginAttempt),
    state: cookie('state', loginAttempt),
    nonce: cookie('nonce', loginAttempt),
  }
}

type SessionCookie = Pick<ReturnType<typeof authCookies>, 'sessionToken'>

/** Checks whether a cookie has the session or a part of it. next-auth splits a long session into numbered cookies. */
export function isSessionCookie(name: string, { sessionToken }: SessionCookie): boolean {
  if (!name.startsWith(sessionToken.name)) return false
  return /^(\.\d)?$/.test(name.slice(sessionToken.name.length))
}

/** Joins the parts of the sealed session among a request's cookies; empty if there is no session. */
export function sealedSession(cookies: readonly { name: string; value: string }[], ours: SessionCookie): string {
  const parts = cookies.filter(({ name }) => isSessionCookie(name, ours))
  const whole = parts.find(({ name }) => name === ours.sessionToken.name)?.value
  if (whole) return whole
  return parts
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ value }) => value)
    .join('')
}

/** The content of a session cookie. */
export interface Session {
  /** Identifies this session in the list of signed-out sessions. */
  id: string
  people: People
  /** The origin of the deployment that has made it, because several deployments may share a secret. */
  deployment: string
  identity: Identity
  /** Milliseconds since the epoch. */
  signedInAt: number
  expiresAt: number
}

const secondsToMs = z.number().transform((seconds) => seconds * 1000)

/** next-auth accepts a token for 15 s after it expires, because clocks differ. */
const clockToleranceMs = 15_000

/** The token that next-auth sealed at the sign-in. It is never renewed, so `iat` is the time of the sign-in. */
const tokenSchema = z
  .object({
    jti: z.string().min(1),
    iat: secondsToMs,
    exp: secondsToMs,
    // The cookie's name does not prove it, because a person can rename a cookie.
    people: z.enum(['users', 'staff']),
    deployment: z.string(),
    identity: identitySchema,
  })
  .refine(({ iat }) => iat <= Date.now() + clockToleranceMs)
  .transform(({ jti, iat, exp, ...others }): Session => ({ id: jti, signedInAt: iat, expiresAt: exp, ...others }))

/** The secrets that open a session: the current one, and the previous one during a change. */
type SessionSecrets = Pick<Config['login'], 'secret'> & Partial<Pick<Config['login'], 'previousSecret'>>

/**
 * Opens a sealed session, at most once per request. `proxy.ts` and the page or handler share the result.
 *
 * @returns null if the text is not a session, or if the session has expired or is from the future.
 */
export function openSession(sealed: string, { secret, previousSecret }: SessionSecrets): Promise<Session | null> {
  const known = perRequest('sessions', () => new Map<string, Promise<Session | null>>())
  const session = known.get(sealed) ?? openSealed(tokenSchema, { token: sealed, secret }, previousSecret)
  known.set(sealed, session)
  return session
}

async function openSealed<Content>(content: z.ZodType<Content>, params: JWTDecodeParams, previousSecret?: string) {
  try {
    return content.safeParse(await decodeWithEither(params, previousSecret)).data ?? null
  } catch {
    return null
  }
}

/**
 * Reads the session of these people from a request's cookies, and its user by the current settings. It does not check
 * whether the user has signed out of the session.
 *
 * @returns null if there is no session, if it has expired, or if no login of these people accepts its user now.
 */
export async function sessionUser(cookies: readonly { name: string; value: string }[], people: People) {
  const { app, login, consoleUsers, consoleViewers, subnetUserId } = config()
  const session = await openSession(sealedSession(cookies, authCookies(app.isHttps, people)), login)
  if (session?.people !== people || session.deployment !== app.origin) return null
  if (people === 'users' && !hasSubnetUserId(session.identity.id, subnetUserId)) return null
  const known = userFromIdentity(session.identity, { logins: loginsOf(people), consoleUsers, consoleViewers })
  if (!known) return null
  const opensConsole = people === consolePeople()
  const user = { ...known, isOperator: known.isOperator && opensConsole, isViewer: known.isViewer && opensConsole }
  // The user may have gained or lost rights since the sign-in.
  const maxSeconds = mayOpenConsole(user) ? login.session.operatorSeconds : login.session.userSeconds
  return Date.now() >= session.signedInAt + maxSeconds * 1000 ? null : { session, user }
}

/** Returns the logins that this deployment now offers these people. */
function loginsOf(people: People): OfferedLogin[] {
  const { oidc, site, named, staff, isDemo } = config().login
  const ofUsers = [
    oidc,
    site && { ...site, issuer: siteIssuer(site.url) },
    named && { issuer: named.provider },
    isDemo ? { issuer: demoIssuer } : undefined,
  ]
  return (people === 'staff' ? [staff] : ofUsers).filter((login) => login !== undefined)
}

/**
 * The header of every token that next-auth seals. A token with another one could ask for costly work before its seal is
 * checked, such as millions of PBES2 rounds or a large decompression.
 */
const sealedHeader = `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url')}.`

/**
 * Opens a token that next-auth has sealed with the current or the previous secret. Users stay signed in while the
 * operator changes the secret.
 *
 * @throws if neither secret opens it, if its header is not next-auth's, or if it has expired.
 */
export async function decodeWithEither(
  params: JWTDecodeParams,
  previousSecret: string | undefined,
): Promise<JWT | null> {
  if (params.token && !params.token.startsWith(sealedHeader)) throw new Error('not sealed by next-auth')
  // Loaded on demand, because it costs about 60 ms and 13 MB, and every start loads `proxy.ts`.
  const { decode } = await import('next-auth/jwt')
  try {
    return await decode(params)
  } catch (error) {
    if (previousSecret === undefined) throw error
    return decode({ ...params, secret: previousSecret })
  }
}

/**
 * The content of a login cookie, with the time when it was sealed. The operator's own site gets the same nonce for
 * several minutes, so its cookie also has the time when the nonce was made. Both are in seconds since the epoch.
 */
const loginCookieSchema = z.object({ value: z.string().min(1), iat: z.number(), begunAt: z.number().optional() })

/**
 * Opens a cookie of the login that this browser has begun.
 *
 * @param sent - the cookies of the request.
 * @returns null if the cookie is missing, invalid or expired.
 */
export function openLoginCookie(
  sent: { get: (name: string) => { value: string } | undefined },
  people: People,
  cookie: 'state' | 'nonce' | 'pkceCodeVerifier',
) {
  const { app, login } = config()
  const { name } = authCookies(app.isHttps, people)[cookie]
  const params = { token: sent.get(name)?.value ?? '', secret: login.secret, salt: name }
  return openSealed(loginCookieSchema, params, login.previousSecret)
}

/** Deletes the cookies of a single login. next-auth keeps them if the login fails. */
export function forgetLoginCookies(people: People, cookieJar: Awaited<ReturnType<typeof cookies>>): void {
  const { state, nonce, pkceCodeVerifier } = authCookies(config().app.isHttps, people)
  for (const { name, options } of [state, nonce, pkceCodeVerifier]) {
    if (cookieJar.get(name)?.value) cookieJar.set(name, '', { ...options, maxAge: 0 })
  }
}

/*
 * A copied session cookie would work until it expires, even after the sign-out. Therefore this app lists signed-out
 * sessions until they expire: in this process until it stops, and in Redis for the other instances.
 */

const revocationKey = (id: string) => `revoked-session:${id}`

/** An entry of the list of signed-out sessions. */
type Revocation = Pick<Session, 'id' | 'expiresAt'>

/**
 * Returns the list of sign-outs at this process. The list is unlimited, because dropping an entry would revive its
 * session. The limit on sign-ins per account also limits the entries of an account.
 */
const ownList = () => processSingleton('signed-out sessions', () => processStore({ maxBytes: Infinity }))

/** Returns the queue of sign-outs that wait for Redis. */
const unshared = () =>
  processSingleton('sign-outs to share', () => {
    const lines = lineLimit('more sign-outs not listed')
    const onLost = (_: Revocation, reason: string) =>
      lines.write(() => log().error({ event: 'sign-out not listed', reason }))
    const backlog = new Backlog<Revocation>({ write: (revocation) => listIn(store(), revocation), onLost })
    process.once('exit', () => {
      backlog.end()
      lines.end()
    })
    return backlog
  })

async function listIn(list: Pick<Store, 'set'>, { id, expiresAt }: Revocation): Promise<void> {
  const ttlMs = expiresAt + clockToleranceMs - Date.now()
  if (ttlMs > 0) await list.set(revocationKey(id), true, { ttlMs, isAlsoIfFull: true })
}

async function isListedIn(list: Pick<Store, 'get'>, id: string): Promise<boolean> {
  return (await list.get(revocationKey(id), z.literal(true))) === true
}

/** Ends a session with all copies of its cookie: at this instance at once, at others as soon as Redis is available. */
export async function revokeSession({ id, expiresAt }: Session): Promise<void> {
  const revocation = { id, expiresAt }
  // Copies of one session must not fill the queue of sign-outs that wait for Redis.
  if (await isListedIn(ownList(), id)) return
  await listIn(ownList(), revocation)
  if (!store().isShared) return
  await unlessUnavailable(
    () => listIn(store(), revocation),
    () => outsideRequests(() => unshared().add(revocation)),
  )
}

/**
 * Checks whether the user has signed out of a session; `unknown` if this process does not list it and Redis is
 * unavailable. Redis must also accept writes, because another instance could not list a sign-out otherwise.
 *
 * @param opensConsole - whether the session opens the console. Only then does the check write to Redis, because users
 *   stay signed in anyway. @default true
 */
export async function revocationOf({ id }: Session, opensConsole = true): Promise<'none' | 'revoked' | 'unknown'> {
  if (await isListedIn(ownList(), id)) return 'revoked'
  if (!store().isShared) return 'none'
  return unlessUnavailable(
    async () => {
      const [isListed, isCertain] = await Promise.all([isListedIn(store(), id), !opensConsole || hasAllSignOuts()])
      if (isListed) return 'revoked'
      return isCertain ? 'none' : 'unknown'
    },
    () => 'unknown',
  )
}
