'use server'

import { redirect } from 'next/navigation'
import { audit } from '@/lib/audit'
import { requireOperator } from '@/lib/auth/user'
import { forgetUser, type Forgotten } from '@/lib/console/connects/forget'
import { pageUrl } from '@/lib/console/shared/page-url'
import { sendAgain } from '@/lib/jobs'
import { unlessUnavailable } from '@/lib/store'

/** The button "Send again" beside a message that has not arrived. */
export async function sendAgainAction(form: FormData): Promise<void> {
  const operator = await requireOperator()
  const id = form.get('message')
  const isThere = typeof id === 'string' && (await sendAgain(id))
  if (isThere) audit(operator, { action: 'send_again', what: id })
  redirect(`/console/connects?sent=${isThere ? 'again' : 'gone'}`)
}

/** The button that deletes what is kept of a user. The log has the numbers only, and the audit the user's ID. */
export async function forgetUserAction(form: FormData): Promise<void> {
  const operator = await requireOperator()
  const given = form.get('user')
  const userId = typeof given === 'string' ? given.trim() : ''
  if (userId === '') redirect('/console/connects')
  const forgotten = await unlessUnavailable(
    () => forgetUser(userId),
    () => 'away' as const,
  )
  // Where the store went away meanwhile, some of it may have been deleted.
  const numbers = forgotten === 'away' ? { reason: forgotten } : forgotten
  audit(operator, { action: 'forget', about: userId }, numbers)
  redirect(pageUrl('/console/connects', { forgotten: forgotten === 'away' ? forgotten : textOf(forgotten) }))
}

/** How the page's query says what was deleted. */
function textOf({ records, connections, messages }: Forgotten): string {
  return records + connections + messages === 0 ? 'nothing' : `${records}.${connections}.${messages}`
}
