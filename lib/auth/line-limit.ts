const minuteMs = 60_000

/** Bounds how many log lines of one kind are written in a minute, and tells how many were left out. */
export class LineLimit {
  #minuteStartedAt = -Infinity
  #count = 0

  constructor(
    private readonly options: { maxPerMinute: number; onSkipped: (count: number) => void; now?: () => number },
  ) {}

  /** Whether one more line may be written. The first call of a new minute tells what the last one left out. */
  mayLog(): boolean {
    const { maxPerMinute, onSkipped, now = Date.now } = this.options
    if (now() - this.#minuteStartedAt >= minuteMs) {
      if (this.#count > maxPerMinute) onSkipped(this.#count - maxPerMinute)
      this.#minuteStartedAt = now()
      this.#count = 0
    }
    this.#count += 1
    return this.#count <= maxPerMinute
  }
}
