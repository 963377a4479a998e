import 'server-only'
import { log } from './index'

const windowMs = 60_000
const defaultLines = 30

/** Log lines of one kind, limited in number. */
export interface LimitedLines {
  /**
   * Writes a line, or skips it beyond the limit.
   *
   * @param key - allows one line a minute: the user, the link and the event, so that one user cannot use up all lines.
   */
  write(line: () => void, key?: string): void
  /** Logs the number of lines skipped since the last written line. Call it when the process ends. */
  end(): void
}

/**
 * Limits log lines that anyone can cause, or that one problem causes by the thousand. Before the first line after
 * skipped ones, it writes a line with their number.
 *
 * @param skippedEvent - the event of the line with the number.
 * @param options.lines - the max number of lines a minute. @default 30
 */
export function lineLimit(skippedEvent: string, { lines = defaultLines }: { lines?: number } = {}): LimitedLines {
  let windowEndsAt = 0
  let written = 0
  let skipped = 0
  const keys = new Set<string>()
  const end = () => {
    if (skipped > 0) log().warn({ event: skippedEvent, skipped })
    skipped = 0
  }
  return {
    end,
    write(line, key) {
      if (Date.now() >= windowEndsAt) {
        windowEndsAt = Date.now() + windowMs
        written = 0
        keys.clear()
        end()
      }
      if (written === lines || (key !== undefined && keys.has(key))) {
        skipped += 1
        return
      }
      if (key !== undefined) keys.add(key)
      written += 1
      line()
    },
  }
}
