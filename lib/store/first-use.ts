import 'server-only'
import { processSingleton } from '@/lib/process-singleton'
import { store, unlessUnavailable } from './index'
import { processStore } from './process-store'

/**
 * Whether a value that counts once is used for the first time: at any instance, and while Redis is away at this one. In
 * the process, values have a place of their own, since strangers can fill it: in the store they would push out others.
 *
 * @param kind - of the value; part of its key.
 * @param ttlMs - for how long a use is remembered, in milliseconds.
 */
export async function isFirstUse(kind: string, value: string, ttlMs: number): Promise<boolean> {
  const key = `${kind}:${value}`
  const own = processSingleton(`first uses of ${kind}`, () => processStore())
  if (!(await own.setIfAbsent(key, true, { ttlMs }))) return false
  if (!store().isShared) return true
  return unlessUnavailable(
    () => store().setIfAbsent(key, true, { ttlMs }),
    () => true,
  )
}
