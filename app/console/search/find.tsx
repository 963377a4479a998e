import 'server-only'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { Outcome, reasonName } from '@/components/console/connects'
import { Badge } from '@/components/console/badge'
import { RelativeTime } from '@/components/console/time'
import { config } from '@/lib/config'
import { parseWalletAddress } from '@/lib/connect/wallet-address'
import { linksIn } from '@/lib/console/connects'
import { batchIdOf, listBatches, type Batch } from '@/lib/console/batches'
import { oneUrl, pageUrl, userPath } from '@/lib/console/page-url'
import { allRows, keptRows } from '@/lib/console/rows'
import { readService } from '@/lib/console/service'
import { textsToFind } from '@/lib/console/typed-text'
import type * as en from '@/lib/messages/console/en'
import { connectRecords, isPartOf, type ConnectRecord } from '@/lib/records'
import { listPendingTaskRuns, walkBalances, type Balance, type TaskRun } from '@/lib/service'
import { searchForm } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { nullIfUnavailable, type ListEntry } from '@/lib/store'
import { isStuck } from '@/lib/jobs/stuck'

export const maxShown = 10
const maxRecords = 50
const minWord = 3

export interface Hit {
  group: keyof typeof en.searchPage.groups
  url: Route
  name: string
  /** The service's ID of a user who has another name. */
  id?: string | undefined
  detail?: string | undefined
  state?: ReactNode
  isExact: boolean
}

/** With one call to the service, for the pending task runs, and one walk over the balances if `isInAll`. */
export async function search(text: string, isInAll: boolean) {
  // Undefined if this search has not read them, and the app has not kept them.
  const balances = isInAll ? await allRows('balances', {}, walkBalances) : keptRows<Balance>('balances', {})
  // The page reloads every second meanwhile, which is too often for the other reads.
  if (balances?.kind === 'reading') return balances
  const is = matcherOf(text)
  const rows = balances?.kind === 'read' ? balances.rows : []
  const found = rows.filter((row) => is.partOf(row.user_id, row.wallet_address)).slice(0, maxShown + 1)
  const wallets = new Set(found.map((row) => row.wallet_address))
  const isOfUser = ({ userId, walletAddress = '' }: ConnectRecord) =>
    userId !== undefined && (is.in(userId) || is.partOf(walletAddress) || wallets.has(walletAddress))
  const isOfLink = ({ code, linkCode, requestId }: ConnectRecord) => is.partOf(code, linkCode, requestId)
  const [records, batches, read] = await Promise.all([
    nullIfUnavailable(() => connectRecords().find((each) => isOfUser(each) || isOfLink(each), { limit: maxRecords })),
    nullIfUnavailable(listBatches),
    readService(listPendingTaskRuns),
  ])
  const ofUsers = records?.filter(isOfUser) ?? []
  const walletsOfUsers = new Set(ofUsers.map((record) => record.walletAddress))
  const owned = new Set([...found, ...rows.filter((row) => walletsOfUsers.has(row.wallet_address))])
  const runs = read.kind === 'read' ? read.data.taskRuns : []
  const hits: Hit[] = [
    ...usersIn([...owned], ofUsers, is),
    ...walletHit(text),
    ...linksIn(records ?? []).flatMap((link) => linkHit(link, is)),
    ...runs.flatMap((run) => runHit(run, is)),
    ...(batches ?? []).flatMap((kept) => batchHit(kept, is)),
  ]
  const isAll = records !== null && batches !== null && read.kind === 'read'
  return { kind: 'found', hits, isAll, balances } as const
}

const isSame = ({ walletAddress }: ConnectRecord, { wallet_address }: Balance) => walletAddress === wallet_address

type Values = readonly (string | undefined)[]
type Matcher = ReturnType<typeof matcherOf>

function matcherOf(text: string) {
  const texts = textsToFind(text)
  const whole = (...values: Values) => values.some((value) => value !== undefined && texts.includes(value))
  return {
    whole,
    partOf: (...values: Values) => values.some((value) => texts.some((each) => isPartOf(value, each))),
    in: (name: string) => whole(name) || (text.length >= minWord && searchForm(name).includes(searchForm(text))),
  }
}

function usersIn(balances: readonly Balance[], records: readonly ConnectRecord[], is: Matcher): Hit[] {
  const others = [...new Set(records.map(({ userId }) => userId))].flatMap((id) => {
    const own = records.filter(({ userId }) => userId === id)
    const isListed = own.some((record) => balances.some((balance) => isSame(record, balance)))
    return isListed ? [] : (own.find(({ walletAddress }) => walletAddress !== undefined) ?? own[0] ?? [])
  })
  return [
    ...balances.map((balance) => ({ balance, record: records.find((each) => isSame(each, balance)) })),
    ...others.map((record) => ({ balance: undefined, record })),
  ].map(({ balance, record }) => {
    const { userId, walletAddress = balance?.wallet_address } = record ?? {}
    const bolts = balance && consoleFormats().amount(balance.bolts)
    return {
      group: 'users',
      url: userPath(balance?.user_id ?? userId ?? '') ?? '/console/connects',
      name: userId ?? balance?.user_id ?? '',
      id: userId && balance?.user_id,
      detail: balance && userId !== undefined && is.partOf(balance.user_id) ? balance.user_id : walletAddress,
      state: [
        bolts && consoleTexts()('searchPage.bolts', { bolts }),
        record && <Pressed key="record" record={record} />,
      ],
      isExact: is.whole(userId, balance?.user_id, walletAddress),
    }
  })
}

function linkHit({ requestId, main, steps }: ReturnType<typeof linksIn>[number], is: Matcher): Hit[] {
  const name = [...steps.flatMap(({ code, linkCode }) => [code, linkCode]), requestId].find((each) => is.partOf(each))
  if (name === undefined) return []
  const url = pageUrl('/console/connects', { find: name })
  const detail = main.reason === null ? undefined : reasonName(main.reason)
  return [{ group: 'connects', url, name, detail, state: <Pressed record={main} />, isExact: is.whole(name) }]
}

function Pressed({ record }: { record: ConnectRecord }) {
  return (
    <>
      <RelativeTime time={record.at} className="max-sm:hidden" />
      <Outcome {...record} />
    </>
  )
}

function walletHit(text: string): Hit[] {
  const wallet = parseWalletAddress(text)
  if (!wallet.ok) return []
  const url = pageUrl('/console/resources', { address: wallet.address })
  return [{ group: 'wallets', url, name: text, detail: consoleTexts()('layout.pages.resources'), isExact: true }]
}

function batchHit(kept: ListEntry<Batch>, is: Matcher): Hit[] {
  const [id, { fileName, result }] = [batchIdOf(kept), kept.entry]
  if (!is.partOf(id) && !is.in(fileName)) return []
  const url = oneUrl('uploads', id)
  const state = consoleTexts()(result ? 'searchPage.rows' : 'uploads.unclear', result ?? {})
  return [{ group: 'uploads', url, name: fileName, detail: id, state, isExact: is.whole(id) }]
}

function runHit(run: TaskRun, is: Matcher): Hit[] {
  const ids = [run.task_run_id, run.task_id, run.event_id]
  const id = ids.find((each) => is.whole(each)) ?? ids.find((each) => is.partOf(each))
  if (id === undefined) return []
  const isLate = isStuck(run, config().stuckAfterMinutes * 60)
  const name = consoleTexts()(isLate ? 'taskRuns.filter.stuck' : 'taskRuns.filter.all')
  const state = <Badge tone={isLate ? 'warning' : 'neutral'}>{name}</Badge>
  const url = pageUrl('/console/task-runs', { find: id })
  return [{ group: 'taskRuns', url, name: id, state, isExact: is.whole(id) }]
}
