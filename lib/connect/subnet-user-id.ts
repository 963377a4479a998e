import 'server-only'
import { createHmac } from 'node:crypto'

const longestSubnetUserId = 128

/**
 * The `subnet_user_id` of the confirm request: the operator's own identifier of the user, at most 128
 * characters, which must not contain personal data ("Connect confirm request body").
 *
 * @param options.format - `hashed` gives a keyed hash, which says nothing about the person and is the
 * same at every connect; `plain` gives the id itself, for operators who know it to be harmless.
 */
export function subnetUserId(userId: string, options: { format: 'hashed' | 'plain'; key: string }): string {
  if (options.format === 'plain') return userId.slice(0, longestSubnetUserId).toWellFormed()
  return createHmac('sha256', options.key).update(`subnet-user-id:${userId}`).digest('hex')
}
