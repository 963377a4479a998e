import 'server-only'
import { processSingleton } from '@/lib/process-singleton'
import { store, unlessUnavailable } from './index'
import { processStore } from './process-store'

/**
 * Checks whether this is the first use of a single-use value at any instance, and remembers the use. While Redis is
 * down, it checks only this instance. The process keeps these values apart from its store. Otherwise strangers could
 * push out other values with them.
 *
 * @param kind - the kind of the value, part of its key.
 * @param ttlMs - how long to remember a use, in milliseconds.
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
