'use server'

import { requireOperator } from '@/lib/auth/user'
import { checkKey, type KeyCheckState } from '@/lib/console/overview/key-check'
import { callSettings } from '@/lib/console/shared/service'
import { log } from '@/lib/log'

/** The action of the button "Check the key". */
export async function checkKeyAction(_previous: KeyCheckState): Promise<KeyCheckState> {
  await requireOperator()
  const { access, options } = callSettings()
  const result = await checkKey(access, options)
  log().info({ event: 'key check', verdict: result.verdict, status: result.status })
  return { kind: 'checked', checkedAt: new Date().toISOString(), result }
}
