import { forwardAbort } from './deadline'

/**
 * Turns work that produces values into a generator. `put` resolves when the consumer takes its value, so the work is at
 * most one value ahead. When the consumer leaves, the work's signal aborts and `put` rejects.
 *
 * @param signal - also aborts the work's signal.
 * @throws the errors of the work
 */
export async function* valuesOf<Value>(
  work: (put: (value: Value) => Promise<void>, signal: AbortSignal) => Promise<void>,
  signal?: AbortSignal,
): AsyncGenerator<Value, void, undefined> {
  const controller = new AbortController()
  const release = forwardAbort(signal, controller)
  // This transform has no buffer, so a written value waits until it is read.
  const { readable, writable } = new TransformStream<Value, Value>()
  const writer = writable.getWriter()
  work((value) => writer.write(value), controller.signal)
    .then(
      () => writer.close(),
      (error: unknown) => writer.abort(error),
    )
    // Both reject if the consumer has left.
    .catch(() => {})
  try {
    yield* readable
  } finally {
    release()
    controller.abort()
  }
}
