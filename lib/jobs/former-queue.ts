import 'server-only'
import { parseStored } from '@/lib/store/json'
import type { RedisConnection } from '@/lib/store/redis-connection'
import type { Deliveries } from './deliveries'
import { messageSchema } from './message'

/**
 * Moves messages from the keys that versions before 2026-11-22 used in Redis. An older instance can add messages there
 * during a rolling deploy.
 *
 * @param prefix - begins the keys of this deployment.
 * @param onUnreadable - is called for each message that is dropped because it cannot be read.
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
