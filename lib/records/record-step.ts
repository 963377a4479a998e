import 'server-only'
import { config } from '@/lib/config'
import { finishAfterResponse } from '@/lib/request/after-response'
import { correlationId } from '@/lib/request/context'
import { requestLanguage } from '@/lib/skin/texts'
import { connectRecords, type ConnectStep } from '.'

/**
 * Keeps a step that the current request has taken. Its code is the request's own ID, its language that of the request.
 * It returns at once and never throws.
 */
export function recordStep(step: Omit<ConnectStep, 'code' | 'language'>): void {
  const added = add({ ...step, code: correlationId() ?? '' })
  if (config().app.isOnPlatform) finishAfterResponse(added.then(() => connectRecords().settled()))
}

async function add(step: ConnectStep): Promise<void> {
  // The language comes by a promise, since Next gives the headers of a request by one.
  const language = await requestLanguage().catch(() => undefined)
  connectRecords().add({ ...step, language })
}
