import type { Clock } from './clock'

/** How many calls a key may make in which time ("Limits"). */
export interface RateSetting {
  requests: number
  windowMs: number
  /** Whether calls beyond the rate use it up as well: the interface does not say. @default false */
  countsRefused?: boolean | undefined
}

/** Counts the calls of each key in a sliding window. */
export class RateLimit {
  readonly #calls = new Map<string, number[]>()

  constructor(private readonly clock: Clock) {}

  /** Seconds to wait before the next call, or 0 where this one is allowed (and counted). */
  take(key: string, { requests, windowMs, countsRefused = false }: RateSetting): number {
    const now = this.clock.now()
    const recent = (this.#calls.get(key) ?? []).filter((at) => at > now - windowMs)
    this.#calls.set(key, recent)
    const isAllowed = recent.length < requests
    if (isAllowed || countsRefused) recent.push(now)
    if (!isAllowed) {
      // With a limit of 0 there is no call to wait for: one window is as good an answer as any.
      const freedAt = (recent[recent.length - requests] ?? now) + windowMs
      return Math.max(1, Math.ceil((freedAt - now) / 1000))
    }
    return 0
  }

  reset(): void {
    this.#calls.clear()
  }
}
