import 'server-only'
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { dayInMs } from '@/lib/format'
import { isReadable } from '@/lib/service'
import { Backlog, type BacklogOptions } from '@/lib/store/backlog'
import type { ListEntry, Store, StoredList } from '@/lib/store'
import { walletWays, type WalletWay } from '@/lib/wallets/ways'
import {
  connectSteps,
  matchesFilter,
  isNamed,
  recordOf,
  storedRecordSchema,
  type ConnectCall,
  type ConnectRecord,
  type ConnectStep,
  type RecordDetail,
  type RecordFilter,
  type StoredRecord,
} from './record'

/** Figures cover 30 days. With two extra days, no tally expires while the figures still need it. */
const tallyLifetimeMs = 32 * dayInMs
const pageOfSearch = 1000
const defaultMaxScanned = 20_000
/** How far Redis's clock, which dates the entries of a list, may be behind the clock of an instance. */
const clockToleranceMs = 60 * 60 * 1000
/** How late the backlog may write a record after an outage of the store. */
const maxDelayMs = dayInMs
/** If the store has the same record twice, the copies are at most this many records apart. */
const repeatedWithin = 1000
/** The max number of steps that a search returns, because a user can open the same link many times. */
const maxSteps = 500
/** The key of a mark: `full` if records with users and wallets may exist, `minimal` after their deletion. */
const detailKey = 'connect-records-detail'
/** The steps of a link are at most this far apart, because the app forgets a link after this time. */
const linkMemoryMs = 60 * 60 * 1000
/**
 * A user can repeat a step without a call without limit. In this time, the list keeps one record for each user and
 * problem, so that a user cannot push out the records of others.
 */
const quietMs = 60_000

/** The figures of one day in UTC. */
export interface ConnectDay {
  /** As in `2026-01-31`. */
  day: string
  confirmed: number
  refused: number
  /** Refused presses by reason. */
  reasons: Record<string, number>
  /** How often each other step occurred. */
  steps: Record<ConnectStep['step'], number>
  /** Presses by the way to the wallet, without unused ways. */
  ways: Partial<Record<WalletWay, PressCount>>
  /** Presses by the language of the page, a BCP 47 tag, without unused languages. */
  languages: Record<string, PressCount>
}

/** Presses of Connect that were confirmed or refused. */
export interface PressCount {
  presses: number
  confirmed: number
}

/** A page of a list, the newest record first. */
export interface RecordPage {
  entries: ListEntry<StoredRecord>[]
  /** The `before` of the next page, or undefined at the end of the list. */
  nextBefore: string | undefined
  /** Whether the page ended at the limit of read records. Older records may still match. */
  isCut: boolean
}

export interface ConnectRecords {
  /** Records a call or another step. It returns immediately, never throws, and does not wait for the store. */
  add(what: ConnectCall | ConnectStep): void
  /**
   * Lists the newest presses of Connect first. After a time-out of the store, a press can be listed twice.
   *
   * A filter omits unreadable records, and reads at most 20,000 records for a page. A filter for the outcome of another
   * step, such as `arrived`, lists those steps instead of presses.
   *
   * @param options.before - the `nextBefore` of the previous page.
   * @throws StoreUnavailableError
   */
  newest(options: { limit: number; before?: string | undefined; where?: RecordFilter | undefined }): Promise<RecordPage>
  /**
   * Lists all records, presses and other steps together, the newest first and each once. Pages differ in size and can
   * be empty. It reads the next page on demand, so that memory holds only a few thousand records.
   *
   * @param where - a filter, which omits unreadable records.
   * @throws StoreUnavailableError
   */
  all(where?: RecordFilter): AsyncGenerator<StoredRecord[], void, undefined>
  /**
   * Finds the records that match one of these texts, and the other steps of the same links. It returns at most 500
   * records, the newest first. A text is a code, a request ID, a user ID, or a wallet address or its start or end.
   *
   * @param options.limit - the max number of matching records.
   * @throws StoreUnavailableError
   */
  find(texts: readonly string[], options: { limit: number }): Promise<ListEntry<StoredRecord>[]>
  /**
   * Returns the figures of the last days up to today, in UTC, the oldest first.
   *
   * @param count - at most 31, because older figures expire.
   * @throws StoreUnavailableError
   */
  days(count: number): Promise<ConnectDay[]>
  /**
   * Deletes all records of a user.
   *
   * @returns the number of deleted records.
   * @throws StoreUnavailableError
   */
  forget(userId: string): Promise<number>
  /**
   * Deletes all records with a user or a wallet. It skips the search if a mark shows that there are none.
   *
   * @param options.isLast - whether all instances have stopped writing such records.
   * @returns the number of deleted records.
   * @throws StoreUnavailableError
   */
  deleteFull(options: { isLast: boolean }): Promise<number>
  /** Whether all instances share the records, which then survive a restart. */
  readonly isShared: boolean
  /** The numbers of this process's records that wait for the store, and of lost ones. */
  readonly backlog: { waiting: number; lost: number }
  /** Waits until the store has all records of this process. It never rejects. */
  settled(): Promise<void>
  /** Reports waiting records as lost when the process ends. */
  end(): void
}

/** A record that waits for the store, and its progress. */
interface Pending {
  record: ConnectRecord
  /** The fields that the day's tally counts. */
  counted: string[]
  /** The key of the mark that limits repeated records; null for a record without this limit. */
  quietKey: string | null
  /** Undefined before the store has answered. */
  isKept: boolean | undefined
  isListed: boolean
}

/**
 * Creates the records in a store.
 *
 * @param settings - the detail and the max age of records, and the max number of each kind. `hashKey` is the key of the
 *   hashes that replace users. `maxScanned` limits the records read for one filtered page, by default 20,000. `isErased`
 *   is `isErasedSince`; records of an erased user are counted, but not listed.
 */
export function connectRecords(
  store: Store,
  backlogOptions: Omit<BacklogOptions<unknown>, 'write'>,
  settings: {
    detail: RecordDetail
    maxAgeMs: number
    maxEntries: number
    hashKey: string
    maxScanned?: number
    isErased?: (userId: string, begunAt: number) => Promise<boolean>
  },
  now: () => number = Date.now,
): ConnectRecords {
  const { detail, hashKey, maxScanned = defaultMaxScanned, isErased = async () => false, ...bounds } = settings
  const listOf = (name: string) => store.list(name, { schema: storedRecordSchema, ...bounds })
  // Anyone can open links, and a user can cancel repeatedly. Separate lists keep such steps from pushing out presses.
  const lists = { presses: listOf('connects'), steps: listOf('connect-steps'), arrivals: listOf('connect-arrivals') }
  const allLists = Object.values(lists)
  let isMarked = detail === 'minimal'

  async function write(pending: Pending): Promise<void> {
    const { record, counted, quietKey } = pending
    // A retry must not treat the mark of the first try as another press, nor list the record twice.
    pending.isKept ??= quietKey === null || (await store.setIfAbsent(quietKey, true, { ttlMs: quietMs }))
    if (!pending.isKept) return
    if (!isMarked) await store.set(detailKey, detail, { ttlMs: Infinity })
    isMarked = true
    const { userId, at, durationMs = 0 } = record
    if (userId !== undefined) pending.isListed ||= await isErased(userId, at - durationMs)
    if (!pending.isListed) await lists[kindOf(record)].append(record)
    pending.isListed = true
    if (counted.length > 0) await store.addToTally(tallyKeyOf(record.at), counted, { ttlMs: tallyLifetimeMs })
  }

  /** Returns the key of a repeatable step; null for a step that its user cannot repeat at will. */
  function quietKeyOf(what: ConnectCall | ConnectStep): string | null {
    if ('step' in what ? isLimited(what) : what.attempts > 0) return null
    const who = what.userId === undefined ? `request:${what.requestId}` : `user:${what.userId}`
    const kind = 'step' in what ? `${what.step}:${what.reason}:` : ''
    const key = createHmac('sha256', hashKey).update(`${kind}${who}`).digest('base64url')
    return `connects-quiet:${key}`
  }

  // While the store is unavailable, steps that anyone can cause must not fill the backlog of calls.
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
      const requests = new Set(named.map(({ entry }) => isReadable(entry) && entry.requestId))
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

  /** Returns the range to read for a filter. Only the filter's day limits it. */
  function spanOf({ day }: RecordFilter, before?: string): { before: string | undefined; since: number } {
    if (day === undefined) return { before, since: -Infinity }
    const begin = Date.parse(day)
    // Ids before the epoch are invalid.
    const end = Math.max(begin + dayInMs + maxDelayMs, 0)
    // A list in the process is short, so read it from its beginning.
    const isNewer = before === undefined || timeOfId(before) > end
    return { before: isNewer && store.isShared ? `${end}-0` : before, since: begin - clockToleranceMs }
  }

  async function* allMatching(where: RecordFilter): AsyncGenerator<StoredRecord[], void, undefined> {
    const fits = matchesFilter(where)
    const isWanted = (record: StoredRecord) => (isReadable(record) ? fits(record) : !isSet(where))
    const sources = allLists.map((list) => new Source(list, isWanted, spanOf(where)))
    const isRepeated = repetitions()
    while (!sources.every(({ isOver }) => isOver)) {
      await Promise.all(sources.map((source) => source.fill()))
      const records: StoredRecord[] = []
      // Stop when a list must first read its next page, because that page may have the newest record.
      while (sources.every(({ next, isOver }) => next || isOver)) {
        const [newest] = sources.filter(({ next }) => next).toSorted((one, other) => other.time - one.time)
        const record = newest?.take()
        if (!record) break
        if (!isReadable(record) || !isRepeated(record.id)) records.push(record)
      }
      yield records
    }
  }

  async function remove(fits: (record: ConnectRecord) => boolean): Promise<number> {
    const isToGo = (record: StoredRecord) => isReadable(record) && fits(record)
    return sumOf(await Promise.all(allLists.map((list) => list.remove(isToGo))))
  }
}

/** Checks whether another limit applies to a step: by client address to links, by account to sign-ins. */
const isLimited = ({ step }: ConnectStep) => step === 'arrived' || step === 'signed_in' || step === 'sign_in_failed'

/** Returns the list of a record: presses of Connect with or without a call, steps that need no user, or other steps. */
function kindOf({ outcome }: Pick<ConnectRecord, 'outcome'>): 'presses' | 'arrivals' | 'steps' {
  if (outcome === 'form_refused' || !connectSteps.some((step) => step === outcome)) return 'presses'
  return outcome === 'arrived' || outcome === 'sign_in_failed' ? 'arrivals' : 'steps'
}

/** Returns the fields of the tally for a record. A wait does not count, because the same press continues after it. */
function countedOf(record: ConnectRecord, isSignedIn: boolean): string[] {
  const { outcome, reason } = record
  if (outcome === 'wait') return []
  if (outcome === 'confirmed') return ['confirmed', ...countedGroups(record)]
  if (outcome === 'refused') return ['refused', `reason:${reason}`, ...countedGroups(record)]
  return outcome === 'arrived' && isSignedIn ? ['arrived', 'signed_in'] : [outcome]
}

/**
 * Returns the fields of the tally for a press's way and language. For example, every press in the browser counts in
 * `way:browser`, and a confirm also in `way:browser:confirmed`.
 */
function countedGroups({ outcome, way, language }: ConnectRecord): string[] {
  const groups = [...(way ? [`way:${way}`] : []), ...(language ? [`language:${language}`] : [])]
  return groups.flatMap((group) => (outcome === 'confirmed' ? [group, `${group}:confirmed`] : [group]))
}

const isSet = (where: RecordFilter) => Object.values(where).some((value) => value !== undefined)

/** Reads the time in an entry's id, in milliseconds since the epoch. */
const timeOfId = (id: string) => Number.parseInt(id, 10)

/** Reads the newest matching records of a list, until the page is full or it has read `maxScanned` records. */
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
      if (isReadable(each.entry) && fits(each.entry)) entries.push(each)
      if (entries.length === limit) return { entries, nextBefore: each.id, isCut: false }
    }
    const last = page.at(-1)
    if (!last || page.length < size || last.at < since) return { entries, nextBefore: undefined, isCut: false }
    before = last.id
    scanned += page.length
  }
  return { entries, nextBefore: before, isCut: true }
}

/** Reads a list page by page, and returns it record by record, the newest first. */
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

  /** The next record. Undefined before `fill` has read its page, and at the end. */
  get next(): ListEntry<StoredRecord> | undefined {
    return this.#page[0]
  }

  /** The time at which the step of the next record ended, or the time of an unreadable record's entry. */
  get time(): number {
    if (!this.next) return -Infinity
    const { at, entry } = this.next
    return isReadable(entry) ? entry.at : at
  }

  get isOver(): boolean {
    return this.#isRead && !this.next
  }

  /** Reads the next page if no record of the previous page is left. */
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

/** Returns a function that checks whether it has recently got the same record ID. */
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

/** Finds the matching records of several lists, the newest first. */
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
        fitting.push(...page.filter(({ at, entry }) => at >= since && isReadable(entry) && fits(entry)))
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
    confirmed: tally['confirmed'] ?? 0,
    refused: tally['refused'] ?? 0,
    reasons: Object.fromEntries(reasons),
    steps: Object.fromEntries(steps) as ConnectDay['steps'],
    ways: Object.fromEntries(groupsIn(tally, 'way').filter(([way]) => walletWays.some((known) => known === way))),
    languages: Object.fromEntries(groupsIn(tally, 'language')),
  }
}

/** Reads the presses of a tally by `way` or by `language`. */
function groupsIn(tally: Record<string, number>, kind: 'way' | 'language'): [string, PressCount][] {
  return Object.entries(tally).flatMap(([field, presses]): [string, PressCount][] => {
    const [fieldKind, name, ...more] = field.split(':')
    if (fieldKind !== kind || name === undefined || more.length > 0) return []
    return [[name, { presses, confirmed: tally[`${field}:confirmed`] ?? 0 }]]
  })
}
