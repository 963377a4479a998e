import { setTimeout as delay } from 'node:timers/promises'
import { parseServiceConfig } from '@/lib/config'
import { ServiceRefusedError } from '@/lib/service'
import { reportPause } from './progress'

/**
 * Reads the settings of the service, and of the files and task runs that a command checks, from the environment.
 *
 * @throws ConfigError with the name of each wrong variable
 */
export function serviceSettings() {
  const { service, ...settings } = parseServiceConfig(process.env)
  const { deadlineMs, maxPauseMs, ...access } = service
  return { access, options: { deadlineMs, maxPauseMs }, ...settings }
}

/** The wait after a 429 without `Retry-After`, as in a walk. */
const defaultPauseSeconds = 60

/**
 * Makes a call, and repeats it after each pause that the service requests.
 *
 * @param call - must throw a 429 without waiting.
 * @param maxPauseMs - the max sum of all pauses.
 * @param signal - ends a pause.
 * @throws the errors of `call`, its 429 if the pause would be too long, and an `AbortError`
 */
export async function afterPauses<Result>(
  call: () => Promise<Result>,
  { maxPauseMs, signal }: { maxPauseMs: number; signal?: AbortSignal | undefined },
): Promise<Result> {
  let leftMs = maxPauseMs
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ServiceRefusedError) || error.status !== 429) throw error
      const seconds = error.retryAfterSeconds ?? defaultPauseSeconds
      leftMs -= seconds * 1000
      if (leftMs < 0) throw error
      reportPause(seconds)
      await delay(seconds * 1000, undefined, signal && { signal })
    }
  }
}
