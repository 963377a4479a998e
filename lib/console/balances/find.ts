import type { ListChange } from '@/lib/console/shared/list-change'
import type { Problem } from '@/lib/console/shared/problem'
import { isUnreadable, type Balance, type Listed, type WalkEvent } from '@/lib/service'

/** The messages of a search through the balances, sent while it goes on. */
export type FindMessage =
  | { kind: 'progress'; searched: number; total: number }
  /** The service asks to wait for so many seconds. */
  | { kind: 'pause'; seconds: number }
  /** `position` counts from 1 through the whole list. The balance may be one that cannot be read. */
  | { kind: 'hit'; balance: Listed<Balance>; position: number }
  /** `isWhole`: all balances were searched. `change`: but the list was another one at the end. */
  | { kind: 'end'; isWhole: boolean; unreadable: number; change: ListChange | null }
  | { kind: 'problem'; problem: Problem }

/** The search stops here. A user or a wallet should be in the list once, so more hits help nobody. */
export const maxHits = 100

/**
 * Searches a walk of the balances for a wallet address or user ID that equals the text exactly. In a balance
 * that cannot be read, any text counts. No page is kept after it has been searched.
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
  let unreadable = 0
  let change: ListChange | null = null
  const end = (isWhole: boolean) => ({ kind: 'end', isWhole, unreadable, change }) as const
  for await (const event of events) {
    if (event.kind === 'pause') yield event
    if (event.kind === 'end' && event.summary.kind === 'changed') change = event.summary
    if (event.kind !== 'page') continue
    const { items, total } = event.page
    unreadable += items.filter(isUnreadable).length
    for (const [index, balance] of items.entries()) {
      if (!isBalanceOf(balance, searchText)) continue
      yield { kind: 'hit', balance, position: searched + index + 1 }
      hits += 1
      if (hits === maxHits) return yield end(false)
    }
    searched += items.length
    yield { kind: 'progress', searched, total }
    if (searched >= maxSearched && searched < total) return yield end(false)
  }
  yield end(true)
}

function isBalanceOf(balance: Listed<Balance>, searchText: string): boolean {
  if (isUnreadable(balance)) return balance.unreadable.includes(JSON.stringify(searchText))
  return balance.wallet_address === searchText || balance.user_id === searchText
}
