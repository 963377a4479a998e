import 'server-only'
import { z } from 'zod'
import { parseStored } from './json'
import { script, type RedisConnection } from './redis-connection'
import { redisQueue } from './redis-queue'
import type { Json, ListEntry, ListOptions, Store, StoredList } from './store'

const deleteIfEqualScript = script(`
if redis.call('GET', KEYS[1]) == ARGV[2] then return redis.call('DEL', KEYS[1]) end
return 0`)

const replaceIfEqualScript = script(`
if redis.call('GET', KEYS[1]) ~= ARGV[2] then return 0 end
if ARGV[4] == 'for ever' then redis.call('SET', KEYS[1], ARGV[3])
else redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4]) end
return 1`)

const count = z.number()
const tallySchema = z.record(z.string(), z.coerce.number())

/**
 * The store in Redis 6.2 or newer, shared by all instances.
 *
 * @param prefix - begins every key, so that one Redis can serve several subnets.
 */
export function redisStore(connection: RedisConnection, prefix: string, now: () => number = Date.now): Store {
  const keyOf = (key: string) => `${prefix}value:${key}`
  const tallyKeyOf = (key: string) => `${prefix}tally:${key}`
  return {
    isShared: true,
    async get(key, schema) {
      return parseStored(await connection.run((client) => client.get(keyOf(key))), schema)
    },
    async set(key, value, { ttlMs }) {
      await connection.run((client) => client.set(keyOf(key), JSON.stringify(value), expiry(ttlMs)))
    },
    async setIfAbsent(key, value, { ttlMs }) {
      const options = { ...expiry(ttlMs), condition: 'NX' } as const
      return (await connection.run((client) => client.set(keyOf(key), JSON.stringify(value), options))) === 'OK'
    },
    async take(key, schema) {
      return parseStored(await connection.run((client) => client.getDel(keyOf(key))), schema)
    },
    async delete(key) {
      await connection.run((client) => client.del(keyOf(key)))
    },
    async deleteIfEqual(key, value) {
      const deleted = await connection.runScript(deleteIfEqualScript, [keyOf(key)], [JSON.stringify(value)])
      return count.parse(deleted) > 0
    },
    async addToTally(key, fields, { ttlMs }) {
      await connection.run((client) => {
        const commands = client.multi()
        for (const field of fields) commands.hIncrBy(tallyKeyOf(key), field, 1)
        return commands.pExpire(tallyKeyOf(key), Math.ceil(ttlMs)).exec()
      })
    },
    async tally(key) {
      return tallySchema.parse(await connection.run((client) => client.hGetAll(tallyKeyOf(key))))
    },
    async replaceIfEqual(key, value, next, { ttlMs }) {
      const lifetime = ttlMs === Infinity ? 'for ever' : wholeMs(ttlMs)
      const args = [JSON.stringify(value), JSON.stringify(next), lifetime]
      return count.parse(await connection.runScript(replaceIfEqualScript, [keyOf(key)], args)) > 0
    },
    list: (name, options) => redisList(connection, `${prefix}list:${name}`, options, now),
    queue: (name, options) => redisQueue(connection, `${prefix}queue:${name}`, options),
    async ping() {
      await connection.run((client) => client.ping())
    },
  }
}

const wholeMs = (ttlMs: number) => Math.max(Math.ceil(ttlMs), 1)

const expiry = (ttlMs: number) =>
  ttlMs === Infinity ? {} : { expiration: { type: 'PX', value: wholeMs(ttlMs) } as const }

/** A list as a stream, whose ids begin with the time. */
function redisList<Entry extends Json>(
  connection: RedisConnection,
  key: string,
  { schema, maxEntries, maxAgeMs = Infinity }: ListOptions<Entry>,
  now: () => number,
): StoredList<Entry> {
  const oldestId = () => (maxAgeMs === Infinity ? '-' : String(Math.max(now() - maxAgeMs, 0)))
  return {
    async append(entry) {
      return connection.run(async (client) => {
        const commands = client
          .multi()
          .xAdd(
            key,
            '*',
            { entry: JSON.stringify(entry) },
            { TRIM: { strategy: 'MAXLEN', strategyModifier: '=', threshold: maxEntries } },
          )
        if (maxAgeMs !== Infinity) {
          commands.xTrim(key, 'MINID', Number(oldestId()))
          commands.pExpire(key, maxAgeMs)
        }
        const [id] = await commands.exec()
        return z.string().parse(id)
      })
    },
    async newest({ limit, before }) {
      const from = before === undefined ? '+' : `(${before}`
      const found = await connection.run((client) => client.xRevRange(key, from, oldestId(), { COUNT: limit }))
      return (found ?? []).flatMap(({ id, message }): ListEntry<Entry>[] => {
        const entry = parseStored(message['entry'], schema)
        return entry === null ? [] : [{ id, at: Number.parseInt(id, 10), entry }]
      })
    },
  }
}
