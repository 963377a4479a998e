'use server'

import { redirect } from 'next/navigation'
import { audit } from '@/lib/audit'
import { userIdSchema } from '@/lib/auth/identity'
import { requireOperator } from '@/lib/auth/user'
import { forgetUser, type Forgotten } from '@/lib/console/connects/forget'
import { pageUrl } from '@/lib/console/shared/page-url'
import { sendAgain } from '@/lib/jobs'
import { unlessUnavailable } from '@/lib/store'

/** Handles the button "Send again" of an undelivered message. */
export async function sendAgainAction(form: FormData): Promise<void> {
  const operator = await requireOperator()
  const id = form.get('message')
  const isFound = typeof id === 'string' && (await sendAgain(id))
  if (isFound) audit(operator, { action: 'send_again', what: id })
  redirect(`/console/connects?sent=${isFound ? 'again' : 'gone'}`)
}

/**
 * Handles the button that deletes all stored data of a user. The log gets only the numbers, and the audit gets the
 * user's ID.
 */
export async function forgetUserAction(form: FormData): Promise<void> {
  const operator = await requireOperator()
  // Never cleaned, because the cleaned text could be another person's ID.
  const userId = userIdSchema.safeParse(form.get('user')).data
  if (userId === undefined) redirect('/console/connects')
  const forgotten = await unlessUnavailable(
    () => forgetUser(userId),
    () => 'away' as const,
  )
  // If the store became unavailable meanwhile, some data may already be deleted.
  const numbers = forgotten === 'away' ? { reason: forgotten } : forgotten
  audit(operator, { action: 'forget', about: userId }, numbers)
  redirect(pageUrl('/console/connects', { forgotten: forgotten === 'away' ? forgotten : textOf(forgotten) }))
}

/** Returns the numbers of deleted items, as a value for the page's query. */
function textOf({ records, connections, messages }: Forgotten): string {
  return records + connections + messages === 0 ? 'nothing' : `${records}.${connections}.${messages}`
}
