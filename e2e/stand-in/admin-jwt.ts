import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from './clock'
import { parseJson } from './http'

const claims = z.object({
  sub: z.string(),
  subnet_id: z.string(),
  role: z.enum(['subnet_admin', 'member']),
  exp: z.number(),
})

type AdminClaims = z.infer<typeof claims>

/**
 * The JWTs that the service's dashboard gives to subnet admins. The interface does not define their format and claims.
 * The stand-in signs them by HMAC with a key that it makes at its start.
 */
export class AdminJwts {
  readonly #key = randomBytes(32)

  constructor(private readonly clock: Clock) {}

  issue({ lifeMs, ...rest }: Omit<AdminClaims, 'exp' | 'sub'> & { lifeMs: number }): string {
    const exp = Math.floor((this.clock.now() + lifeMs) / 1000)
    const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: 'admin', ...rest, exp })}`
    return `${signed}.${this.#sign(signed).toString('base64url')}`
  }

  /** Returns the claims of a genuine and valid JWT, or null. */
  verify(token: string): AdminClaims | null {
    const [header, payload, signature, ...more] = token.split('.')
    if (!header || !payload || !signature || more.length > 0) return null
    const expected = this.#sign(`${header}.${payload}`)
    const given = Buffer.from(signature, 'base64url')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
    const parsed = claims.safeParse(parseJson(Buffer.from(payload, 'base64url').toString()))
    return parsed.success && parsed.data.exp * 1000 > this.clock.now() ? parsed.data : null
  }

  #sign(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest()
  }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
