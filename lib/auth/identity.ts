import { z } from 'zod'
import type { User } from '@/lib/auth/user'

/** The name that sessions of the demo login carry in place of an issuer; no URL can be equal to it. */
export const demoIssuer = 'demo'

/**
 * Who signed in, and all that the session cookie holds about them.
 *
 * No token of the provider is in it: this app asks the provider nothing after the login.
 */
export const identitySchema = z.object({
  /** The login that vouches for the rest: the provider's issuer, or `demoIssuer`. */
  issuer: z.string(),
  id: z.string().min(1),
  name: z.string().min(1),
  /** An e-mail address, unless the provider says that it is not verified. Only to tell operators by. */
  trustedEmail: z.string().optional(),
  walletAddress: z.string().optional(),
  hasOperatorRole: z.boolean(),
})

export type Identity = z.infer<typeof identitySchema>

/**
 * Turns what a session cookie holds into a user.
 *
 * Who may open the console is judged here, at each request, so that taking somebody off
 * `CONSOLE_USERS` needs a restart and not the end of their session.
 *
 * @param options.issuers - the logins that this deployment has now. A session of any other counts for
 *   nothing: the demo login's sessions, say, on a deployment that was given the same secret.
 * @param options.consoleUsers - ids, compared exactly, or e-mail addresses, in any letter case.
 */
export function userOf(
  identity: unknown,
  options: { issuers: readonly string[]; consoleUsers: readonly string[] },
): User | null {
  const parsed = identitySchema.safeParse(identity)
  if (!parsed.success || !options.issuers.includes(parsed.data.issuer)) return null
  const { id, name, trustedEmail, walletAddress, hasOperatorRole } = parsed.data
  const isNamed = options.consoleUsers.some(
    (entry) => entry === id || entry.toLowerCase() === trustedEmail?.toLowerCase(),
  )
  return { id, name, ...(walletAddress ? { walletAddress } : {}), isOperator: hasOperatorRole || isNamed }
}
