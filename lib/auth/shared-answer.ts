interface Times {
  freshMs: number
  /** How long to use an answer while requesting it again fails. @default 0 */
  staleMs?: number
  /** How long to wait after a failure before the next request. */
  failureMs: number
}

/** Requests something once for all logins, because anyone can start many of them. */
export class SharedAnswer<Answer> {
  known: Answer | undefined
  #readAt = -Infinity
  #readBeforeAt = -Infinity
  #failure: { error: unknown; at: number } | undefined
  #reading: Promise<void> | undefined

  constructor(
    private readonly request: () => Promise<Answer>,
    private readonly times: Times,
  ) {}

  /** Infinite if there is no answer. */
  get ageMs(): number {
    return performance.now() - this.#readAt
  }

  /** The age of the answer before the last one; infinite if there is none. */
  get ageBeforeMs(): number {
    return performance.now() - this.#readBeforeAt
  }

  /** Returns an answer that is young enough. @throws the error of the last request if there is none. */
  async get(maxAgeMs = this.times.freshMs): Promise<Answer> {
    const { staleMs = 0, failureMs } = this.times
    const hasJustFailed = this.#failure !== undefined && performance.now() - this.#failure.at < failureMs
    if (this.ageMs >= maxAgeMs && !hasJustFailed) await (this.#reading ??= this.#read())
    if (this.known !== undefined && this.ageMs < Math.max(maxAgeMs, staleMs)) return this.known
    throw this.#failure?.error
  }

  async #read(): Promise<void> {
    try {
      this.known = await this.request()
      this.#readBeforeAt = this.#readAt
      this.#readAt = performance.now()
    } catch (error) {
      this.#failure = { error, at: performance.now() }
    } finally {
      this.#reading = undefined
    }
  }
}
