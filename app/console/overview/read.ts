import 'server-only'
import { config } from '@/lib/config'
import { daysOfWeek } from '@/lib/console/connect-rate'
import { readService } from '@/lib/console/service'
import { webhookBacklog, webhookQueue } from '@/lib/jobs'
import { confirmLimit, confirmsLeft } from '@/lib/limits'
import { connectRecords } from '@/lib/records'
import {
  isReadable,
  listBalances,
  listConversions,
  listPendingTaskRuns,
  type CallOptions,
  type Conversion,
  type ServiceAccess,
} from '@/lib/service'
import { unlessUnavailable } from '@/lib/store'

/** The data of the overview's figures. */
export type OverviewReads = ReturnType<typeof readOverview>

/** Begins all reads of the overview. Each read can be late or fail without affecting the others. */
export function readOverview() {
  return {
    /** The last two weeks, the oldest day first, today last. Null while the store is unavailable. */
    days: unlessUnavailable(
      () => connectRecords().days(2 * daysOfWeek),
      () => null,
    ),
    waiting: readWaiting(),
    taskRuns: readService(listPendingTaskRuns),
    balances: readService((access, options) => listBalances(access, { page: 1, limit: 1 }, options)),
    conversions: readService(readLatestConversions),
  }
}

/** The waiting work, and the calls left. */
export type Waiting = Awaited<ReturnType<typeof readWaiting>>

/** Reads the waiting work without a call to the service. */
async function readWaiting() {
  const [callsLeft, queue] = await Promise.all([confirmsLeft(), webhookQueue()])
  const records = connectRecords().backlog
  const webhooks = webhookBacklog()
  const queued = queue ? { waiting: queue.waiting + webhooks.waiting, givenUp: queue.givenUp } : ('unknown' as const)
  return {
    /** Webhooks that have not arrived. `off` without a receiver, `unknown` while the store is unavailable. */
    webhooks: config().webhook ? queued : ('off' as const),
    /** Records of connects that this process has not written yet. */
    records: records.waiting,
    /** Records and webhooks that this process has lost. */
    lost: records.lost + webhooks.lost,
    /** The confirm calls left in this minute. Without any, users wait for their turn. */
    callsLeft,
    callLimit: confirmLimit(),
  }
}

/** The number of conversions, the latest one and the one before it. */
export interface LatestConversions {
  total: number
  /** `none` if there are no conversions yet, `unknown` if the latest may be an unreadable one. */
  latest: Conversion | 'none' | 'unknown'
  /** Undefined if there is no such conversion, or if it is unknown or unreadable. */
  before?: Conversion | undefined
}

/**
 * Reads the latest conversion and the one before it. The interface does not state the order of the list, so this
 * function assumes that it is by time, in one of the two directions. It reads both ends of the list. The later
 * conversion is the latest, and its neighbour is the one before. That takes one to three calls.
 *
 * @throws the errors of `listConversions`.
 */
export async function readLatestConversions(access: ServiceAccess, options: CallOptions): Promise<LatestConversions> {
  const read = async (page: number) => listConversions(access, { page, limit: 2 }, options)
  const first = await read(1)
  const { total, limit } = first
  const lastPage = Math.max(Math.ceil(total / limit), 1)
  const last = lastPage === 1 ? first : await read(lastPage)
  const [start, second] = first.items
  const [end = start, secondLast] = last.items.toReversed()
  if (!start || !end) return { total, latest: 'none' }
  if (!isReadable(start) || !isReadable(end)) return { total, latest: 'unknown' }
  const isNewestFirst = Date.parse(start.converted_at) >= Date.parse(end.converted_at)
  const before = isNewestFirst
    ? second
    : (secondLast ?? (lastPage === 2 ? first : await read(lastPage - 1)).items.at(-1))
  return { total, latest: isNewestFirst ? start : end, before: before && isReadable(before) ? before : undefined }
}
