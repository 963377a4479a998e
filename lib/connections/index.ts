import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { config } from '@/lib/config'
import { isConfirmedBefore, type ConnectAttempt } from '@/lib/connect/outcome'
import { subnetUserId } from '@/lib/connect/subnet-user-id'
import { log } from '@/lib/log'
import { processSingleton } from '@/lib/process-singleton'
import { keyPrefix, redisConnection, unlessUnavailable } from '@/lib/store'
import { keptInStore } from '@/lib/store/kept-in-store'
import { begunBefore, isErasedSince } from '@/lib/store/marks'
import { replyAs, type RedisConnection } from '@/lib/store/redis-connection'
import { parseStored } from '@/lib/store/store'

/** A wallet that the service has confirmed for a user. `app/api/connections/route.ts` has an example. */
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

type Connection = z.output<typeof connectionSchema>

export type ConfirmedConnection = Omit<Connection, 'first_confirmed_at' | 'last_confirmed_at'> & {
  confirmed_at: string
}

/** The wallets of users in Redis, with one entry for each user and wallet. Every method can throw StoreUnavailableError. */
export type Connections = ReturnType<typeof redisConnections>

/** Returns the wallets of users; undefined without CONNECTIONS_TOKEN or without Redis. */
export function connections(): Connections | undefined {
  return config().connectionsToken === undefined ? undefined : connectionsInRedis()
}

function connectionsInRedis(): Connections | undefined {
  const redis = redisConnection()
  return redis && processSingleton('connections', () => redisConnections(redis, keyPrefix()))
}

/**
 * Deletes the entries of a user, even without CONNECTIONS_TOKEN. Returns their number. @throws StoreUnavailableError
 */
export async function forgetConnections(userId: string): Promise<number> {
  return (await connectionsInRedis()?.forget(userId)) ?? 0
}

/** A confirm, and the time at which its press began, from `begunBefore`. */
interface KeptConfirm {
  confirmed: ConfirmedConnection
  begunAt: number
}

/** Stores a confirm, unless the user's data was deleted after the press began. @throws StoreUnavailableError */
async function keep(stored: Connections, { confirmed, begunAt }: KeptConfirm, options?: { hasWaited: boolean }) {
  if (!(await isErasedSince(confirmed.user_id, begunAt))) await stored.keep(confirmed, options)
}

/**
 * Stores the confirmed wallet of a user before the browser is redirected. While Redis is unavailable, the entry waits
 * in the process and a log line reports it. Never throws.
 */
export async function keepConnection(attempt: ConnectAttempt): Promise<void> {
  const stored = connections()
  if (!stored || attempt.outcome.kind !== 'confirmed') return
  const { requestId, userId, walletAddress } = attempt
  const confirmed = {
    user_id: userId,
    subnet_user_id: subnetUserId(userId, config().subnetUserId),
    wallet_address: walletAddress,
    proven: attempt.isProven,
    confirmed_before: isConfirmedBefore(attempt.outcome.kind, attempt.status),
    request_id: requestId,
    confirmed_at: new Date().toISOString(),
  }
  const kept = { confirmed, begunAt: begunBefore(attempt.durationMs) }
  await unlessUnavailable(
    () => keep(stored, kept),
    (reason) => {
      log().warn({ event: 'connection waits for redis', ...logged(confirmed), reason })
      backlog(stored).add(kept)
    },
  )
}

const backlog = (stored: Connections) =>
  processSingleton('connections to be kept', () =>
    keptInStore<KeptConfirm>({
      kind: 'connections',
      write: (kept) => keep(stored, kept, { hasWaited: true }),
      logLost: ({ confirmed }, reason) => log().error({ event: 'connection lost', ...logged(confirmed), reason }),
    }),
  )

function logged({ request_id, user_id, wallet_address }: ConfirmedConnection) {
  const person = { userId: user_id, walletAddress: wallet_address }
  return { requestId: request_id, ...(config().connectRecords.detail === 'full' ? person : {}) }
}

/** How long Redis remembers a request, in seconds. The service can confirm a request for half an hour ("Limits"). */
const requestSeconds = 60 * 60

/*
 * KEYS: 1 the entries by user and wallet, 2 their names by the cursor of the change, 3 the last cursor, 4 the request.
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

export function redisConnections(connection: RedisConnection, prefix: string) {
  // With the braces, a cluster stores the keys in one slot, because a script may not use keys of several slots.
  const keys = ['entries', 'changes', 'cursor'].map((name) => `{${prefix}connections}:${name}`)
  const [entries = '', changes = ''] = keys
  return {
    /**
     * Adds a confirm. Adding it twice changes only the cursor. If the service had already confirmed the request, and
     * its first confirm was added within the last hour, nothing changes.
     *
     * @param options.hasWaited - whether later confirms may already have been added. @default false
     */
    async keep({ confirmed_at, ...entry }: ConfirmedConnection, { hasWaited = false } = {}): Promise<void> {
      const all = [...keys, `{${prefix}connections}:request:${entry.request_id}`]
      const args = [nameOf(entry), JSON.stringify(entry), confirmed_at, hasWaited ? 1 : 0]
      await connection.runScript(keepScript, all, args)
    },

    /** Returns the entries that changed after the change with this cursor (0 for all), oldest change first. */
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

function nameOf({ user_id, wallet_address }: Pick<Connection, 'user_id' | 'wallet_address'>): string {
  const pair = JSON.stringify([user_id, wallet_address])
  return createHash('sha256').update(pair).digest('base64url').slice(0, 22)
}
