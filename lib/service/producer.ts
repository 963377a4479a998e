import { forwardAbort } from './deadline'

/**
 * Turns work that hands out values into a generator. `put` resolves when its value is taken, so that the
 * work is never ahead of the consumer by more than one value. When the consumer leaves, the work's signal
 * aborts and `put` rejects.
 *
 * @param signal - aborts the work's signal too.
 * @throws what the work throws
 */
export async function* valuesOf<Value>(
  work: (put: (value: Value) => Promise<void>, signal: AbortSignal) => Promise<void>,
  signal?: AbortSignal,
): AsyncGenerator<Value, void, undefined> {
  const controller = new AbortController()
  const release = forwardAbort(signal, controller)
  // A transform without a buffer: a value that is written waits until it is read.
  const { readable, writable } = new TransformStream<Value, Value>()
  const writer = writable.getWriter()
  work((value) => writer.write(value), controller.signal)
    .then(
      () => writer.close(),
      (error: unknown) => writer.abort(error),
    )
    // The consumer has left.
    .catch(() => {})
  try {
    yield* readable
  } finally {
    release()
    controller.abort()
  }
}
