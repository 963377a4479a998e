import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorName } from '@/lib/log/fields'
import type { lineLimit } from '@/lib/log/line-limit'
import { count, type LostWrite } from '@/lib/metrics'
import { processSingleton } from '@/lib/process-singleton'
import { outsideRequests } from '@/lib/request/context'
import { StoreUnavailableError } from './store'

export interface KeptOptions<Item> {
  /** What the items are, for the metric of lost ones and for `keptState`; undefined for neither. */
  kind?: LostWrite
  /** Writes an item. It may get the same item twice, because a write that timed out may have succeeded. */
  write: (item: Item) => Promise<unknown>
  /** Logs a lost item. `reason` is a short code, or an error's name. */
  logLost: (item: Item, reason: string) => void
  /** Limits these lines. */
  lines?: ReturnType<typeof lineLimit>
  /** The limit for all items together, as JSON. Items above it are lost. @default 8 MiB */
  maxBytes?: number
  /** The pause before the next try. @default 1 s */
  pauseMs?: number
}

/** Items on their way into the store. */
export interface KeptInStore<Item> {
  /** Accepts an item. It returns immediately and never throws. */
  add(item: Item): void
  /** The number of waiting items, and the number of items lost since the process started. */
  readonly state: { waiting: number; lost: number }
  /** Resolves when no item waits. It never rejects. */
  settled(): Promise<void>
  /** Reports all waiting items as lost, as the end of the process does. */
  end(): void
}

/**
 * Writes items to the store in order, for callers that do not wait. While it is away, the items wait in the process.
 */
export function keptInStore<Item>(options: KeptOptions<Item>): KeptInStore<Item> {
  const { kind, write, logLost, lines, maxBytes = 8 * 1024 * 1024, pauseMs = 1000 } = options
  const waiting: { item: Item; bytes: number }[] = []
  let bytesWaiting = 0
  let lost = 0
  /** Undefined if no item waits. */
  let written: Promise<void> | undefined

  function lose(item: Item, reason: string): void {
    lost += 1
    if (kind) count('lost_writes_total', kind)
    const line = () => logLost(item, reason)
    outsideRequests(() => (lines ? lines.write(line) : line()))
  }

  async function writeAll(): Promise<void> {
    for (let next = waiting[0]; next; next = waiting[0]) {
      try {
        await write(next.item)
      } catch (error) {
        if (error instanceof StoreUnavailableError) {
          await sleep(pauseMs, undefined, { ref: false })
          continue
        }
        lose(next.item, errorName(error))
      }
      waiting.shift()
      bytesWaiting -= next.bytes
    }
    written = undefined
  }

  const kept: KeptInStore<Item> = {
    add(item) {
      const bytes = Buffer.byteLength(JSON.stringify(item))
      if (bytesWaiting + bytes > maxBytes) return lose(item, 'full')
      waiting.push({ item, bytes })
      bytesWaiting += bytes
      written ??= writeAll()
    },
    get state() {
      return { waiting: waiting.length, lost }
    },
    settled: async () => written,
    end() {
      for (const { item } of waiting.splice(0)) lose(item, 'the process ended')
      lines?.end()
    },
  }
  keptOfProcess().push({ kind, kept })
  return kept
}

const keptOfProcess = () =>
  processSingleton('kept in store', () => {
    const all: { kind: LostWrite | undefined; kept: Pick<KeptInStore<never>, 'state' | 'settled' | 'end'> }[] = []
    process.once('exit', () => all.forEach(({ kept }) => kept.end()))
    return all
  })

/** Resolves when nothing of this process waits for the store. It never rejects. */
export const keptSettled = async (): Promise<void> =>
  void (await Promise.all(keptOfProcess().map(({ kept }) => kept.settled())))

/** Returns how many items of a kind wait for the store in this process, and how many were lost. */
export function keptState(wanted: LostWrite): KeptInStore<never>['state'] {
  const states = keptOfProcess().flatMap(({ kind, kept }) => (kind === wanted ? [kept.state] : []))
  const sum = (name: 'waiting' | 'lost') => states.reduce((all, state) => all + state[name], 0)
  return { waiting: sum('waiting'), lost: sum('lost') }
}
