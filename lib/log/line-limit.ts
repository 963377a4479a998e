import 'server-only'
import { log } from './index'

const windowMs = 60_000
const defaultLines = 30
/** For lines that each press of Connect may cause: one for each call that the service accepts in a minute. */
export const linesOfPresses = { lines: 120 }

/**
 * Limits log lines that anyone can cause, or that one problem causes by the thousand. Before the first line after
 * skipped ones, it writes a line with their number.
 *
 * @param options.lines - the max number of lines of one kind a minute. @default 30
 */
export function lineLimit(skippedEvent: string, { lines = defaultLines } = {}) {
  let windowEndsAt = 0
  const written = new Map<string, number>()
  let skipped = 0
  const keys = new Set<string>()
  /** Logs the number of lines skipped since the last written line. Call it when the process ends. */
  const end = () => {
    if (skipped > 0) log().warn({ event: skippedEvent, skipped })
    skipped = 0
  }
  return {
    end,
    /**
     * Writes a line, or skips it beyond the limit.
     *
     * @param options.kind - has a limit of its own, so that one kind, which a client may cause, never hides another.
     *   Clients must not be able to make up kinds.
     * @param options.once - allows one line a minute: the user, the link and the event, so that one user cannot use up
     *   all lines.
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
