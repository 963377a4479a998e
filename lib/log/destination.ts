import 'server-only'
import { setTimeout } from 'node:timers'
import { pino, type DestinationStream } from 'pino'

/** Some 7,000 lines. */
const maxKeptBytes = 1024 * 1024
/** A pipe takes 64 KB at a time. */
const retryMs = 100
/** At the end of the process, for a pipe that is full. The stream sleeps 100 ms before each. */
const lastRetries = 10

/**
 * Where log lines go. Each is written before the call returns, so that a crash loses none. An output that takes nothing,
 * as a file on a full disk or a pipe that is not read, never holds up the process: lines are kept for it up to a bound,
 * in their order, and the others are dropped.
 *
 * @param options.fd - an open file. @default standard output, which does not block where it is a pipe
 * @param options.onDrop - called for each line that is dropped.
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
  // pino's own listener stops counting once a reader has gone, and throws where a disk is full.
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
