'use server'

import type { ActionResult } from '@/components/console/result-form'
import { audit } from '@/lib/records/audit'
import { requireOperator } from '@/lib/auth/user'
import { sendAgain } from '@/lib/jobs'
import { consoleTexts } from '@/lib/skin/texts'

export async function sendAgainAction(_previous: ActionResult | null, form: FormData): Promise<ActionResult> {
  const operator = await requireOperator()
  // A script can post anything.
  const id = form instanceof FormData ? form.get('message') : null
  const isFound = typeof id === 'string' && (await sendAgain(id))
  if (isFound) audit(operator, { action: 'send_again', what: id })
  return { tone: 'success', title: consoleTexts()(isFound ? 'connects.webhooks.sent' : 'connects.webhooks.gone') }
}
