'use server'

import { redirect } from 'next/navigation'
import { requireOperator } from '@/lib/auth/user'
import { log } from '@/lib/log'
import { sendAgain } from '@/lib/jobs'

/** The button "Send again" beside a message that has not arrived. */
export async function sendAgainAction(form: FormData): Promise<void> {
  await requireOperator()
  const id = form.get('message')
  const isThere = typeof id === 'string' && (await sendAgain(id))
  if (isThere) log().info({ event: 'webhook sent again', message: id })
  redirect(`/console/connects?sent=${isThere ? 'again' : 'gone'}`)
}
