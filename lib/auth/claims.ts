import { z } from 'zod'
import type { Identity } from '@/lib/auth/identity'

/** A claim that is of another type than expected counts as absent: it must not keep anybody out. */
const optionalText = z.string().trim().min(1).optional().catch(undefined)

const claimsSchema = z.looseObject({
  sub: z.string().min(1),
  name: optionalText,
  preferred_username: optionalText,
  email: optionalText,
  // Some providers send the boolean as text. What is neither must not pass for a yes.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(false),
})

const roles = z
  .union([z.string().transform((role) => [role]), z.array(z.unknown())])
  .optional()
  .catch(undefined)

/** The usual names; Entra, Okta, Auth0 and Keycloak can all be set to send one of them. */
const roleClaims = ['roles', 'groups', 'role'] as const

/**
 * Picks what this app needs from an OpenID provider's claims.
 *
 * @param claims - of the ID token and the userinfo answer, as they came.
 * @param options.walletClaim - the name of a top-level claim; a URL is a name too.
 * @param options.operatorRole - the value that makes an operator of whoever has it among their roles.
 * @throws ZodError if there is no subject, which no provider leaves out.
 */
export function identityFromClaims(
  claims: unknown,
  options: { issuer: string; walletClaim: string | undefined; operatorRole: string | undefined },
): Identity {
  const parsed = claimsSchema.parse(claims)
  const { sub, name, preferred_username: userName, email } = parsed
  const { issuer, walletClaim, operatorRole } = options
  const walletAddress = walletClaim === undefined ? undefined : optionalText.parse(parsed[walletClaim])
  return {
    issuer,
    id: sub,
    name: name ?? userName ?? email ?? sub,
    ...(email && parsed.email_verified !== false ? { trustedEmail: email } : {}),
    ...(walletAddress ? { walletAddress } : {}),
    hasOperatorRole:
      operatorRole !== undefined && roleClaims.some((claim) => roles.parse(parsed[claim])?.includes(operatorRole)),
  }
}
