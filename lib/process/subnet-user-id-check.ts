import 'server-only'
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { ClaimName } from '@/lib/auth/claims'
import type { Config } from '@/lib/config'
import { unlessUnavailable, type Store } from '@/lib/store'

const storeKey = 'subnet-user-id-fingerprint'
const defaultPauseMs = 5000

/** What makes the ids by which the service knows users. */
type UserIdSettings = Config['subnetUserId'] & {
  /** The claim that users are known by at an OpenID provider; absent with another login, which has no choice of one. */
  userIdClaim?: ClaimName | undefined
}

/** `new key` where nothing tells whether the service knows users by ids of another key. */
type SubnetUserIdHistory = 'same' | 'changed' | 'new key'

/**
 * Compares how the service is told users' ids with how it was told them before: with another key, another format, or
 * another claim, every user is somebody else to the service. The store keeps a fingerprint that says nothing about the
 * key. Nothing puts the new one in its place but an operator who deletes the old one, so that a change is told at
 * every start until it is either taken back or meant.
 *
 * While the store is away it is asked again later. One that is not shared remembers nothing, and is not asked.
 *
 * @param options.firstKey - the key of version 0.1.0, which kept no fingerprint: where there is none, only this key is
 * known to be the same.
 * @param options.pauseMs - before the store is asked again. @default 5 s
 * @returns null where it cannot be known.
 */
export async function subnetUserIdHistory(
  store: Store,
  settings: UserIdSettings,
  { firstKey, pauseMs = defaultPauseMs }: { firstKey: string; pauseMs?: number },
): Promise<SubnetUserIdHistory | null> {
  if (!store.isShared) return null
  const fingerprint = fingerprintOf(settings)
  const isFirstKey = settings.format === 'plain' || settings.key === firstKey
  let isOurs = false
  for (;;) {
    const history = await unlessUnavailable(
      async (): Promise<SubnetUserIdHistory> => {
        // Read first: a full Redis takes no writes.
        let kept = await store.get(storeKey, z.string())
        if (kept === null) {
          // It stays so where the answer to the write is lost.
          isOurs = true
          isOurs = await store.setIfAbsent(storeKey, fingerprint, { ttlMs: Infinity })
          kept = await store.get(storeKey, z.string())
        }
        if (kept !== fingerprint) return 'changed'
        return isOurs && !isFirstKey ? 'new key' : 'same'
      },
      () => null,
    )
    if (history !== null) return history
    await sleep(pauseMs, undefined, { ref: false })
  }
}

function fingerprintOf({ userIdClaim = 'sub', ...subnetUserId }: UserIdSettings): string {
  const claim = [userIdClaim].flat().join('.')
  // Those of `sub` are as they were before there was another claim.
  const suffix = claim === 'sub' ? '' : ` ${claim}`
  if (subnetUserId.format === 'plain') return `plain${suffix}`
  return createHmac('sha256', subnetUserId.key).update(`fingerprint${suffix}`).digest('hex')
}
