'use server'

import { redirect } from 'next/navigation'
import { requireOperator } from '@/lib/auth/user'
import { log } from '@/lib/log'
import { forgetUser } from '@/lib/console/connects/forget'
import { pageUrl } from '@/lib/console/shared/page-url'
import { sendAgain } from '@/lib/jobs'
import { unlessUnavailable } from '@/lib/store'

/** The button "Send again" beside a message that has not arrived. */
export async function sendAgainAction(form: FormData): Promise<void> {
  await requireOperator()
  const id = form.get('message')
  const isThere = typeof id === 'string' && (await sendAgain(id))
  if (isThere) log().info({ event: 'webhook sent again', message: id })
  redirect(`/console/connects?sent=${isThere ? 'again' : 'gone'}`)
}

/** The button that deletes what is kept of a user. The log has the numbers only. */
export async function forgetUserAction(form: FormData): Promise<void> {
  await requireOperator()
  const userId = form.get('user')
  if (typeof userId !== 'string' || userId.trim() === '') redirect('/console/connects')
  const forgotten = await unlessUnavailable(
    async () => {
      const { records, connections, messages } = await forgetUser(userId.trim())
      log().info({ event: 'user forgotten', records, connections, messages })
      return records + connections + messages === 0 ? 'nothing' : `${records}.${connections}.${messages}`
    },
    () => 'away',
  )
  redirect(pageUrl('/console/connects', { forgotten }))
}
