import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorName } from '@/lib/log/fields'
import type { lineLimit } from '@/lib/log/line-limit'
import { countLostWrite } from '@/lib/metrics'
import { processSingleton } from '@/lib/process-singleton'
import { outsideRequests } from '@/lib/request/context'
import { StoreUnavailableError } from './store'

export interface KeptOptions<Item> {
  /** Writes an item. It may get the same item twice, because a write that timed out may have succeeded. */
  write: (item: Item) => Promise<unknown>
  /** Logs a lost item. `reason` is a short code, or an error's name. */
  logLost: (item: Item, reason: string) => void
  /** Limits these lines. */
  lines?: ReturnType<typeof lineLimit>
  /** The kind of data by which the metrics count lost items; undefined if they do not. */
  metric?: Parameters<typeof countLostWrite>[0]
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
 * Writes items to the store in order, for callers that do not wait. While the store is unavailable, the items wait in
 * the process.
 */
export function keptInStore<Item>(options: KeptOptions<Item>): KeptInStore<Item> {
  const { write, logLost, lines, metric, maxBytes = 8 * 1024 * 1024, pauseMs = 1000 } = options
  const waiting: { item: Item; bytes: number }[] = []
  let bytesWaiting = 0
  let lost = 0
  /** Resolves when no item waits. Undefined if none waits. */
  let written: Promise<void> | undefined

  function lose(item: Item, reason: string): void {
    lost += 1
    if (metric) countLostWrite(metric)
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

  function end(): void {
    for (const { item } of waiting.splice(0)) lose(item, 'the process ended')
    lines?.end()
  }
  endsOfProcess().add(end)

  return {
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
    end,
  }
}

/** Returns what runs when the process ends. */
const endsOfProcess = () =>
  processSingleton('ends of the process', () => {
    const ends = new Set<() => void>()
    process.once('exit', () => ends.forEach((end) => end()))
    return ends
  })
