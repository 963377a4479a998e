import 'server-only'
import { createHmac } from 'node:crypto'

const maxSubnetUserIdLength = 128

/**
 * Returns the `subnet_user_id` of the confirm request: the operator's own identifier of the user. It has at most 128
 * characters and must not contain personal data ("Connect confirm request body").
 *
 * @param options.format - `hashed` returns a keyed hash, which reveals nothing about the user and is the same for each
 *   connect. `plain` returns the id itself, for operators whose ids are not personal data.
 */
export function subnetUserId(userId: string, options: { format: 'plain' } | { format: 'hashed'; key: string }): string {
  if (options.format === 'plain') return userId.slice(0, maxSubnetUserIdLength).toWellFormed()
  return createHmac('sha256', options.key).update(`subnet-user-id:${userId}`).digest('hex')
}
