import 'server-only'
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { Backlog, type BacklogOptions } from '@/lib/store/backlog'
import type { ListEntry, Store, StoredList } from '@/lib/store'
import { walletWays, type WalletWay } from '@/lib/wallets/ways'
import {
  connectSteps,
  dayInMs,
  matchesFilter,
  isNamed,
  isReadableRecord,
  recordOf,
  storedRecordSchema,
  type ConnectCall,
  type ConnectRecord,
  type ConnectStep,
  type RecordDetail,
  type RecordFilter,
  type StoredRecord,
} from './record'

/** Figures go back 30 days; two more keep a day until it has ended everywhere. */
const tallyLifetimeMs = 32 * dayInMs
const pageOfSearch = 1000
const defaultMaxScanned = 20_000
/** How far Redis's clock, which dates the entries of a list, may be behind that of an instance. */
const clockToleranceMs = 60 * 60 * 1000
/** How long after its step a record may come into its list, since the store was away. */
const maxDelayMs = dayInMs
/** A record that was written twice is there twice within so many records. */
const repeatedWithin = 1000
/** Steps that are found at most: whoever opens their own link again and again makes no page longer. */
const maxSteps = 500
/** Whether records with users and wallets may be kept: `full`, or `minimal` once they were deleted. */
const detailKey = 'connect-records-detail'
/** The steps of one link lie no further apart than a link is remembered. */
const linkMemoryMs = 60 * 60 * 1000
/**
 * A step that costs no call can be repeated without end. One record in this time is kept for each user and problem, so
 * that one user cannot push the records of others out.
 */
const quietMs = 60_000

/** How the connects of one day in UTC went. */
export interface ConnectDay {
  /** As in `2026-01-31`. */
  day: string
  confirmed: number
  refused: number
  /** Those that were refused, by their reason. */
  reasons: Record<string, number>
  /** How often each other step was taken. */
  steps: Record<ConnectStep['step'], number>
  /** By how the wallet was reached: only ways that occur. Days that an earlier version counted have none. */
  ways: Partial<Record<WalletWay, PressCount>>
  /** By the language of the page, a BCP 47 tag: only languages that occur, as with ways. */
  languages: Record<string, PressCount>
}

/** Presses of Connect that the service has confirmed or that were refused. */
export interface PressCount {
  presses: number
  confirmed: number
}

/** A page of a list, the newest record first. */
export interface RecordPage {
  entries: ListEntry<StoredRecord>[]
  /** The `before` of the next page; undefined at the end of the list. */
  nextBefore: string | undefined
  /** Whether the page ends where it does because enough was read for one page. Older records may still fit. */
  isCut: boolean
}

export interface ConnectRecords {
  /**
   * Keeps what is to be kept of a call or of another step. It returns at once and never throws; nothing waits for the
   * store.
   */
  add(what: ConnectCall | ConnectStep): void
  /**
   * The newest presses of Connect first. After a time-out of the store one can be there twice.
   *
   * A filter leaves out records that cannot be read, and reads 20,000 records at most for a page. A filter for an outcome
   * of another step, such as `arrived`, lists those steps in place of presses.
   *
   * @param options.before - the `nextBefore` of the page before.
   * @throws StoreUnavailableError
   */
  newest(options: { limit: number; before?: string | undefined; where?: RecordFilter | undefined }): Promise<RecordPage>
  /**
   * All records, presses and other steps together, the newest first, in pages of any size, empty ones too. Each record
   * is there once. It reads on as it is asked for the next page, and has some thousand records in memory.
   *
   * @param where - a filter leaves records out that cannot be read.
   * @throws StoreUnavailableError
   */
  all(where?: RecordFilter): AsyncGenerator<StoredRecord[], void, undefined>
  /**
   * The records that one of these texts names and the other steps of the same links, the newest 500 first. A text is a
   * code, a request ID, a user ID, a wallet address or an end of one.
   *
   * @param options.limit - of the records that are named.
   * @throws StoreUnavailableError
   */
  find(texts: readonly string[], options: { limit: number }): Promise<ListEntry<StoredRecord>[]>
  /**
   * The last days up to today, in UTC, the oldest first.
   *
   * @param count - 31 at most: older days are forgotten.
   * @throws StoreUnavailableError
   */
  days(count: number): Promise<ConnectDay[]>
  /**
   * Deletes all records of a user.
   *
   * @returns how many were deleted.
   * @throws StoreUnavailableError
   */
  forget(userId: string): Promise<number>
  /**
   * Deletes all records with a user or a wallet, unless it is known that there are none.
   *
   * @param options.isLast - whether no instance writes such records any more.
   * @returns how many were deleted.
   * @throws StoreUnavailableError
   */
  deleteFull(options: { isLast: boolean }): Promise<number>
  /** Whether all instances see the same records, and a restart forgets none. */
  readonly isShared: boolean
  /** Records of this process that are still to be written, and those that could not be. */
  readonly backlog: { waiting: number; lost: number }
  /** Resolves when all records of this process are written. It never rejects. */
  settled(): Promise<void>
  /** Reports records that are still to be written as lost: the process ends. */
  end(): void
}

/** A record on its way to the store, and how far it has come. */
interface Pending {
  record: ConnectRecord
  /** What the day's tally counts. */
  counted: string[]
  /** Null for what is always kept. */
  quietKey: string | null
  /** Undefined until it is known. */
  isKept: boolean | undefined
  isListed: boolean
}

/**
 * @param settings - how much is kept of a step, for how long, and how many records of each kind at most. `hashKey` keys
 *   the hashes that stand for users. `maxScanned` is how many records are read for one filtered page; by default 20,000.
 */
export function connectRecords(
  store: Store,
  backlogOptions: Omit<BacklogOptions<unknown>, 'write'>,
  settings: { detail: RecordDetail; maxAgeMs: number; maxEntries: number; hashKey: string; maxScanned?: number },
  now: () => number = Date.now,
): ConnectRecords {
  const { detail, hashKey, maxScanned = defaultMaxScanned, ...bounds } = settings
  const listOf = (name: string) => store.list(name, { schema: storedRecordSchema, ...bounds })
  // Anyone can open links, and a user can cancel again and again. In lists of their own, such steps push out no press.
  const lists = { presses: listOf('connects'), steps: listOf('connect-steps'), arrivals: listOf('connect-arrivals') }
  const allLists = Object.values(lists)
  let isMarked = detail === 'minimal'

  async function write(pending: Pending): Promise<void> {
    const { record, counted, quietKey } = pending
    // A second try must not take the first one's mark for another press, nor list the record twice.
    pending.isKept ??= quietKey === null || (await store.setIfAbsent(quietKey, true, { ttlMs: quietMs }))
    if (!pending.isKept) return
    if (!isMarked) await store.set(detailKey, detail, { ttlMs: Infinity })
    isMarked = true
    if (!pending.isListed) await lists[kindOf(record)].append(record)
    pending.isListed = true
    if (counted.length > 0) await store.addToTally(tallyKeyOf(record.at), counted, { ttlMs: tallyLifetimeMs })
  }

  /** The key under which a repeated step is known; null for a step that its user cannot repeat at will. */
  function quietKeyOf(what: ConnectCall | ConnectStep): string | null {
    if ('step' in what ? isLimited(what) : what.attempts > 0) return null
    const who = what.userId === undefined ? `request:${what.requestId}` : `user:${what.userId}`
    const kind = 'step' in what ? `${what.step}:${what.reason}:` : ''
    const key = createHmac('sha256', hashKey).update(`${kind}${who}`).digest('base64url')
    return `connects-quiet:${key}`
  }

  // What anyone can cause must not take the room of calls while the store is unavailable.
  const newBacklog = () => new Backlog<Pending>({ ...backlogOptions, write })
  const backlogs = { presses: newBacklog(), steps: newBacklog(), arrivals: newBacklog() }
  const allBacklogs = Object.values(backlogs)
  const sumOf = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0)
  return {
    isShared: store.isShared,
    get backlog() {
      const states = allBacklogs.map(({ state }) => state)
      return { waiting: sumOf(states.map(({ waiting }) => waiting)), lost: sumOf(states.map(({ lost }) => lost)) }
    },
    add(what) {
      const record = recordOf(what, { at: now(), detail })
      const pending = {
        record,
        counted: countedOf(record, what.userId !== undefined),
        quietKey: quietKeyOf(what),
        isKept: undefined,
        isListed: false,
      }
      backlogs[kindOf(record)].add(pending)
    },
    async settled() {
      await Promise.all(allBacklogs.map((backlog) => backlog.settled()))
    },
    end() {
      for (const backlog of allBacklogs) backlog.end()
    },
    async newest({ limit, before, where = {} }) {
      const list = where.outcome === undefined ? lists.presses : lists[kindOf({ outcome: where.outcome })]
      if (!isSet(where)) {
        const entries = await list.newest({ limit, before })
        return { entries, nextBefore: entries.length < limit ? undefined : entries.at(-1)?.id, isCut: false }
      }
      const { since, before: start } = spanOf(where, before)
      return newestMatching(list, matchesFilter(where), { limit, before: start, since, maxScanned })
    },
    all: (where = {}) => allMatching(where),
    async find(texts, { limit }) {
      const named = await findIn(allLists, (record) => isNamed(record, texts), { limit })
      const [newest, oldest] = [named.at(0), named.at(-1)]
      if (!newest || !oldest) return []
      const requests = new Set(named.map(({ entry }) => isReadableRecord(entry) && entry.requestId))
      return findIn(allLists, ({ requestId }) => requests.has(requestId), {
        limit: maxSteps,
        before: `${newest.at + linkMemoryMs}-0`,
        since: oldest.at - linkMemoryMs,
      })
    },
    async days(count) {
      const keys = Array.from({ length: count }, (_, index) => now() - (count - 1 - index) * dayInMs)
      return Promise.all(keys.map(async (at) => dayOf(at, await store.tally(tallyKeyOf(at)))))
    },
    forget: (userId) => remove((record) => record.userId === userId),
    async deleteFull({ isLast }) {
      if ((await store.get(detailKey, z.string())) === 'minimal') return 0
      const removed = await remove(({ userId, walletAddress }) => userId !== undefined || walletAddress !== undefined)
      if (isLast) await store.set(detailKey, 'minimal', { ttlMs: Infinity })
      return removed
    },
  }

  /** Where reading for a filter begins and ends. Only the day of a filter says it. */
  function spanOf({ day }: RecordFilter, before?: string): { before: string | undefined; since: number } {
    if (day === undefined) return { before, since: -Infinity }
    const begin = Date.parse(day)
    // An entry has no id before the epoch.
    const end = Math.max(begin + dayInMs + maxDelayMs, 0)
    // A list of the process is short enough to be read from its beginning.
    const isNewer = before === undefined || timeOfId(before) > end
    return { before: isNewer && store.isShared ? `${end}-0` : before, since: begin - clockToleranceMs }
  }

  async function* allMatching(where: RecordFilter): AsyncGenerator<StoredRecord[], void, undefined> {
    const fits = matchesFilter(where)
    const isWanted = (record: StoredRecord) => (isReadableRecord(record) ? fits(record) : !isSet(where))
    const sources = allLists.map((list) => new Source(list, isWanted, spanOf(where)))
    const isRepeated = repetitions()
    while (!sources.every(({ isOver }) => isOver)) {
      await Promise.all(sources.map((source) => source.fill()))
      const records: StoredRecord[] = []
      // The next record of a list whose next page is still to be read may be newer than those of the others.
      while (sources.every(({ next, isOver }) => next || isOver)) {
        const [newest] = sources.filter(({ next }) => next).toSorted((one, other) => other.time - one.time)
        const record = newest?.take()
        if (!record) break
        if (!isReadableRecord(record) || !isRepeated(record.id)) records.push(record)
      }
      yield records
    }
  }

  async function remove(fits: (record: ConnectRecord) => boolean): Promise<number> {
    const isToGo = (record: StoredRecord) => isReadableRecord(record) && fits(record)
    return sumOf(await Promise.all(allLists.map((list) => list.remove(isToGo))))
  }
}

/** Whether a step is limited elsewhere: links by client address, sign-ins by account. */
const isLimited = ({ step }: ConnectStep) => step === 'arrived' || step === 'signed_in' || step === 'sign_in_failed'

/** Presses of Connect, whether or not the service was asked; what needs no user; and all other steps. */
function kindOf({ outcome }: Pick<ConnectRecord, 'outcome'>): 'presses' | 'arrivals' | 'steps' {
  if (outcome === 'form_refused' || !connectSteps.some((step) => step === outcome)) return 'presses'
  return outcome === 'arrived' || outcome === 'sign_in_failed' ? 'arrivals' : 'steps'
}

/** A wait is no failure: the same press goes on after it. */
function countedOf(record: ConnectRecord, isSignedIn: boolean): string[] {
  const { outcome, reason } = record
  if (outcome === 'wait') return []
  if (outcome === 'confirmed') return ['confirmed', ...countedGroups(record)]
  if (outcome === 'refused') return ['refused', `reason:${reason}`, ...countedGroups(record)]
  return outcome === 'arrived' && isSignedIn ? ['arrived', 'signed_in'] : [outcome]
}

/** The press by its way and by its language: `way:browser` is of every press, `way:browser:confirmed` of a confirm. */
function countedGroups({ outcome, way, language }: ConnectRecord): string[] {
  const groups = [...(way ? [`way:${way}`] : []), ...(language ? [`language:${language}`] : [])]
  return groups.flatMap((group) => (outcome === 'confirmed' ? [group, `${group}:confirmed`] : [group]))
}

const isSet = (where: RecordFilter) => Object.values(where).some((value) => value !== undefined)

/** The time in an entry's id, in milliseconds since the epoch. */
const timeOfId = (id: string) => Number.parseInt(id, 10)

/** The newest records of a list that fit, until there are enough of them or enough was read. */
async function newestMatching(
  list: StoredList<StoredRecord>,
  fits: (record: ConnectRecord) => boolean,
  options: { limit: number; before: string | undefined; since: number; maxScanned: number },
): Promise<RecordPage> {
  const { limit, since, maxScanned } = options
  const entries: ListEntry<StoredRecord>[] = []
  let { before } = options
  for (let scanned = 0; scanned < maxScanned;) {
    const size = Math.min(pageOfSearch, maxScanned - scanned)
    const page = await list.newest({ limit: size, before })
    for (const each of page) {
      if (isReadableRecord(each.entry) && fits(each.entry)) entries.push(each)
      if (entries.length === limit) return { entries, nextBefore: each.id, isCut: false }
    }
    const last = page.at(-1)
    if (!last || page.length < size || last.at < since) return { entries, nextBefore: undefined, isCut: false }
    before = last.id
    scanned += page.length
  }
  return { entries, nextBefore: before, isCut: true }
}

/** A list that is read a page at a time and taken a record at a time, the newest first. */
class Source {
  #page: ListEntry<StoredRecord>[] = []
  #before: string | undefined
  readonly #since: number
  #isRead = false

  constructor(
    private readonly list: StoredList<StoredRecord>,
    private readonly isWanted: (record: StoredRecord) => boolean,
    { before, since }: { before: string | undefined; since: number },
  ) {
    this.#before = before
    this.#since = since
  }

  /** The next record; undefined where a page has to be read first, and at the end. */
  get next(): ListEntry<StoredRecord> | undefined {
    return this.#page[0]
  }

  /** When the step of the next record ended; when the record was written, if it cannot be read. */
  get time(): number {
    if (!this.next) return -Infinity
    const { at, entry } = this.next
    return isReadableRecord(entry) ? entry.at : at
  }

  get isOver(): boolean {
    return this.#isRead && !this.next
  }

  /** Reads the next page, where no record of the one before is left. */
  async fill(): Promise<void> {
    if (this.#isRead || this.next) return
    const page = await this.list.newest({ limit: pageOfSearch, before: this.#before })
    const last = page.at(-1)
    this.#isRead = !last || page.length < pageOfSearch || last.at < this.#since
    this.#before = last?.id
    this.#page = page.filter(({ entry }) => this.isWanted(entry))
  }

  take(): StoredRecord | undefined {
    return this.#page.shift()?.entry
  }
}

/** Makes a check that says whether a record was among the last ones already. */
function repetitions(): (id: string) => boolean {
  const last = new Set<string>()
  return (id) => {
    if (last.has(id)) return true
    last.add(id)
    const [oldest] = last
    if (last.size > repeatedWithin && oldest !== undefined) last.delete(oldest)
    return false
  }
}

/** The records of several lists that fit, the newest first. */
async function findIn(
  lists: readonly StoredList<StoredRecord>[],
  fits: (record: ConnectRecord) => boolean,
  options: { limit?: number; before?: string; since?: number },
): Promise<ListEntry<StoredRecord>[]> {
  const { limit = Infinity, before: start, since = -Infinity } = options
  const found = await Promise.all(
    lists.map(async (list) => {
      const fitting: ListEntry<StoredRecord>[] = []
      let before = start
      for (;;) {
        const page = await list.newest({ limit: pageOfSearch, before })
        const isEnd = page.length < pageOfSearch || (page.at(-1)?.at ?? 0) < since
        fitting.push(...page.filter(({ at, entry }) => at >= since && isReadableRecord(entry) && fits(entry)))
        if (isEnd || fitting.length >= limit) return fitting
        before = page.at(-1)?.id
      }
    }),
  )
  const newestFirst = found.flat().toSorted((one, other) => other.at - one.at)
  return newestFirst.slice(0, limit)
}

const dayNameOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const tallyKeyOf = (at: number) => `connects:${dayNameOf(at)}`

function dayOf(at: number, tally: Record<string, number>): ConnectDay {
  const reasons = Object.entries(tally).flatMap(([field, count]) => {
    const [, reason] = /^reason:(.+)$/.exec(field) ?? []
    return reason === undefined ? [] : [[reason, count] as const]
  })
  const steps = connectSteps.map((step) => [step, tally[step] ?? 0])
  return {
    day: dayNameOf(at),
    // Versions before 1.0.0 counted confirms by another name.
    confirmed: (tally['confirmed'] ?? 0) + (tally['connected'] ?? 0),
    refused: tally['refused'] ?? 0,
    reasons: Object.fromEntries(reasons),
    steps: Object.fromEntries(steps) as ConnectDay['steps'],
    ways: Object.fromEntries(groupsIn(tally, 'way').filter(([way]) => walletWays.some((known) => known === way))),
    languages: Object.fromEntries(groupsIn(tally, 'language')),
  }
}

/** The presses of a tally by `way` or by `language`. */
function groupsIn(tally: Record<string, number>, kind: 'way' | 'language'): [string, PressCount][] {
  return Object.entries(tally).flatMap(([field, presses]): [string, PressCount][] => {
    const [fieldKind, name, ...more] = field.split(':')
    if (fieldKind !== kind || name === undefined || more.length > 0) return []
    return [[name, { presses, confirmed: tally[`${field}:confirmed`] ?? 0 }]]
  })
}
