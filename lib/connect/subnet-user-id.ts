import 'server-only'
import { createHmac } from 'node:crypto'

const maxSubnetUserIdLength = 128

type SubnetUserIdOptions = { format: 'plain' } | { format: 'hashed'; key: string }

/** Only a login at an OpenID provider has a claim. */
export interface UserIdSettings {
  subnetUserId: SubnetUserIdOptions
  login: { oidc?: { userIdClaim: string | string[] } | undefined }
}

/** No login accepts a user who cannot have one. */
export const hasSubnetUserId = (userId: string, options: SubnetUserIdOptions): boolean =>
  userId.length <= maxSubnetUserIdLength || options.format !== 'plain'

/**
 * The operator's identifier of a user, up to 128 characters without personal data ("Connect confirm request body").
 *
 * @param options.format - `hashed` is a keyed hash, the same for each connect; `plain` the id itself.
 * @throws Error if `hasSubnetUserId` is false, because a cut id could be another user's.
 */
export function subnetUserId(userId: string, options: SubnetUserIdOptions): string {
  if (!hasSubnetUserId(userId, options)) throw new Error('A user ID is too long for SUBNET_USER_ID=plain.')
  if (options.format === 'plain') return userId
  return createHmac('sha256', options.key).update(`subnet-user-id:${userId}`).digest('hex')
}

/** Changes with the ids of all users at the service, and reveals nothing about a random key. */
export function userIdFingerprint({ subnetUserId, login }: UserIdSettings): string {
  const claim = [login.oidc?.userIdClaim ?? 'sub'].flat().join('.')
  // `sub` is the default of OIDC_USER_ID_CLAIM. Setting it must not change the fingerprint.
  const suffix = claim === 'sub' ? '' : ` ${claim}`
  if (subnetUserId.format === 'plain') return `plain${suffix}`
  return createHmac('sha256', subnetUserId.key).update(`fingerprint${suffix}`).digest('hex')
}
