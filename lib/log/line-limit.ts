import 'server-only'
import { log } from './index'

const windowMs = 60_000
const linesPerWindow = 30

/**
 * Bounds log lines that anyone can cause: 30 a minute are written, and the next one after that is preceded by a line
 * that has the number of those that were left out.
 *
 * @param skippedEvent - the event of that line.
 */
export function lineLimit(skippedEvent: string): (write: () => void) => void {
  let windowEndsAt = 0
  let written = 0
  let skipped = 0
  return (write) => {
    if (Date.now() >= windowEndsAt) {
      windowEndsAt = Date.now() + windowMs
      written = 0
    }
    if (written === linesPerWindow) {
      skipped += 1
      return
    }
    written += 1
    if (skipped > 0) log().warn({ event: skippedEvent, skipped })
    skipped = 0
    write()
  }
}
