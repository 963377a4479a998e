import 'server-only'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { config } from '@/lib/config'
import { log, type LogEntry } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { processSingleton } from '@/lib/process-singleton'
import { finishAfterResponse } from '@/lib/request/after-response'
import { searchForm, unseen } from '@/lib/format'
import { store } from '@/lib/store'
import { keptInStore, keptSettled } from '@/lib/store/kept-in-store'
import { pageOf, partsOf, type NewestPage } from '@/lib/store/newest-first'

export interface Staff {
  id: string
  name: string
}

export const auditActions = ['export', 'upload', 'key_check', 'look_up', 'forget', 'send_again'] as const

/** The pages on which staff look up persons. */
export const lookUpKinds = ['user', 'connect', 'wallet', 'balance', 'search', 'user_bolts'] as const
export type LookUpKind = (typeof lookUpKinds)[number]

/**
 * An act of a staff member, for example:
 *
 *     { "id": "3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a5f", "at": 1767139200000, "staffId": "staff-1", "staffName": "Ada",
 *       "action": "look_up", "what": "connect", "about": "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU" }
 */
const auditEntrySchema = z.object({
  /** Random. If the store has the same entry twice, both copies have the same ID. */
  id: z.string(),
  /** In milliseconds since the epoch. */
  at: z.number(),
  staffId: z.string(),
  staffName: z.string(),
  action: z.enum(auditActions),
  /**
   * The name of an export, the ID of a batch or a message, a verdict, or the page of a look-up. It never names a
   * person, so that the log can contain it.
   */
  what: z.string().optional(),
  /** A user ID, a wallet address, or the text of a search. */
  about: z.string().optional(),
  /** Of an upload. */
  sizeBytes: z.number().optional(),
})

export type AuditEntry = z.output<typeof auditEntrySchema>

export type AuditAct = Omit<AuditEntry, 'id' | 'at' | 'staffId' | 'staffName'>

export interface AuditFilter {
  action?: AuditEntry['action'] | undefined
  /** A part of the name or the ID of the staff member, or of the person that the act is about, in any case. */
  person?: string | undefined
}

/** Undefined for a filter without a part. */
function fitsFilter({ action, person }: AuditFilter): ((entry: AuditEntry) => boolean) | undefined {
  if (action === undefined && person === undefined) return undefined
  const wanted = searchForm(person ?? '')
  const has = (text = '') => searchForm(text).includes(wanted)
  return (entry) =>
    (action === undefined || entry.action === action) &&
    (has(entry.staffName) || has(entry.staffId) || has(entry.about))
}

/** Far longer than any ID, wallet address or code. */
const maxTextLength = 200

/** Replaces characters that are invisible, reorder the row or break it by codes (`\u{202e}`), so that texts differ. */
const withCodes = (text?: string) =>
  text?.replace(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16).padStart(4, '0')}}`)

/** A repeated look-up within this time is a reload or a refresh. */
const repeatMs = 60_000

/**
 * Records an act of a staff member as a log line and as an entry for operators. The entry waits while the store is
 * unavailable. Only the entry names the person that the act is about. It returns immediately and never throws.
 *
 * @param besides - other fields of the line. They must not name a person.
 */
export function audit(staff: Staff, act: AuditAct, besides: Omit<LogEntry, 'event'> = {}): void {
  const { action, sizeBytes } = act
  const what = withCodes(act.what)
  // Cut, because a person may have typed it.
  const about = withCodes(act.about?.slice(0, maxTextLength))
  log().info({ event: 'audit', staff: staff.id, action, what, sizeBytes, ...besides })
  const head = { id: crypto.randomUUID(), at: Date.now(), staffId: staff.id, staffName: staff.name }
  kept().backlog.add({ ...head, action, what, about, sizeBytes })
  if (config().app.isOnPlatform) finishAfterResponse(keptSettled())
}

/**
 * Records that a staff member has looked up a person, unless they did the same look-up in the last minute. It returns
 * immediately and never throws.
 *
 * @param text - the text of the search. Only the entry contains it, cut to 200 characters. The log never does.
 */
export function auditLookUp(staff: Staff, kind: LookUpKind, text: string): void {
  const key = JSON.stringify([staff.id, kind, text])
  // A repeat beyond the limit is an entry again. The limit is more than staff make in a minute. By default, lru-cache
  // keeps the time of a call for a millisecond, with a timer, and the clock that it found when it was loaded.
  const options = { max: 1000, ttl: repeatMs, ttlResolution: 0, perf: { now: () => performance.now() } }
  const noted = processSingleton('look-ups of the last minute', () => new LRUCache<string, true>(options))
  if (!noted.has(key)) audit(staff, { action: 'look_up', what: kind, about: text })
  // A page that refreshes by itself is one look-up, so each repeat restarts the minute.
  noted.set(key, true)
}

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

/** Reads all entries, the newest first. @throws StoreUnavailableError */
export const auditPages = (where: AuditFilter = {}): AsyncIterable<AuditEntry[]> =>
  partsOf([kept().list], {}, fitsFilter(where))

function kept() {
  return processSingleton('audit', () => {
    const { maxAgeMs, maxEntries } = config().connectRecords
    const list = store().list('audit', { schema: auditEntrySchema, maxAgeMs, maxEntries })
    const backlog = keptInStore<AuditEntry>({
      kind: 'audit',
      write: (entry) => list.append(entry),
      // The log still has a line for each act.
      logLost: (_, reason) => log().error({ event: 'audit entry lost', reason }),
      lines: lineLimit('more audit entries lost', { lines: 1 }),
    })
    return { list, backlog }
  })
}
