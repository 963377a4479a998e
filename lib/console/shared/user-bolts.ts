import type { ListChange } from './list-change'
import type { Problem } from './problem'
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

/** The messages of a walk over all conversions for one user, sent while it goes on. */
export type UserBoltsMessage =
  | { kind: 'progress'; searched: number; total: number }
  /** The service asks to wait for so many seconds. */
  | { kind: 'pause'; seconds: number }
  | { kind: 'share'; share: UserShare }
  /** `unreadable`: conversions, or entries of anybody, that cannot be read. */
  | { kind: 'end'; unreadable: number; change: ListChange | null }
  | { kind: 'problem'; problem: Problem }

/**
 * Finds what a user got in each conversion of a walk. Nothing of a conversion is kept.
 *
 * @throws whatever the walk throws
 */
export async function* findUserBolts(
  events: AsyncIterable<WalkEvent<Conversion<UserEntries>>>,
): AsyncGenerator<Exclude<UserBoltsMessage, { kind: 'problem' }>, void, undefined> {
  let searched = 0
  let unreadable = 0
  let change: ListChange | null = null
  for await (const event of events) {
    if (event.kind === 'pause') yield event
    if (event.kind === 'end' && event.summary.kind === 'changed') change = event.summary
    if (event.kind !== 'page') continue
    const { items, total } = event.page
    for (const [index, item] of items.entries()) {
      unreadable += isReadable(item) ? item.breakdown.unreadable : 1
      yield* sharesOf(item, searched + index + 1)
    }
    searched += items.length
    yield { kind: 'progress', searched, total }
  }
  yield { kind: 'end', unreadable, change }
}

function* sharesOf(item: Listed<Conversion<UserEntries>>, at: number): Generator<{ kind: 'share'; share: UserShare }> {
  if (!isReadable(item)) return
  for (const entry of item.breakdown.entries) {
    yield { kind: 'share', share: { conversionId: item.conversion_id, convertedAt: item.converted_at, at, entry } }
  }
}
