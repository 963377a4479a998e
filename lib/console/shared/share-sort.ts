import type { SortKind, SortValue } from './sort-rows'
import type { UserShare } from './user-bolts'

/** The columns of what a user got in each conversion, and what their values are. */
export const shareKinds = {
  converted_at: 'time',
  bolts_earned: 'number',
  share_percentage: 'number',
  subnet_points: 'number',
  wallet_address: 'text',
  user_id: 'text',
} as const satisfies Record<string, SortKind>
export type ShareKey = keyof typeof shareKinds

/** The value of a share in a column; null for one that cannot be read. */
export function shareValue({ convertedAt, entry }: UserShare, key: ShareKey): SortValue {
  if ('unreadable' in entry) return null
  return key === 'converted_at' ? convertedAt : entry[key]
}
