import { searchItems, type SearchMessages } from '@/lib/console/shared/search'
import { isUnreadable, type Balance, type Listed, type WalkEvent } from '@/lib/service'

/** A balance that was found, with its position in the list, from 1. It may be one that cannot be read. */
export interface BalanceHit {
  balance: Listed<Balance>
  position: number
}

/** The search stops here. Nothing says that a user or a wallet is in the list once. More hits are too many to read. */
export const maxHits = 100

/**
 * Searches a walk of the balances for a wallet address or user ID that equals the text exactly. In a balance
 * that cannot be read, any text counts.
 *
 * @param maxSearched - the search ends after this many balances, and reports that it is not complete.
 * @throws what the walk throws
 */
export function findBalances(
  events: AsyncIterable<WalkEvent<Balance>>,
  searchText: string,
  maxSearched = Infinity,
): SearchMessages<BalanceHit> {
  return searchItems(events, {
    hitsIn: (balance, position) => (isBalanceOf(balance, searchText) ? [{ balance, position }] : []),
    unreadableIn: (balance) => (isUnreadable(balance) ? 1 : 0),
    maxHits,
    maxSearched,
  })
}

function isBalanceOf(balance: Listed<Balance>, searchText: string): boolean {
  if (isUnreadable(balance)) return balance.unreadable.includes(JSON.stringify(searchText))
  return balance.wallet_address === searchText || balance.user_id === searchText
}
