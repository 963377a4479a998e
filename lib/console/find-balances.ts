import type { Balance, Page } from '@/lib/service'
import type { Problem } from './problem'

/** What a search through the balances says while it goes on, one message after another. */
export type FindMessage =
  | { kind: 'progress'; searched: number; total: number }
  /** `position` is its number from 1 in the list. */
  | { kind: 'hit'; balance: Balance; position: number }
  /** `isWhole` says whether all balances have been searched. */
  | { kind: 'end'; isWhole: boolean }
  | { kind: 'problem'; problem: Problem }

/** More hits than anybody reads: each stands for a user or a wallet, so there should be one. */
export const mostHits = 100

/**
 * Looks through pages of balances for those whose wallet address or user id is the text, letter for
 * letter. One page is looked at after the other, and none is kept.
 *
 * @param mostSearched - how many balances are looked at before it ends, with the rest unsearched.
 * @throws what the pages throw
 */
export async function* findBalances(
  pages: AsyncIterable<Page<Balance>>,
  sought: string,
  mostSearched = Infinity,
): AsyncGenerator<Exclude<FindMessage, { kind: 'problem' }>, void, undefined> {
  let searched = 0
  let hits = 0
  for await (const { items, total } of pages) {
    for (const [index, balance] of items.entries()) {
      if (balance.wallet_address !== sought && balance.user_id !== sought) continue
      yield { kind: 'hit', balance, position: searched + index + 1 }
      hits += 1
      if (hits === mostHits) return yield { kind: 'end', isWhole: false }
    }
    searched += items.length
    yield { kind: 'progress', searched, total }
    if (searched >= mostSearched && searched < total) return yield { kind: 'end', isWhole: false }
  }
  yield { kind: 'end', isWhole: true }
}
