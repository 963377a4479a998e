import { z } from 'zod'
import type { Identity } from './identity'

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
