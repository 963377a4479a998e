import type { App } from './app'

/**
 * Returns the log lines of an app so far.
 *
 * @param event - the beginning of their events. @default every event
 */
export function logOf(app: App, event = ''): Record<string, unknown>[] {
  const lines = app.output().split('\n')
  return lines
    .filter((line) => line.startsWith('{') && (event === '' || line.includes(`"event":"${event}`)))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}
