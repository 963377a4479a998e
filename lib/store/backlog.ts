import 'server-only'
import { setTimeout } from 'node:timers'
import { StoreUnavailableError } from './store'

const defaultMaxWaiting = 1000
const defaultPauseMs = 1000

/** Something to be written. It can be asked for twice: after a time-out nobody knows whether it was done. */
type Write = () => Promise<unknown>

interface BacklogOptions {
  /** Above it, what comes is lost. @default 1,000 */
  maxWaiting?: number
  /** Before the store is asked again. @default 1 s */
  pauseMs?: number
  /** Hears of each write that is lost. `reason` is a word: `full`, or an error's name. */
  onLost: (reason: string) => void
}

/**
 * Writes that nobody waits for, one after the other in their order. While the store is away they wait in the
 * process for it to come back. None is lost without a word.
 */
export class Backlog {
  readonly #waiting: Write[] = []
  #isRunning = false
  #lost = 0

  constructor(private readonly options: BacklogOptions) {}

  /** How many wait now, and how many were lost since the process started. */
  get state(): { waiting: number; lost: number } {
    return { waiting: this.#waiting.length, lost: this.#lost }
  }

  /** Takes a write over. It returns at once, and never throws. */
  add(write: Write): void {
    if (this.#waiting.length >= (this.options.maxWaiting ?? defaultMaxWaiting)) return this.#lose('full')
    this.#waiting.push(write)
    if (this.#isRunning) return
    this.#isRunning = true
    void this.#run()
  }

  async #run(): Promise<void> {
    for (let write = this.#waiting[0]; write; write = this.#waiting[0]) {
      try {
        await write()
      } catch (error) {
        if (error instanceof StoreUnavailableError) {
          setTimeout(() => void this.#run(), this.options.pauseMs ?? defaultPauseMs).unref()
          return
        }
        this.#lose(error instanceof Error ? error.name : 'unknown')
      }
      this.#waiting.shift()
    }
    this.#isRunning = false
  }

  #lose(reason: string): void {
    this.#lost += 1
    this.options.onLost(reason)
  }
}
