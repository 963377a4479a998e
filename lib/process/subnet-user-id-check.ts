import 'server-only'
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Config } from '@/lib/config'
import { unlessUnavailable, type Store } from '@/lib/store'

const storeKey = 'subnet-user-id-fingerprint'
const defaultPauseMs = 5000

/**
 * Compares how the service is told users' ids with how it was told them before: with another key, or another
 * format, every user is somebody else to the service. The store keeps a fingerprint that says nothing about the
 * key. Nothing puts the new one in its place but an operator who deletes the old one, so that a change is told at
 * every start until it is either taken back or meant.
 *
 * While the store is away it is asked again later. One that is not shared remembers nothing, and is not asked.
 *
 * @param options.pauseMs - before the store is asked again. @default 5 s
 * @returns whether they are the same; null where that cannot be known.
 */
export async function isSubnetUserIdUnchanged(
  store: Store,
  subnetUserId: Config['subnetUserId'],
  { pauseMs = defaultPauseMs }: { pauseMs?: number } = {},
): Promise<boolean | null> {
  if (!store.isShared) return null
  const fingerprint = fingerprintOf(subnetUserId)
  for (;;) {
    const isUnchanged = await unlessUnavailable(
      async () => {
        // Read first: a full Redis takes no writes.
        const kept = await store.get(storeKey, z.string())
        if (kept === null && (await store.setIfAbsent(storeKey, fingerprint, { ttlMs: Infinity }))) return true
        return (kept ?? (await store.get(storeKey, z.string()))) === fingerprint
      },
      () => null,
    )
    if (isUnchanged !== null) return isUnchanged
    await sleep(pauseMs, undefined, { ref: false })
  }
}

function fingerprintOf(subnetUserId: Config['subnetUserId']): string {
  if (subnetUserId.format === 'plain') return 'plain'
  return createHmac('sha256', subnetUserId.key).update('fingerprint').digest('hex')
}
