import 'server-only'
import { config } from '@/lib/config'
import { finishAfterResponse } from '@/lib/request/after-response'
import { correlationId } from '@/lib/request/context'
import { requestLanguage } from '@/lib/skin/texts'
import { connectRecords, type ConnectStep } from '.'

/**
 * Records a step of the current request. The code of the step is the request's ID. It returns immediately and never
 * throws.
 */
export function recordStep(step: Omit<ConnectStep, 'code' | 'language'>): void {
  const added = add({ ...step, code: correlationId() ?? '' })
  if (config().app.isOnPlatform) finishAfterResponse(added.then(() => connectRecords().settled()))
}

async function add(step: ConnectStep): Promise<void> {
  const language = await requestLanguage().catch(() => undefined)
  connectRecords().add({ ...step, language })
}
