import 'server-only'
import { config } from '@/lib/config'
import { log, type LogEntry } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { countLostWrite } from '@/lib/metrics'
import { processSingleton } from '@/lib/process-singleton'
import { finishAfterResponse } from '@/lib/request/after-response'
import { outsideRequests } from '@/lib/request/context'
import { store, unlessUnavailable } from '@/lib/store'
import { auditList, type AuditList } from './audit-list'
import {
  auditText,
  entryOf,
  isReadableEntry,
  type AuditAct,
  type AuditEntry,
  type LookUpKind,
  type Staff,
  type StoredAuditEntry,
} from './entry'

export { isReadableEntry, lookUpKinds } from './entry'
export type { AuditEntry, LookUpKind, Staff, StoredAuditEntry } from './entry'

/** How many entries a page has, and how many an export reads at a time. */
const pageEntries = 50
const exportEntries = 500
/** A repeat of a look-up within this time after the last one is a reload or a refresh. */
const repeatMs = 60_000

/** Fields of an audit line beyond its own, without what names a person. */
type LoggedBesides = Omit<LogEntry, 'event' | 'staff' | 'action' | 'what' | 'format' | 'sizeBytes'>

/**
 * Notes what a staff member has done in the console: a line in the log, and an entry for operators. The entry
 * alone has whom it was about. It returns at once and never throws; while the store is unavailable the entry waits.
 *
 * @param besides - what the line has besides.
 */
export function audit(staff: Staff, act: AuditAct, besides: LoggedBesides = {}): void {
  const entry = entryOf(staff, act, Date.now())
  const { action, what, format, sizeBytes } = entry
  log().info({ event: 'audit', staff: staff.id, action, what, format, sizeBytes, ...besides })
  keptEntries().add(entry)
  if (config().app.isOnPlatform) finishAfterResponse(auditSettled())
}

/**
 * Notes that a staff member has looked a person up. The same look-up by the same staff member within a minute after
 * the last is left out. It returns at once and never throws.
 *
 * @param kind - the page.
 * @param text - what was looked for. It is in the entry alone, at most 200 characters of it, and never in the log.
 */
export function auditLookUp(staff: Staff, kind: LookUpKind, text: string): void {
  const about = auditText(text)
  if (isNewLookUp(JSON.stringify([staff.id, kind, about]))) audit(staff, { action: 'look_up', what: kind, about })
}

/** A page of the audit. */
export interface AuditPage {
  /** The newest first. */
  entries: AuditEntry[]
  /** How many of this page another version has written, so that they cannot be shown. */
  unreadable: number
  /** Where the next page goes on; undefined where there is none. */
  nextBefore: string | undefined
  /** Whether all instances see the same entries, and a restart forgets none. */
  isShared: boolean
  /** Entries of this process that are still to be written, and those that could not be. */
  backlog: { waiting: number; lost: number }
}

/**
 * Reads a page of 50 entries, the newest first; null while the store is away.
 *
 * @param options.before - `nextBefore` of the page before.
 */
export function readAudit({ before }: { before?: string | undefined }): Promise<AuditPage | null> {
  return unlessUnavailable(
    async () => {
      const { stored, nextBefore } = await storedPage({ before, limit: pageEntries })
      const { isShared, backlog } = keptEntries()
      const readable = stored.filter(isReadableEntry)
      return { entries: readable, unreadable: stored.length - readable.length, nextBefore, isShared, backlog }
    },
    () => null,
  )
}

/**
 * All entries in pages, the newest first.
 *
 * @throws StoreUnavailableError
 */
export async function* auditPages(): AsyncGenerator<StoredAuditEntry[], void, undefined> {
  let before: string | undefined
  do {
    const { stored, nextBefore } = await storedPage({ before, limit: exportEntries })
    yield stored
    before = nextBefore
  } while (before !== undefined)
}

/** Resolves when no entry of this process waits any more. It never rejects. */
export const auditSettled = (): Promise<void> => keptEntries().settled()

async function storedPage(options: {
  before: string | undefined
  limit: number
}): Promise<{ stored: StoredAuditEntry[]; nextBefore: string | undefined }> {
  const found = await keptEntries().newest(options)
  // One that was written twice is shown once.
  const stored = [...new Map(found.map(({ id, entry }) => [isReadableEntry(entry) ? entry.id : id, entry])).values()]
  return { stored, nextBefore: found.length === options.limit ? found.at(-1)?.id : undefined }
}

function keptEntries(): AuditList {
  return processSingleton('audit', () => {
    const { maxAgeMs, maxEntries } = config().connectRecords
    // What was done has its line in the log all the same.
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

/** Whether a look-up is none that this process has noted or left out within the last minute. */
function isNewLookUp(key: string): boolean {
  // A Map keeps the order of insertion: its first entry is the one whose last repeat is the oldest.
  const noted = processSingleton('look-ups of the last minute', () => new Map<string, number>())
  const now = Date.now()
  for (const [oldest, at] of noted) {
    if (at > now - repeatMs && at <= now) break
    noted.delete(oldest)
  }
  // A page that refreshes by itself is one look-up, however long it stays open: each repeat begins the minute anew.
  const isNew = !noted.delete(key)
  noted.set(key, now)
  return isNew
}
