'use server'

import { redirect } from 'next/navigation'
import type { ActionResult } from '@/components/console/result-form'
import { audit } from '@/lib/audit'
import { requireOperator } from '@/lib/auth/user'
import { checkKeyAfterUsers, keyCheckTones } from '@/lib/console/key-check'
import { checkNames } from '@/lib/console/name-checks'
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
    note:
      answer === undefined
        ? t('setup.keyCheck.checkedAt', { time })
        : t('setup.keyCheck.checkedAtStatus', { time, status: answer }),
  }
}

/** Handles the button "Check the names". The page shows the result. */
export async function checkNamesAction(): Promise<void> {
  const operator = await requireOperator()
  const verdicts = Object.entries(await checkNames()).map(([variable, { state }]) => `${variable} ${state}`)
  audit(operator, { action: 'name_check', what: verdicts.join(', ') })
  redirect('/console/setup')
}
