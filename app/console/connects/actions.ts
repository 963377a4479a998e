'use server'

import type { ActionResult } from '@/components/console/result-form'
import { audit } from '@/lib/audit'
import { userIdSchema } from '@/lib/auth/identity'
import { requireOperator } from '@/lib/auth/user'
import { forgetUser } from './forget'
import { sendAgain } from '@/lib/jobs'
import { consoleTexts } from '@/lib/skin/texts'
import { unlessUnavailable } from '@/lib/store'

/** Returns a field of a posted form. A script can post anything. */
const fieldOf = (form: unknown, name: string) => (form instanceof FormData ? form.get(name) : null)

/** Handles the button "Send again" of an undelivered message. */
export async function sendAgainAction(_previous: ActionResult | null, form: FormData): Promise<ActionResult> {
  const operator = await requireOperator()
  const id = fieldOf(form, 'message')
  const isFound = typeof id === 'string' && (await sendAgain(id))
  if (isFound) audit(operator, { action: 'send_again', what: id })
  return { tone: 'success', title: consoleTexts()(isFound ? 'connects.webhooks.sent' : 'connects.webhooks.gone') }
}

/**
 * Handles the button that deletes all stored data of a user. The log gets only the numbers, and the audit gets the
 * user's ID.
 */
export async function forgetUserAction(_previous: ActionResult | null, form: FormData): Promise<ActionResult> {
  const operator = await requireOperator()
  const t = consoleTexts()
  // Never cleaned, because the cleaned text could be another person's ID.
  const userId = userIdSchema.safeParse(fieldOf(form, 'user')).data
  if (userId === undefined) return { tone: 'warning', title: t('connects.forget.noId') }
  const forgotten = await unlessUnavailable(
    () => forgetUser(userId),
    () => null,
  )
  // If the store became unavailable meanwhile, some data may already be deleted.
  audit(operator, { action: 'forget', about: userId }, forgotten ?? { reason: 'away' })
  if (!forgotten) return { tone: 'danger', title: t('connects.forget.away') }
  const isNothing = Object.values(forgotten).every((count) => count === 0)
  if (isNothing) return { tone: 'warning', title: t('connects.forget.nothing') }
  const sending = forgotten.sending > 0 ? [t('connects.forget.sending', { count: forgotten.sending })] : []
  const text = [...sending, t('connects.forget.left')].join(' ')
  return { tone: 'success', title: t('connects.forget.done', { ...forgotten }), text }
}
