import type { Clock } from './clock'
import { ServiceRefusedError } from './errors'

/** How long to wait after a 429 without `Retry-After`: the interface counts requests by the minute ("Limits"). */
const defaultRetryAfterSeconds = 60
/** A rate learned from fewer responses than this says more about other callers than about the limit. */
const minResponsesToLearn = 10
/** How much slower than the limit requests are sent, so that other callers of the same key get through. */
const margin = 1.1
const minCautiousIntervalMs = 1000
const maxIntervalMs = 10_000
/** A learned interval above this is likely due to something else than the limit, and is given up step by step. */
const plausibleIntervalMs = 1000
/** By how much each response shortens an interval that is longer than what was learned. */
const recovery = 0.9
/** By how much each response shortens a learned interval that is not plausible. */
const slowRecovery = 0.99

/** Limits of a pace. */
interface PaceOptions {
  clock: Clock
  /** Maximum milliseconds that the service may make the walk wait without a single response in between. */
  maxPauseMs: number
  /** Called when a pause begins, and when it becomes longer. */
  onPause: () => void
}

/**
 * Sends the requests of a walk as fast as the service allows. There is no limit until the service refuses
 * a request with 429. Then all requests wait for the time of its `Retry-After`, and afterwards keep the
 * distance that the service has turned out to allow: the time since the last pause, this pause included,
 * divided by the responses in that time.
 */
export class Pace {
  readonly #clock: Clock
  readonly #maxPauseMs: number
  readonly #onPause: () => void
  /** Milliseconds between the starts of two requests, learned from the service's limit. */
  #learnedIntervalMs = 0
  /** The interval in force; above the learned one after a 429 that nothing could be learned from. */
  #intervalMs = 0
  #nextStartAt = 0
  #resumesAt = 0
  #pausedSince: number | undefined
  #learningSince: number
  #responses = 0

  constructor({ clock, maxPauseMs, onPause }: PaceOptions) {
    this.#clock = clock
    this.#maxPauseMs = maxPauseMs
    this.#onPause = onPause
    this.#learningSince = clock.now()
  }

  /** Milliseconds until requests are sent again; 0 outside a pause. */
  get pauseMs(): number {
    return Math.max(this.#resumesAt - this.#clock.now(), 0)
  }

  /**
   * Sends a request at its turn, and again after each 429.
   *
   * @throws what `send` throws; for a 429, where the pause would be longer than `maxPauseMs`
   */
  async run<Result>(send: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    for (;;) {
      await this.#turn(signal)
      try {
        const result = await send()
        this.#responded()
        return result
      } catch (error) {
        if (!(error instanceof ServiceRefusedError) || error.kind !== 'rate_limited') throw error
        if (!this.#pause((error.retryAfterSeconds ?? defaultRetryAfterSeconds) * 1000)) throw error
      }
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    do {
      const startAt = Math.max(this.#clock.now(), this.#nextStartAt, this.#resumesAt)
      this.#nextStartAt = startAt + this.#intervalMs
      const waitMs = startAt - this.#clock.now()
      if (waitMs > 0) await this.#clock.sleep(waitMs, signal)
      // Another request can have met the limit in the meantime.
    } while (this.pauseMs > 0)
  }

  #responded(): void {
    this.#responses += 1
    this.#pausedSince = undefined
    if (this.#learnedIntervalMs > plausibleIntervalMs) this.#learnedIntervalMs *= slowRecovery
    this.#intervalMs = Math.max(this.#intervalMs * recovery, this.#learnedIntervalMs)
  }

  /** @returns false where the pause would be too long. */
  #pause(waitMs: number): boolean {
    const now = this.#clock.now()
    this.#pausedSince ??= now
    const resumesAt = now + waitMs
    if (resumesAt - this.#pausedSince > this.#maxPauseMs) return false
    // Requests that were sent together are refused together: only the first refusal says something new.
    if (this.pauseMs === 0) this.#slowDown(resumesAt)
    if (resumesAt > this.#resumesAt) {
      this.#resumesAt = resumesAt
      this.#nextStartAt = resumesAt
      this.#onPause()
    }
    return true
  }

  #slowDown(resumesAt: number): void {
    if (this.#responses >= minResponsesToLearn) {
      const allowedIntervalMs = (resumesAt - this.#learningSince) / this.#responses
      this.#learnedIntervalMs = clampInterval(allowedIntervalMs * margin, this.#learnedIntervalMs)
      this.#intervalMs = Math.max(this.#intervalMs, this.#learnedIntervalMs)
    } else {
      this.#intervalMs = clampInterval(2 * this.#intervalMs, minCautiousIntervalMs)
    }
    this.#learningSince = resumesAt
    this.#responses = 0
  }
}

const clampInterval = (ms: number, minMs: number) => Math.min(Math.max(ms, minMs), maxIntervalMs)
