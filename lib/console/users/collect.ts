import 'server-only'
import type { UserBoltsMessage, UserShare } from '@/lib/console/shared/user-bolts'
import { isUnreadable, type Balance, type WalkEvent } from '@/lib/service'

/** How far a list was read. */
interface Extent {
  searched: number
  total: number
  /** Whether all of it was read, or all that can be of use. */
  isWhole: boolean
  /** Whether it was another list at the end than at the beginning. */
  hasChanged: boolean
}

/** A user's row in the list of balances. */
export interface UserBalance extends Balance {
  /** In the list, from 1. */
  position: number
}

export interface UserBalances extends Extent {
  balances: readonly UserBalance[]
}

export interface UserBolts extends Extent {
  shares: readonly UserShare[]
}

/**
 * Reads the balances up to the page that has the user: there should be one of each.
 *
 * @param isOver - ends the reading after the page that is at hand.
 * @throws whatever the walk throws
 */
export async function collectBalances(
  events: AsyncIterable<WalkEvent<Balance>>,
  userId: string,
  isOver: () => boolean,
): Promise<UserBalances> {
  const found: UserBalance[] = []
  let searched = 0
  let total = 0
  for await (const event of events) {
    if (event.kind === 'end') return { balances: found, searched, total, ...endOf(event.summary) }
    if (event.kind === 'pause') continue
    for (const [index, balance] of event.page.items.entries()) {
      if (!isUnreadable(balance) && balance.user_id === userId)
        found.push({ ...balance, position: searched + index + 1 })
    }
    searched += event.page.items.length
    ;({ total } = event.page)
    if (found.length > 0) break
    if (isOver() && searched < total) return { balances: found, searched, total, isWhole: false, hasChanged: false }
  }
  return { balances: found, searched, total, isWhole: true, hasChanged: false }
}

const endOf = ({ kind }: { kind: 'complete' | 'changed' }) => ({ isWhole: true, hasChanged: kind === 'changed' })

/**
 * Collects what a user got in each conversion.
 *
 * @param isOver - ends the reading after the conversions that are at hand.
 * @throws whatever the walk throws
 */
export async function collectBolts(
  messages: AsyncIterable<Exclude<UserBoltsMessage, { kind: 'problem' }>>,
  isOver: () => boolean,
): Promise<UserBolts> {
  const shares: UserShare[] = []
  let searched = 0
  let total = 0
  for await (const message of messages) {
    if (message.kind === 'share') shares.push(message.share)
    if (message.kind === 'end') return { shares, searched, total, isWhole: true, hasChanged: message.change !== null }
    if (message.kind !== 'progress') continue
    ;({ searched, total } = message)
    if (isOver() && searched < total) break
  }
  return { shares, searched, total, isWhole: false, hasChanged: false }
}

/** The wallets of a user, each once, those of balances first. What could not be read is null. */
export function walletsOf(balances: UserBalances | null, bolts: UserBolts | null): string[] {
  const ofBolts = bolts?.shares.flatMap(({ entry }) => (isUnreadable(entry) ? [] : [entry.wallet_address])) ?? []
  const wallets = [...(balances?.balances.map(({ wallet_address }) => wallet_address) ?? []), ...ofBolts]
  return [...new Set(wallets)].filter((wallet) => wallet !== '')
}
