/**
 * The clock of the stand-in. Every expiry, wait and date uses it. A test that moves the clock moves the whole service.
 */
export class Clock {
  #offsetMs = 0

  /** Returns the service's time in milliseconds since the epoch. */
  now(): number {
    return Date.now() + this.#offsetMs
  }

  /** Moves the service's time forward. */
  advance(ms: number): void {
    this.#offsetMs += ms
  }
}

export const secondInMs = 1000
export const minuteInMs = 60 * secondInMs
export const hourInMs = 60 * minuteInMs
export const dayInMs = 24 * hourInMs

/** Formats a `date-time` of the interface (ISO 8601, UTC with a trailing Z). */
export function dateTime(ms: number): string {
  return new Date(ms).toISOString()
}
