import 'server-only'
import { connectRecords, isReadableRecord } from '@/lib/records'
import { config } from '@/lib/config'
import { allBalances } from '@/lib/console/shared/all-balances'
import { readService, type ReadResult } from '@/lib/console/shared/service'
import { entriesOfUser, findUserBolts, type UserShare } from '@/lib/console/shared/user-bolts'
import { outsideRequests } from '@/lib/request/context'
import { listResourcesByWallet, walkBalances, walkConversions, type Listed, type Resource } from '@/lib/service'
import { unlessUnavailable } from '@/lib/store'
import { collect, findUserBalances, keptUserBalances, walletsOf, type Collected, type UserBalance } from './collect'
import { summaryOf, type UserConnects, type UserSummary } from './summary'

/** More than anybody has within the time for which records are kept: the oldest of them is the first. */
const maxAttempts = 500

/** What the page of one user shows. Each part is read, and fails, on its own. */
export interface UserReads {
  balances: Promise<ReadResult<Collected<UserBalance>>>
  bolts: Promise<ReadResult<Collected<UserShare>>>
  /** By the first of the user's wallets: the service gives those of its account. Null where none is known. */
  resources: Promise<{ wallet: string; result: ReadResult<Listed<Resource>[]> } | null>
  /** Those with a wallet of the user that the balances or the bolts have, the newest first. */
  connects: Promise<UserConnects>
  /** Of all these but the resources, once they have been read. */
  summary: Promise<UserSummary>
}

/**
 * Begins to read what is known of a user of the service. A list is read for as long as one call may take, since the
 * service has no search; what was not read until then is told.
 *
 * @param options.mayReadAll - a longer list of balances may be taken from the rows that are kept, or begin to be read.
 */
export function readUser(userId: string, { mayReadAll }: { mayReadAll: boolean }): UserReads {
  const endsAt = Date.now() + config().service.deadlineMs
  const isOver = () => Date.now() > endsAt
  const firstBalances = readService((access, options) =>
    collect(findUserBalances(walkBalances(access, {}, options), userId), { isOver }),
  )
  const balances = mayReadAll ? firstBalances.then((read) => wholeBalances(read, userId)) : firstBalances
  const breakdown = () => entriesOfUser(userId)
  const bolts = readService((access, options) =>
    collect(findUserBolts(walkConversions(access, {}, { ...options, breakdown })), { isOver }),
  )
  const wallets = Promise.all([balances, bolts]).then((read) => walletsOf(dataOf(read[0]), dataOf(read[1])))
  // One wallet is enough, so that only a user without a balance waits for the bolts too.
  const anyWallet = balances.then(async (read) => walletsOf(dataOf(read), null)[0] ?? (await wallets)[0])
  const connects = wallets.then(readConnects)
  const summary = Promise.all([wallets, balances, bolts, connects]).then((parts) => summaryOf(...parts))
  return { balances, bolts, resources: anyWallet.then(readResources), connects, summary }
}

/** The balances of the user in the rows that are kept, if these are more than could be read at once. */
async function wholeBalances(
  read: ReadResult<Collected<UserBalance>>,
  userId: string,
): Promise<ReadResult<Collected<UserBalance>>> {
  if (!read.ok || read.data.isWhole) return read
  const kept = await outsideRequests(() => allBalances().read({ waitMs: 0 }))
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
  const attempts = entries.map(({ entry }) => entry).filter(isReadableRecord)
  // One that was written twice is shown once.
  return { kind: 'read', attempts: [...new Map(attempts.map((attempt) => [attempt.id, attempt])).values()] }
}
