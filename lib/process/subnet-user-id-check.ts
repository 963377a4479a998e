import 'server-only'
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { ClaimName } from '@/lib/auth/claims'
import type { Config } from '@/lib/config'
import { unlessUnavailable, type Store } from '@/lib/store'

const storeKey = 'subnet-user-id-fingerprint'
const defaultPauseMs = 5000

type UserIdSettings = Config['subnetUserId'] & {
  /** The claim with the user ID at an OpenID provider; undefined for other logins, which have no such setting. */
  userIdClaim?: ClaimName | undefined
}

/** `new key` if it is unknown whether users already have ids from another key at the service. */
type SubnetUserIdHistory = 'same' | 'changed' | 'new key'

/**
 * Compares the settings of users' ids with the earlier settings. With another key, format or claim, every user is a new
 * user to the service. The store keeps a fingerprint of the settings that does not reveal the key. Every start reports
 * a change until the operator reverts it, or accepts it by deleting the fingerprint.
 *
 * It retries until the store is available. It does not check a store that is not shared, which forgets everything.
 *
 * @param options.pauseMs - the pause before each retry. @default 5 s
 * @returns null if the store is not shared.
 */
export async function subnetUserIdHistory(
  store: Store,
  settings: UserIdSettings,
  { pauseMs = defaultPauseMs } = {},
): Promise<SubnetUserIdHistory | null> {
  if (!store.isShared) return null
  const fingerprint = fingerprintOf(settings)
  let isOurs = false
  for (;;) {
    const history = await unlessUnavailable(
      async (): Promise<SubnetUserIdHistory> => {
        // Read first, because a full Redis accepts no writes.
        let kept = await store.get(storeKey, z.string())
        if (kept === null) {
          // Keep `true` if the write succeeds but its answer is lost.
          isOurs = true
          isOurs = await store.setIfAbsent(storeKey, fingerprint, { ttlMs: Infinity })
          kept = await store.get(storeKey, z.string())
        }
        if (kept !== fingerprint) return 'changed'
        return isOurs && settings.format === 'hashed' ? 'new key' : 'same'
      },
      () => null,
    )
    if (history !== null) return history
    await sleep(pauseMs, undefined, { ref: false })
  }
}

function fingerprintOf({ userIdClaim = 'sub', ...subnetUserId }: UserIdSettings): string {
  const claim = [userIdClaim].flat().join('.')
  // Fingerprints of `sub` must equal the fingerprints of versions without OIDC_USER_ID_CLAIM.
  const suffix = claim === 'sub' ? '' : ` ${claim}`
  if (subnetUserId.format === 'plain') return `plain${suffix}`
  return createHmac('sha256', subnetUserId.key).update(`fingerprint${suffix}`).digest('hex')
}
