import 'server-only'
import { processSingleton } from '@/lib/process-singleton'
import { store, unlessUnavailable } from './index'
import { processStore } from './process-store'

/**
 * Whether a single-use value is used for the first time, at any instance. While Redis is down, only this instance is
 * checked. The process keeps these values apart from its store, because strangers can fill them and would push out
 * other values.
 *
 * @param kind - the kind of the value, part of its key.
 * @param ttlMs - how long a use is remembered, in milliseconds.
 */
export async function isFirstUse(kind: string, value: string, ttlMs: number): Promise<boolean> {
  const key = `${kind}:${value}`
  const processUses = processSingleton(`first uses of ${kind}`, () => processStore())
  if (!(await processUses.setIfAbsent(key, true, { ttlMs }))) return false
  if (!store().isShared) return true
  return unlessUnavailable(
    () => store().setIfAbsent(key, true, { ttlMs }),
    () => true,
  )
}
