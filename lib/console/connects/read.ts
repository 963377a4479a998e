import 'server-only'
import { connectRecords, isReadableRecord, type ConnectDay, type ConnectRecord, type StoredRecord } from '@/lib/records'
import { textsToFind } from '@/lib/console/shared/connect-texts'
import { pageSize } from '@/lib/console/shared/page-query'
import { StoreUnavailableError, type ListEntry } from '@/lib/store'
import { failedDeliveries, webhookBacklog, type FailedDelivery } from '@/lib/jobs'
import type { ConnectsQuery } from './query'

const daysShown = 7

/** What the page shows. */
export interface Connects {
  /** The last seven days, the oldest first. */
  days: ConnectDay[]
  attempts: ConnectRecord[]
  /** Entries of this page that another version has written. */
  unreadable: number
  /** Where the next page goes on; undefined where there is none. */
  nextBefore: string | undefined
  isShared: boolean
  backlog: { waiting: number; lost: number }
  /** Messages that have not arrived; null where no receiver is configured. */
  failed: FailedDelivery[] | null
  webhookBacklog: { waiting: number; lost: number }
}

/** Reads what the page shows; null while the store is away. */
export async function readConnects({ find, before }: ConnectsQuery): Promise<Connects | null> {
  const records = connectRecords()
  try {
    const [days, entries, failed] = await Promise.all([
      records.days(daysShown),
      find === null
        ? records.newest({ limit: pageSize.default, before })
        : records.find(textsToFind(find), { limit: pageSize.default }),
      failedDeliveries(),
    ])
    return {
      days,
      ...sorted(entries),
      nextBefore: find === null && entries.length === pageSize.default ? entries.at(-1)?.id : undefined,
      isShared: records.isShared,
      backlog: records.backlog,
      failed,
      webhookBacklog: webhookBacklog(),
    }
  } catch (error) {
    if (error instanceof StoreUnavailableError) return null
    throw error
  }
}

function sorted(entries: ListEntry<StoredRecord>[]): Pick<Connects, 'attempts' | 'unreadable'> {
  const readable = entries.map(({ entry }) => entry).filter(isReadableRecord)
  // One that was written twice is shown once.
  const attempts = [...new Map(readable.map((attempt) => [attempt.id, attempt])).values()]
  return { attempts, unreadable: entries.length - readable.length }
}
