import 'server-only'
import type { AllRows } from '@/lib/console/rows'
import { searchItems, type SearchMessages } from '@/lib/console/shared/search'
import { reportProblem } from '@/lib/console/shared/service'
import type { UserShare } from '@/lib/console/shared/user-bolts'
import { isUnreadable, type Balance, type Listed, type WalkEvent } from '@/lib/service'

/** The hits in a list, and the extent of the search. */
export interface Collected<Hit> {
  hits: readonly Hit[]
  searched: number
  total: number
  /** Whether the search covered the whole list. */
  isWhole: boolean
  /** Whether the list changed during the search. */
  hasChanged: boolean
  /** Whether unreadable records may belong to the user too. */
  hasUnreadable: boolean
}

/** A user's row in the list of balances. */
export interface UserBalance extends Balance {
  /** The position in the list, from 1. */
  position: number
}

/** Searches a walk of the balances for all balances of a user. */
export function findUserBalances(
  events: AsyncIterable<WalkEvent<Balance>>,
  userId: string,
): SearchMessages<UserBalance> {
  return searchItems(events, {
    hitsIn: (balance, position) => balancesOfUser(balance, position, userId),
    unreadableIn: (balance) => (isUnreadable(balance) ? 1 : 0),
  })
}

const balancesOfUser = (balance: Listed<Balance>, position: number, userId: string): UserBalance[] =>
  !isUnreadable(balance) && balance.user_id === userId ? [{ ...balance, position }] : []

/** Finds the balances of a user in the kept rows. */
export function keptUserBalances(
  { rows, isWhole, hasChanged }: AllRows<Balance>,
  userId: string,
): Collected<UserBalance> {
  return {
    hits: rows.flatMap((balance, index) => balancesOfUser(balance, index + 1, userId)),
    searched: rows.length,
    total: rows.length,
    isWhole,
    hasChanged,
    hasUnreadable: rows.some(isUnreadable),
  }
}

/**
 * Collects the hits of a search.
 *
 * @param options.isOver - ends the search after the current page if it returns true.
 * @throws the walk's error if the search has no hits yet.
 */
export async function collect<Hit>(
  messages: SearchMessages<Hit>,
  { isOver }: { isOver: () => boolean },
): Promise<Collected<Hit>> {
  const hits: Hit[] = []
  let searched = 0
  let total = 0
  try {
    for await (const message of messages) {
      if (message.kind === 'hit') hits.push(message.hit)
      if (message.kind === 'end') {
        const { isWhole, change, unreadable } = message
        return { hits, searched, total, isWhole, hasChanged: change !== null, hasUnreadable: unreadable > 0 }
      }
      if (message.kind !== 'progress') continue
      ;({ searched, total } = message)
      if (isOver() && searched < total) break
    }
  } catch (error) {
    if (hits.length === 0) throw error
    // The page shows the hits so far as a part, without the problem.
    reportProblem(error)
  }
  return { hits, searched, total, isWhole: false, hasChanged: false, hasUnreadable: false }
}

/**
 * Returns the wallets of a user without duplicates, the wallets of the balances first.
 *
 * @param balances - null if reading them failed.
 * @param bolts - null if reading them failed.
 */
export function walletsOf(balances: Collected<UserBalance> | null, bolts: Collected<UserShare> | null): string[] {
  const ofBolts = bolts?.hits.flatMap(({ entry }) => (isUnreadable(entry) ? [] : [entry.wallet_address])) ?? []
  const wallets = [...(balances?.hits.map(({ wallet_address }) => wallet_address) ?? []), ...ofBolts]
  return [...new Set(wallets)].filter((wallet) => wallet !== '')
}
