import type { Problem } from '@/lib/console/shared/problem'
import { isReadable, type Balance, type WalkEvent } from '@/lib/service'

/** The messages of a search through the balances, sent while it goes on. */
export type FindMessage =
  | { kind: 'progress'; searched: number; total: number }
  /** `position` counts from 1 through the whole list. */
  | { kind: 'hit'; balance: Balance; position: number }
  /** `isWhole`: all balances were searched. */
  | { kind: 'end'; isWhole: boolean }
  | { kind: 'problem'; problem: Problem }

/** The search stops here. A user or a wallet should be in the list once, so more hits help nobody. */
export const maxHits = 100

/**
 * Searches a walk of the balances for a wallet address or user ID that equals the text exactly. No page is kept
 * after it has been searched.
 *
 * @param maxSearched - the search ends after this many balances, and reports that it is not complete.
 * @throws whatever the walk throws
 */
export async function* findBalances(
  events: AsyncIterable<WalkEvent<Balance>>,
  searchText: string,
  maxSearched = Infinity,
): AsyncGenerator<Exclude<FindMessage, { kind: 'problem' }>, void, undefined> {
  let searched = 0
  let hits = 0
  for await (const event of events) {
    if (event.kind !== 'page') continue
    const { items, total } = event.page
    for (const [index, balance] of items.entries()) {
      if (!isReadable(balance)) continue
      if (balance.wallet_address !== searchText && balance.user_id !== searchText) continue
      yield { kind: 'hit', balance, position: searched + index + 1 }
      hits += 1
      if (hits === maxHits) return yield { kind: 'end', isWhole: false }
    }
    searched += items.length
    yield { kind: 'progress', searched, total }
    if (searched >= maxSearched && searched < total) return yield { kind: 'end', isWhole: false }
  }
  yield { kind: 'end', isWhole: true }
}
