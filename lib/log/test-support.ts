import { beforeEach, vi } from 'vitest'
import * as logging from '.'

/** Collects the lines of the log in each test of a file, instead of writing them. */
export function useLog(): logging.LogEntry[] {
  const lines: logging.LogEntry[] = []
  const add = (line: logging.LogEntry) => void lines.push(line)
  beforeEach(() => {
    lines.length = 0
    vi.spyOn(logging, 'log').mockReturnValue({ debug: add, info: add, warn: add, error: add })
  })
  return lines
}
