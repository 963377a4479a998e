import 'server-only'
import { createHash } from 'node:crypto'
import type { Config } from '@/lib/config'
import { userIdFingerprint } from '@/lib/connect/subnet-user-id'

/**
 * Returns short hashes of settings with secrets, by which the doctor sees whether a deployment runs with those of another
 * environment. They reveal nothing of a random secret, and are too short to confirm a guess of a weak one.
 */
export function fingerprintsOf({ service, ...userIdSettings }: Pick<Config, 'service' | 'subnetUserId' | 'login'>) {
  const { baseUrl, subnetId, apiKey } = service
  const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)
  return {
    service: shortHash(`${baseUrl} ${subnetId} ${apiKey}`),
    userIds: shortHash(userIdFingerprint(userIdSettings)),
  }
}
