import 'server-only'
import { z } from 'zod'
import type { Config } from '@/lib/config'
import { dayInMs } from '@/lib/config/durations'
import { log } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { begunBefore, isErasedSince, pseudonymOf } from '@/lib/store/marks'
import { keptInStore, type KeptInStore, type KeptOptions } from '@/lib/store/kept-in-store'
import { pageOf, partsOf, type Span } from '@/lib/store/newest-first'
import type { ListEntry, Store, StoredList } from '@/lib/store'
import { countedOf, dayOf, tallyKeyOf, tallyLifetimeMs, type ConnectDay } from './days'
import {
  boundsOf,
  connectSteps,
  matchesFilter,
  recordOf,
  connectRecordSchema,
  type ConnectCall,
  type ConnectRecord,
  type ConnectStep,
  type RecordFilter,
} from './record'

/** How many records a page with a filter reads. */
const maxRead = 20_000
/** How far Redis's clock, which dates the entries of a list, may be behind the clock of an instance. */
const clockToleranceMs = 60 * 60 * 1000
/** How late the backlog may write a record after an outage of the store. */
const maxDelayMs = dayInMs
/** The max number of steps that a search returns, because a user can open the same link many times. */
const maxSteps = 500
/** The key of a mark: `full` if records with users and wallets may exist, `minimal` after their deletion. */
const detailKey = 'connect-records-detail'
const tallySchema = z.record(z.string(), z.number())
/** The app forgets a link after this time, so the steps of a link are at most this far apart. */
const linkMemoryMs = 60 * 60 * 1000
/**
 * A user can repeat a step without a call without limit. In this time, the list keeps one record for each user and
 * problem. So a user cannot push out the records of others.
 */
const quietMs = 60_000

/** A record that waits for the store, and its progress. */
interface Pending {
  record: ConnectRecord
  /** When the step began, from `begunBefore`. */
  begunAt: number
  counted: string[]
  /** The key of the mark that limits repeated records; null for a record without this limit. */
  quietKey: string | null
  /** Undefined before the store has answered. */
  isKept?: boolean
}

/** Records with one limit of their number, and the ones that wait for the store. */
interface Kept {
  list: StoredList<ConnectRecord>
  backlog: KeptInStore<Pending>
}

/**
 * The records of the steps of connects. Every method that reads or deletes can throw StoreUnavailableError.
 *
 * Anyone can open links, and a user can cancel repeatedly. Such steps must not push out presses or acts of staff. So
 * those have lists and backlogs of their own, each of at most `maxEntries`.
 */
export class ConnectRecords {
  readonly #presses: Kept
  readonly #steps: Kept
  #isMarked: boolean

  constructor(
    private readonly store: Store,
    private readonly settings: Config['connectRecords'],
    waits: Pick<KeptOptions<unknown>, 'maxBytes' | 'pauseMs'> = {},
  ) {
    const { detail, maxAgeMs, maxEntries } = settings
    // The log still has a line for each attempt.
    const logLost = (_: Pending, reason: string) => log().error({ event: 'connect record lost', reason })
    const lines = lineLimit('more connect records lost', { lines: 1 })
    const kept = (name: string): Kept => {
      const list = store.list(name, { schema: connectRecordSchema, maxAgeMs, maxEntries })
      const write = (pending: Pending) => this.#write(list, pending)
      return { list, backlog: keptInStore({ kind: 'connect_records', write, logLost, lines, ...waits }) }
    }
    this.#presses = kept('connects')
    this.#steps = kept('connect-steps')
    this.#isMarked = detail === 'minimal'
  }

  /** Records a call or another step. `at` is its end, in milliseconds. It returns immediately and never throws. */
  add(what: ConnectCall | ConnectStep, at: number = Date.now()): void {
    const record = recordOf(what, { at, detail: this.settings.detail })
    const counted = countedOf(record, what.userId !== undefined)
    const begunAt = begunBefore(record.durationMs)
    this.#keptOf(record.outcome).backlog.add({ record, begunAt, counted, quietKey: this.#quietKeyOf(what) })
  }

  /**
   * Lists the newest presses first. A filter for another step's outcome, such as `arrived`, lists those steps instead.
   *
   * @param options.before - the `nextBefore` of the previous page.
   */
  newest(options: { limit: number; before?: string | undefined; where?: RecordFilter | undefined }) {
    const { limit, where = {} } = options
    const { list } = this.#keptOf(where.outcome ?? 'confirmed')
    const span = this.#spanOf(where)
    const before = options.before ?? span.before
    return pageOf([list], { ...span, before, limit, fits: matchesFilter(where), maxRead })
  }

  /** Lists presses and other steps together, the newest first. It reads them on demand. */
  all(where: RecordFilter = {}): AsyncIterable<ConnectRecord[]> {
    return partsOf(this.#lists, { ...this.#spanOf(where), timeOf }, matchesFilter(where))
  }

  /**
   * Finds the records that match, and the other steps of the same links: at most 500 records, the newest first.
   *
   * @param options.limit - of matching records.
   */
  async find(isWanted: (record: ConnectRecord) => boolean, { limit }: { limit: number }): Promise<ConnectRecord[]> {
    const first = async (max: number, span: Span<ConnectRecord>, fits: (record: ConnectRecord) => boolean) => {
      return (await pageOf(this.#lists, { ...span, timeOf, limit: max, fits })).rows
    }
    const named = await first(limit, {}, isWanted)
    if (named.length === 0) return []
    const requests = new Set(named.map(({ requestId }) => requestId))
    const since = Math.min(...named.map(({ at }) => at)) - linkMemoryMs - clockToleranceMs
    return first(maxSteps, { since }, ({ requestId }) => requests.has(requestId))
  }

  /**
   * Returns the figures of the last days up to today, in UTC, the oldest first.
   *
   * @param count - at most 31, because older figures expire.
   */
  days(count: number): Promise<ConnectDay[]> {
    const times = Array.from({ length: count }, (_, index) => Date.now() - (count - 1 - index) * dayInMs)
    return Promise.all(times.map(async (at) => dayOf(at, (await this.store.get(tallyKeyOf(at), tallySchema)) ?? {})))
  }

  /** Deletes the records of a user, and returns their number. */
  forget(userId: string): Promise<number> {
    return this.#remove((record) => record.userId === userId)
  }

  /**
   * Deletes all records with a user or a wallet, and returns their number. A mark shows whether there can be any.
   *
   * @param options.isLast - whether all instances have stopped writing such records.
   */
  async deleteFull({ isLast }: { isLast: boolean }): Promise<number> {
    if ((await this.store.get(detailKey, z.string())) === 'minimal') return 0
    const removed = await this.#remove(({ userId, walletAddress }) => (userId ?? walletAddress) !== undefined)
    if (isLast) await this.store.set(detailKey, 'minimal', { ttlMs: Infinity })
    return removed
  }

  async #write(list: StoredList<ConnectRecord>, pending: Pending): Promise<void> {
    const { record, begunAt, counted, quietKey } = pending
    const { store } = this
    // A retry must not treat the mark of the first try as another press. Readers skip the second copy of a record.
    pending.isKept ??= quietKey === null || (await store.setIfAbsent(quietKey, true, { ttlMs: quietMs }))
    if (!pending.isKept) return
    if (!this.#isMarked) await store.set(detailKey, this.settings.detail, { ttlMs: Infinity })
    this.#isMarked = true
    const { userId, at } = record
    // Records of an erased user are counted, but not listed.
    if (userId === undefined || !(await isErasedSince(userId, begunAt))) await list.append(record)
    if (counted.length > 0) await this.#count(tallyKeyOf(at), counted)
  }

  async #count(key: string, counted: readonly string[]): Promise<void> {
    await this.store.update(key, tallySchema, (found) => {
      const value = { ...found }
      for (const name of counted) value[name] = (value[name] ?? 0) + 1
      return { value, ttlMs: tallyLifetimeMs }
    })
  }

  get #lists() {
    return [this.#presses.list, this.#steps.list]
  }

  #keptOf(outcome: ConnectRecord['outcome']): Kept {
    const isPress = outcome === 'form_refused' || !connectSteps.some((step) => step === outcome)
    return isPress ? this.#presses : this.#steps
  }

  /** Returns the key of a repeatable step; null for a step that its user cannot repeat at will. */
  #quietKeyOf(what: ConnectCall | ConnectStep): string | null {
    if ('step' in what ? isLimited(what) : what.attempts > 0) return null
    const who = what.userId === undefined ? `request:${what.requestId}` : `user:${what.userId}`
    const kind = 'step' in what ? `${what.step}:${what.reason}:` : ''
    return `connects-quiet:${pseudonymOf(kind + who)}`
  }

  /** Returns the part of a list to read for a filter. Only the filter's days limit it. */
  #spanOf({ day }: RecordFilter): Span<ConnectRecord> {
    if (day === undefined) return {}
    const { begin, end } = boundsOf(day)
    // Ids before the epoch are invalid. A list in the process is short, so it is read from its beginning.
    const before = this.store.isShared ? `${Math.max(end + maxDelayMs, 0)}-0` : undefined
    return { before, since: begin - clockToleranceMs }
  }

  async #remove(fits: (record: ConnectRecord) => boolean): Promise<number> {
    const [presses = 0, steps = 0] = await Promise.all(this.#lists.map((list) => list.remove(fits)))
    return presses + steps
  }
}

/** The lists are merged by the time of the step. */
const timeOf = ({ entry }: ListEntry<ConnectRecord>) => entry.at

/** Checks whether another limit applies to a step: by client address to links, by account to sign-ins. */
const isLimited = ({ step }: ConnectStep) => step === 'arrived' || step === 'signed_in'
