import 'server-only'
import { setTimeout } from 'node:timers'
import { pino, type DestinationStream } from 'pino'

/** About 7,000 lines. */
const maxKeptBytes = 1024 * 1024
const retryMs = 100
/** Retries for a full pipe when the process ends. The stream sleeps 100 ms before each. */
const lastRetries = 10

/**
 * Writes each line before the call returns, so that a crash loses none. A blocked output, like a full disk or a pipe
 * without a reader, never blocks the process. Up to 1 MB of lines wait in order, and further ones are dropped.
 *
 * @param options.fd - an open file. @default standard output, which does not block if it is a pipe
 */
export function logDestination(options: { fd?: number; onDrop: () => void }): DestinationStream {
  const { fd = process.stdout.fd, onDrop } = options
  let retriesLeft = 0
  let isRetryDue = false
  const stream = pino.destination({
    dest: fd,
    sync: true,
    // With 0, `flush` does nothing.
    minLength: 1,
    maxLength: maxKeptBytes,
    retryEAGAIN: () => retriesLeft-- > 0,
  })
  // pino's own listener stops counting when the reader has gone, and throws when the disk is full.
  stream.removeAllListeners('error').on('error', () => {
    if (isRetryDue) return
    isRetryDue = true
    setTimeout(() => {
      isRetryDue = false
      stream.flush()
    }, retryMs).unref()
  })
  stream.on('drop', onDrop)
  process.once('exit', () => {
    retriesLeft = lastRetries
    stream.flush()
  })
  return stream
}
