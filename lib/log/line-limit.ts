import 'server-only'
import type { LogEvent } from './fields'
import { log } from './index'

const windowMs = 60_000
const defaultLines = 30
/** For lines that each press of Connect may cause. The service accepts this number of calls in a minute. */
export const linesOfPresses = { lines: 120 }

/**
 * Limits log lines that anyone can cause, or that one problem causes by the thousand. It writes the number of skipped
 * lines before the next line.
 *
 * @param options.lines - of one kind a minute. @default 30
 */
export function lineLimit(skippedEvent: LogEvent, { lines = defaultLines } = {}) {
  let windowEndsAt = 0
  const written = new Map<string, number>()
  let skipped = 0
  const keys = new Set<string>()
  /** Call it when the process ends. */
  const end = () => {
    if (skipped > 0) log().warn({ event: skippedEvent, skipped })
    skipped = 0
  }
  return {
    end,
    /**
     * @param options.kind - has a limit of its own, so that a client never hides another kind. Clients must not be able to
     *   make up kinds.
     * @param options.once - the user, the link and the event, which has one line a minute.
     */
    write(line: () => void, { kind = '', once }: { kind?: string; once?: string } = {}): void {
      if (performance.now() >= windowEndsAt) {
        windowEndsAt = performance.now() + windowMs
        written.clear()
        keys.clear()
        end()
      }
      const count = written.get(kind) ?? 0
      if (count === lines || (once !== undefined && keys.has(once))) {
        skipped += 1
        return
      }
      if (once !== undefined) keys.add(once)
      written.set(kind, count + 1)
      line()
    },
  }
}
