import 'server-only'
import { createHmac } from 'node:crypto'
import { Backlog, type BacklogOptions } from '@/lib/store/backlog'
import type { ListEntry, Store, StoredList } from '@/lib/store'
import {
  connectSteps,
  isNamed,
  isReadableRecord,
  recordOf,
  storedRecordSchema,
  type ConnectCall,
  type ConnectRecord,
  type ConnectStep,
  type RecordDetail,
  type StoredRecord,
} from './record'

const dayInMs = 24 * 60 * 60 * 1000
/** Eight days of a week's figures: the oldest one is kept until it is over everywhere. */
const tallyLifetimeMs = 9 * dayInMs
const pageOfSearch = 1000
/** The steps of one link lie no further apart than a link is remembered. */
const linkMemoryMs = 60 * 60 * 1000
/**
 * A step that costs no call can be repeated without end. One user's are kept once in so long, so that they cannot push
 * other users' records out.
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
   * @param options.before - the last id of the page before.
   * @throws StoreUnavailableError
   */
  newest(options: { limit: number; before?: string | undefined }): Promise<ListEntry<StoredRecord>[]>
  /**
   * The records that one of these texts names, and all other steps of the same links, the newest first. A text is a code,
   * a request ID, a user ID, a wallet address or an end of one.
   *
   * @param options.limit - of the records that are named.
   * @throws StoreUnavailableError
   */
  find(texts: readonly string[], options: { limit: number }): Promise<ListEntry<StoredRecord>[]>
  /**
   * The last days up to today, the oldest first.
   *
   * @throws StoreUnavailableError
   */
  days(count: number): Promise<ConnectDay[]>
  /**
   * Deletes all records of a user; without one, all that have a user or a wallet.
   *
   * @returns how many were deleted.
   * @throws StoreUnavailableError
   */
  forget(userId?: string): Promise<number>
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
 * @param settings - how much is kept of a step, for how long, and how many records at most: of presses, and of other
 *   steps. `hashKey` keys the hashes that stand for users.
 */
export function connectRecords(
  store: Store,
  backlogOptions: Omit<BacklogOptions<unknown>, 'write'>,
  settings: { detail: RecordDetail; maxAgeMs: number; maxEntries: number; hashKey: string },
  now: () => number = Date.now,
): ConnectRecords {
  const { detail, hashKey, ...bounds } = settings
  const presses = store.list('connects', { schema: storedRecordSchema, ...bounds })
  // Anyone can open links. In a list of their own, they push out no press.
  const steps = store.list('connect-steps', { schema: storedRecordSchema, ...bounds })
  const lists = [presses, steps]

  async function write(pending: Pending): Promise<void> {
    const { record, counted, quietKey } = pending
    // A second try must not take the first one's mark for another press, nor list the record twice.
    pending.isKept ??= quietKey === null || (await store.setIfAbsent(quietKey, true, { ttlMs: quietMs }))
    if (!pending.isKept) return
    if (!pending.isListed) await (isPress(record) ? presses : steps).append(record)
    pending.isListed = true
    if (counted.length > 0) await store.addToTally(tallyKeyOf(record.at), counted, { ttlMs: tallyLifetimeMs })
  }

  /** The key under which a repeated step is known; null for a step that its user cannot repeat at will. */
  function quietKeyOf(what: ConnectCall | ConnectStep): string | null {
    const { userId } = what
    if (userId === undefined || ('step' in what ? isLimited(what) : what.attempts > 0)) return null
    const kind = 'step' in what ? `${what.step}:${what.reason}:` : ''
    return `connects-quiet:${createHmac('sha256', hashKey).update(`${kind}user:${userId}`).digest('base64url')}`
  }

  // What anyone can cause must not take the room of calls while the store is unavailable.
  const backlogs = {
    calls: new Backlog<Pending>({ ...backlogOptions, write }),
    steps: new Backlog<Pending>({ ...backlogOptions, write }),
  }
  return {
    isShared: store.isShared,
    get backlog() {
      const { calls, steps: others } = backlogs
      return { waiting: calls.state.waiting + others.state.waiting, lost: calls.state.lost + others.state.lost }
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
      backlogs['step' in what ? 'steps' : 'calls'].add(pending)
    },
    async settled() {
      await Promise.all([backlogs.calls.settled(), backlogs.steps.settled()])
    },
    end() {
      for (const backlog of Object.values(backlogs)) backlog.end()
    },
    newest: (options) => presses.newest(options),
    async find(texts, { limit }) {
      const named = await findIn(lists, (record) => isNamed(record, texts), { limit })
      const [newest, oldest] = [named.at(0), named.at(-1)]
      if (!newest || !oldest) return []
      const requests = new Set(named.map(({ entry }) => isReadableRecord(entry) && entry.requestId))
      return findIn(lists, ({ requestId }) => requests.has(requestId), {
        before: `${newest.at + linkMemoryMs}-0`,
        since: oldest.at - linkMemoryMs,
      })
    },
    async days(count) {
      const keys = Array.from({ length: count }, (_, index) => now() - (count - 1 - index) * dayInMs)
      return Promise.all(keys.map(async (at) => dayOf(at, await store.tally(tallyKeyOf(at)))))
    },
    async forget(userId) {
      const isOf = (record: StoredRecord) => {
        if (!isReadableRecord(record)) return false
        if (userId !== undefined) return record.userId === userId
        return record.userId !== undefined || record.walletAddress !== undefined
      }
      const removed = await Promise.all(lists.map((list) => list.remove(isOf)))
      return removed.reduce((sum, each) => sum + each, 0)
    },
  }
}

/** Whether a step is limited elsewhere: links by client address, sign-ins by account. */
const isLimited = ({ step }: ConnectStep) => step === 'arrived' || step === 'signed_in' || step === 'sign_in_failed'

/** A press of Connect, whether or not the service was asked. */
const isPress = ({ outcome }: ConnectRecord) =>
  outcome === 'form_refused' || !connectSteps.some((step) => step === outcome)

/** A wait is no failure: the same press goes on after it. */
function countedOf({ outcome, reason }: ConnectRecord, isSignedIn: boolean): string[] {
  if (outcome === 'wait') return []
  if (outcome === 'refused') return ['refused', `reason:${reason}`]
  return outcome === 'arrived' && isSignedIn ? ['arrived', 'signed_in'] : [outcome]
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
  }
}
