import 'server-only'
import { log } from './index'

const windowMs = 60_000
const defaultLines = 30

/** Log lines of one kind, bounded in number. */
export interface LimitedLines {
  /** Writes a line, or leaves it out. */
  write(line: () => void): void
  /** Logs how many were left out since the last one. To be called as the process ends. */
  end(): void
}

/**
 * Bounds log lines that anyone can cause, or that one trouble causes by the thousand: some a minute are written, and
 * the next one after that is preceded by a line that has the number of those that were left out.
 *
 * @param skippedEvent - the event of that line.
 * @param options.lines - a minute. @default 30
 */
export function lineLimit(skippedEvent: string, { lines = defaultLines }: { lines?: number } = {}): LimitedLines {
  let windowEndsAt = 0
  let written = 0
  let skipped = 0
  const end = () => {
    if (skipped > 0) log().warn({ event: skippedEvent, skipped })
    skipped = 0
  }
  return {
    end,
    write(line) {
      if (Date.now() >= windowEndsAt) {
        windowEndsAt = Date.now() + windowMs
        written = 0
      }
      if (written === lines) {
        skipped += 1
        return
      }
      written += 1
      end()
      line()
    },
  }
}
