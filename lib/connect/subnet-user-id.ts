import 'server-only'
import { createHmac } from 'node:crypto'

const maxSubnetUserIdLength = 128

type SubnetUserIdOptions = { format: 'plain' } | { format: 'hashed'; key: string }

/** The settings of users' ids. Only a login at an OpenID provider has a claim for them. */
export interface UserIdSettings {
  subnetUserId: SubnetUserIdOptions
  login: { oidc?: { userIdClaim: string | string[] } | undefined }
}

/** Checks whether a user can have a `subnet_user_id`. No login accepts a user who cannot. */
export const hasSubnetUserId = (userId: string, options: SubnetUserIdOptions): boolean =>
  userId.length <= maxSubnetUserIdLength || options.format !== 'plain'

/**
 * Returns the `subnet_user_id` of the confirm request: the operator's own identifier of the user. It has at most 128
 * characters and must not contain personal data ("Connect confirm request body").
 *
 * @param options.format - `hashed` returns a keyed hash, which reveals nothing about the user and is the same for each
 *   connect. `plain` returns the id itself, for operators whose ids are not personal data.
 * @throws Error if `hasSubnetUserId` is false, because a cut id could be another user's.
 */
export function subnetUserId(userId: string, options: SubnetUserIdOptions): string {
  if (!hasSubnetUserId(userId, options)) throw new Error('A user ID is too long for SUBNET_USER_ID=plain.')
  if (options.format === 'plain') return userId
  return createHmac('sha256', options.key).update(`subnet-user-id:${userId}`).digest('hex')
}

/**
 * Returns a text that changes with the ids of all users at the service, and so with the key, the format and the claim.
 * It reveals nothing about a random key.
 */
export function userIdFingerprint({ subnetUserId, login }: UserIdSettings): string {
  const claim = [login.oidc?.userIdClaim ?? 'sub'].flat().join('.')
  // Fingerprints of `sub` must equal the fingerprints of versions without OIDC_USER_ID_CLAIM.
  const suffix = claim === 'sub' ? '' : ` ${claim}`
  if (subnetUserId.format === 'plain') return `plain${suffix}`
  return createHmac('sha256', subnetUserId.key).update(`fingerprint${suffix}`).digest('hex')
}
