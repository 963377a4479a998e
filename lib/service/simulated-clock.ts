import type { Clock } from './clock'

/**
 * A clock for tests and benchmarks. Its time stands still while anything works, and jumps to the end of
 * the shortest sleep as soon as nothing does, so that an hour of waiting takes no time.
 */
export class SimulatedClock implements Clock {
  #nowMs = 0
  #sleepers: { wakesAt: number; wake: () => void }[] = []
  #isWaiting = false

  now(): number {
    return this.#nowMs
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = withResolvers()
    const stop = () => reject(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    this.#sleepers.push({ wakesAt: this.#nowMs + ms, wake: resolve })
    this.#jumpWhenIdle()
    await promise.finally(() => signal?.removeEventListener('abort', stop))
  }

  #jumpWhenIdle(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    setImmediate(() => {
      this.#isWaiting = false
      const [next, ...others] = this.#sleepers.toSorted((a, b) => a.wakesAt - b.wakesAt)
      if (next === undefined) return
      this.#sleepers = others
      this.#nowMs = Math.max(this.#nowMs, next.wakesAt)
      next.wake()
      if (others.length > 0) this.#jumpWhenIdle()
    })
  }
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers() {
  let resolve = () => {}
  let reject: (reason: unknown) => void = () => {}
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}
