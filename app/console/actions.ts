'use server'

import { redirect } from 'next/navigation'
import { audit } from '@/lib/audit'
import { requireOperator } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { checkNames } from '@/lib/console/shared/checked-names'
import { checkKeyAfterUsers, type KeyCheckState } from '@/lib/console/key-check'
import { callSettings } from '@/lib/console/shared/service'
import { pauseConfirms, spendSpareConfirm } from '@/lib/limits'
import { store } from '@/lib/store'

/** Handles the button "Check the key". */
export async function checkKeyAction(_previous: KeyCheckState): Promise<KeyCheckState> {
  const operator = await requireOperator()
  const { access, options } = callSettings()
  const result = await checkKeyAfterUsers(access, options, { spendSpare: spendSpareConfirm, pause: pauseConfirms })
  audit(operator, { action: 'key_check', what: result.verdict }, { status: result.status })
  return { kind: 'checked', checkedAt: new Date().toISOString(), result }
}

/** Handles the button "Check the names". The page shows the result. */
export async function checkNamesAction(): Promise<void> {
  const operator = await requireOperator()
  const names = await checkNames(store(), config())
  const verdicts = names.map(({ variable, verdict }) => `${variable} ${verdict?.state ?? 'unknown'}`)
  audit(operator, { action: 'name_check', what: verdicts.join(', ') })
  redirect('/console')
}
