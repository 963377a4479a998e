import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { replyAs, type RedisConnection } from '@/lib/store/redis-connection'
import { parseStored } from '@/lib/store/store'

/** A wallet that the service has confirmed for a user. */
const connectionSchema = z.object({
  user_id: z.string(),
  /** The `subnet_user_id` of the confirm. */
  subnet_user_id: z.string(),
  wallet_address: z.string(),
  /** Whether the last confirm had the wallet's signature. */
  proven: z.boolean(),
  /** Whether the service had already confirmed the last request, perhaps with another wallet. */
  confirmed_before: z.boolean(),
  /** The request of the last confirm. */
  request_id: z.string(),
  /** ISO 8601, UTC. */
  first_confirmed_at: z.string(),
  last_confirmed_at: z.string(),
})

export type Connection = z.output<typeof connectionSchema>

/** One confirm to store. */
export type ConfirmedConnection = Omit<Connection, 'first_confirmed_at' | 'last_confirmed_at'> & {
  confirmed_at: string
}

/** The wallets of users in Redis, with one entry for each user and wallet. Every method can throw StoreUnavailableError. */
export type Connections = ReturnType<typeof redisConnections>

/** How long Redis remembers a request, in seconds. The service can confirm a request for half an hour ("Limits"). */
const requestSeconds = 60 * 60

/*
 * KEYS: 1 the entries by user and wallet, 2 their names by the cursor of the last change, 3 the last cursor, 4 the
 * request.
 */

const keepScript = `
local name, entry, confirmedAt, hasWaited = ARGV[1], cjson.decode(ARGV[2]), ARGV[3], ARGV[4] == '1'
-- The service keeps the first confirm of a request, and that confirm is already stored here.
if entry.confirmed_before then
  if redis.call('EXISTS', KEYS[4]) == 1 then return 0 end
else
  redis.call('SET', KEYS[4], 1, 'EX', ${requestSeconds})
end
local known = redis.call('HGET', KEYS[1], name)
local former = known and cjson.decode(known)
local first, last = confirmedAt, confirmedAt
if former then
  if former.first_confirmed_at < first then first = former.first_confirmed_at end
  if former.last_confirmed_at > last then
    -- A later confirm was added first. Without hasWaited, this instance's clock is behind another one.
    -- The first confirm of the same request replaces the answer to another press.
    if hasWaited and (entry.confirmed_before or former.request_id ~= entry.request_id) then entry = former end
    if entry == former and first == former.first_confirmed_at then return 0 end
    last = former.last_confirmed_at
  end
end
entry.first_confirmed_at, entry.last_confirmed_at = first, last
redis.call('HSET', KEYS[1], name, cjson.encode(entry))
redis.call('ZADD', KEYS[2], redis.call('INCR', KEYS[3]), name)
return 1`

const pageOfScan = 1000

/** @param prefix - the start of every key, so that several subnets can share one Redis. */
export function redisConnections(connection: RedisConnection, prefix: string) {
  // With the braces, a cluster stores the keys in one slot, because a script may not use keys of several slots.
  const keys = ['entries', 'changes', 'cursor'].map((name) => `{${prefix}connections}:${name}`)
  const [entries = '', changes = ''] = keys
  return {
    /**
     * Adds a confirm. Adding a confirm twice changes only the cursor. If the service had already confirmed the request,
     * and the first confirm was added within the last hour, nothing changes. Only an answer with success counts as the
     * first confirm, because answers to several presses can arrive in any order.
     *
     * @param options.hasWaited - whether later confirms may already have been added. @default false
     */
    async keep({ confirmed_at, ...entry }: ConfirmedConnection, { hasWaited = false } = {}): Promise<void> {
      const all = [...keys, `{${prefix}connections}:request:${entry.request_id}`]
      const args = [nameOf(entry), JSON.stringify(entry), confirmed_at, hasWaited ? 1 : 0]
      await connection.runScript(keepScript, all, args)
    },

    /**
     * Returns the entries that changed after the change with this cursor, oldest change first.
     *
     * @param options.after - 0 for all entries.
     */
    async changed({ after, limit }: { after: number; limit: number }) {
      const changed: { cursor: number; connection: Connection }[] = []
      let last = after
      // A page without a readable entry is not the end.
      while (changed.length < limit) {
        const page = { BY: 'SCORE', LIMIT: { offset: 0, count: limit - changed.length } } as const
        const found = await connection.run((client) => client.zRangeWithScores(changes, `(${last}`, '+inf', page))
        if (found.length === 0) break
        const names = found.map(({ value }) => value)
        const texts = replyAs(storedTexts, await connection.run((client) => client.hmGet(entries, names)))
        for (const [index, { score: cursor }] of found.entries()) {
          const known = parseStored(texts[index], connectionSchema)
          if (known) changed.push({ cursor, connection: known })
          last = cursor
        }
      }
      return changed
    },

    /** Deletes all entries of a user, and returns their number. */
    async forget(userId: string): Promise<number> {
      let removed = 0
      let cursor = '0'
      do {
        const page = await connection.run((client) => client.hScan(entries, cursor, { COUNT: pageOfScan }))
        const names = page.entries
          .filter(({ value }) => parseStored(value, connectionSchema)?.user_id === userId)
          .map(({ field }) => field)
        if (names.length > 0) {
          removed += await connection.run((client) => client.hDel(entries, names))
          await connection.run((client) => client.zRem(changes, names))
        }
        cursor = page.cursor
      } while (cursor !== '0')
      return removed
    },
  }
}

const storedTexts = z.array(z.string().nullish())

/** Returns the name of the entry of a user and a wallet. */
function nameOf({ user_id, wallet_address }: Pick<Connection, 'user_id' | 'wallet_address'>): string {
  const pair = JSON.stringify([user_id, wallet_address])
  return createHash('sha256').update(pair).digest('base64url').slice(0, 22)
}
