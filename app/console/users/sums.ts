import 'server-only'
import type { ReadResult } from '@/lib/console/service'
import { differenceOf, sumOf } from '@/lib/console/sums'
import type { ConnectRecord } from '@/lib/records'
import { isReadable, type Listed } from '@/lib/service'
import type { Collected, UserBalance, UserShare } from './collect'

/** The connect records of the user's wallets. `away`: the store is unavailable. */
export type UserConnects =
  | { kind: 'not_kept' }
  | { kind: 'away' }
  | {
      kind: 'read'
      /** Newest first. */
      attempts: readonly ConnectRecord[]
    }

/** The sums of a user's points and bolts over all balances. */
type BalanceSums = Record<'current_period_points' | 'all_time_points' | 'bolts', number>

/** Whether the bolts of the balances equal the bolts of the conversions. */
export type BoltsVerdict =
  | { kind: 'adds_up' }
  /** `by` is positive if the balances have more. */
  | { kind: 'differs'; by: number }
  | { kind: 'not_all_read' }
  /** The user has neither balances nor bolts of conversions. */
  | { kind: 'nothing' }

/** The summary of a user, from all parts of the page. */
export interface UserSummary {
  wallets: readonly string[]
  /** Null if reading the balances failed, or if there are no balances. */
  balance: BalanceSums | null
  /** The sum over all conversions; null if reading them failed. */
  earned: number | null
  verdict: BoltsVerdict
  /** The time of the oldest recorded confirm of a wallet, in milliseconds since 1970; null without one. */
  firstConfirmedAt: number | null
  /** The users who confirmed one of the wallets, by their IDs at the operator's login. */
  loginIds: readonly string[]
  /** Whether `firstConfirmedAt` and `loginIds` are known. */
  connects: UserConnects['kind']
}

export function summaryOf(
  wallets: readonly string[],
  balances: ReadResult<Collected<UserBalance>>,
  bolts: ReadResult<Collected<Listed<UserShare>>>,
  connects: UserConnects,
): UserSummary {
  const confirms = connects.kind === 'read' ? connects.attempts.filter((attempt) => isConfirmOf(attempt, wallets)) : []
  return {
    wallets,
    balance: balances.ok && balances.data.hits.length > 0 ? sumsOf(balances.data.hits) : null,
    earned: bolts.ok ? earnedIn(bolts.data) : null,
    verdict: balances.ok && bolts.ok ? verdictOf(balances.data, bolts.data) : { kind: 'not_all_read' },
    firstConfirmedAt: confirms.length > 0 ? Math.min(...confirms.map(({ at }) => at)) : null,
    loginIds: [...new Set(confirms.flatMap(({ userId }) => userId ?? []))],
    connects: connects.kind,
  }
}

const isConfirmOf = ({ outcome, walletAddress = '' }: ConnectRecord, wallets: readonly string[]) =>
  outcome === 'confirmed' && wallets.includes(walletAddress)

function verdictOf(balances: Collected<UserBalance>, bolts: Collected<Listed<UserShare>>): BoltsVerdict {
  if (!isAllRead(balances) || !isAllRead(bolts)) return { kind: 'not_all_read' }
  if (balances.hits.length === 0 && bolts.hits.length === 0) return { kind: 'nothing' }
  const by = differenceOf(sumsOf(balances.hits).bolts, earnedIn(bolts))
  return by === 0 ? { kind: 'adds_up' } : { kind: 'differs', by }
}

const isAllRead = ({ isWhole, hasChanged, hasUnreadable }: Collected<unknown>) =>
  isWhole && !hasChanged && !hasUnreadable

const earnedIn = ({ hits }: Collected<Listed<UserShare>>) =>
  sumOf(hits.filter(isReadable).map(({ bolts_earned }) => bolts_earned))

function sumsOf(balances: readonly UserBalance[]): BalanceSums {
  const sum = (key: keyof BalanceSums) => sumOf(balances.map((balance) => balance[key]))
  return {
    current_period_points: sum('current_period_points'),
    all_time_points: sum('all_time_points'),
    bolts: sum('bolts'),
  }
}
