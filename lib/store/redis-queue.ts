import 'server-only'
import { z } from 'zod'
import { parseStored } from './json'
import { script, type RedisConnection } from './redis-connection'
import type { Json, QueueItem, QueueOptions, WorkQueue } from './store'

/*
 * A queue is a sorted set of ids by the time when each is due, and a hash of the items by id. Each step
 * is a script, so that no two instances claim one item.
 */

const addScript = script(`
local id, item, delay, max = ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
if redis.call('HEXISTS', KEYS[2], id) == 1 then return 1 end
if redis.call('HLEN', KEYS[2]) >= max then return 0 end
redis.call('HSET', KEYS[2], id, item)
redis.call('ZADD', KEYS[1], now + delay, id)
return 1`)

const claimScript = script(`
local limit, lease = ARGV[2], tonumber(ARGV[3])
local claimed = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, limit)) do
  redis.call('ZADD', KEYS[1], now + lease, id)
  claimed[#claimed + 1] = { id, redis.call('HGET', KEYS[2], id) }
end
return claimed`)

const rescheduleScript = script(`
local id, item, delay = ARGV[2], ARGV[3], ARGV[4]
if redis.call('HEXISTS', KEYS[2], id) == 0 then return 0 end
redis.call('HSET', KEYS[2], id, item)
redis.call('ZADD', KEYS[1], delay == 'inf' and '+inf' or now + tonumber(delay), id)
return 1`)

const removeScript = script(`
redis.call('ZREM', KEYS[1], ARGV[2])
return redis.call('HDEL', KEYS[2], ARGV[2])`)

const itemsScript = script(`
local found = {}
local due = redis.call('ZRANGE', KEYS[1], 0, tonumber(ARGV[2]) - 1, 'WITHSCORES')
for i = 1, #due, 2 do
  found[#found + 1] = { due[i], redis.call('HGET', KEYS[2], due[i]), due[i + 1] }
end
return found`)

const isDone = z.number().transform((number) => number === 1)
const claimedItems = z.array(z.tuple([z.string(), z.string()]))
const dueItems = z.array(z.tuple([z.string(), z.string(), z.string()]))

/** @param key - begins the keys of this queue. */
export function redisQueue<Item extends Json>(
  connection: RedisConnection,
  key: string,
  { schema, maxItems }: QueueOptions<Item>,
): WorkQueue<Item> {
  const keys = [`${key}:due`, `${key}:items`]
  const readable = (id: string, text: string): QueueItem<Item>[] => {
    const item = parseStored(text, schema)
    return item === null ? [] : [{ id, item }]
  }
  return {
    async add(id, item, { delayMs = 0 } = {}) {
      return isDone.parse(await connection.runScript(addScript, keys, [id, JSON.stringify(item), delayMs, maxItems]))
    },
    async claim({ limit, leaseMs }) {
      const claimed = claimedItems.parse(await connection.runScript(claimScript, keys, [limit, leaseMs]))
      return claimed.flatMap(([id, text]) => readable(id, text))
    },
    async reschedule(id, item, { delayMs }) {
      const delay = delayMs === Infinity ? 'inf' : delayMs
      return isDone.parse(await connection.runScript(rescheduleScript, keys, [id, JSON.stringify(item), delay]))
    },
    async remove(id) {
      return isDone.parse(await connection.runScript(removeScript, keys, [id]))
    },
    async find(id) {
      return parseStored(await connection.run((client) => client.hGet(`${key}:items`, id)), schema)
    },
    async items({ limit }) {
      const found = dueItems.parse(await connection.runScript(itemsScript, keys, [limit]))
      return found.flatMap(([id, text, due]) =>
        readable(id, text).map((item) => ({ ...item, isParked: due === 'inf' })),
      )
    },
  }
}
