import 'server-only'
import type { GatedOutcome } from '@/lib/connect/gated-confirm'
import { operatorHints } from '@/lib/connect/operator-hints'
import { log } from '@/lib/log'
import { countConfirm } from '@/lib/metrics'

/** A press of Connect that passed the checks of the form, and what it came to. */
export interface ConfirmEvent {
  requestId: string
  outcome: GatedOutcome
  /** Calls that it took; 0 where a limit, or what is known of the link, made one needless. */
  attempts: number
  /** All attempts together. */
  durationMs: number
}

/** Everything that follows from a press besides its answer to the user. It never fails, and nobody waits for it. */
export function afterConfirm({ requestId, outcome, attempts, durationMs }: ConfirmEvent): void {
  if (outcome.kind === 'wait') {
    const { cause, waitMs, place } = outcome
    return log().info({ event: 'wait', requestId, cause, waitMs, place })
  }
  countConfirm({ outcome, attempts, durationMs })
  if (outcome.kind === 'connected') return log().info({ event: 'connected', requestId, attempts, durationMs })
  const hint = operatorHints[outcome.reason]
  const entry = { event: 'refused', requestId, reason: outcome.reason, attempts, durationMs }
  if (hint) log().error({ ...entry, hint })
  else log().warn(entry)
}
