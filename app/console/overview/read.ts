import 'server-only'
import { unknownVariablesHere } from '@/lib/config'
import { daysOfWeek } from '@/lib/console/connect-rate'
import { readService, type ReadResult } from '@/lib/console/service'
import { failedDeliveries, webhookBacklog } from '@/lib/jobs'
import { confirmBudget } from '@/lib/limits'
import { haveUserIdsChanged } from '@/lib/process/subnet-user-id-check'
import { connectRecords } from '@/lib/records'
import {
  isReadable,
  listConversions,
  listPendingTaskRuns,
  type CallOptions,
  type Conversion,
  type PendingTaskRuns,
  type ServiceAccess,
} from '@/lib/service'
import { unlessUnavailable } from '@/lib/store'

export type OverviewReads = ReturnType<typeof readOverview>

/** Begins all reads of the overview. Each read can be late or fail without affecting the others. */
export function readOverview() {
  const taskRuns = readService(listPendingTaskRuns)
  return {
    /** The last two weeks, the oldest day first, today last. Null while the store is unavailable. */
    days: unlessUnavailable(
      () => connectRecords().days(2 * daysOfWeek),
      () => null,
    ),
    taskRuns,
    conversions: readService(readLatestConversions),
    work: readWork(taskRuns),
  }
}

export type Work = Awaited<ReturnType<typeof readWork>>

/** As many as the page of connects shows. */
const webhooksShown = 100

async function readWork(taskRuns: Promise<ReadResult<PendingTaskRuns>>) {
  const [runs, webhooks, callsLeft, userIdsChanged] = await Promise.all([
    taskRuns,
    unlessUnavailable(
      () => failedDeliveries(webhooksShown),
      () => null,
    ),
    confirmBudget().left(),
    haveUserIdsChanged(),
  ])
  return {
    runs,
    /** The webhooks whose last attempt failed. None while the store is unavailable. */
    webhooks: webhooks ?? { total: 0, deliveries: [] },
    /** The confirm calls left in this minute. Without any, users wait for their turn. */
    callsLeft,
    userIdsChanged,
    lostWebhooks: webhookBacklog().lost,
    lostRecords: connectRecords().backlog.lost,
    unknownVariables: unknownVariablesHere().length,
  }
}

export interface LatestConversions {
  /** `none` if there are no conversions yet, `unknown` if the latest may be an unreadable one. */
  latest: Conversion | 'none' | 'unknown'
  /** The position of the latest in the list, from 1. */
  at: number
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
  if (!start || !end) return { latest: 'none', at: 1 }
  if (!isReadable(start) || !isReadable(end)) return { latest: 'unknown', at: 1 }
  const isNewestFirst = Date.parse(start.converted_at) >= Date.parse(end.converted_at)
  const before = isNewestFirst
    ? second
    : (secondLast ?? (lastPage === 2 ? first : await read(lastPage - 1)).items.at(-1))
  return {
    latest: isNewestFirst ? start : end,
    at: isNewestFirst ? 1 : total,
    before: before && isReadable(before) ? before : undefined,
  }
}
