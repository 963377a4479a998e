import 'server-only'
import type { KeptRows } from '@/lib/console/shared/kept-walk'
import { searchItems, type SearchMessages } from '@/lib/console/shared/search'
import { reportProblem } from '@/lib/console/shared/service'
import type { UserShare } from '@/lib/console/shared/user-bolts'
import { isUnreadable, type Balance, type Listed, type WalkEvent } from '@/lib/service'

/** What was found in a list, and how far the list was read. */
export interface Collected<Hit> {
  hits: readonly Hit[]
  searched: number
  total: number
  /** Whether all of it was read. */
  isWhole: boolean
  /** Whether it was another list at the end than at the beginning. */
  hasChanged: boolean
  /** Whether the user may have more in records that cannot be read. */
  hasUnreadable: boolean
}

/** A user's row in the list of balances. */
export interface UserBalance extends Balance {
  /** In the list, from 1. */
  position: number
}

/** Searches a walk of the balances for those of a user, who may have several. */
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

/** The balances of a user among rows that are kept. */
export function keptUserBalances(
  { rows, isWhole, change, unreadable }: Extract<KeptRows<Balance>, { kind: 'read' }>,
  userId: string,
): Collected<UserBalance> {
  return {
    hits: rows.flatMap((balance, index) => balancesOfUser(balance, index + 1, userId)),
    searched: rows.length,
    total: rows.length,
    isWhole,
    hasChanged: change !== null,
    hasUnreadable: unreadable > 0,
  }
}

/**
 * Collects what a search finds.
 *
 * @param options.isOver - ends the search after the page that is at hand.
 * @throws what the walk throws before anything was found
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
    // What was found is shown all the same, as a part. The log has the problem.
    reportProblem(error)
  }
  return { hits, searched, total, isWhole: false, hasChanged: false, hasUnreadable: false }
}

/** The wallets of a user, each once, those of balances first. What could not be read is null. */
export function walletsOf(balances: Collected<UserBalance> | null, bolts: Collected<UserShare> | null): string[] {
  const ofBolts = bolts?.hits.flatMap(({ entry }) => (isUnreadable(entry) ? [] : [entry.wallet_address])) ?? []
  const wallets = [...(balances?.hits.map(({ wallet_address }) => wallet_address) ?? []), ...ofBolts]
  return [...new Set(wallets)].filter((wallet) => wallet !== '')
}
