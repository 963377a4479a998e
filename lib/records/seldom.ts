import 'server-only'

const everyMs = 60_000

/**
 * Passes on what is reported, once a minute at most, with the number of reports that were left out before. `end` passes
 * on the last number.
 */
export function seldom(
  report: (reported: { reason: string; skipped: number }) => void,
  now: () => number = () => performance.now(),
): { report(reason: string): void; end(): void } {
  let reportedAt = -Infinity
  let skipped = 0
  let lastReason = ''
  const pass = () => {
    report({ reason: lastReason, skipped })
    reportedAt = now()
    skipped = 0
  }
  return {
    report(reason) {
      lastReason = reason
      if (now() - reportedAt >= everyMs) pass()
      else skipped += 1
    },
    end() {
      if (skipped > 0) pass()
    },
  }
}
