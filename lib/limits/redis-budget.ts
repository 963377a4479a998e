import 'server-only'
import { z } from 'zod'
import { forgottenAfterMs, instanceKeys, noteEveryMs } from '@/lib/store/instances'
import { replyAs, script, type RedisConnection } from '@/lib/store/redis-connection'
import { StoreUnavailableError } from '@/lib/store/store'
import { budgetTimes, planOf, type BudgetParts, type ConfirmBudget } from './confirm-budget'
import { newCallId } from './recent-calls'

const { minuteMs, earlyMs, keptMs, maxWaitMs } = budgetTimes

/**
 * An instance that has not noted itself in Redis for this long may make calls without Redis: its share of those that were
 * left at its last note, or of all if Redis may have lost the note.
 */
const missingAfterMs = 2.5 * noteEveryMs

/*
 * KEYS: 1 time of the next place, 2 waiting users by the time of their turn, 3 calls of the last minute, 4 and 5
 * as `instanceKeys`. ARGV: 2 the plan, 3 what the asking instance knows, then the arguments of the step.
 * A user who is due is free to call if the minute has a call left and this second is not full.
 */
const begin = `
local budget, burst, interval, keptForUsers, perSecond = unpack(cjson.decode(ARGV[2]))
local known = cjson.decode(ARGV[3])
local nextPlace = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now - (burst - 1) * interval)
local function add(call, at)
  redis.call('ZADD', KEYS[3], 'NX', at, call)
  redis.call('PEXPIRE', KEYS[3], ${minuteMs})
end
for call, age in pairs(known.ages) do add(call, now - age) end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - ${keptMs})
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now - ${minuteMs})
local calls = redis.call('ZCARD', KEYS[3])
local missing = redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now - ${missingAfterMs}, 'WITHSCORES')
local noted = math.max(redis.call('ZCARD', KEYS[4]), 1)
local most = budget
if now - (redis.call('GET', KEYS[5]) or now) < ${forgottenAfterMs} then
  most = budget - math.max(known.instances - noted, 0) * math.floor(budget / known.instances)
end
for i = 2, #missing, 2 do
  most = most - math.floor((budget - redis.call('ZCOUNT', KEYS[3], '-inf', missing[i])) / known.instances)
end
local isFree = calls < most and redis.call('ZCOUNT', KEYS[3], '(' .. (now - 1000), '+inf') < perSecond
local function setNextPlace(at)
  redis.call('SET', KEYS[1], at, 'PX', math.max(math.ceil(at - now), 0) + ${minuteMs})
end
local function setTurn(user, at)
  redis.call('ZADD', KEYS[2], at, user)
  redis.call('PEXPIRE', KEYS[2], math.max(math.ceil(at - now), 0) + ${2 * maxWaitMs})
end
local function waitUntil(at)
  return { at - now, redis.call('ZCOUNT', KEYS[2], now, '(' .. at) + 1 }
end`

/** Creates the script of a step. It returns the result of the step, Redis's time and the calls of the last minute. */
const stepScript = (step: string) =>
  script(`${begin}
local function step()
${step}
end
return { step(), now, redis.call('ZRANGE', KEYS[3], 0, -1, 'WITHSCORES') }`)

const pressScript = stepScript(`local user, call, random = ARGV[4], ARGV[5], tonumber(ARGV[6])
local at = tonumber(redis.call('ZSCORE', KEYS[2], user) or nil)
if not at then
  at = math.max(now, nextPlace)
  if at - now > ${maxWaitMs} then return waitUntil(at) end
  setNextPlace(nextPlace + interval)
end
if at <= now + ${earlyMs} then
  if isFree then
    redis.call('ZREM', KEYS[2], user)
    add(call, now)
    return {}
  end
  -- Half as many users in each second as it admits, because their times are random.
  local freeAt, pace = now + 1000, 2000 / perSecond
  if calls >= most then
    freeAt = redis.call('ZRANGE', KEYS[3], calls - most, calls - most, 'WITHSCORES')[2] + ${minuteMs}
    pace = interval
  end
  local due = redis.call('ZCOUNT', KEYS[2], '-inf', freeAt)
  at = freeAt + math.ceil(random * due * pace)
end
setTurn(user, at)
return waitUntil(at)`)

const spareScript = stepScript(`if not isFree or nextPlace + keptForUsers * interval > now then return 0 end
setNextPlace(nextPlace + interval)
add(ARGV[4], now)
return 1`)

const pauseScript = stepScript(`local turns = redis.call('ZRANGE', KEYS[2], 0, -1, 'WITHSCORES')
local first = math.max(now, math.min(nextPlace, tonumber(turns[2] or nextPlace)))
local shift = math.max(now + tonumber(ARGV[4]) - first, 0)
setNextPlace(math.max(nextPlace, first) + shift)
for i = 1, #turns, 2 do
  setTurn(turns[i], math.max(tonumber(turns[i + 1]), first) + shift)
end
local at = tonumber(redis.call('ZSCORE', KEYS[2], ARGV[5]) or nil)
return at and at > now and waitUntil(at) or {}`)

const leftScript = stepScript(`return math.max(budget - calls, 0)`)

/** The wait and the place of a user. Empty for a user who need not wait. */
const waitSchema = z
  .union([z.tuple([]), z.tuple([z.number(), z.number()])])
  .transform(([waitMs, place]) => (waitMs === undefined || place === undefined ? null : { waitMs, place }))

/** Makes pairs of a flat list of ids and times. */
const callsSchema = z
  .array(z.string())
  .transform((flat) =>
    flat.flatMap((id, index): [string, number][] => (index % 2 === 0 ? [[id, Number(flat[index + 1])]] : [])),
  )

/**
 * Creates the budget of all instances, in Redis. `process-budget.ts` implements the same queue, step by step.
 *
 * @param prefix - the prefix of the deployment's keys.
 */
export function redisBudget(
  connection: RedisConnection,
  prefix: string,
  { callsPerMinute, calls, instances = () => 1, random = Math.random }: BudgetParts,
): ConfirmBudget {
  const { burst, intervalMs, keptForUsers, perSecond } = planOf(callsPerMinute)
  const plan = JSON.stringify([callsPerMinute, burst, intervalMs, keptForUsers, perSecond])
  const keys = [
    ...['next-place', 'waiting', 'calls'].map((name) => `{${prefix}confirm}:${name}`),
    ...instanceKeys(prefix),
  ]
  const run = async <Result>(
    step: string,
    resultSchema: z.ZodType<Result>,
    ...args: (string | number)[]
  ): Promise<Result> => {
    // A Redis that accepts no writes can have old calls. Before the first command, its state is unknown.
    const { state = 'ok' } = connection
    if (state !== 'ok') throw new StoreUnavailableError(state)
    const known = JSON.stringify({ instances: instances(), ages: calls.ages() })
    const reply = await connection.runScript(step, keys, [plan, known, ...args])
    const [result, now, inRedis] = replyAs(z.tuple([resultSchema, z.number(), callsSchema]), reply)
    calls.learn(inRedis.map(([id, at]) => [id, now - at]))
    return result
  }
  return {
    async press(user) {
      const wait = await run(pressScript, waitSchema, user, newCallId(), random())
      return wait ? { isDue: false, ...wait } : { isDue: true }
    },
    spendSpare: async () => (await run(spareScript, z.number(), newCallId())) === 1,
    pause: (ms, user = '') => run(pauseScript, waitSchema, ms, user),
    left: () => run(leftScript, z.number()),
  }
}
