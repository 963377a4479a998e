import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorName } from '@/lib/log/error-name'
import { StoreUnavailableError } from './store'

const defaultMaxBytes = 8 * 1024 * 1024
const defaultPauseMs = 1000

export interface BacklogOptions<Item> {
  /** Can be asked for the same item again: after a time-out the first write may have been done. */
  write: (item: Item) => Promise<unknown>
  /** Of all items together, as JSON. Above it, what comes is lost. @default 8 MiB */
  maxBytes?: number
  /** Before the store is asked again. @default 1 s */
  pauseMs?: number
  /** Hears of each item that is lost. `reason` is a word, or an error's name. */
  onLost: (item: Item, reason: string) => void
}

/**
 * Items to be written to the store, for callers that do not wait: one after the other in their order. While the store
 * is unavailable they wait in the process for it to come back.
 */
export class Backlog<Item> {
  readonly #waiting: { item: Item; bytes: number }[] = []
  #bytes = 0
  /** Resolves when nothing waits; undefined where nothing does. */
  #written: Promise<void> | undefined
  #lost = 0

  constructor(private readonly options: BacklogOptions<Item>) {}

  /** How many wait now, and how many were lost since the process started. */
  get state(): { waiting: number; lost: number } {
    return { waiting: this.#waiting.length, lost: this.#lost }
  }

  /** Takes an item over. It returns at once, and never throws. */
  add(item: Item): void {
    const bytes = Buffer.byteLength(JSON.stringify(item))
    if (this.#bytes + bytes > (this.options.maxBytes ?? defaultMaxBytes)) return this.#lose(item, 'full')
    this.#waiting.push({ item, bytes })
    this.#bytes += bytes
    this.#written ??= this.#write()
  }

  /** Resolves when nothing waits any more. It never rejects. */
  async settled(): Promise<void> {
    await this.#written
  }

  /** Reports all items that still wait as lost. */
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
