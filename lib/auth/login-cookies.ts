import 'server-only'
import { cookies } from 'next/headers'
import { z } from 'zod'
import { config } from '@/lib/config'
import type { People } from './people'
import { authCookies, decodeWithEither } from './session'

/** The cookies that hold what only one login needs. */
type LoginCookie = 'state' | 'nonce' | 'pkceCodeVerifier'

const sealedSchema = z.object({ value: z.string().min(1), iat: z.number() })

/**
 * What next-auth, or `sealNonce`, has sealed into a cookie of the login that this browser has begun.
 *
 * @returns the value, and when it was sealed in seconds since the epoch; undefined where there is no such cookie, and
 *   where it is over.
 */
export async function openLoginCookie(
  people: People,
  cookie: LoginCookie,
): Promise<z.infer<typeof sealedSchema> | undefined> {
  const { app, login } = config()
  const { name } = authCookies(app.isHttps, people)[cookie]
  const token = (await cookies()).get(name)?.value ?? ''
  try {
    const opened = await decodeWithEither({ token, secret: login.secret, salt: name }, login.previousSecret)
    return sealedSchema.safeParse(opened).data
  } catch {
    return undefined
  }
}

/** Seals the nonce of a login at the operator's own site, which next-auth does not know, as next-auth seals others. */
export async function sealNonce(value: string, maxAge: number): Promise<void> {
  const { app, login } = config()
  const { name, options } = authCookies(app.isHttps, 'users').nonce
  const { encode } = await import('next-auth/jwt')
  const sealed = await encode({ token: { value }, secret: login.secret, maxAge, salt: name })
  ;(await cookies()).set(name, sealed, { ...options, maxAge })
}

/** Deletes what one login needs, whatever became of it. next-auth keeps it where the login fails. */
export async function forgetLoginCookies(people: People): Promise<void> {
  const cookieJar = await cookies()
  const { state, nonce, pkceCodeVerifier } = authCookies(config().app.isHttps, people)
  for (const { name, options } of [state, nonce, pkceCodeVerifier]) {
    if (cookieJar.get(name)?.value) cookieJar.set(name, '', { ...options, maxAge: 0 })
  }
}
