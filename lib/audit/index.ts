import 'server-only'
import { LRUCache } from 'lru-cache'
import { config } from '@/lib/config'
import { log, type LogEntry } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { countLostWrite } from '@/lib/metrics'
import { processSingleton } from '@/lib/process-singleton'
import { finishAfterResponse } from '@/lib/request/after-response'
import { outsideRequests } from '@/lib/request/context'
import { store } from '@/lib/store'
import { Backlog } from '@/lib/store/backlog'
import { pageOf, partsOf, type NewestPage } from '@/lib/store/newest-first'
import {
  entryOf,
  fitsFilter,
  auditEntrySchema,
  type AuditAct,
  type AuditEntry,
  type AuditFilter,
  type LookUpKind,
  type Staff,
} from './entry'

export { auditActions, lookUpKinds } from './entry'
export type { AuditEntry, AuditFilter, LookUpKind, Staff } from './entry'

/** A repeated look-up within this time is a reload or a refresh. */
const repeatMs = 60_000

/** Extra fields of an audit line. They must not name a person. */
type LoggedBesides = Omit<LogEntry, 'event' | 'staff' | 'action' | 'what' | 'sizeBytes'>

/**
 * Records an act of a staff member in the console as a log line and as an entry for operators. Only the entry names the
 * person that the act is about. It returns immediately and never throws. While the store is unavailable, the entry
 * waits.
 *
 * @param besides - extra fields of the log line.
 */
export function audit(staff: Staff, act: AuditAct, besides: LoggedBesides = {}): void {
  const entry = entryOf(staff, act, Date.now())
  const { action, what, sizeBytes } = entry
  log().info({ event: 'audit', staff: staff.id, action, what, sizeBytes, ...besides })
  kept().backlog.add(entry)
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

/** Returns the numbers of this process's entries that wait for the store, and of lost ones. */
export const auditBacklog = (): { waiting: number; lost: number } => kept().backlog.state

/**
 * Reads a page of entries, the newest first.
 *
 * @param from.before - the `nextBefore` of the previous page.
 * @throws StoreUnavailableError
 */
export const readAudit = (
  { before, limit }: { before?: string | undefined; limit: number },
  where: AuditFilter = {},
): Promise<NewestPage<AuditEntry>> => pageOf([kept().list], { before, limit, fits: fitsFilter(where) })

/**
 * Reads all entries, the newest first.
 *
 * @throws StoreUnavailableError
 */
export const auditPages = (where: AuditFilter = {}): AsyncIterable<AuditEntry[]> =>
  partsOf([kept().list], {}, fitsFilter(where))

/** Waits until the store has all entries of this process. It never rejects. */
export const auditSettled = (): Promise<void> => kept().backlog.settled()

/** Returns the entries in the store, and the ones that wait for it. */
function kept() {
  return processSingleton('audit', () => {
    const { maxAgeMs, maxEntries } = config().connectRecords
    const list = store().list('audit', { schema: auditEntrySchema, maxAgeMs, maxEntries })
    // The log still has a line for each act.
    const lines = lineLimit('more audit entries lost', { lines: 1 })
    const onLost = (_entry: AuditEntry, reason: string) => {
      countLostWrite('audit')
      outsideRequests(() => lines.write(() => log().error({ event: 'audit entry lost', reason })))
    }
    const backlog = new Backlog<AuditEntry>({ write: (entry) => list.append(entry), onLost })
    process.once('exit', () => {
      backlog.end()
      lines.end()
    })
    return { list, backlog }
  })
}

/** Notes a look-up, and returns whether this process has not seen it within the last minute. */
function isNewLookUp(key: string): boolean {
  // More than staff make in a minute. Beyond it, a repeat is an entry again. By default, lru-cache keeps the time of a
  // call for a millisecond, with a timer, and the clock that it found when it was loaded.
  const options = { max: 1000, ttl: repeatMs, ttlResolution: 0, perf: { now: () => performance.now() } }
  const noted = processSingleton('look-ups of the last minute', () => new LRUCache<string, true>(options))
  const isNew = !noted.has(key)
  // A page that refreshes by itself is one look-up, so each repeat restarts the minute.
  noted.set(key, true)
  return isNew
}
