import 'server-only'
import { createHash } from 'node:crypto'
import type { Config } from '@/lib/config'
import { userIdFingerprint } from '@/lib/connect/subnet-user-id'

/**
 * Returns short hashes of settings with secrets, by which the doctor sees whether a deployment runs with those of another
 * environment. One in 65,536 secrets has the same hash. So a hash does not reveal a random secret, but rules out most
 * guesses of a weak one.
 */
export function fingerprintsOf({ service, ...userIdSettings }: Pick<Config, 'service' | 'subnetUserId' | 'login'>) {
  const { baseUrl, subnetId, apiKey } = service
  const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 4)
  return {
    service: shortHash(`${baseUrl} ${subnetId} ${apiKey}`),
    userIds: shortHash(userIdFingerprint(userIdSettings)),
  }
}
