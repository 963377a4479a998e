import 'server-only'
import { parseStored } from '@/lib/store/json'
import type { RedisConnection } from '@/lib/store/redis-connection'
import type { Deliveries } from './deliveries'
import { messageSchema } from './message'

/**
 * Moves messages from the keys that versions before 2026-11-22 used in Redis. An older instance can add messages there
 * during a rolling deploy.
 *
 * @param prefix - the prefix of this deployment's keys.
 * @param onUnreadable - called for each dropped message that this version cannot read.
 * @throws StoreUnavailableError
 */
export async function adoptFormerMessages(
  connection: RedisConnection,
  prefix: string,
  deliveries: Pick<Deliveries, 'put'>,
  onUnreadable: (id: string) => void,
): Promise<void> {
  const [due, items] = [`${prefix}queue:webhooks:due`, `${prefix}queue:webhooks:items`]
  for (const [id, text] of Object.entries(await connection.run((client) => client.hGetAll(items)))) {
    const message = parseStored(text, messageSchema)
    // An unreadable message would block all later ones.
    if (message) await deliveries.put(message)
    else onUnreadable(id)
    await connection.run((client) => Promise.all([client.hDel(items, id), client.zRem(due, id)]))
  }
}
