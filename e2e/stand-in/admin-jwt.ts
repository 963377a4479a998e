import { randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Clock } from './clock'

const claims = z.object({ subnet_id: z.string(), role: z.enum(['subnet_admin', 'member']) })

type AdminClaims = z.infer<typeof claims>

/**
 * The JWTs that the service's dashboard gives to subnet admins. The interface does not define their format and claims.
 * The stand-in signs them by HMAC with a key that it makes at its start.
 */
export class AdminJwts {
  readonly #key = randomBytes(32)

  constructor(private readonly clock: Clock) {}

  issue(given: AdminClaims, lifeMs: number): Promise<string> {
    const exp = Math.floor((this.clock.now() + lifeMs) / 1000)
    return new SignJWT({ sub: 'admin', ...given, exp }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(this.#key)
  }

  /** Returns the claims of a genuine and valid JWT, or undefined. */
  async verify(token: string): Promise<AdminClaims | undefined> {
    const currentDate = new Date(this.clock.now())
    const verified = await jwtVerify(token, this.#key, { currentDate }).catch(() => undefined)
    return claims.safeParse(verified?.payload).data
  }
}
