import 'server-only'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { replyAs, script, type RedisConnection, type Script } from '@/lib/store/redis-connection'
import type { CallLease } from './call-lease'
import { budgetTimes, type BudgetPlan, type ConfirmBudget } from './confirm-budget'

/*
 * KEYS: 1 time of the next place, 2 waiting users by the time of their turn, 3 calls of the last minute, 4 the leases of
 * the instances. ARGV[5] is what the asking instance knows (`CallLease.report`).
 */

const { minuteMs, earlyMs, keptMs, maxWaitMs } = budgetTimes

/** How often each instance contacts Redis, so that leases move between instances. */
export const syncEveryMs = 1000

const begin = `
local budget, burst, interval = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local nextPlace = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now - (burst - 1) * interval)
local me, added = cjson.decode(ARGV[5]), {}
local function add(call, at)
  if redis.call('ZADD', KEYS[3], 'NX', at, call) == 1 then added[#added + 1] = at end
  redis.call('PEXPIRE', KEYS[3], ${minuteMs})
end
for call, at in pairs(me.calls) do
  if at <= 0 then at = now + at end
  add(call, at)
end
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
local function placeOf(at)
  return redis.call('ZCOUNT', KEYS[2], now, '(' .. at) + 1
end`

/*
 * A lease is the time of the instance's last contact, its base and the number of instances. The asking instance may not
 * get this answer, so Redis notes the larger of its former lease and the new one. An instance that is missing may make
 * its share of the calls.
 */
const end = `
calls = redis.call('ZCARD', KEYS[3])
local leases, living, most = redis.call('HGETALL', KEYS[4]), 1, {}
for i = 1, #leases, 2 do
  local seen, base, instances = unpack(cjson.decode(leases[i + 1]))
  if now - seen >= ${minuteMs} then
    redis.call('HDEL', KEYS[4], leases[i])
  elseif leases[i] ~= me.id then
    for _, at in ipairs(added) do
      if at <= seen then base = base + 1 end
    end
    if #added > 0 then redis.call('HSET', KEYS[4], leases[i], cjson.encode({ seen, base, instances })) end
    living = living + 1
    most[#most + 1] = math.max((base - redis.call('ZCOUNT', KEYS[3], '-inf', seen)) / instances, 0)
  end
end
local instances = math.max(me.instances, living)
local others = (instances - living) * math.floor(budget / instances)
for _, lease in ipairs(most) do
  others = others + math.floor(math.min(lease, budget / instances))
end
local left = math.max(math.min(math.max(math.floor((budget - calls) / instances), 1), budget - calls - others), 0)
local function lease(held) return { math.floor(now), held * instances + calls, instances } end
redis.call('HSET', KEYS[4], me.id, cjson.encode(lease(math.max(left, me.held))))
redis.call('PEXPIRE', KEYS[4], ${minuteMs})
local reply = { result, lease(left)[2], instances, string.format('%.3f', now) }
return { reply, redis.call('ZRANGE', KEYS[3], 0, -1, 'WITHSCORES') }`

/** Creates a script of a step of the queue, which also renews the instance's lease. */
const stepScript = (step: string) =>
  script(`${begin}
local function step()
${step}
end
local result = step()
${end}`)

const pressScript = stepScript(`local user, call, isLeft, random = ARGV[6], ARGV[7], ARGV[8] == '1', tonumber(ARGV[9])
local at = tonumber(redis.call('ZSCORE', KEYS[2], user) or nil)
if not at then
  at = math.max(now, nextPlace)
  if at - now > ${maxWaitMs} then return { 0, at - now, placeOf(at) } end
  setNextPlace(nextPlace + interval)
end
if at <= now + ${earlyMs} then
  if calls < budget and isLeft then
    redis.call('ZREM', KEYS[2], user)
    add(call, now)
    return { 1, 0, 0 }
  end
  local freeAt = now + ${syncEveryMs}
  if calls >= budget then freeAt = redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')[2] + ${minuteMs} end
  local due = redis.call('ZCOUNT', KEYS[2], '-inf', freeAt)
  at = freeAt + math.ceil(random * due * interval)
end
setTurn(user, at)
return { 0, at - now, placeOf(at) }`)

const waitScript = stepScript(`local at = tonumber(redis.call('ZSCORE', KEYS[2], ARGV[6]) or nil)
if not at or at <= now then return {} end
return { at - now, placeOf(at) }`)

const spareScript = stepScript(`local keptForUsers, call, isLeft = tonumber(ARGV[6]), ARGV[7], ARGV[8] == '1'
if not isLeft or calls >= budget or nextPlace + keptForUsers * interval > now then return 0 end
setNextPlace(nextPlace + interval)
add(call, now)
return 1`)

const pauseScript = stepScript(`local turns = redis.call('ZRANGE', KEYS[2], 0, -1, 'WITHSCORES')
local first = math.max(now, math.min(nextPlace, tonumber(turns[2] or nextPlace)))
local shift = math.max(now + tonumber(ARGV[6]) - first, 0)
setNextPlace(math.max(nextPlace, first) + shift)
for i = 1, #turns, 2 do
  setTurn(turns[i], math.max(tonumber(turns[i + 1]), first) + shift)
end
return 1`)

const leftScript = stepScript(`return budget - calls`)

const turn = z.tuple([z.number(), z.number(), z.number()])
const wait = z.union([z.tuple([]), z.tuple([z.number(), z.number()])])

/** Makes pairs of a flat list of ids and times. */
const callsSchema = z
  .array(z.string())
  .transform((flat) =>
    flat.flatMap((id, index): [string, number][] => (index % 2 === 0 ? [[id, Number(flat[index + 1])]] : [])),
  )

/**
 * Creates the budget of all instances, in Redis. `process-budget.ts` implements the same algorithm, step by step.
 *
 * @param options.lease - the calls that this instance may make, which it also uses while Redis is away.
 * @param options.instances - returns the last known number of instances.
 */
export function redisBudget(
  connection: RedisConnection,
  prefix: string,
  { callsPerMinute, burst, intervalMs, keptForUsers }: BudgetPlan,
  {
    lease,
    instances = () => undefined,
    random = Math.random,
  }: { lease: CallLease; instances?: () => number | undefined; random?: () => number },
): ConfirmBudget {
  // The braces keep the keys in one slot of a cluster, because a script may not use several slots.
  const keys = ['next-place', 'waiting', 'calls', 'leases'].map((name) => `{${prefix}confirm}:${name}`)
  const run = async <Result>(
    step: Script,
    result: z.ZodType<Result>,
    ...args: (string | number)[]
  ): Promise<Result> => {
    const report = JSON.stringify({ ...lease.report(), instances: instances() ?? 1 })
    const schema = z.tuple([z.tuple([result, z.number(), z.number(), z.coerce.number()]), callsSchema])
    const reply = await connection.runScript(step, keys, [callsPerMinute, burst, intervalMs, report, ...args])
    const [[answer, base, count, now], calls] = replyAs(schema, reply)
    lease.learn({ base, instances: count, now, calls })
    return answer
  }
  const left = () => run(leftScript, z.number())
  /** Only Redis can give the first lease, so ask for it before the first call. */
  const tryCall = async <Result>(ask: (isLeft: 0 | 1) => Promise<Result>): Promise<Result> => {
    if (!lease.isKnown) await left()
    return lease.tryCall((isLeft) => ask(isLeft ? 1 : 0))
  }
  return {
    async press(user) {
      const ask = (isLeft: 0 | 1) => run(pressScript, turn, user, randomUUID(), isLeft, random())
      const [isDue, waitMs, place] = await tryCall(ask)
      return isDue === 1 ? { isDue: true } : { isDue: false, waitMs, place }
    },
    async waitOf(user) {
      const [waitMs, place] = await run(waitScript, wait, user)
      return waitMs === undefined || place === undefined ? null : { waitMs, place }
    },
    async spendSpare() {
      const ask = (isLeft: 0 | 1) => run(spareScript, z.number(), keptForUsers, randomUUID(), isLeft)
      return (await tryCall(ask)) === 1
    },
    async pause(ms) {
      await run(pauseScript, z.number(), ms)
    },
    left,
  }
}
