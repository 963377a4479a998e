import 'server-only'
import type { AllRows } from '@/lib/console/rows'
import { reportProblem } from '@/lib/console/service'
import {
  isReadable,
  isUnreadable,
  type Balance,
  type Conversion,
  type Listed,
  type UserBreakdownEntry,
  type WalkEvent,
} from '@/lib/service'

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

/** A user's share in one conversion. */
export interface UserShare extends UserBreakdownEntry, Pick<Conversion, 'conversion_id' | 'converted_at'> {
  /** The position of the conversion in the list, from 1. */
  at: number
}

/** Far more entries than a user should have in a breakdown. The limit bounds the size of the page. */
const maxEntries = 100

/** Collects all balances of a user from a walk of the balances. */
export const collectBalances = (
  events: AsyncIterable<WalkEvent<Balance>>,
  userId: string,
  isOver: () => boolean,
): Promise<Collected<UserBalance>> =>
  collect(events, isOver, {
    hitsIn: (balance, position) => balancesOfUser(balance, position, userId),
    hasUnreadable: isUnreadable,
  })

/**
 * Collects the shares of a user, or of a wallet address, from a walk of the conversions. A service may list a user
 * several times in a breakdown. An unreadable entry counts as a share if its JSON contains the ID as a string.
 */
export function collectShares(
  events: AsyncIterable<WalkEvent<Conversion>>,
  userId: string,
  isOver: () => boolean,
): Promise<Collected<Listed<UserShare>>> {
  const quoted = JSON.stringify(userId)
  const isOfUser = (entry: Listed<UserBreakdownEntry>) =>
    isUnreadable(entry)
      ? entry.unreadable.includes(quoted)
      : entry.user_id === userId || entry.wallet_address === userId
  return collect(events, isOver, {
    hitsIn(conversion, at) {
      if (isUnreadable(conversion)) return []
      const { conversion_id, converted_at, user_breakdown } = conversion
      const entries = user_breakdown.filter(isOfUser).slice(0, maxEntries)
      return entries.map((entry) => (isUnreadable(entry) ? entry : { ...entry, conversion_id, converted_at, at }))
    },
    hasUnreadable: (conversion) => isUnreadable(conversion) || conversion.user_breakdown.some(isUnreadable),
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
 * Collects the hits of a walk, page by page.
 *
 * @param isOver - ends the walk after the current page if it returns true.
 * @param list.hitsIn - returns the hits in an item. Its position counts from 1 through the whole list.
 * @throws the walk's error if there are no hits yet.
 */
async function collect<Item extends object, Hit>(
  events: AsyncIterable<WalkEvent<Item>>,
  isOver: () => boolean,
  {
    hitsIn,
    hasUnreadable,
  }: {
    hitsIn: (item: Listed<Item>, position: number) => readonly Hit[]
    hasUnreadable: (item: Listed<Item>) => boolean
  },
): Promise<Collected<Hit>> {
  const found = { searched: 0, total: 0, isWhole: false, hasChanged: false, hasUnreadable: false }
  const hits: Hit[] = []
  try {
    for await (const event of events) {
      if (event.kind === 'end') {
        return { ...found, hits, isWhole: true, hasChanged: event.summary.kind === 'changed' }
      }
      if (event.kind !== 'page') continue
      const { items, total } = event.page
      for (const [index, item] of items.entries()) hits.push(...hitsIn(item, found.searched + index + 1))
      found.hasUnreadable ||= items.some(hasUnreadable)
      found.searched += items.length
      found.total = total
      if (isOver() && found.searched < total) break
    }
  } catch (error) {
    if (hits.length === 0) throw error
    // The page shows the hits so far as a part, without the problem.
    reportProblem(error)
  }
  return { ...found, hits }
}

/**
 * Returns the wallets of a user without duplicates, the wallets of the balances first.
 *
 * @param balances - null if reading them failed.
 * @param bolts - null if reading them failed.
 */
export function walletsOf(
  balances: Collected<UserBalance> | null,
  bolts: Collected<Listed<UserShare>> | null,
): string[] {
  const ofBolts = bolts?.hits.filter(isReadable).map(({ wallet_address }) => wallet_address) ?? []
  const wallets = [...(balances?.hits.map(({ wallet_address }) => wallet_address) ?? []), ...ofBolts]
  return [...new Set(wallets)].filter((wallet) => wallet !== '')
}
