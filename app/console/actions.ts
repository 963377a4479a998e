'use server'

import { requireOperator } from '@/lib/auth/user'
import { checkKey, type KeyCheckState } from '@/lib/console/key-check'
import { callBounds } from '@/lib/console/service'
import { log } from '@/lib/log'

/** The button "Check the key". */
export async function checkKeyAction(_previous: KeyCheckState): Promise<KeyCheckState> {
  await requireOperator()
  const { access, options } = callBounds()
  const result = await checkKey(access, options)
  log().info({ event: 'key check', verdict: result.verdict, status: result.status })
  return { kind: 'checked', checkedAt: new Date().toISOString(), result }
}
