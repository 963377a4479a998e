import 'server-only'
import { z } from 'zod'
import { reasonOf, replyAs, type RedisConnection } from './redis-connection'
import {
  StoreUnavailableError,
  parseEntries,
  parseStored,
  type Json,
  type ListOptions,
  type Store,
  type StoredList,
} from './store'

/* Redis 6 refuses the flag as a syntax error. Without a time to live, the value would fill Redis further. */
const setIfFullScript = `#!lua flags=allow-oom
return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`

/* Redis's time in milliseconds, because the clocks of instances can differ by minutes. */
const readNow = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`

const readScript = `${readNow}
return { redis.call('GET', KEYS[1]) or '', now }`

const replaceScript = `
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`

const readSchema = z.tuple([z.string(), z.number()])
const maxTries = 50

/** Creates a store in Redis 6.2 or newer. @param prefix - of every key. */
export function redisStore(connection: RedisConnection, prefix: string): Store {
  const keyOf = (key: string) => `${prefix}value:${key}`
  return {
    isShared: true,
    async get(key, schema) {
      return parseStored(await connection.run((client) => client.get(keyOf(key))), schema)
    },
    async set(key, value, { ttlMs, isAlsoIfFull }) {
      const text = JSON.stringify(value)
      try {
        await connection.run((client) => client.set(keyOf(key), text, expiry(ttlMs)))
      } catch (error) {
        if (!isAlsoIfFull || reasonOf(error) !== 'OOM') throw error
        await connection.runScript(setIfFullScript, [keyOf(key)], [text, wholeMs(ttlMs)])
      }
    },
    async setIfAbsent(key, value, { ttlMs }) {
      const options = { ...expiry(ttlMs), condition: 'NX' } as const
      return (await connection.run((client) => client.set(keyOf(key), JSON.stringify(value), options))) === 'OK'
    },
    async remainingMs(key) {
      const left = await connection.run((client) => client.pTTL(keyOf(key)))
      // Redis answers -2 without a value, and -1 for a value without an end.
      return left === -2 ? null : left === -1 ? Infinity : left
    },
    async delete(key) {
      await connection.run((client) => client.del(keyOf(key)))
    },
    async update(key, schema, change) {
      for (let tries = 0; tries < maxTries; tries += 1) {
        const [found, now] = replyAs(readSchema, await connection.runScript(readScript, [keyOf(key)]))
        const { value, ttlMs } = change(parseStored(found, schema), now)
        const args = [found, JSON.stringify(value), wholeMs(ttlMs)]
        if ((await connection.runScript(replaceScript, [keyOf(key)], args)) === 1) return value
      }
      throw new StoreUnavailableError('busy')
    },
    list: (name, options) => redisList(connection, `${prefix}list:${name}`, options),
  }
}

const pageOfRemoval = 500

const wholeMs = (ttlMs: number) => Math.max(Math.ceil(ttlMs), 1)

const expiry = (ttlMs: number) =>
  ttlMs === Infinity ? {} : { expiration: { type: 'PX', value: wholeMs(ttlMs) } as const }

/* The entries of a list expire by Redis's clock, because an instance whose clock is ahead would drop those of others. */

const appendScript = `${readNow}
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '=', ARGV[2], '*', 'entry', ARGV[1])
if ARGV[3] ~= '' then
  redis.call('XTRIM', KEYS[1], 'MINID', string.format('%.0f', math.max(now - ARGV[3], 0)))
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
return id`

const newestScript = `${readNow}
local oldest = ARGV[3] == '' and '-' or string.format('%.0f', math.max(now - ARGV[3], 0))
return redis.call('XREVRANGE', KEYS[1], ARGV[1], oldest, 'COUNT', ARGV[2])`

const entriesSchema = z.array(z.tuple([z.string(), z.array(z.string())]))

/** Makes a list over a stream, whose ids begin with the time: `1767139200000-0`. */
function redisList<Entry extends Json>(
  connection: RedisConnection,
  key: string,
  { schema, maxEntries, maxAgeMs = Infinity }: ListOptions<Entry>,
): StoredList<Entry> {
  const maxAge = maxAgeMs === Infinity ? '' : Math.ceil(maxAgeMs)
  return {
    async append(entry) {
      const args = [JSON.stringify(entry), maxEntries, maxAge]
      return replyAs(z.string(), await connection.runScript(appendScript, [key], args))
    },
    async newest({ limit, before }) {
      const from = before === undefined ? '+' : `(${before}`
      const found = await connection.runScript(newestScript, [key], [from, limit, maxAge])
      const entries = replyAs(entriesSchema, found).map(([id, [, text]]) => [id, text] as const)
      return parseEntries(entries, schema)
    },
    async remove(fits) {
      let removed = 0
      let after = '-'
      for (;;) {
        const page = await connection.run((client) => client.xRange(key, after, '+', { COUNT: pageOfRemoval }))
        const entries = parseEntries(
          (page ?? []).map(({ id, message }) => [id, message['entry']]),
          schema,
        )
        const ids = entries.filter(({ entry }) => fits(entry)).map(({ id }) => id)
        if (ids.length > 0) removed += await connection.run((client) => client.xDel(key, ids))
        const last = page?.at(-1)
        if (!last) return removed
        after = `(${last.id}`
      }
    },
  }
}
