import { setTimeout as delay } from 'node:timers/promises'
import { parseServiceConfig } from '@/lib/config'
import type { Result } from '@/lib/service'
import { reportPause } from './output'

/** Reads the settings of the service, of files and of task runs from the environment. @throws ConfigError */
export function serviceSettings() {
  const { service, ...settings } = parseServiceConfig(process.env)
  const { deadlineMs, maxPauseMs, ...access } = service
  return { access, options: { deadlineMs, maxPauseMs }, ...settings }
}

/** The wait after a 429 without `Retry-After`, as in a walk. */
const defaultPauseSeconds = 60

/**
 * Makes a call that returns a 429 without waiting, and repeats it after each pause that the service requests. It
 * returns the 429 if all pauses would exceed `maxPauseMs`. If the signal ends a pause, it throws an `AbortError`.
 */
export async function afterPauses<Data>(
  call: () => Promise<Result<Data>>,
  { maxPauseMs, signal }: { maxPauseMs: number; signal?: AbortSignal | undefined },
): Promise<Result<Data>> {
  let leftMs = maxPauseMs
  for (;;) {
    const result = await call()
    if (result.ok || result.error.name !== 'ServiceRefusedError' || result.error.status !== 429) return result
    const seconds = result.error.retryAfterSeconds ?? defaultPauseSeconds
    leftMs -= seconds * 1000
    if (leftMs < 0) return result
    reportPause(seconds)
    await delay(seconds * 1000, undefined, signal && { signal })
  }
}
