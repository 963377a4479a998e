import 'server-only'
import { z } from 'zod'
import { store } from '@/lib/store'
import { clockToleranceSeconds, type Session } from './session'

/*
 * A session lives in a cookie, so that whoever has copied the cookie could use it until it ends. The sessions that
 * were signed out are therefore listed until then: in Redis, or in this process, which forgets them as it stops.
 */

const keyOf = (id: string) => `revoked-session:${id}`

/**
 * Ends a session wherever its cookie is.
 *
 * @throws StoreUnavailableError
 */
export async function revokeSession({ id, expiresAt }: Session): Promise<void> {
  const ttlMs = expiresAt + clockToleranceSeconds * 1000 - Date.now()
  if (ttlMs > 0) await store().set(keyOf(id), true, { ttlMs })
}

/**
 * Whether a session was signed out.
 *
 * @throws StoreUnavailableError
 */
export async function isRevoked({ id }: Session): Promise<boolean> {
  return (await store().get(keyOf(id), z.literal(true))) ?? false
}
