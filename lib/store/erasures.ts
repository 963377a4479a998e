import 'server-only'
import { createHmac } from 'node:crypto'
import { config } from '@/lib/config'
import { dayInMs } from '@/lib/config/durations'
import { store } from './index'

/** How long a write can wait in an instance that has lost Redis. */
const rememberedMs = dayInMs

/**
 * Marks a user's data as deleted at all instances, without the user's ID. Writes about the user that began before are
 * then dropped.
 *
 * @throws StoreUnavailableError
 */
export const noteErasure = (userId: string): Promise<void> => store().set(keyOf(userId), true, { ttlMs: rememberedMs })

/**
 * Checks whether a user's data was deleted after a press, or another step, had begun. Only durations are compared,
 * because the clocks of instances can differ.
 *
 * @param begunAt - from `begunBefore`.
 * @throws StoreUnavailableError
 */
export async function isErasedSince(userId: string, begunAt: number): Promise<boolean> {
  const leftMs = await store().remainingMs(keyOf(userId))
  return leftMs !== null && rememberedMs - leftMs <= performance.now() - begunAt
}

/** Returns when a step that ends now began, by a clock that nobody can set. */
export const begunBefore = (durationMs = 0): number => performance.now() - durationMs

const keyOf = (userId: string) =>
  `erased:${createHmac('sha256', config().hold.password).update(userId).digest('base64url')}`
