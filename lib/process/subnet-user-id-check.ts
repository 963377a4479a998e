import 'server-only'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { config, type Config } from '@/lib/config'
import { userIdFingerprint } from '@/lib/connect/subnet-user-id'
import { nullIfUnavailable, store } from '@/lib/store'

const storeKey = 'subnet-user-id-fingerprint'
const pauseMs = 5000

/** `new key` if it is unknown whether users already have ids from another key at the service. */
type SubnetUserIdHistory = 'same' | 'changed' | 'new key'

/**
 * Compares the settings of users' ids with the earlier ones. With other settings, every user is a new one to the
 * service. The store keeps a fingerprint that does not reveal the key. Every start reports a change until the operator
 * reverts it, or accepts it by deleting the fingerprint. It retries until the store is available.
 *
 * @returns null if the store is not shared, because it forgets everything.
 */
export async function subnetUserIdHistory(): Promise<SubnetUserIdHistory | null> {
  if (!store().isShared) return null
  const fingerprint = userIdFingerprint(config())
  let isOurs = false
  for (;;) {
    const history = await nullIfUnavailable(async (): Promise<SubnetUserIdHistory> => {
      // Read first, because a full Redis accepts no writes.
      let kept = await store().get(storeKey, z.string())
      if (kept === null) {
        // Keep `true` if the write succeeds but its answer is lost.
        isOurs = true
        isOurs = await store().setIfAbsent(storeKey, fingerprint, { ttlMs: Infinity })
        kept = await store().get(storeKey, z.string())
      }
      if (kept !== fingerprint) return 'changed'
      return isOurs && config().subnetUserId.format === 'hashed' ? 'new key' : 'same'
    })
    if (history !== null) return history
    await sleep(pauseMs, undefined, { ref: false })
  }
}

/** False if the store is unavailable or does not know it. */
export async function haveUserIdsChanged(): Promise<boolean> {
  const kept = await nullIfUnavailable(() => store().get(storeKey, z.string()))
  return kept !== null && kept !== userIdFingerprint(config())
}

/**
 * Returns short hashes by which the doctor sees whether a deployment runs with the settings of another environment. One
 * in 65,536 secrets has the same hash. So a hash reveals no random secret, but rules out most guesses of a weak one.
 */
export function fingerprintsOf({ service, ...userIdSettings }: Pick<Config, 'service' | 'subnetUserId' | 'login'>) {
  const { baseUrl, subnetId, apiKey } = service
  const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 4)
  return {
    service: shortHash(`${baseUrl} ${subnetId} ${apiKey}`),
    userIds: shortHash(userIdFingerprint(userIdSettings)),
  }
}
