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

/** The entries of one user in a breakdown. A service may list a user several times. */
export interface UserEntries {
  entries: Listed<UserBreakdownEntry>[]
  /** The number of unreadable entries of all users. */
  unreadable: number
}

/** Far more entries than a user should have in a breakdown. The limit bounds the memory. */
const maxEntries = 100

/**
 * Reads the entries of a breakdown whose user ID or wallet address equals the text exactly. An unreadable entry matches
 * if its JSON contains the text as a string.
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

/** A user's share in one conversion. */
export interface UserShare {
  conversionId: string
  /** ISO 8601. */
  convertedAt: string
  /** Position of the conversion in the list, from 1. */
  at: number
  entry: Listed<UserBreakdownEntry>
}

/**
 * Finds a user's share in each conversion of a walk, without keeping the conversions.
 *
 * @throws each error of the walk.
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
