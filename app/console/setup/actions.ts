'use server'

import type { ActionResult } from '@/components/console/result-form'
import { audit } from '@/lib/records/audit'
import { requireOperator } from '@/lib/auth/user'
import { checkKeyAfterUsers, keyCheckTones } from '@/lib/console/key-check'
import { callSettings } from '@/lib/console/service'
import { consoleView } from '@/lib/console/view'
import { formatTime } from '@/lib/format'
import { consoleTexts } from '@/lib/skin/texts'

export async function checkKeyAction(): Promise<ActionResult> {
  const operator = await requireOperator()
  const { access, options } = callSettings()
  const result = await checkKeyAfterUsers(access, options)
  const { verdict, status, answer, message, retryAfterSeconds: seconds } = result
  audit(operator, { action: 'key_check', what: verdict }, { status })
  const t = consoleTexts()
  const time = formatTime(new Date(), (await consoleView()).timeZone)
  const text = t(`setup.keyCheck.${verdict}.text`)
  return {
    tone: keyCheckTones[verdict],
    title: t(`setup.keyCheck.${verdict}.title`),
    text: seconds === undefined ? text : `${text} ${t('setup.keyCheck.retryAfter', { seconds })}`,
    quote: message === null ? undefined : { introduction: t('setup.keyCheck.serviceSays'), words: message },
    note: t('setup.keyCheck.checkedAt', { time, status: answer ?? 'none' }),
  }
}
