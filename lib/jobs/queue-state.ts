import 'server-only'
import { z } from 'zod'

const sampleSize = 1000

/**
 * A script that reads the state of a bullmq queue in one step. Its duration does not grow with the queue. The keys are
 * the lists of waiting, active, delayed and failed jobs. The argument is the prefix of a job's key.
 *
 * Delayed jobs are sorted by their next attempt, not by age. Of more than `sampleSize` delayed jobs, the script reads
 * an evenly spread sample of at most that size to find the oldest.
 */
export const queueStateLua = `
local wait, active, delayed, failed = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local count = redis.call('ZCARD', delayed)
local ids = redis.call('LRANGE', wait, -${sampleSize}, -1)
for _, id in ipairs(redis.call('LRANGE', active, 0, -1)) do table.insert(ids, id) end
for rank = 0, count - 1, math.ceil(math.max(count, 1) / ${sampleSize}) do
  table.insert(ids, redis.call('ZRANGE', delayed, rank, rank)[1])
end
local oldest = -1
for _, id in ipairs(ids) do
  local at = tonumber(redis.call('HGET', ARGV[1] .. id, 'timestamp') or nil)
  if at and (oldest < 0 or at < oldest) then oldest = at end
end
local waiting = redis.call('LLEN', wait) + redis.call('LLEN', active) + count
return { waiting, oldest, redis.call('ZCARD', failed) }`

/** The answer of the script. */
export const queueStateSchema = z
  .tuple([z.number(), z.number(), z.number()])
  .transform(([waiting, oldestAt, givenUp]) => ({ waiting, oldestAt: oldestAt < 0 ? null : oldestAt, givenUp }))
