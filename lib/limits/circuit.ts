import 'server-only'

/** When a circuit opens, and for how long. */
interface CircuitOptions {
  /** Failures in a row that open it. @default 10 */
  maxFailures?: number
  /** The first pause; each further one is twice as long. @default 2 s */
  firstPauseMs?: number
  /** @default 60 s */
  maxPauseMs?: number
  /** After how long a probe that was never heard of again counts as failed. @default 30 s */
  probeMs?: number
  clock?: () => number
  random?: () => number
}

/** Whether a call may be made. `waitMs` differs from caller to caller, so that they do not return together. */
type CircuitDecision = { isAllowed: true } | { isAllowed: false; waitMs: number }

/**
 * Keeps calls away from a service that fails, and from one that has just come back. After ten failures in a
 * row nothing is called for a pause; then one call goes as a probe, and its success lets all go again.
 */
export interface Circuit {
  /** Whether a call may be made now. Whoever is allowed tells how it went. */
  enter(): CircuitDecision
  succeeded(): void
  failed(): void
  /** The call was not made after all. */
  unused(): void
}

/** A circuit of this process. */
export function circuit({
  maxFailures = 10,
  firstPauseMs = 2000,
  maxPauseMs = 60_000,
  probeMs = 30_000,
  clock = Date.now,
  random = Math.random,
}: CircuitOptions = {}): Circuit {
  let failures = 0
  let pauses = 0
  /** Until when nothing is called; undefined while the circuit is closed. */
  let openUntil: number | undefined

  const pauseMs = () => Math.min(firstPauseMs * 2 ** pauses, maxPauseMs)
  const jittered = (ms: number) => ms * (0.5 + random() / 2)

  return {
    enter() {
      if (openUntil === undefined) return { isAllowed: true }
      const leftMs = openUntil - clock()
      if (leftMs > 0) return { isAllowed: false, waitMs: Math.ceil(leftMs + random() * firstPauseMs) }
      // This call is the probe: the others wait for what it hears.
      openUntil = clock() + probeMs
      return { isAllowed: true }
    },
    succeeded() {
      failures = 0
      pauses = 0
      openUntil = undefined
    },
    failed() {
      failures += 1
      if (failures < maxFailures) return
      openUntil = clock() + jittered(pauseMs())
      pauses += 1
    },
    unused() {
      if (openUntil !== undefined) openUntil = clock()
    },
  }
}
