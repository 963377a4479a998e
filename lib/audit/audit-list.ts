import 'server-only'
import { Backlog, type BacklogOptions } from '@/lib/store/backlog'
import type { ListEntry, Store } from '@/lib/store'
import { storedEntrySchema, type AuditEntry, type StoredAuditEntry } from './entry'

/** The entries of the audit, over the store. */
export interface AuditList {
  /** Keeps an entry. It returns at once and never throws; nothing waits for the store. */
  add(entry: AuditEntry): void
  /**
   * The newest entries first. After a time-out of the store one can be there twice.
   *
   * @param options.before - the last id of the page before.
   * @throws StoreUnavailableError
   */
  newest(options: { limit: number; before?: string | undefined }): Promise<ListEntry<StoredAuditEntry>[]>
  /** Whether all instances see the same entries, and a restart forgets none. */
  readonly isShared: boolean
  /** Entries of this process that are still to be written, and those that could not be. */
  readonly backlog: { waiting: number; lost: number }
  /** Resolves when all entries of this process are written. It never rejects. */
  settled(): Promise<void>
  /** Reports entries that are still to be written as lost: the process ends. */
  end(): void
}

/** @param bounds - for how long entries are kept, and how many at most. */
export function auditList(
  store: Store,
  backlogOptions: Omit<BacklogOptions<AuditEntry>, 'write'>,
  { maxAgeMs, maxEntries }: { maxAgeMs: number; maxEntries: number },
): AuditList {
  const list = store.list('audit', { schema: storedEntrySchema, maxAgeMs, maxEntries })
  const backlog = new Backlog<AuditEntry>({ ...backlogOptions, write: (entry) => list.append(entry) })
  return {
    isShared: store.isShared,
    get backlog() {
      return backlog.state
    },
    add: (entry) => backlog.add(entry),
    newest: (options) => list.newest(options),
    settled: () => backlog.settled(),
    end: () => backlog.end(),
  }
}
