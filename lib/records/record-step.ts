import 'server-only'
import { config } from '@/lib/config'
import { finishAfterResponse } from '@/lib/request/after-response'
import { correlationId } from '@/lib/request/context'
import { requestLanguage } from '@/lib/skin/texts'
import { connectRecords, type ConnectStep } from '.'

/**
 * Records a step of the current request, with the request's own ID as its code and the request's language. It returns
 * immediately and never throws.
 */
export function recordStep(step: Omit<ConnectStep, 'code' | 'language'>): void {
  const added = add({ ...step, code: correlationId() ?? '' })
  if (config().app.isOnPlatform) finishAfterResponse(added.then(() => connectRecords().settled()))
}

async function add(step: ConnectStep): Promise<void> {
  // The language comes as a promise, because Next returns the headers of a request as a promise.
  const language = await requestLanguage().catch(() => undefined)
  connectRecords().add({ ...step, language })
}
