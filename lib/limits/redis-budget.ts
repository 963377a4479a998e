import 'server-only'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { script, type RedisConnection } from '@/lib/store/redis-connection'
import { budgetTimes, type BudgetPlan, type ConfirmBudget } from './confirm-budget'

/*
 * KEYS: 1 the time of the next place as GCRA counts it (its "theoretical arrival time"), 2 until when the
 * service asked for a pause, 3 the calls of the last minute, 4 those who wait, by the time of their turn.
 * `process-budget.ts` does the same in the same order.
 */

const { minuteMs, tenSecondsMs, earlyMs, keptMs, maxWaitMs } = budgetTimes

const begin = `
local interval, tolerance = tonumber(ARGV[2]), tonumber(ARGV[3])
local budget, maxInTenSeconds = tonumber(ARGV[4]), tonumber(ARGV[5])
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now - ${minuteMs})
redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now - ${keptMs})
local nextPlace = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
local pausedUntil = tonumber(redis.call('GET', KEYS[2]) or 0)
local function takePlace()
  redis.call('SET', KEYS[1], nextPlace + interval, 'PX', math.ceil(nextPlace + interval - now) + ${minuteMs})
end
local function spend(call)
  redis.call('ZADD', KEYS[3], now, call)
  redis.call('PEXPIRE', KEYS[3], ${minuteMs})
end
local function roomFrom(windowMs, max)
  local within = '(' .. (now - windowMs)
  if redis.call('ZCOUNT', KEYS[3], within, '+inf') < max then return now end
  return redis.call('ZRANGEBYSCORE', KEYS[3], within, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2] + windowMs
end
local function room()
  return math.max(roomFrom(${minuteMs}, budget), roomFrom(${tenSecondsMs}, maxInTenSeconds))
end
local function placeOf(at)
  return redis.call('ZCOUNT', KEYS[4], now, '(' .. at) + 1
end`

const pressScript = script(`${begin}
local user, call, spread = ARGV[6], ARGV[7], tonumber(ARGV[8])
local at = tonumber(redis.call('ZSCORE', KEYS[4], user) or nil)
if not at then
  at = math.max(now, pausedUntil, nextPlace - tolerance)
  if at - now > ${maxWaitMs} then return { 0, at - now, placeOf(at) } end
  takePlace()
end
if at <= now + ${earlyMs} then
  local free = room()
  if free <= now then
    redis.call('ZREM', KEYS[4], user)
    spend(call)
    return { 1, 0, 0 }
  end
  at = free + spread
end
redis.call('ZADD', KEYS[4], at, user)
redis.call('PEXPIRE', KEYS[4], ${maxWaitMs + keptMs})
return { 0, at - now, placeOf(at) }`)

const waitScript = script(`${begin}
local at = tonumber(redis.call('ZSCORE', KEYS[4], ARGV[6]) or nil)
if not at or at <= now then return {} end
return { at - now, placeOf(at) }`)

const spareScript = script(`${begin}
local kept, call = tonumber(ARGV[6]), ARGV[7]
if now < pausedUntil or room() > now then return 0 end
if nextPlace - tolerance + kept * interval > now then return 0 end
takePlace()
spend(call)
return 1`)

const pauseScript = script(`${begin}
local from = math.max(now, pausedUntil)
local shift = now + tonumber(ARGV[6]) - from
if shift <= 0 then return 0 end
redis.call('SET', KEYS[2], from + shift, 'PX', math.ceil(from + shift - now))
nextPlace = math.max(nextPlace, from) + shift - interval
takePlace()
local waiting = redis.call('ZRANGE', KEYS[4], 0, -1, 'WITHSCORES')
for i = 1, #waiting, 2 do
  redis.call('ZADD', KEYS[4], math.max(tonumber(waiting[i + 1]), from) + shift, waiting[i])
end
return 1`)

const leftScript = script(`${begin}
return math.max(budget - redis.call('ZCARD', KEYS[3]), 0)`)

const turn = z.tuple([z.number(), z.number(), z.number()])
const wait = z.union([z.tuple([]), z.tuple([z.number(), z.number()])])

/** The budget of all instances, in Redis. */
export function redisBudget(
  connection: RedisConnection,
  prefix: string,
  plan: BudgetPlan,
  random: () => number = Math.random,
): ConfirmBudget {
  const { callsPerMinute, burst, intervalMs, keptForUsers, maxInTenSeconds } = plan
  const keys = ['next-place', 'paused-until', 'calls', 'waiting'].map((name) => `${prefix}confirm:${name}`)
  const planned = [intervalMs, (burst - 1) * intervalMs, callsPerMinute, maxInTenSeconds]
  return {
    async press(user) {
      const args = [...planned, user, randomUUID(), Math.ceil(random() * burst * intervalMs)]
      const [isDue, waitMs, place] = turn.parse(await connection.runScript(pressScript, keys, args))
      return isDue === 1 ? { isDue: true } : { isDue: false, waitMs, place }
    },
    async waitOf(user) {
      const [waitMs, place] = wait.parse(await connection.runScript(waitScript, keys, [...planned, user]))
      return waitMs === undefined || place === undefined ? null : { waitMs, place }
    },
    async spendSpare() {
      return (await connection.runScript(spareScript, keys, [...planned, keptForUsers, randomUUID()])) === 1
    },
    async pause(ms) {
      await connection.runScript(pauseScript, keys, [...planned, Math.min(ms, maxWaitMs)])
    },
    async left() {
      return z.number().parse(await connection.runScript(leftScript, keys, planned))
    },
  }
}
