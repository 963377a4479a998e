import 'server-only'
import type { RedisConnection } from '@/lib/store/redis-connection'
import type { Deliveries } from './deliveries'
import { messageSchema } from './message'

/**
 * Moves messages from where versions before 2026-11-22 kept them in Redis. An older instance can add to it while a
 * rolling deploy lasts.
 *
 * @param prefix - begins the keys of this deployment.
 * @throws StoreUnavailableError
 */
export async function adoptFormerMessages(
  connection: RedisConnection,
  prefix: string,
  deliveries: Pick<Deliveries, 'put'>,
): Promise<void> {
  const [due, items] = [`${prefix}queue:webhooks:due`, `${prefix}queue:webhooks:items`]
  for (const [id, text] of Object.entries(await connection.run((client) => client.hGetAll(items)))) {
    await deliveries.put(messageSchema.parse(JSON.parse(text)))
    await connection.run((client) => Promise.all([client.hDel(items, id), client.zRem(due, id)]))
  }
}
