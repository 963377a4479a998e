import { searchItems, type SearchMessages } from './search'
import {
  isReadable,
  isUnreadable,
  type BreakdownReader,
  type Conversion,
  type Listed,
  type UserBreakdownEntry,
  type WalkEvent,
} from '@/lib/service'

/** What is kept of a breakdown: the entries of one user. A service may list a user several times. */
export interface UserEntries {
  entries: Listed<UserBreakdownEntry>[]
  /** Entries of anybody that cannot be read. */
  unreadable: number
}

/** Nobody should be in a breakdown more often. Further entries are left out, so that memory stays bounded. */
const maxEntries = 100

/**
 * Reads from a breakdown the entries whose user ID or wallet address equals the text exactly. An entry that cannot
 * be read is one of them if it has the text in any field.
 */
export function entriesOfUser(user: string): BreakdownReader<UserEntries> {
  const kept: UserEntries = { entries: [], unreadable: 0 }
  const quoted = JSON.stringify(user)
  const isOfUser = (entry: Listed<UserBreakdownEntry>) =>
    isUnreadable(entry) ? entry.unreadable.includes(quoted) : entry.user_id === user || entry.wallet_address === user
  return {
    add(entries) {
      for (const entry of entries) {
        if (isUnreadable(entry)) kept.unreadable += 1
        if (isOfUser(entry) && kept.entries.length < maxEntries) kept.entries.push(entry)
      }
    },
    result: () => kept,
  }
}

/** What a user got in one conversion. */
export interface UserShare {
  conversionId: string
  /** ISO 8601. */
  convertedAt: string
  /** Position of the conversion in the list, from 1. */
  at: number
  entry: Listed<UserBreakdownEntry>
}

/**
 * Finds what a user got in each conversion of a walk. Nothing of a conversion is kept.
 *
 * @throws what the walk throws
 */
export function findUserBolts(events: AsyncIterable<WalkEvent<Conversion<UserEntries>>>): SearchMessages<UserShare> {
  return searchItems(events, {
    hitsIn: (item, at) => {
      if (!isReadable(item)) return []
      const { conversion_id: conversionId, converted_at: convertedAt, breakdown } = item
      return breakdown.entries.map((entry) => ({ conversionId, convertedAt, at, entry }))
    },
    unreadableIn: (item) => (isReadable(item) ? item.breakdown.unreadable : 1),
  })
}
