import { setTimeout as delay } from 'node:timers/promises'
import { parseServiceConfig } from '@/lib/config'
import { ServiceRefusedError } from '@/lib/service'
import { reportPause } from './progress'

/** Reads the settings of the service, of files and of task runs from the environment. @throws ConfigError */
export function serviceSettings() {
  const { service, ...settings } = parseServiceConfig(process.env)
  const { deadlineMs, maxPauseMs, ...access } = service
  return { access, options: { deadlineMs, maxPauseMs }, ...settings }
}

/** The wait after a 429 without `Retry-After`, as in a walk. */
const defaultPauseSeconds = 60

/**
 * Makes a call that throws a 429 without waiting, and repeats it after each pause that the service requests. It throws
 * the 429 if all pauses together would exceed `maxPauseMs`, and an `AbortError` if the signal ends a pause.
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
