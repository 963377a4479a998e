import { follow } from './deadline'

/**
 * Turns work that hands out values into a generator. `put` resolves when the next value is wanted, so that
 * the work is never ahead of the consumer by more than one value. When the consumer leaves, the work's
 * signal aborts and `put` rejects.
 *
 * @param signal - aborts the work's signal too.
 * @throws what the work throws
 */
export async function* valuesOf<Value>(
  work: (put: (value: Value) => Promise<void>, signal: AbortSignal) => Promise<void>,
  signal?: AbortSignal,
): AsyncGenerator<Value, void, undefined> {
  const controller = new AbortController()
  const release = follow(signal, controller)
  let offered: { value: Value; accept: () => void; refuse: (reason: unknown) => void } | undefined
  let isDone = false
  let wake = () => {}
  const put = (value: Value) =>
    new Promise<void>((accept, refuse) => {
      offered = { value, accept, refuse }
      wake()
    })
  const done = work(put, controller.signal).finally(() => {
    isDone = true
    wake()
  })
  // Nobody awaits it where the consumer leaves.
  done.catch(() => {})
  try {
    for (;;) {
      while (!offered && !isDone) await new Promise<void>((resolve) => (wake = resolve))
      if (!offered) return await done
      const { value, accept } = offered
      yield value
      offered = undefined
      accept()
    }
  } finally {
    release()
    controller.abort()
    offered?.refuse(controller.signal.reason)
  }
}
