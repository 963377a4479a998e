import 'server-only'
import { connectRecords, readableRecords } from '@/lib/records'
import { config } from '@/lib/config'
import { allRows } from '@/lib/console/rows'
import { readService, type ReadResult } from '@/lib/console/service'
import { listResourcesByWallet, walkBalances, walkConversions, type Listed, type Resource } from '@/lib/service'
import { unlessUnavailable } from '@/lib/store'
import {
  collectBalances,
  collectShares,
  keptUserBalances,
  walletsOf,
  type Collected,
  type UserBalance,
  type UserShare,
} from './collect'
import { summaryOf, type UserConnects, type UserSummary } from './sums'

/** More attempts than a user has in the retention time, so the oldest one found is the user's first. */
const maxAttempts = 500

/** The parts of a user's page. Reading one part can fail without affecting the others. */
export interface UserReads {
  balances: Promise<ReadResult<Collected<UserBalance>>>
  bolts: Promise<ReadResult<Collected<Listed<UserShare>>>>
  /** The resources of the account of the user's first wallet; null without a known wallet. */
  resources: Promise<{ wallet: string; result: ReadResult<Listed<Resource>[]> } | null>
  /** The connects with a wallet of the user's balances or bolts, the newest first. */
  connects: Promise<UserConnects>
  /** The summary of all parts except the resources. */
  summary: Promise<UserSummary>
}

/**
 * Begins to read all parts of a user's page. The service has no search, so each list gets at most the deadline of one
 * call. The results of both lists have the number of searched records. A longer list of balances may come from the kept
 * rows, or begin a kept walk.
 */
export function readUser(userId: string): UserReads {
  const endsAt = Date.now() + config().service.deadlineMs
  const isOver = () => Date.now() > endsAt
  const balances = readService((access, options) =>
    collectBalances(walkBalances(access, {}, options), userId, isOver),
  ).then((read) => wholeBalances(read, userId))
  const bolts = readService((access, options) => collectShares(walkConversions(access, {}, options), userId, isOver))
  const wallets = Promise.all([balances, bolts]).then((read) => walletsOf(dataOf(read[0]), dataOf(read[1])))
  // One wallet is enough, so the resources wait for the bolts only if the user has no balance.
  const anyWallet = balances.then(async (read) => walletsOf(dataOf(read), null)[0] ?? (await wallets)[0])
  const connects = wallets.then(readConnects)
  const summary = Promise.all([wallets, balances, bolts, connects]).then((parts) => summaryOf(...parts))
  return { balances, bolts, resources: anyWallet.then(readResources), connects, summary }
}

/** Returns the user's balances in the kept rows, if there are more kept rows than `read` has searched. */
async function wholeBalances(
  read: ReadResult<Collected<UserBalance>>,
  userId: string,
): Promise<ReadResult<Collected<UserBalance>>> {
  if (!read.ok || read.data.isWhole) return read
  const kept = await allRows('balances', {}, walkBalances, { waitMs: 0 })
  return kept.kind === 'read' && kept.rows.length > read.data.searched
    ? { ok: true, data: keptUserBalances(kept, userId) }
    : read
}

const dataOf = <Data>(result: ReadResult<Data>): Data | null => (result.ok ? result.data : null)

async function readResources(wallet: string | undefined): Promise<Awaited<UserReads['resources']>> {
  if (wallet === undefined) return null
  return { wallet, result: await readService((access, options) => listResourcesByWallet(access, wallet, options)) }
}

async function readConnects(wallets: readonly string[]): Promise<UserConnects> {
  if (config().connectRecords.detail === 'minimal') return { kind: 'not_kept' }
  if (wallets.length === 0) return { kind: 'read', attempts: [] }
  const entries = await unlessUnavailable(
    () => connectRecords().find(wallets, { limit: maxAttempts }),
    () => null,
  )
  if (!entries) return { kind: 'away' }
  return { kind: 'read', attempts: readableRecords(entries) }
}
