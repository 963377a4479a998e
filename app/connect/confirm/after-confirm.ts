import 'server-only'
import { config } from '@/lib/config'
import { connectRequestLifetimeMs } from '@/lib/service'
import { isFinal, operatorHint, type ConnectAttempt } from '@/lib/connect/outcome'
import { connectionsSettled } from '@/lib/connections'
import { connectRecords } from '@/lib/records'
import { finishAfterResponse } from '@/lib/request/after-response'
import { log } from '@/lib/log'
import { lineLimit, linesOfPresses } from '@/lib/log/line-limit'
import { countConfirm } from '@/lib/metrics'
import { reportConfirm, webhooksSettled } from '@/lib/jobs'

const longPauseHint =
  'The service, or something in front of it, asked for this pause, and no user can connect until it ends. If this is a mistake, delete the key in Redis that ends in value:confirm-queue. Without Redis, restart the app.'

/** A user can press any number of times, and gets one line for each link and cause. */
const waitLines = lineLimit('more waits', linesOfPresses)

/**
 * Logs, counts and records a press after its outcome is known. It never throws, and the user's response does not wait
 * for it.
 */
export function afterConfirm(attempt: ConnectAttempt): void {
  reportAttempt(attempt)
  if (config().app.isOnPlatform) {
    finishAfterResponse(Promise.all([connectRecords().settled(), connectionsSettled(), webhooksSettled()]))
  }
}

function reportAttempt(attempt: ConnectAttempt): void {
  const { outcome, requestId, userId, way, attempts, durationMs, status, field, contentType } = attempt
  connectRecords().add(attempt)
  if (outcome.kind === 'wait') {
    const { cause, waitMs, place } = outcome
    const entry = { event: 'wait', requestId, way, cause, waitMs, place }
    const isLong = cause === 'asked' && waitMs > connectRequestLifetimeMs
    const line = isLong ? () => log().error({ ...entry, hint: longPauseHint }) : () => log().info(entry)
    return waitLines.write(line, { once: `${userId} ${requestId} ${cause} ${isLong}` })
  }
  const reason = outcome.kind === 'refused' ? outcome.reason : null
  countConfirm({ outcome: outcome.kind, reason, attempts, durationMs })
  if (outcome.kind === 'confirmed') {
    reportConfirm(attempt)
    return log().info({ event: 'confirmed', requestId, way, status, attempts, durationMs })
  }
  const hint = operatorHint(outcome.reason, field, config().service.names.signature)
  const answer = { field, status, contentType: outcome.reason === 'answer_unreadable' ? contentType : undefined }
  const entry = { event: 'refused', requestId, way, reason: outcome.reason, ...answer, attempts, durationMs, hint }
  // A new link helps the user. Only a large number of such refusals needs the operator's attention.
  if (hint === undefined || isFinal(outcome)) log().warn(entry)
  else log().error(entry)
}
