import 'server-only'
import type { JWT, JWTDecodeParams } from 'next-auth/jwt'
import type { cookies } from 'next/headers'
import { z } from 'zod'
import { config, type Config } from '@/lib/config'
import { log } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { processSingleton } from '@/lib/process-singleton'
import { outsideRequests, perRequest } from '@/lib/request/context'
import { store, unlessUnavailable, type Store } from '@/lib/store'
import { Backlog } from '@/lib/store/backlog'
import { processStore } from '@/lib/store/process-store'
import { demoIssuer, identitySchema, mayOpenConsole, siteIssuer, userFromIdentity, type Identity } from './identity'
import { consolePeople, type People } from './people'

/** What only one login at the provider needs, which may take 15 minutes. */
const loginAttempt = { maxAge: 15 * 60 }

/**
 * The names and attributes of next-auth's cookies, by its own names for them.
 *
 * With https all of them have the prefix `__Host-`: browsers accept such a cookie from this very host alone. With
 * next-auth's own `__Secure-`, another host under the same parent domain can set them with `Domain=`, and so sign a
 * user in as somebody else.
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

/** Whether a cookie has the session, or a part of it: next-auth cuts a long one into several, with numbers. */
export function isSessionCookie(name: string, { sessionToken }: SessionCookie): boolean {
  if (!name.startsWith(sessionToken.name)) return false
  return /^(\.\d)?$/.test(name.slice(sessionToken.name.length))
}

/** The sealed session among a request's cookies, put together again; empty where there is none. */
export function sealedSession(cookies: readonly { name: string; value: string }[], ours: SessionCookie): string {
  const parts = cookies.filter(({ name }) => isSessionCookie(name, ours))
  const whole = parts.find(({ name }) => name === ours.sessionToken.name)?.value
  if (whole) return whole
  return parts
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ value }) => value)
    .join('')
}

/** What a session cookie holds. */
export interface Session {
  /** Names this session in the list of those that were signed out. */
  id: string
  people: People
  identity: Identity
  /** Milliseconds since the epoch. */
  signedInAt: number
  expiresAt: number
}

const secondsToMs = z.number().transform((seconds) => seconds * 1000)

/** The token that next-auth sealed at the sign-in. Nothing renews it, so that its `iat` is the sign-in's time. */
const tokenSchema = z
  .object({
    jti: z.string().min(1),
    iat: secondsToMs,
    exp: secondsToMs,
    // Sealed too, since a person can rename a cookie. Sessions of former versions are without it.
    people: z.enum(['users', 'staff']).default('users'),
    identity: identitySchema,
  })
  .transform(({ jti, iat, exp, ...others }): Session => ({ id: jti, signedInAt: iat, expiresAt: exp, ...others }))

/** The secrets that open a session: the one that seals, and the other one while it is changed. */
type SessionSecrets = Pick<Config['login'], 'secret'> & Partial<Pick<Config['login'], 'previousSecret'>>

/**
 * Opens a sealed session. In a request it does so once: `proxy.ts` asks first, and the page or the handler afterwards.
 *
 * @returns null for anything that is not a session, and for one that is over.
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
 * The session of these people among a request's cookies, and its user as this deployment knows them now. Whether it was
 * signed out is not asked.
 *
 * @returns null where there is no session, where it is over, and for a user of another login.
 */
export async function sessionUser(cookies: readonly { name: string; value: string }[], people: People) {
  const { app, login, consoleUsers, consoleViewers } = config()
  const session = await openSession(sealedSession(cookies, authCookies(app.isHttps, people)), login)
  if (session?.people !== people) return null
  const known = userFromIdentity(session.identity, { issuers: issuersOf(people), consoleUsers, consoleViewers })
  if (!known) return null
  const opensConsole = people === consolePeople()
  const user = { ...known, isOperator: known.isOperator && opensConsole, isViewer: known.isViewer && opensConsole }
  // By what the user may do now, not by what they were allowed at the sign-in.
  const maxSeconds = mayOpenConsole(user) ? login.session.operatorSeconds : login.session.userSeconds
  return Date.now() >= session.signedInAt + maxSeconds * 1000 ? null : { session, user }
}

/** Who issues the identities of these people, by the logins that this deployment offers now. */
function issuersOf(people: People): string[] {
  const { oidc, site, named, staff, isDemo } = config().login
  const ofUsers = [oidc?.issuer, site && siteIssuer(site.url), named?.provider, isDemo ? demoIssuer : undefined]
  return (people === 'staff' ? [staff?.issuer] : ofUsers).filter((issuer) => issuer !== undefined)
}

/**
 * Opens what next-auth has sealed with its secret or with the previous one, so that users notice nothing of a change
 * of the secret.
 *
 * @throws for what neither has sealed, and for what is over.
 */
export async function decodeWithEither(
  params: JWTDecodeParams,
  previousSecret: string | undefined,
): Promise<JWT | null> {
  // With the first session: it takes some 60 ms and 13 MB to load, and `proxy.ts` is loaded at every start.
  const { decode } = await import('next-auth/jwt')
  try {
    return await decode(params)
  } catch (error) {
    if (previousSecret === undefined) throw error
    return decode({ ...params, secret: previousSecret })
  }
}

/** What is sealed into a cookie of one login; with `begunAt`, in seconds since the epoch, at the operator's own site. */
const loginCookieSchema = z.object({ value: z.string().min(1), begunAt: z.number().optional() })

/**
 * Opens a cookie of the login that this browser has begun.
 *
 * @param sent - the cookies of the request.
 * @returns null for anything that is not such a cookie, and for one that is over.
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

/** Deletes the cookies that only one login needs. next-auth keeps them where the login fails. */
export function forgetLoginCookies(people: People, cookieJar: Awaited<ReturnType<typeof cookies>>): void {
  const { state, nonce, pkceCodeVerifier } = authCookies(config().app.isHttps, people)
  for (const { name, options } of [state, nonce, pkceCodeVerifier]) {
    if (cookieJar.get(name)?.value) cookieJar.set(name, '', { ...options, maxAge: 0 })
  }
}

/*
 * A session lives in a cookie, so that whoever has copied the cookie could use it until it ends. The sessions that
 * were signed out are therefore listed until then: in this process, which forgets them as it stops, and in Redis, where
 * the other instances find them.
 */

/** next-auth opens a token for so much longer, since clocks differ. */
const clockToleranceMs = 15_000

const revocationKey = (id: string) => `revoked-session:${id}`

/** A sign-out that is to be listed. */
type Revocation = Pick<Session, 'id' | 'expiresAt'>

/**
 * The sign-outs at this process. Their place has no bounds, since dropping one would revive its session. The limit of
 * an account's sign-ins bounds what it can list.
 */
const ownList = () =>
  processSingleton('signed-out sessions', () => processStore({ maxEntries: Infinity, maxBytes: Infinity }))

/** The sign-outs that wait for Redis. */
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
  if (ttlMs > 0) await list.set(revocationKey(id), true, { ttlMs })
}

async function isListedIn(list: Pick<Store, 'get'>, id: string): Promise<boolean> {
  return (await list.get(revocationKey(id), z.literal(true))) === true
}

/** Ends a session, copies of its cookie included: here at once, at other instances as soon as Redis is available. */
export async function revokeSession({ id, expiresAt }: Session): Promise<void> {
  const revocation = { id, expiresAt }
  // Copies of one session must not fill the place of the sign-outs that wait for Redis.
  if (await isListedIn(ownList(), id)) return
  await listIn(ownList(), revocation)
  if (!store().isShared) return
  await unlessUnavailable(
    () => listIn(store(), revocation),
    () => outsideRequests(() => unshared().add(revocation)),
  )
}

/** Whether a session was signed out; `unknown` if this process lists no sign-out, and Redis is unavailable. */
export async function revocationOf({ id }: Session): Promise<'none' | 'revoked' | 'unknown'> {
  if (await isListedIn(ownList(), id)) return 'revoked'
  if (!store().isShared) return 'none'
  return unlessUnavailable(
    async () => ((await isListedIn(store(), id)) ? 'revoked' : 'none'),
    () => 'unknown',
  )
}
