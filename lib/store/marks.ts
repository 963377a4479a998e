import 'server-only'
import { createHmac } from 'node:crypto'
import { config } from '@/lib/config'
import { dayInMs } from '@/lib/config/durations'
import { processSingleton } from '@/lib/process-singleton'
import { store, unlessUnavailable } from './index'
import { processStore } from './process-store'

/* What all instances must know of a value that was used once, a user whose data was deleted, and a confirmed link. */

/**
 * Checks whether this is the first use of a single-use value at any instance, and remembers the use. While Redis is
 * down, it checks only this instance. The process keeps these values apart from its store, so that strangers cannot
 * push out other values with them.
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

/** How long a write can wait in an instance that has lost Redis. */
const erasedForMs = dayInMs

/** Marks a user's data as deleted, without the user's ID. @throws StoreUnavailableError */
export const noteErasure = (userId: string): Promise<void> =>
  store().set(erasureKey(userId), true, { ttlMs: erasedForMs })

/**
 * Checks whether a user's data was deleted after a press, or another step, had begun. Writes about it are then dropped.
 * It compares only durations, because the clocks of instances can differ.
 *
 * @param begunAt - from `begunBefore`.
 * @throws StoreUnavailableError
 */
export async function isErasedSince(userId: string, begunAt: number): Promise<boolean> {
  const leftMs = await store().remainingMs(erasureKey(userId))
  return leftMs !== null && erasedForMs - leftMs <= performance.now() - begunAt
}

/** Returns when a step that ends now began, by a clock that nobody can set. */
export const begunBefore = (durationMs = 0): number => performance.now() - durationMs

const erasureKey = (userId: string) => `erased:${pseudonymOf(userId)}`

/** Marks a link as confirmed for a user, so that their other browsers can find out. @throws StoreUnavailableError */
export const noteConfirmed = (userId: string, digest: string, ttlMs: number): Promise<void> =>
  store().set(confirmedKey(userId, digest), true, { ttlMs })

/** Checks whether an instance (this one, without Redis) has confirmed a link for a user. @throws StoreUnavailableError */
export const isConfirmed = async (userId: string, digest: string): Promise<boolean> =>
  (await store().remainingMs(confirmedKey(userId, digest))) !== null

/** Of a hash of the whole link. So only who has the link can ask about it, and Redis names neither link nor user. */
const confirmedKey = (userId: string, digest: string) => `confirmed:${pseudonymOf(`${digest} ${userId}`)}`

/** Returns a keyed hash, because keys in Redis and ids in the log show in more places than values. */
export const pseudonymOf = (text: string): string =>
  createHmac('sha256', config().hold.password).update(text).digest('base64url')
