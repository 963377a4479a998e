import 'server-only'
import { cookies } from 'next/headers'
import { z } from 'zod'
import { config } from '@/lib/config'
import type { People } from './people'
import { authCookies, decodeWithEither } from './session'

const sealedSchema = z.object({
  value: z.string().min(1),
  /** When this browser began a login at the operator's own site, in seconds since the epoch. */
  begunAt: z.number().optional(),
})

/**
 * Opens a cookie of the login that this browser has begun.
 *
 * @param sent - the cookies of the request.
 * @returns undefined for anything that is not such a cookie, and for one that is over.
 */
export async function openLoginCookie(
  sent: { get: (name: string) => { value: string } | undefined },
  people: People,
  cookie: 'state' | 'nonce' | 'pkceCodeVerifier',
) {
  const { app, login } = config()
  const { name } = authCookies(app.isHttps, people)[cookie]
  const token = sent.get(name)?.value ?? ''
  try {
    const opened = await decodeWithEither({ token, secret: login.secret, salt: name }, login.previousSecret)
    return sealedSchema.safeParse(opened).data
  } catch {
    return undefined
  }
}

/** Deletes what one login needs, whatever became of it. next-auth keeps it where the login fails. */
export async function forgetLoginCookies(people: People): Promise<void> {
  const cookieJar = await cookies()
  const { state, nonce, pkceCodeVerifier } = authCookies(config().app.isHttps, people)
  for (const { name, options } of [state, nonce, pkceCodeVerifier]) {
    if (cookieJar.get(name)?.value) cookieJar.set(name, '', { ...options, maxAge: 0 })
  }
}
