/** Where a walk takes its time from. Tests and benchmarks replace it with a simulated one. */
export interface Clock {
  /** Milliseconds since any fixed moment; never goes back. */
  now(): number
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when that aborts before. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Node's timers fire immediately when set for longer than this. */
export const maxTimerMs = 2 ** 31 - 1

/** The real time. */
export const systemClock: Clock = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    for (let leftMs = ms; leftMs > 0; leftMs -= maxTimerMs) await sleepOnce(Math.min(leftMs, maxTimerMs), signal)
  },
}

function sleepOnce(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
