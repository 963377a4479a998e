import 'server-only'
import type { ConnectAttempt } from '@/lib/connect/outcome'
import { createHmac } from 'node:crypto'
import { Backlog, type BacklogOptions } from '@/lib/store/backlog'
import type { ListEntry, Store } from '@/lib/store'
import {
  isReadableRecord,
  recordOf,
  storedRecordSchema,
  type ConnectRecord,
  type RecordDetail,
  type StoredRecord,
} from './record'

const dayInMs = 24 * 60 * 60 * 1000
/** Eight days of a week's figures: the oldest one is kept until it is over everywhere. */
const tallyLifetimeMs = 9 * dayInMs
const pageOfSearch = 1000
/**
 * A press that costs no call can be repeated without end. One user's are kept once in so long, so that nobody can push
 * everybody else's attempts out.
 */
const quietMs = 60_000

/** How the attempts of one day in UTC ended. */
export interface ConnectDay {
  /** As in `2026-01-31`. */
  day: string
  connected: number
  refused: number
  /** Those that were refused, by their reason. */
  reasons: Record<string, number>
}

export interface ConnectRecords {
  /** Keeps what is to be kept of an attempt. It returns at once and never throws; nobody waits for the store. */
  add(attempt: ConnectAttempt): void
  /**
   * The newest attempts first. After a time-out of the store one can be there twice.
   *
   * @param options.before - the last id of the page before.
   * @throws StoreUnavailableError
   */
  newest(options: { limit: number; before?: string | undefined }): Promise<ListEntry<StoredRecord>[]>
  /**
   * Those of the attempts that are kept which have one of these texts as code, request id, user id or wallet address,
   * the newest first.
   *
   * @throws StoreUnavailableError
   */
  find(texts: readonly string[], options: { limit: number }): Promise<ListEntry<StoredRecord>[]>
  /**
   * The last days up to today, the oldest first.
   *
   * @throws StoreUnavailableError
   */
  days(count: number): Promise<ConnectDay[]>
  /** Whether all instances see the same attempts, and a restart forgets none. */
  readonly isShared: boolean
  /** Attempts of this process that are still to be written, and those that could not be. */
  readonly backlog: { waiting: number; lost: number }
  /** Resolves when all attempts of this process are written. It never rejects. */
  settled(): Promise<void>
  /** Reports attempts that are still to be written as lost: the process ends. */
  end(): void
}

/** An attempt on its way to the store, and how far it has come. */
interface Pending {
  record: ConnectRecord
  quietKey: string
  /** Undefined until it is known. */
  isKept: boolean | undefined
  isListed: boolean
}

/**
 * @param settings - how much is kept of an attempt, for how long, and how many attempts at most. `hashKey` keys the
 *   hashes that stand for users.
 */
export function connectRecords(
  store: Store,
  backlogOptions: Omit<BacklogOptions<unknown>, 'write'>,
  settings: { detail: RecordDetail; maxAgeMs: number; maxEntries: number; hashKey: string },
  now: () => number = Date.now,
): ConnectRecords {
  const { detail, hashKey, ...bounds } = settings
  const list = store.list('connects', { schema: storedRecordSchema, ...bounds })

  async function write(pending: Pending): Promise<void> {
    const { record, quietKey } = pending
    // A second try must not take the first one's mark for another press, nor list the attempt twice.
    pending.isKept ??= await store.setIfAbsent(quietKey, true, { ttlMs: quietMs })
    if (!pending.isKept) return
    if (!pending.isListed) await list.append(record)
    pending.isListed = true
    const { outcome, reason } = record
    // A wait is no failure: the same press goes on after it.
    if (outcome === 'wait') return
    const fields = outcome === 'connected' ? ['connected'] : ['refused', `reason:${reason}`]
    await store.addToTally(tallyKeyOf(record.at), fields, { ttlMs: tallyLifetimeMs })
  }

  const backlog = new Backlog<Pending>({ ...backlogOptions, write })
  return {
    isShared: store.isShared,
    get backlog() {
      return backlog.state
    },
    add(attempt) {
      backlog.add({
        record: recordOf(attempt, { at: now(), detail }),
        quietKey: quietKeyOf(attempt.userId, hashKey),
        isKept: attempt.attempts > 0 ? true : undefined,
        isListed: false,
      })
    },
    settled: () => backlog.settled(),
    end: () => backlog.end(),
    newest: (options) => list.newest(options),
    async find(texts, { limit }) {
      const found: ListEntry<StoredRecord>[] = []
      let before: string | undefined
      for (;;) {
        const page = await list.newest({ limit: pageOfSearch, before })
        found.push(...page.filter(({ entry }) => isReadableRecord(entry) && isNamed(entry, texts)))
        before = page.at(-1)?.id
        if (page.length < pageOfSearch || found.length >= limit) return found.slice(0, limit)
      }
    },
    async days(count) {
      const keys = Array.from({ length: count }, (_, index) => now() - (count - 1 - index) * dayInMs)
      return Promise.all(keys.map(async (at) => dayOf(at, await store.tally(tallyKeyOf(at)))))
    },
  }
}

const quietKeyOf = (userId: string, hashKey: string) =>
  `connects-quiet:${createHmac('sha256', hashKey).update(`user:${userId}`).digest('base64url')}`

const dayNameOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const tallyKeyOf = (at: number) => `connects:${dayNameOf(at)}`

function isNamed({ code, requestId, userId, walletAddress }: ConnectRecord, texts: readonly string[]): boolean {
  return [code, requestId, userId, walletAddress].some((name) => name !== undefined && texts.includes(name))
}

function dayOf(at: number, tally: Record<string, number>): ConnectDay {
  const reasons = Object.entries(tally).flatMap(([field, count]) => {
    const [, reason] = /^reason:(.+)$/.exec(field) ?? []
    return reason === undefined ? [] : [[reason, count] as const]
  })
  return {
    day: dayNameOf(at),
    connected: tally['connected'] ?? 0,
    refused: tally['refused'] ?? 0,
    reasons: Object.fromEntries(reasons),
  }
}
