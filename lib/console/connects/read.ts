import 'server-only'
import { connectRecords, isReadableRecord, type ConnectDay, type ConnectRecord, type StoredRecord } from '@/lib/records'
import { textsToFind } from '@/lib/console/shared/connect-texts'
import { pageSize } from '@/lib/console/shared/page-query'
import { unlessUnavailable, type ListEntry } from '@/lib/store'
import { failedDeliveries, webhookBacklog, type FailedDeliveries } from '@/lib/jobs'
import type { ConnectsQuery } from './query'

const daysShown = 30
const failedShown = 100

/** What the page shows. */
export interface Connects {
  /** The last 30 days, the oldest first. */
  days: ConnectDay[]
  attempts: ConnectRecord[]
  /** Entries of this page that another version has written. */
  unreadable: number
  /** Where the next page goes on; undefined where there is none. */
  nextBefore: string | undefined
  /** Whether the page ends where it does because enough was read for one page. Older attempts may still fit the filter. */
  isCut: boolean
  isShared: boolean
  backlog: { waiting: number; lost: number }
  /** Messages that have not arrived; null where no receiver is configured. */
  failed: FailedDeliveries | null
  webhookBacklog: { waiting: number; lost: number }
}

/** Reads what the page shows; null while the store is away. */
export function readConnects(query: ConnectsQuery): Promise<Connects | null> {
  return unlessUnavailable(
    () => readAll(query),
    () => null,
  )
}

async function readAll({ find, before, where }: ConnectsQuery): Promise<Connects> {
  const records = connectRecords()
  const limit = pageSize.default
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
    ...sorted(page.entries),
    nextBefore: page.nextBefore,
    isCut: page.isCut,
    isShared: records.isShared,
    backlog: records.backlog,
    failed,
    webhookBacklog: webhookBacklog(),
  }
}

function sorted(entries: ListEntry<StoredRecord>[]): Pick<Connects, 'attempts' | 'unreadable'> {
  const readable = entries.map(({ entry }) => entry).filter(isReadableRecord)
  // One that was written twice is shown once.
  const attempts = [...new Map(readable.map((attempt) => [attempt.id, attempt])).values()]
  return { attempts, unreadable: entries.length - readable.length }
}
