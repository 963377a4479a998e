import type { SortKind, SortValue } from './sort-rows'
import type { UserShare } from './user-bolts'

/** The columns of a user's shares in conversions, and the kind of their values. */
export const shareKinds = {
  converted_at: 'time',
  bolts_earned: 'number',
  share_percentage: 'number',
  subnet_points: 'number',
  wallet_address: 'text',
  user_id: 'text',
} as const satisfies Record<string, SortKind>
export type ShareKey = keyof typeof shareKinds

/** Returns the value of a share in a column; null if the share is unreadable. */
export function shareValue({ convertedAt, entry }: UserShare, key: ShareKey): SortValue {
  if ('unreadable' in entry) return null
  return key === 'converted_at' ? convertedAt : entry[key]
}
