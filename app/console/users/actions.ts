'use server'

import type { ActionResult } from '@/components/console/result-form'
import { audit } from '@/lib/records/audit'
import { userIdSchema } from '@/lib/auth/identity'
import { requireOperator } from '@/lib/auth/user'
import { consoleTexts } from '@/lib/skin/texts'
import { nullIfUnavailable } from '@/lib/store'
import { forgetUser, isNothing } from './forget'

export async function forgetUserAction(_previous: ActionResult | null, form: FormData): Promise<ActionResult> {
  const operator = await requireOperator()
  const t = consoleTexts()
  // A script can post anything. Never cleaned, because the cleaned text could be another person's ID.
  const userId = userIdSchema.safeParse(form instanceof FormData ? form.get('user') : null).data
  if (userId === undefined) return { tone: 'warning', title: t('users.forget.noId') }
  const forgotten = await nullIfUnavailable(() => forgetUser(userId))
  // If the store became unavailable meanwhile, some data may already be deleted.
  audit(operator, { action: 'forget', about: userId }, forgotten ?? { reason: 'away' })
  if (!forgotten) return { tone: 'danger', title: t('users.forget.away') }
  if (isNothing(forgotten)) return { tone: 'warning', title: t('users.forget.nothing') }
  const sending = forgotten.sending > 0 ? [t('users.forget.sending', { count: forgotten.sending })] : []
  const text = [...sending, t('users.forget.left')].join(' ')
  return { tone: 'success', title: t('users.forget.done', { ...forgotten }), text }
}
