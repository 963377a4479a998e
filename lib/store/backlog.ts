import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorName } from '@/lib/log/error-name'
import { StoreUnavailableError } from './store'

const defaultMaxBytes = 8 * 1024 * 1024
const defaultPauseMs = 1000

export interface BacklogOptions<Item> {
  /** Writes an item. It may get the same item twice, because a write that timed out may have succeeded. */
  write: (item: Item) => Promise<unknown>
  /** The limit for all items together, as JSON. The backlog loses items above it. @default 8 MiB */
  maxBytes?: number
  /** The pause before the next try. @default 1 s */
  pauseMs?: number
  /** Called for each lost item. `reason` is a short code, or an error's name. */
  onLost: (item: Item, reason: string) => void
}

/**
 * Writes items to the store in order, for callers that do not wait. While the store is unavailable, the items wait in
 * the process.
 */
export class Backlog<Item> {
  readonly #waiting: { item: Item; bytes: number }[] = []
  #bytes = 0
  /** Resolves when no item waits. Undefined if none waits. */
  #written: Promise<void> | undefined
  #lost = 0

  constructor(private readonly options: BacklogOptions<Item>) {}

  /** The number of waiting items, and the number of items lost since the process started. */
  get state(): { waiting: number; lost: number } {
    return { waiting: this.#waiting.length, lost: this.#lost }
  }

  /** Accepts an item. It returns immediately and never throws. */
  add(item: Item): void {
    const bytes = Buffer.byteLength(JSON.stringify(item))
    if (this.#bytes + bytes > (this.options.maxBytes ?? defaultMaxBytes)) return this.#lose(item, 'full')
    this.#waiting.push({ item, bytes })
    this.#bytes += bytes
    this.#written ??= this.#write()
  }

  /** Resolves when no item waits. It never rejects. */
  async settled(): Promise<void> {
    await this.#written
  }

  /** Reports all waiting items as lost. */
  end(): void {
    for (const { item } of this.#waiting.splice(0)) this.#lose(item, 'the process ended')
  }

  async #write(): Promise<void> {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      try {
        await this.options.write(next.item)
      } catch (error) {
        if (error instanceof StoreUnavailableError) {
          await sleep(this.options.pauseMs ?? defaultPauseMs, undefined, { ref: false })
          continue
        }
        this.#lose(next.item, errorName(error))
      }
      this.#waiting.shift()
      this.#bytes -= next.bytes
    }
    this.#written = undefined
  }

  #lose(item: Item, reason: string): void {
    this.#lost += 1
    this.options.onLost(item, reason)
  }
}
