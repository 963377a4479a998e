import 'server-only'
import { connectRecords, type ConnectRecord } from '@/lib/records'
import { config } from '@/lib/config'
import { allRows, type AllRows, type Progress } from '@/lib/console/rows'
import { changeWalk } from '@/lib/console/select'
import type { Problem } from '@/lib/console/problem'
import { readService, type Failure } from '@/lib/console/service'
import { isUlid } from '@/lib/console/typed-text'
import {
  listResourcesByWallet,
  walkBalances,
  walkConversions,
  type Balance,
  type Conversion,
  type Listed,
  type Resource,
  type ServiceAccess,
  type UserBreakdownEntry,
  type WalkOptions,
} from '@/lib/service'
import { nullIfUnavailable } from '@/lib/store'

/** Far more entries than a user should have in a breakdown. The limit bounds the size of the page. */
const maxEntries = 100
/** More records than a user has in the retention time, so the oldest one found is the user's first. */
const maxRecords = 500

export type UserShare = UserBreakdownEntry & Pick<Conversion, 'conversion_id' | 'converted_at'> & { at: number }

export interface ReadRows<Row> {
  walk?: AllRows<object> | Failure
  rows: readonly Row[]
  unreadable?: number
}

export const isComplete = ({ walk }: ReadRows<unknown>): boolean =>
  walk?.kind === 'read' && walk.isWhole && !walk.hasChanged

export interface UserData {
  kind: 'user'
  userId: string
  /** The user's ID at the service; undefined if no list has it. */
  serviceId: string | undefined
  others: readonly string[]
  balances: ReadRows<Listed<Balance>>
  bolts: ReadRows<UserShare>
  /** The problem of both lists, if they have the same one. */
  outage: Problem | null
  /** Whether unreadable records of these lists may belong to the user too. */
  hasUnreadable: boolean
  /** Those of both lists and of the user's own confirms, without duplicates. */
  wallets: readonly string[]
  /** The records of the user's and the wallets' links, newest first, or why they are unknown. `away`: as the store is. */
  connects: { kind: 'not_kept' | 'away' | 'read'; rows: readonly ConnectRecord[] }
}

/** The service has no search. An ID of the login leads to the lists by the wallets that it has confirmed. */
export async function readUser(
  userId: string,
  options: { after?: number | undefined } = {},
): Promise<UserData | (Progress & { what: 'balances' | 'conversions' })> {
  const sharesOf = (id: string) => allRows('user_bolts', { userId: id }, walkShares, options)
  const [balances] = await Promise.all([
    // Under the name of the list of balances, to share its rows.
    allRows('balances', {}, walkBalances, options),
    // Begins the other walk too, if this is an ID of the service ("Conventions").
    isUlid(userId) && sharesOf(userId),
  ])
  if (balances.kind === 'reading') return { ...balances, what: 'balances' }
  const balancesOf = (fits: (balance: Balance) => boolean) => rowsOf(balances).filter(fits)
  const own = balancesOf(({ user_id }) => user_id === userId)
  // Not for a user whom the service knows, because the page reloads every second during the walks.
  const records = own.length > 0 ? [] : (await readConnects([userId])).rows
  const confirmed = records.flatMap((record) =>
    record.userId === userId && isConfirm(record) ? (record.walletAddress ?? []) : [],
  )
  const [ofWallet] = balancesOf(({ wallet_address }) => [userId, ...confirmed].includes(wallet_address))
  const serviceId = (own.length > 0 ? undefined : ofWallet?.user_id) ?? userId
  const bolts = await sharesOf(serviceId)
  if (bolts.kind === 'reading') return { ...bolts, what: 'conversions' }
  const balanceRows = balancesOf(({ user_id }) => user_id === serviceId)
  const conversions = rowsOf(bolts)
  const shares = conversions.flatMap((conversion) => conversion.shares)
  const addresses = [...balanceRows, ...shares].map(({ wallet_address }) => wallet_address)
  const wallets = new Set([...addresses, ...confirmed])
  wallets.delete('')
  const users = balancesOf(({ wallet_address }) => wallets.has(wallet_address)).map(({ user_id }) => user_id)
  return {
    kind: 'user',
    userId,
    serviceId: addresses.length > 0 ? serviceId : undefined,
    others: [...new Set(users)].filter((id) => id !== serviceId && id !== ''),
    balances: { walk: balances, rows: balanceRows },
    bolts: { walk: bolts, rows: shares },
    outage: (problemIn(balances)?.kind === problemIn(bolts)?.kind && problemIn(balances)) || null,
    hasUnreadable: unreadableIn(balances) + unreadableIn(bolts) > 0 || conversions.some((row) => row.hasUnreadable),
    wallets: [...wallets],
    connects: await readConnects([userId, ...wallets]),
  }
}

const rowsOf = <Row extends object>(walk: AllRows<Row> | Failure) => (walk.kind === 'read' ? walk.rows : [])
const unreadableIn = (walk: AllRows<object> | Failure) => (walk.kind === 'read' ? walk.unreadable : 0)
const problemIn = (walk: AllRows<object> | Failure) => (walk.kind === 'failed' ? walk.problem : null)

/** Leaves only the entries of a user ID or a wallet address, because all entries need too much memory. */
function walkShares(access: ServiceAccess, { userId }: { userId: string }, options: WalkOptions) {
  const isOfUser = (entry: UserBreakdownEntry) => entry.user_id === userId || entry.wallet_address === userId
  return changeWalk(walkConversions(access, {}, options), (conversion) => {
    const { position, conversion_id, converted_at, user_breakdown, unreadableEntries } = conversion
    const entries = user_breakdown.filter(isOfUser).slice(0, maxEntries)
    const shares = entries.map((entry): UserShare => ({ ...entry, conversion_id, converted_at, at: position }))
    return { position, shares, hasUnreadable: unreadableEntries > 0 }
  })
}

export const isConfirm = ({ outcome }: ConnectRecord): boolean => outcome === 'confirmed'

async function readConnects(names: readonly string[]): Promise<UserData['connects']> {
  if (config().connectRecords.detail === 'minimal') return { kind: 'not_kept', rows: [] }
  const isAbout = ({ userId = '', walletAddress = '' }: ConnectRecord) =>
    names.includes(userId) || names.includes(walletAddress)
  const rows = await nullIfUnavailable(() => connectRecords().find(isAbout, { limit: maxRecords }))
  return rows ? { kind: 'read', rows } : { kind: 'away', rows: [] }
}

export async function readResources(wallet: string | undefined): Promise<ReadRows<Resource>> {
  if (wallet === undefined) return { rows: [] }
  const read = await readService((access, options) => listResourcesByWallet(access, wallet, options))
  return read.kind === 'read' ? { rows: read.data.items, unreadable: read.data.unreadable } : { rows: [], walk: read }
}
