import 'server-only'
import { createHmac } from 'node:crypto'

const maxSubnetUserIdLength = 128

type SubnetUserIdOptions = { format: 'plain' } | { format: 'hashed'; key: string }

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
