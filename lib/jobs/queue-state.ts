import 'server-only'
import { z } from 'zod'

const looked = 1000

/**
 * A script that reads how a queue of bullmq stands, as one step, in a time that does not grow with the queue. Its keys
 * are those of jobs that wait, that are active, delayed and failed; its argument is what begins a job's key.
 *
 * The delayed ones are in the order of their next attempt: where there are more than ${looked}, that many are looked at,
 * evenly spread, for the oldest.
 */
export const queueStateLua = `
local wait, active, delayed, failed = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local count = redis.call('ZCARD', delayed)
local ids = redis.call('LRANGE', wait, -${looked}, -1)
for _, id in ipairs(redis.call('LRANGE', active, 0, -1)) do table.insert(ids, id) end
for rank = 0, count - 1, math.ceil(math.max(count, 1) / ${looked}) do
  table.insert(ids, redis.call('ZRANGE', delayed, rank, rank)[1])
end
local oldest = -1
for _, id in ipairs(ids) do
  local at = tonumber(redis.call('HGET', ARGV[1] .. id, 'timestamp') or nil)
  if at and (oldest < 0 or at < oldest) then oldest = at end
end
local waiting = redis.call('LLEN', wait) + redis.call('LLEN', active) + count
return { waiting, oldest, redis.call('ZCARD', failed) }`

/** What the script answers. */
export const queueStateSchema = z
  .tuple([z.number(), z.number(), z.number()])
  .transform(([waiting, oldestAt, givenUp]) => ({ waiting, oldestAt: oldestAt < 0 ? null : oldestAt, givenUp }))
