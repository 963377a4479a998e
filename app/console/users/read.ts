import 'server-only'
import { connectRecords, type ConnectRecord } from '@/lib/records'
import { config } from '@/lib/config'
import { allRows, type AllRows, type Progress } from '@/lib/console/rows'
import { readService, type Failure } from '@/lib/console/service'
import {
  isReadable,
  isUnreadable,
  listResourcesByWallet,
  walkBalances,
  walkConversions,
  type Balance,
  type Conversion,
  type Listed,
  type Resource,
  type ServiceAccess,
  type UserBreakdownEntry,
  type WalkEvent,
  type WalkOptions,
} from '@/lib/service'
import { unlessUnavailable } from '@/lib/store'

/** Far more entries than a user should have in a breakdown. The limit bounds the size of the page. */
const maxEntries = 100
/** More attempts than a user has in the retention time, so the oldest one found is the user's first. */
const maxAttempts = 500

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

/** The rows of a user in a list. */
export interface ReadRows<Row> {
  /** The walk over the list, or the failure to read it. */
  walk?: AllRows<object> | Failure
  rows: readonly Row[]
}

/** Whether the whole list has been read, without a change meanwhile. */
export const isComplete = ({ walk }: ReadRows<unknown>): boolean =>
  walk?.kind === 'read' && walk.isWhole && !walk.hasChanged

/** The data of a user. */
export interface UserData {
  kind: 'user'
  balances: ReadRows<UserBalance>
  bolts: ReadRows<Listed<UserShare>>
  /** Whether unreadable records of these lists may belong to the user too. */
  hasUnreadable: boolean
  /** The wallets of both lists without duplicates, those of the balances first. */
  wallets: readonly string[]
  /** The connect records of the wallets, newest first, or why they are unknown. `away`: the store is unavailable. */
  connects: { kind: 'not_kept' | 'away' | 'read'; rows: readonly ConnectRecord[] }
}

/** The walk over a list of the service is under way. */
interface UserSearch {
  kind: 'reading'
  what: 'balances' | 'conversions'
  progress: Progress
}

/**
 * Finds a user in all balances and all conversions, because the service has no search, and in the connect records.
 *
 * @param after - reads the lists again if they were read at this time or earlier.
 */
export async function readUser(userId: string, after?: number): Promise<UserData | UserSearch> {
  const [balances, bolts] = await Promise.all([
    // Under the name of the list of balances, to share its rows.
    allRows('balances', {}, walkBalances, { after }),
    allRows('user_bolts', { userId }, walkShares, { after }),
  ])
  // The page reloads every second meanwhile, which is too often for a search of the records.
  if (balances.kind === 'reading') return { kind: 'reading', what: 'balances', progress: balances }
  if (bolts.kind === 'reading') return { kind: 'reading', what: 'conversions', progress: bolts }
  const balanceRows = rowsOf(balances).flatMap((balance, index) =>
    isReadable(balance) && balance.user_id === userId ? [{ ...balance, position: index + 1 }] : [],
  )
  const conversions = rowsOf(bolts)
  const shares = conversions.filter(isReadable).flatMap((conversion) => conversion.shares)
  const wallets = new Set([...balanceRows, ...shares.filter(isReadable)].map(({ wallet_address }) => wallet_address))
  wallets.delete('')
  return {
    kind: 'user',
    balances: { walk: balances, rows: balanceRows },
    bolts: { walk: bolts, rows: shares },
    hasUnreadable:
      rowsOf(balances).some(isUnreadable) || conversions.some((row) => isUnreadable(row) || row.hasUnreadable),
    wallets: [...wallets],
    connects: await readConnects([...wallets]),
  }
}

const rowsOf = <Row extends object>(walk: AllRows<Row> | Failure) => (walk.kind === 'read' ? walk.rows : [])

/** The shares of one user in a conversion. An unreadable entry counts as a share if its JSON contains the ID. */
interface SharesOfUser {
  shares: Listed<UserShare>[]
  /** Whether any entry of the breakdown is unreadable. */
  hasUnreadable: boolean
}

/**
 * Walks over all conversions, and leaves only the entries of a user ID, or of a wallet address, because all entries need
 * too much memory. A service may list a user several times in a breakdown.
 */
async function* walkShares(
  access: ServiceAccess,
  { userId }: { userId: string },
  options: WalkOptions,
): AsyncGenerator<WalkEvent<SharesOfUser>, void, undefined> {
  const quoted = JSON.stringify(userId)
  const isOfUser = (entry: Listed<UserBreakdownEntry>) =>
    isUnreadable(entry)
      ? entry.unreadable.includes(quoted)
      : entry.user_id === userId || entry.wallet_address === userId
  let at = 0
  function sharesIn(conversion: Listed<Conversion>): Listed<SharesOfUser> {
    at += 1
    // Without the breakdown, which an unreadable conversion has too.
    if (isUnreadable(conversion)) return { unreadable: conversion.unreadable, path: conversion.path }
    const { conversion_id, converted_at, user_breakdown } = conversion
    const entries = user_breakdown.filter(isOfUser).slice(0, maxEntries)
    return {
      shares: entries.map((entry) => (isUnreadable(entry) ? entry : { ...entry, conversion_id, converted_at, at })),
      hasUnreadable: user_breakdown.some(isUnreadable),
    }
  }
  for await (const event of walkConversions(access, {}, options)) {
    if (event.kind !== 'page') yield event
    else yield { kind: 'page', page: { ...event.page, items: event.page.items.map(sharesIn) } }
  }
}

async function readConnects(wallets: readonly string[]): Promise<UserData['connects']> {
  if (config().connectRecords.detail === 'minimal') return { kind: 'not_kept', rows: [] }
  const find = () => connectRecords().find(wallets, { limit: maxAttempts })
  const rows = wallets.length > 0 ? await unlessUnavailable(find, () => null) : []
  return rows ? { kind: 'read', rows } : { kind: 'away', rows: [] }
}

/** Looks up the resources of the account of a wallet. */
export async function readResources(wallet: string | undefined): Promise<ReadRows<Listed<Resource>>> {
  if (wallet === undefined) return { rows: [] }
  const read = await readService((access, options) => listResourcesByWallet(access, wallet, options))
  return read.kind === 'read' ? { rows: read.data } : { rows: [], walk: read }
}
