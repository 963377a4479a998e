import { z } from 'zod'

/** The issuer of demo login sessions. It cannot equal an OpenID provider's issuer, which is a URL. */
export const demoIssuer = 'demo'

/**
 * The identity of a signed-in user, which is all that the session cookie stores.
 *
 * It contains no tokens: this app does not call the provider after the login.
 */
export const identitySchema = z.object({
  /** Who issued this identity: the OpenID provider's issuer, or `demoIssuer`. */
  issuer: z.string(),
  id: z.string().min(1),
  name: z.string().min(1),
  /** The e-mail address, if it is known to be the user's. Only used to recognize operators. */
  trustedEmail: z.string().optional(),
  walletAddress: z.string().optional(),
  hasOperatorRole: z.boolean(),
})

export type Identity = z.infer<typeof identitySchema>

/** Longer values would make a session cookie that some proxies refuse. */
const maxTextLength = 256

/** A claim of an unexpected type counts as absent, so that it does not prevent a user from signing in. */
const optionalText = z
  .string()
  .trim()
  .min(1)
  .transform((text) => text.slice(0, maxTextLength))
  .optional()
  .catch(undefined)

const claimsSchema = z.looseObject({
  // Its length is bounded by OpenID Connect, too.
  sub: z.string().min(1).max(255),
  name: optionalText,
  preferred_username: optionalText,
  email: z.string().trim().min(1).max(320).optional().catch(undefined),
})

const roles = z
  .union([z.string().transform((role) => [role]), z.array(z.unknown())])
  .optional()
  .catch(undefined)

/** The common claim names. Entra, Okta, Auth0 and Keycloak can all be configured to send one of them. */
const roleClaims = ['roles', 'groups', 'role'] as const

/** The claims of an OpenID provider about one user, not validated yet. */
interface ProviderClaims {
  idToken: Record<string, unknown>
  /** Empty where the provider has no userinfo endpoint. */
  userinfo: Record<string, unknown>
}

/**
 * Picks what this app needs from an OpenID provider's claims. Providers put the profile into the ID token, into the
 * userinfo response, or partly into each.
 *
 * @param options.trustsEmail - whether every e-mail address that this provider sends is one of its own. If not, an
 *   address counts only beside `email_verified: true`: many providers let users type any address.
 * @param options.walletClaim - the name of a top-level claim. It may be a URL.
 * @param options.operatorRole - users with this role are operators.
 * @throws ZodError if there is no subject, which OpenID Connect requires.
 */
export function identityFromClaims(
  { idToken, userinfo }: ProviderClaims,
  options: {
    issuer: string
    trustsEmail: boolean
    walletClaim: string | undefined
    operatorRole: string | undefined
  },
): Identity {
  const parsed = claimsSchema.parse({ ...userinfo, ...idToken })
  const { sub, name, preferred_username: userName, email } = parsed
  const { issuer, trustsEmail, walletClaim, operatorRole } = options
  const walletAddress = walletClaim === undefined ? undefined : optionalText.parse(parsed[walletClaim])
  // Not `email_verified` of the merged claims, which may be said of another address.
  const verdicts = [idToken, userinfo].filter((claims) => claims['email'] === (idToken['email'] ?? userinfo['email']))
  const isVerified = verdicts.some(({ email_verified: verified }) => verified === true)
  const isDenied = verdicts.some(({ email_verified: verified }) => verified === false || verified === 'false')
  return {
    issuer,
    id: sub,
    name: name ?? userName ?? email?.slice(0, maxTextLength) ?? sub,
    ...(email && !isDenied && (isVerified || trustsEmail) ? { trustedEmail: email } : {}),
    ...(walletAddress ? { walletAddress } : {}),
    hasOperatorRole:
      operatorRole !== undefined && roleClaims.some((claim) => roles.parse(parsed[claim])?.includes(operatorRole)),
  }
}

/** Clocks differ, and a person may linger on the provider's page for consent. */
const loginAgeToleranceSeconds = 120

/**
 * Checks that the provider has asked the person to sign in as lately as this app wants (OpenID Connect Core 1.0,
 * section 3.1.2.1). The provider is asked to; but the browser carries the question, and could leave it out.
 *
 * @param authTime - the ID token's `auth_time`, in seconds.
 * @param maxAgeSeconds - undefined for any age.
 * @param now - in milliseconds since the epoch.
 * @throws TypeError
 */
export function assertRecentLogin(authTime: unknown, maxAgeSeconds: number | undefined, now: number): void {
  if (maxAgeSeconds === undefined) return
  if (typeof authTime !== 'number') throw new TypeError('The ID token has no auth_time, which max_age asks for.')
  const age = now / 1000 - authTime
  if (age > maxAgeSeconds + loginAgeToleranceSeconds)
    throw new TypeError('The login at the provider is older than max_age.')
}

const demoName = z
  .string()
  .normalize('NFC')
  .trim()
  .min(1)
  .max(80)
  .regex(/^\P{Cc}+$/u)

/**
 * The identity of a user who signs in with this name through the demo login. There is no password, which
 * is why the demo login exists on loopback only.
 *
 * @returns null if the name is empty, too long, or contains control characters.
 */
export function demoIdentity(name: unknown): Identity | null {
  const parsed = demoName.safeParse(name)
  if (!parsed.success) return null
  const id = `${demoIssuer}:${parsed.data.toLowerCase()}`
  return { issuer: demoIssuer, id, name: parsed.data, hasOperatorRole: false }
}

/**
 * Turns the content of a session cookie into a user, or null if it is not valid here.
 *
 * `isOperator` is computed for each request, so that removing a user from `CONSOLE_USERS` takes effect at
 * the next restart and not only when their session ends.
 *
 * @param options.issuers - of the logins that this deployment offers now. Sessions of other issuers are
 *   not valid: for example those of the demo login of another deployment with the same secret.
 * @param options.consoleUsers - e-mail addresses, which have an `@` and are compared without case, or user ids,
 *   which are compared exactly. An id that looks like an address is never recognized: some providers let users
 *   choose their id.
 */
export function userFromIdentity(
  identity: unknown,
  options: { issuers: readonly string[]; consoleUsers: readonly string[] },
) {
  const parsed = identitySchema.safeParse(identity)
  if (!parsed.success || !options.issuers.includes(parsed.data.issuer)) return null
  const { id, name, trustedEmail, walletAddress, hasOperatorRole } = parsed.data
  const email = trustedEmail && asciiLowerCase(trustedEmail)
  const isListed = options.consoleUsers.some((entry) =>
    entry.includes('@') ? asciiLowerCase(entry) === email : entry === id,
  )
  return { id, name, ...(walletAddress ? { walletAddress } : {}), isOperator: hasOperatorRole || isListed }
}

/** Without what `toLowerCase` does beyond ASCII, where it makes one letter of two: the Kelvin sign becomes a k. */
const asciiLowerCase = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
