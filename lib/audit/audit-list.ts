import 'server-only'
import { Backlog, type BacklogOptions } from '@/lib/store/backlog'
import type { ListEntry, Store } from '@/lib/store'
import { storedEntrySchema, type AuditEntry, type StoredAuditEntry } from './entry'

/** The entries of the audit, in the store. */
export interface AuditList {
  /** Adds an entry. It returns immediately, never throws, and does not wait for the store. */
  add(entry: AuditEntry): void
  /**
   * Lists the newest entries first. After a time-out of the store, an entry can be listed twice.
   *
   * @param options.before - the last id of the previous page.
   * @throws StoreUnavailableError
   */
  newest(options: { limit: number; before?: string | undefined }): Promise<ListEntry<StoredAuditEntry>[]>
  /** Whether all instances share the entries, which then survive a restart. */
  readonly isShared: boolean
  /** The numbers of this process's entries that wait for the store, and of lost ones. */
  readonly backlog: { waiting: number; lost: number }
  /** Waits until the store has all entries of this process. It never rejects. */
  settled(): Promise<void>
  /** Reports waiting entries as lost when the process ends. */
  end(): void
}

/** Creates the list in a store. @param bounds - the max age and the max number of entries. */
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
