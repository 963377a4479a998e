import 'server-only'
import { config } from '@/lib/config'
import { connectRequestLifetimeMs } from '@/lib/service'
import { isFinal, type ConnectAttempt } from '@/lib/connect/outcome'
import { connectionsSettled } from '@/lib/connections'
import { connectRecords } from '@/lib/records'
import { finishAfterResponse } from '@/lib/request/after-response'
import { operatorHint } from '@/lib/connect/operator-hints'
import { log } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { countConfirm } from '@/lib/metrics'
import { reportConfirm, webhooksSettled } from '@/lib/jobs'

const longPauseHint =
  'The service asked for this pause, and until its end no user is confirmed. If that is a mistake, delete the keys in Redis that end in confirm}:next-place and confirm}:waiting, or without Redis restart.'

/** Enough for the presses that the service takes in a minute. A user can press as often as they like. */
const waitLines = lineLimit('more waits', { lines: 120 })

/** Everything that follows from a press besides its answer to the user. It never fails, and nobody waits for it. */
export function afterConfirm(attempt: ConnectAttempt): void {
  reportAttempt(attempt)
  if (config().app.isOnPlatform) {
    finishAfterResponse(Promise.all([connectRecords().settled(), connectionsSettled(), webhooksSettled()]))
  }
}

function reportAttempt(attempt: ConnectAttempt): void {
  const { outcome, requestId, way, attempts, durationMs, status, field } = attempt
  connectRecords().add(attempt)
  if (outcome.kind === 'wait') {
    const { cause, until, place } = outcome
    const waitMs = Math.max(until - Date.now(), 0)
    const entry = { event: 'wait', requestId, way, cause, waitMs, place }
    if (cause === 'asked' && waitMs > connectRequestLifetimeMs) return log().error({ ...entry, hint: longPauseHint })
    return waitLines.write(() => log().info(entry))
  }
  const reason = outcome.kind === 'refused' ? outcome.reason : null
  countConfirm({ outcome: outcome.kind, reason, attempts, durationMs })
  if (outcome.kind === 'confirmed') {
    reportConfirm(attempt)
    return log().info({ event: 'confirmed', requestId, way, status, attempts, durationMs })
  }
  const hint = operatorHint(outcome.reason, field, config().service.names.signature)
  const entry = { event: 'refused', requestId, way, reason: outcome.reason, field, status, attempts, durationMs, hint }
  // A new link helps the user. Whether the operator has to do anything, only many such refusals show.
  if (hint === undefined || isFinal(outcome)) log().warn(entry)
  else log().error(entry)
}
