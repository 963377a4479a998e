import 'server-only'
import { z } from 'zod'
import { config } from '@/lib/config'
import { hasSubnetUserId } from '@/lib/connect/subnet-user-id'
import { log } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { processSingleton } from '@/lib/process-singleton'
import { outsideRequests, perRequest } from '@/lib/request/context'
import { hasAllSignOuts, store, unlessUnavailable, type Store } from '@/lib/store'
import { keptInStore } from '@/lib/store/kept-in-store'
import { processStore } from '@/lib/store/process-store'
import { clockToleranceSeconds } from './claims'
import {
  demoIssuer,
  identitySchema,
  mayOpenConsole,
  siteIssuer,
  userFromIdentity,
  type Identity,
  type OfferedLogin,
} from './identity'
import { authCookies, openSealed, sealCookie, type SentCookies } from './cookies'
import { consolePeople, type People } from './people'

const secondsToMs = z.number().transform((seconds) => seconds * 1000)

/**
 * The content of the session cookie. It is never renewed, so `iat` is the time of the sign-in. For example:
 *
 *     { "jti": "3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a5f", "iat": 1767139200, "exp": 1767168000, "people": "users",
 *       "deployment": "https://connect.example.com",
 *       "identity": { "issuer": "https://login.example.com", "id": "user-1", "name": "Ada", "roles": [] } }
 */
const tokenSchema = z
  .object({
    jti: z.string().min(1),
    iat: secondsToMs,
    exp: secondsToMs,
    // The cookie's name does not prove it, because a person can rename a cookie.
    people: z.enum(['users', 'staff']),
    // The origin, because several deployments may share a secret.
    deployment: z.string(),
    identity: identitySchema,
  })
  .transform(({ jti, iat, exp, ...others }) => ({ id: jti, signedInAt: iat, expiresAt: exp, ...others }))

/** With times in milliseconds since the epoch. */
export type Session = z.infer<typeof tokenSchema>

export async function sealSession(people: People, identity: Identity) {
  const { app, login } = config()
  const { userSeconds: maxAge } = login.session
  const token = { people, deployment: app.origin, identity }
  const { name, options } = authCookies(people).sessionToken
  // By `Expires` alone, a device whose clock is hours ahead would drop the session at once.
  return { ...options, name, value: await sealCookie(token, maxAge), maxAge }
}

/** Opens a session, once per request. Null if it has expired, or belongs to other people or another deployment. */
export async function sessionIn(cookies: SentCookies, people: People): Promise<Session | null> {
  const sealed = cookies.get(authCookies(people).sessionToken.name)?.value ?? ''
  const known = perRequest('sessions', () => new Map<string, Promise<Session | null>>())
  const opened = known.get(sealed) ?? openSealed(tokenSchema, sealed)
  known.set(sealed, opened)
  const session = await opened
  return session?.people === people && session.deployment === config().app.origin ? session : null
}

/** Reads a session and its user by the current settings. It does not check for a sign-out. */
export async function sessionUser(cookies: SentCookies, people: People) {
  const { login, consoleUsers, consoleViewers, subnetUserId } = config()
  const session = await sessionIn(cookies, people)
  if (!session) return null
  if (people === 'users' && !hasSubnetUserId(session.identity.id, subnetUserId)) return null
  const known = userFromIdentity(session.identity, { logins: loginsOf(people), consoleUsers, consoleViewers })
  if (!known) return null
  const opensConsole = people === consolePeople()
  const user = { ...known, isOperator: known.isOperator && opensConsole, isViewer: known.isViewer && opensConsole }
  // The user may have gained or lost rights since the sign-in.
  const maxSeconds = mayOpenConsole(user) ? login.session.operatorSeconds : login.session.userSeconds
  const ageSeconds = (Date.now() - session.signedInAt) / 1000
  return ageSeconds < -clockToleranceSeconds || ageSeconds >= maxSeconds ? null : { session, user }
}

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

/*
 * A copied session cookie would work even after the sign-out or another sign-in. So the app lists the sessions that
 * have ended, in this process and in Redis. An entry stays as long as a session lasts, because this clock may be ahead.
 */

const revocationKey = (id: string) => `revoked-session:${id}`

type Revocation = { id: string; ttlMs: number }

/** next-auth accepts a token for 15 s after it expires. */
const graceMs = 15_000

/** Unlimited, because dropping an entry would revive its session. */
const ownList = () => processSingleton('signed-out sessions', () => processStore({ maxBytes: Infinity }))

const unshared = () =>
  processSingleton('sign-outs to share', () =>
    keptInStore<Revocation>({
      write: (revocation) => listIn(store(), revocation),
      logLost: (_, reason) => log().error({ event: 'sign-out not listed', reason }),
      lines: lineLimit('more sign-outs not listed'),
    }),
  )

async function listIn(list: Pick<Store, 'set'>, { id, ttlMs }: Revocation): Promise<void> {
  await list.set(revocationKey(id), true, { ttlMs, isAlsoIfFull: true })
}

async function isListedIn(list: Pick<Store, 'get'>, id: string): Promise<boolean> {
  return (await list.get(revocationKey(id), z.literal(true))) === true
}

/** Ends a session, at this instance at once and at the others as soon as Redis is available. */
export async function revokeSession({ id, signedInAt, expiresAt }: Session): Promise<void> {
  const revocation = { id, ttlMs: expiresAt - Math.min(signedInAt, Date.now()) + graceMs }
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
 * `unknown` if Redis cannot tell. For a session that opens the console, Redis must also accept writes. Otherwise
 * another instance could not list a sign-out.
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
