import 'server-only'
import { connectRecords, isReadableRecord, readableRecords, type ConnectDay, type ConnectRecord } from '@/lib/records'
import { textsToFind } from '@/lib/console/texts-to-find'
import { unlessUnavailable } from '@/lib/store'
import { failedDeliveries, webhookBacklog, type FailedDeliveries } from '@/lib/jobs'
import type { ConnectsQuery } from './query'

const daysShown = 30
const failedShown = 100
const pageRows = 50

/** The content of the page. */
export interface Connects {
  /** The last 30 days, the oldest first. */
  days: ConnectDay[]
  attempts: ConnectRecord[]
  /** The number of entries on this page that another version has written. */
  unreadable: number
  /** The start of the next page; undefined on the last page. */
  nextBefore: string | undefined
  /** Whether the page ends at the limit of records to read. Older attempts may match the filter. */
  isCut: boolean
  isShared: boolean
  backlog: { waiting: number; lost: number }
  /** Messages whose last attempt failed; null without a webhook receiver. */
  failed: FailedDeliveries | null
  webhookBacklog: { waiting: number; lost: number }
}

/** Reads the content of the page; null while the store is unavailable. */
export function readConnects(query: ConnectsQuery): Promise<Connects | null> {
  return unlessUnavailable(
    () => readAll(query),
    () => null,
  )
}

async function readAll({ find, before, where }: ConnectsQuery): Promise<Connects> {
  const records = connectRecords()
  const limit = pageRows
  const [days, page, failed] = await Promise.all([
    records.days(daysShown),
    find === null
      ? records.newest({ limit, before, where })
      : records
          .find(textsToFind(find), { limit })
          .then((entries) => ({ entries, nextBefore: undefined, isCut: false })),
    failedDeliveries(failedShown),
  ])
  return {
    days,
    attempts: readableRecords(page.entries),
    unreadable: page.entries.filter(({ entry }) => !isReadableRecord(entry)).length,
    nextBefore: page.nextBefore,
    isCut: page.isCut,
    isShared: records.isShared,
    backlog: records.backlog,
    failed,
    webhookBacklog: webhookBacklog(),
  }
}
