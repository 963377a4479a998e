import 'server-only'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { replyAs, script, type RedisConnection, type Script } from '@/lib/store/redis-connection'
import { budgetTimes, type BudgetPlan, type ConfirmBudget } from './confirm-budget'

/* KEYS: 1 time of the next place, 2 waiting users by the time of their turn, 3 calls of the last minute. */

const { minuteMs, earlyMs, keptMs, maxWaitMs } = budgetTimes

const begin = `
local budget, burst, interval = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local nextPlace = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now - (burst - 1) * interval)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - ${keptMs})
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now - ${minuteMs})
local calls = redis.call('ZCARD', KEYS[3])
local function setNextPlace(at)
  redis.call('SET', KEYS[1], at, 'PX', math.max(math.ceil(at - now), 0) + ${minuteMs})
end
local function setTurn(user, at)
  redis.call('ZADD', KEYS[2], at, user)
  redis.call('PEXPIRE', KEYS[2], math.max(math.ceil(at - now), 0) + ${2 * maxWaitMs})
end
local function spend(call)
  redis.call('ZADD', KEYS[3], now, call)
  redis.call('PEXPIRE', KEYS[3], ${minuteMs})
end
local function placeOf(at)
  return redis.call('ZCOUNT', KEYS[2], now, '(' .. at) + 1
end`

const pressScript = script(`${begin}
local user, call, random = ARGV[5], ARGV[6], tonumber(ARGV[7])
local at = tonumber(redis.call('ZSCORE', KEYS[2], user) or nil)
if not at then
  at = math.max(now, nextPlace)
  if at - now > ${maxWaitMs} then return { 0, at - now, placeOf(at) } end
  setNextPlace(nextPlace + interval)
end
if at <= now + ${earlyMs} then
  if calls < budget then
    redis.call('ZREM', KEYS[2], user)
    spend(call)
    return { 1, 0, 0 }
  end
  local freeAt = redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')[2] + ${minuteMs}
  local due = redis.call('ZCOUNT', KEYS[2], '-inf', freeAt)
  at = freeAt + math.ceil(random * due * interval)
end
setTurn(user, at)
return { 0, at - now, placeOf(at) }`)

const waitScript = script(`${begin}
local at = tonumber(redis.call('ZSCORE', KEYS[2], ARGV[5]) or nil)
if not at or at <= now then return {} end
return { at - now, placeOf(at) }`)

const spareScript = script(`${begin}
local keptForUsers, call = tonumber(ARGV[5]), ARGV[6]
if calls >= budget or nextPlace + keptForUsers * interval > now then return 0 end
setNextPlace(nextPlace + interval)
spend(call)
return 1`)

const pauseScript = script(`${begin}
local turns = redis.call('ZRANGE', KEYS[2], 0, -1, 'WITHSCORES')
local first = math.max(now, math.min(nextPlace, tonumber(turns[2] or nextPlace)))
local shift = math.max(now + tonumber(ARGV[5]) - first, 0)
setNextPlace(math.max(nextPlace, first) + shift)
for i = 1, #turns, 2 do
  setTurn(turns[i], math.max(tonumber(turns[i + 1]), first) + shift)
end
return 1`)

const leftScript = script(`${begin}
return budget - calls`)

const turn = z.tuple([z.number(), z.number(), z.number()])
const wait = z.union([z.tuple([]), z.tuple([z.number(), z.number()])])

/** Creates the budget of all instances, in Redis. `process-budget.ts` implements the same algorithm, step by step. */
export function redisBudget(
  connection: RedisConnection,
  prefix: string,
  { callsPerMinute, burst, intervalMs, keptForUsers }: BudgetPlan,
  random: () => number = Math.random,
): ConfirmBudget {
  // The braces keep the keys in one slot of a cluster, because a script may not use several slots.
  const keys = ['next-place', 'waiting', 'calls'].map((name) => `{${prefix}confirm}:${name}`)
  const run = (step: Script, ...args: (string | number)[]) =>
    connection.runScript(step, keys, [callsPerMinute, burst, intervalMs, ...args])
  return {
    async press(user) {
      const [isDue, waitMs, place] = replyAs(turn, await run(pressScript, user, randomUUID(), random()))
      return isDue === 1 ? { isDue: true } : { isDue: false, waitMs, place }
    },
    async waitOf(user) {
      const [waitMs, place] = replyAs(wait, await run(waitScript, user))
      return waitMs === undefined || place === undefined ? null : { waitMs, place }
    },
    async spendSpare() {
      return (await run(spareScript, keptForUsers, randomUUID())) === 1
    },
    async pause(ms) {
      await run(pauseScript, ms)
    },
    async left() {
      return replyAs(z.number(), await run(leftScript))
    },
  }
}
