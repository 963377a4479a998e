import 'server-only'
import { config } from '@/lib/config'
import { log, type LogEntry } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { countLostWrite } from '@/lib/metrics'
import { processSingleton } from '@/lib/process-singleton'
import { finishAfterResponse } from '@/lib/request/after-response'
import { outsideRequests } from '@/lib/request/context'
import { eachOnce, store } from '@/lib/store'
import { auditList, type AuditList } from './audit-list'
import { entryOf, type AuditAct, type AuditEntry, type LookUpKind, type Staff, type StoredAuditEntry } from './entry'

export { lookUpKinds } from './entry'
export type { AuditEntry, LookUpKind, Staff, StoredAuditEntry } from './entry'

const exportEntries = 500
/** A repeated look-up within this time is a reload or a refresh. */
const repeatMs = 60_000

/** Extra fields of an audit line. They must not name a person. */
type LoggedBesides = Omit<LogEntry, 'event' | 'staff' | 'action' | 'what' | 'format' | 'sizeBytes'>

/**
 * Records an act of a staff member in the console as a log line and as an entry for operators. Only the entry names the
 * person that the act is about. It returns immediately and never throws. While the store is unavailable, the entry
 * waits.
 *
 * @param besides - extra fields of the log line.
 */
export function audit(staff: Staff, act: AuditAct, besides: LoggedBesides = {}): void {
  const entry = entryOf(staff, act, Date.now())
  const { action, what, format, sizeBytes } = entry
  log().info({ event: 'audit', staff: staff.id, action, what, format, sizeBytes, ...besides })
  keptEntries().add(entry)
  if (config().app.isOnPlatform) finishAfterResponse(auditSettled())
}

/**
 * Records that a staff member has looked up a person, unless the same staff member did the same look-up in the last
 * minute. It returns immediately and never throws.
 *
 * @param kind - the page.
 * @param text - the text of the search. Only the entry contains it, cut to 200 characters. The log never does.
 */
export function auditLookUp(staff: Staff, kind: LookUpKind, text: string): void {
  if (isNewLookUp(JSON.stringify([staff.id, kind, text]))) audit(staff, { action: 'look_up', what: kind, about: text })
}

/**
 * Returns whether all instances share the entries, which then survive a restart, and the numbers of this process's
 * entries that wait for the store, and of lost ones.
 */
export const auditState = (): Pick<AuditList, 'isShared' | 'backlog'> => keptEntries()

/**
 * Reads a page of entries, the newest first.
 *
 * @param options.before - the `nextBefore` of the previous page; undefined at the end.
 * @throws StoreUnavailableError
 */
export async function readAudit(options: {
  before?: string | undefined
  limit: number
}): Promise<{ rows: StoredAuditEntry[]; nextBefore: string | undefined }> {
  const found = await keptEntries().newest(options)
  return { rows: eachOnce(found), nextBefore: found.length === options.limit ? found.at(-1)?.id : undefined }
}

/**
 * Reads all entries in pages, the newest first.
 *
 * @throws StoreUnavailableError
 */
export async function* auditPages(): AsyncGenerator<StoredAuditEntry[], void, undefined> {
  let before: string | undefined
  do {
    const { rows, nextBefore } = await readAudit({ before, limit: exportEntries })
    yield rows
    before = nextBefore
  } while (before !== undefined)
}

/** Waits until the store has all entries of this process. It never rejects. */
export const auditSettled = (): Promise<void> => keptEntries().settled()

function keptEntries(): AuditList {
  return processSingleton('audit', () => {
    const { maxAgeMs, maxEntries } = config().connectRecords
    // The log still has a line for each act.
    const lines = lineLimit('more audit entries lost', { lines: 1 })
    const onLost = (_entry: AuditEntry, reason: string) => {
      countLostWrite('audit')
      outsideRequests(() => lines.write(() => log().error({ event: 'audit entry lost', reason })))
    }
    const list = auditList(store(), { onLost }, { maxAgeMs, maxEntries })
    process.once('exit', () => {
      list.end()
      lines.end()
    })
    return list
  })
}

/** Notes a look-up, and returns whether this process has not seen it within the last minute. */
function isNewLookUp(key: string): boolean {
  // A Map keeps the order of insertion, so its first entry is the oldest.
  const noted = processSingleton('look-ups of the last minute', () => new Map<string, number>())
  const now = Date.now()
  for (const [oldest, at] of noted) {
    if (at > now - repeatMs && at <= now) break
    noted.delete(oldest)
  }
  // A page that refreshes by itself is one look-up, so each repeat restarts the minute.
  const isNew = !noted.delete(key)
  noted.set(key, now)
  return isNew
}
