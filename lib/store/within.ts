import 'server-only'
import { clearInterval, setInterval } from 'node:timers'
import { RedisTimeoutError } from './redis-health'

/** The number of parts into which `within` divides a wait. */
const waitParts = 10

/**
 * Waits for the work, with a time limit. The limit counts only time in which this process can read an answer. While the
 * process is blocked, for example because it loads modules, at most one part of the wait elapses.
 *
 * @throws RedisTimeoutError
 */
export async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    let partsLeft = waitParts
    timer = setInterval(() => {
      partsLeft -= 1
      if (partsLeft === 0) reject(new RedisTimeoutError())
    }, timeoutMs / waitParts)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearInterval(timer)
  }
}
