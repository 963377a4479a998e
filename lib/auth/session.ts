import 'server-only'
import { hkdfSync } from 'node:crypto'
import { jwtDecrypt } from 'jose'
import { decode, type JWT, type JWTDecodeParams } from 'next-auth/jwt'
import { z } from 'zod'
import { perRequest } from '@/lib/request/context'
import { identitySchema, type Identity } from './identity'

/** What a session cookie holds. */
export interface Session {
  /** Names this session in the list of those that were signed out. */
  id: string
  identity: Identity
  /** Milliseconds since the epoch. */
  signedInAt: number
  expiresAt: number
}

/** next-auth opens a token for so much longer, since clocks differ. */
export const clockToleranceSeconds = 15

const secondsToMs = z.number().transform((seconds) => seconds * 1000)

/** The token that next-auth sealed at the sign-in. Nothing renews it, so that its `iat` is the sign-in's time. */
const tokenSchema = z
  .object({ jti: z.string().min(1), iat: secondsToMs, exp: secondsToMs, identity: identitySchema })
  .transform(({ jti, iat, exp, identity }): Session => ({ id: jti, identity, signedInAt: iat, expiresAt: exp }))

/** The session in a token that next-auth has opened; null where it is of another shape. */
export const sessionOf = (token: unknown): Session | null => tokenSchema.safeParse(token).data ?? null

/** The secrets that open a session: the one that seals, and the other one while it is changed. */
interface SessionSecrets {
  secret: string
  previousSecret?: string | undefined
}

/**
 * Opens a sealed session. In a request it does so once: `proxy.ts` asks, and then whatever answers.
 *
 * @returns null for anything that is none, or is over.
 */
export function openSession(sealed: string, secrets: SessionSecrets): Promise<Session | null> {
  const known = perRequest('sessions', () => new Map<string, Promise<Session | null>>())
  const session = known.get(sealed) ?? open(sealed, secrets)
  known.set(sealed, session)
  return session
}

async function open(sealed: string, { secret, previousSecret }: SessionSecrets): Promise<Session | null> {
  for (const each of [secret, previousSecret]) {
    if (sealed === '' || each === undefined) continue
    try {
      const { payload } = await jwtDecrypt(sealed, keyOf(each), { clockTolerance: clockToleranceSeconds })
      return sessionOf(payload)
    } catch {
      // Sealed with the other secret, or over, or no session at all.
    }
  }
  return null
}

const keys = new Map<string, Uint8Array>()

/**
 * The key that next-auth seals sessions with. next-auth derives it with every token that it opens, on another thread,
 * and every request with a session opens one: here it is derived once.
 */
function keyOf(secret: string): Uint8Array {
  const known = keys.get(secret)
  if (known) return known
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'NextAuth.js Generated Encryption Key', 32))
  keys.set(secret, key)
  return key
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
  try {
    return await decode(params)
  } catch (error) {
    if (previousSecret === undefined) throw error
    return decode({ ...params, secret: previousSecret })
  }
}
