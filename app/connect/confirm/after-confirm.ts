import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { after } from 'next/server'
import { config } from '@/lib/config'
import { isFinal, type ConnectAttempt } from '@/lib/connect/outcome'
import { connectRecords } from '@/lib/records'
import { operatorHint } from '@/lib/connect/operator-hints'
import { log } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { countConfirm } from '@/lib/metrics'
import { tellOfConfirm, webhooksSettled } from '@/lib/jobs'

/** Enough for the presses that the service takes in a minute. A user can press as often as they like. */
const waitLines = lineLimit('more waits', { lines: 120 })

/** How long a platform lets the process run on after the answer. */
const settleMs = 10_000

/** Everything that follows from a press besides its answer to the user. It never fails, and nobody waits for it. */
export function afterConfirm(attempt: ConnectAttempt): void {
  tell(attempt)
  // A server of the operator's own lives on. A platform freezes the process unless Next asks it to wait.
  if (config().app.isOnPlatform) keepProcess()
}

function keepProcess(): void {
  const settled = Promise.all([connectRecords().settled(), webhooksSettled()])
  try {
    after(Promise.race([settled, sleep(settleMs, undefined, { ref: false })]))
  } catch {
    // The platform has no way to wait. The service has confirmed all the same.
  }
}

function tell(attempt: ConnectAttempt): void {
  const { outcome, requestId, way, attempts, durationMs, status, field } = attempt
  connectRecords().add(attempt)
  if (outcome.kind === 'wait') {
    const { cause, until, place } = outcome
    const waitMs = Math.max(until - Date.now(), 0)
    return waitLines.write(() => log().info({ event: 'wait', requestId, way, cause, waitMs, place }))
  }
  const reason = outcome.kind === 'refused' ? outcome.reason : null
  countConfirm({ outcome: outcome.kind, reason, attempts, durationMs })
  if (outcome.kind === 'confirmed') {
    tellOfConfirm(attempt)
    return log().info({ event: 'confirmed', requestId, way, status, attempts, durationMs })
  }
  const hint = operatorHint(outcome.reason, field, config().service.names.signature)
  const entry = { event: 'refused', requestId, way, reason: outcome.reason, field, status, attempts, durationMs, hint }
  // A new link helps the user. Whether the operator has to do anything, only many such refusals show.
  if (hint === undefined || isFinal(outcome)) log().warn(entry)
  else log().error(entry)
}
