import type { Clock } from './clock'

/** The max number of calls of a key in a time ("Limits"). */
export interface RateSetting {
  requests: number
  windowMs: number
  /** Whether refused calls count too. The interface does not define this. @default false */
  countsRefused?: boolean
}

/** Counts the calls of each key in a sliding window. */
export class RateLimit {
  readonly #calls = new Map<string, number[]>()

  constructor(private readonly clock: Clock) {}

  /** Returns the seconds to wait before the next call, or 0 if it allows this call. Counts an allowed call. */
  take(key: string, { requests, windowMs, countsRefused = false }: RateSetting): number {
    const now = this.clock.now()
    const recent = (this.#calls.get(key) ?? []).filter((at) => at > now - windowMs)
    this.#calls.set(key, recent)
    const isAllowed = recent.length < requests
    if (isAllowed || countsRefused) recent.push(now)
    if (!isAllowed) {
      // A limit of 0 allows no call. One window is an arbitrary answer.
      const freedAt = (recent[recent.length - requests] ?? now) + windowMs
      return Math.max(1, Math.ceil((freedAt - now) / 1000))
    }
    return 0
  }
}
