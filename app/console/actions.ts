'use server'

import { redirect } from 'next/navigation'
import { requireOperator } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { checkNames } from '@/lib/console/overview/checked-names'
import { checkKeyAfterUsers, type KeyCheckState } from '@/lib/console/overview/key-check'
import { callSettings } from '@/lib/console/shared/service'
import { pauseConfirms, spendSpareConfirm } from '@/lib/limits'
import { log } from '@/lib/log'
import { store } from '@/lib/store'

/** The action of the button "Check the key". */
export async function checkKeyAction(_previous: KeyCheckState): Promise<KeyCheckState> {
  await requireOperator()
  const { access, options } = callSettings()
  const result = await checkKeyAfterUsers(access, options, { spendSpare: spendSpareConfirm, pause: pauseConfirms })
  log().info({ event: 'key check', verdict: result.verdict, status: result.status })
  return { kind: 'checked', checkedAt: new Date().toISOString(), result }
}

/** The action of the button "Check the names". The page shows what came of it. */
export async function checkNamesAction(): Promise<void> {
  await requireOperator()
  const names = await checkNames(store(), config())
  for (const { variable, verdict } of names)
    log().info({ event: 'name check', name: variable, verdict: verdict?.state })
  redirect('/console')
}
