import 'server-only'
import { unknownVariables } from '@/lib/config'
import { listBatches } from '@/lib/console/batches'
import type { ReadResult } from '@/lib/console/service'
import { failedDeliveries } from '@/lib/jobs'
import { confirmBudget } from '@/lib/limits'
import { haveUserIdsChanged } from '@/lib/process/subnet-user-id-check'
import { connectRecords } from '@/lib/records'
import {
  listConversions,
  type CallOptions,
  type Conversion,
  succeeded,
  type PendingTaskRuns,
  type Result,
  type ServiceAccess,
} from '@/lib/service'
import { brand } from '@/lib/skin'
import { consoleLanguage } from '@/lib/skin/texts'
import { nullIfUnavailable } from '@/lib/store'
import { keptState } from '@/lib/store/kept-in-store'

const daysShown = 30

/** Returns the oldest day first, today last. Null while the store is unavailable. */
export const readDays = () => nullIfUnavailable(() => connectRecords().days(daysShown))

export interface FigureReads {
  taskRuns: Promise<ReadResult<PendingTaskRuns>>
  conversion: Promise<ReadResult<LatestConversion>>
}

export type Work = Awaited<ReturnType<typeof readWork>>

const webhooksShown = 100

export async function readWork(taskRuns: FigureReads['taskRuns']) {
  const [runs, webhooks, callsLeft, userIdsChanged] = await Promise.all([
    taskRuns,
    nullIfUnavailable(() => failedDeliveries(webhooksShown)),
    confirmBudget().left(),
    haveUserIdsChanged(),
  ])
  return {
    runs,
    /** The messages whose last attempt failed. */
    webhooks: webhooks ?? { total: 0, deliveries: [] },
    /** The calls left in this minute. */
    callsLeft,
    userIdsChanged,
    lostWebhooks: keptState('webhooks').lost,
    lostRecords: keptState('connect_records').lost,
    unknownVariables: unknownVariables().length,
  }
}

export type FirstSteps = Awaited<ReturnType<typeof readFirstSteps>>

/**
 * Whether each step before the first press is done. `url`: the service has sent a browser here. The last step is never
 * done, because the page shows figures after the first press.
 */
export async function readFirstSteps(taskRuns: Promise<ReadResult<unknown>>, hasArrivals: boolean) {
  const batches = await nullIfUnavailable(listBatches)
  return {
    url: hasArrivals,
    key: (await taskRuns).kind === 'read',
    support: brand(consoleLanguage).supportUrl !== null,
    upload: batches !== null && batches.length > 0,
    connect: false,
  }
}

export interface LatestConversion {
  /** `none` if there are no conversions yet, `unknown` if the latest may be an unreadable one. */
  latest: Conversion | 'none' | 'unknown'
  /** The position of the latest in the list, from 1. */
  at: number
}

/** The interface states no order. If the list is by time, the latest is its first or its last. */
export async function readLatestConversion(
  access: ServiceAccess,
  options: CallOptions,
): Promise<Result<LatestConversion>> {
  const read = async (page: number) => listConversions(access, { page, limit: 1 }, options)
  const first = await read(1)
  if (!first.ok) return first
  const { total, limit } = first.data
  const lastPage = Math.ceil(total / limit)
  const last = lastPage > 1 ? await read(lastPage) : first
  if (!last.ok) return last
  if (first.data.unreadable + last.data.unreadable > 0) return succeeded({ latest: 'unknown', at: 1 })
  const [start, end] = [first.data.items[0], last.data.items.at(-1)]
  if (!start || !end) return succeeded({ latest: 'none', at: 1 })
  const isNewestFirst = Date.parse(start.converted_at) >= Date.parse(end.converted_at)
  return succeeded(isNewestFirst ? { latest: start, at: 1 } : { latest: end, at: total })
}
