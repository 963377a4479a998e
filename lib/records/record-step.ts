import 'server-only'
import { config } from '@/lib/config'
import { finishAfterResponse } from '@/lib/request/after-response'
import { correlationId } from '@/lib/request/context'
import { connectRecords, type ConnectStep } from '.'

/** Keeps a step that the current request has taken. Its code is the request's own ID. It never throws. */
export function recordStep(step: Omit<ConnectStep, 'code'>): void {
  connectRecords().add({ ...step, code: correlationId() ?? '' })
  if (config().app.isOnPlatform) finishAfterResponse(connectRecords().settled())
}
