import 'server-only'
import { config } from '@/lib/config'
import { daysOfWeek, rateOf, type SuccessRate } from '@/lib/console/connect-rate'
import { readService, type ReadResult } from '@/lib/console/service'
import { webhookBacklog, webhookQueue } from '@/lib/jobs'
import { confirmLimit, confirmsLeft } from '@/lib/limits'
import { connectRecords, type ConnectDay } from '@/lib/records'
import {
  isReadable,
  listBalances,
  listConversions,
  listPendingTaskRuns,
  type Balance,
  type CallOptions,
  type Conversion,
  type Listed,
  type Page,
  type PendingTaskRuns,
  type ServiceAccess,
} from '@/lib/service'
import { unlessUnavailable } from '@/lib/store'

/** The data of the overview's figures. Each read can be late or fail without affecting the others. */
export interface OverviewReads {
  /** Null while the store is unavailable. */
  connects: Promise<OverviewConnects | null>
  waiting: Promise<Waiting>
  taskRuns: Promise<ReadResult<PendingTaskRuns>>
  balances: Promise<ReadResult<Page<Balance>>>
  conversion: Promise<ReadResult<LatestConversion>>
}

/** Begins all reads of the overview. */
export function readOverview(): OverviewReads {
  return {
    connects: unlessUnavailable(
      async () => connectFigures(await connectRecords().days(2 * daysOfWeek)),
      () => null,
    ),
    waiting: readWaiting(),
    taskRuns: readService(listPendingTaskRuns),
    balances: readService((access, options) => listBalances(access, { page: 1, limit: 1 }, options)),
    conversion: readService(readLatestConversion),
  }
}

/** The figures of connects of the last two weeks. */
export interface OverviewConnects {
  /** The number of confirms on each day, in UTC, the oldest first, today last. */
  days: readonly Pick<ConnectDay, 'day' | 'confirmed'>[]
  /** Of the last 7 days, today included. */
  thisWeek: SuccessRate
  /** Of the 7 days before them. With fewer than 14 days, it is not whole. */
  weekBefore: SuccessRate
}

/** @param days - the oldest first, today last. */
export function connectFigures(days: readonly ConnectDay[]): OverviewConnects {
  return {
    days,
    thisWeek: rateOf(days.slice(-daysOfWeek)),
    weekBefore: rateOf(days.slice(-2 * daysOfWeek, -daysOfWeek)),
  }
}

/** The waiting work, and the calls left. */
export interface Waiting {
  /** Webhooks that have not arrived. `off` without a receiver, `unknown` while the store is unavailable. */
  webhooks: { waiting: number; givenUp: number } | 'off' | 'unknown'
  /** Records of connects that this process has not written yet. */
  records: number
  /** Records and webhooks that this process has lost. */
  lost: number
  /** The confirm calls left in this minute. Without any, users wait for their turn. */
  callsLeft: number
  callLimit: number
}

/** Reads the waiting work without a call to the service. */
async function readWaiting(): Promise<Waiting> {
  const [callsLeft, queue] = await Promise.all([confirmsLeft(), webhookQueue()])
  const records = connectRecords().backlog
  const webhooks = webhookBacklog()
  const queued = queue ? { waiting: queue.waiting + webhooks.waiting, givenUp: queue.givenUp } : 'unknown'
  return {
    webhooks: config().webhook ? queued : 'off',
    records: records.waiting,
    lost: records.lost + webhooks.lost,
    callsLeft,
    callLimit: confirmLimit(),
  }
}

/** The number of conversions, the latest one and the one before it. */
export interface LatestConversion {
  total: number
  /** Null if there are no conversions yet, or if the latest is unknown. */
  latest: Conversion | null
  /** Null if there are fewer than two conversions, or if the one before the latest is unknown or unreadable. */
  before: Conversion | null
  /** False if the latest conversion may be an unreadable one. */
  isKnown: boolean
}

/**
 * Reads the latest conversion and the one before it. The interface does not state the order of the list, so this
 * function assumes that it is by time, in one of the two directions. It reads both ends of the list. The later
 * conversion is the latest, and its neighbour is the one before. That takes one to three calls.
 *
 * @throws the errors of `listConversions`.
 */
export async function readLatestConversion(access: ServiceAccess, options: CallOptions): Promise<LatestConversion> {
  const read = async (page: number) => listConversions(access, { page, limit: 2 }, options)
  const first = await read(1)
  const { total, limit } = first
  const lastPage = Math.max(Math.ceil(total / limit), 1)
  const last = lastPage === 1 ? first : await read(lastPage)
  const start = first.items.at(0)
  const end = last.items.at(-1) ?? start
  if (!start || !end) return { total, latest: null, before: null, isKnown: true }
  // The unreadable conversion could be the latest.
  if (!isReadable(start) || !isReadable(end)) return { total, latest: null, before: null, isKnown: false }
  if (Date.parse(start.converted_at) >= Date.parse(end.converted_at)) {
    return { total, latest: start, before: readableOrNull(first.items.at(1)), isKnown: true }
  }
  const isAlone = last.items.length === 1 && lastPage > 1
  const before = isAlone ? (lastPage === 2 ? first : await read(lastPage - 1)).items.at(-1) : last.items.at(-2)
  return { total, latest: end, before: readableOrNull(before), isKnown: true }
}

const readableOrNull = (conversion: Listed<Conversion> | undefined) =>
  conversion && isReadable(conversion) ? conversion : null

/** Returns the change from the earlier amount in percent, to one decimal; null if the earlier amount is 0. */
export function percentChange(now: number, before: number): number | null {
  const change = ((now - before) / Math.abs(before)) * 100
  return Number.isFinite(change) ? Math.round(change * 10) / 10 : null
}
