import { beforeEach, describe, expect, it, vi } from 'vitest'
import { processStore } from '@/lib/store/process-store'
import { redisStore } from '@/lib/store/redis-store'
import { StoreUnavailableError, type Store } from '@/lib/store/store'
import { useRedis } from '@/lib/store/test-support'
import { createConfirmBudget, type ConfirmBudget } from './confirm-budget'
import { planOf } from './confirm-queue'

/* The tests run on simulated time. Budgets that share a store represent instances of the app. */

const serviceLimit = 120
const minuteMs = 60_000
const callsPerMinute = 110
const plan = planOf(callsPerMinute)

const redis = useRedis()
let now = 0
const clock = () => now

beforeEach(() => {
  now = Date.now()
})

/** Pseudorandom numbers from 0 to 1, the same in each run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The store of the last pair. */
let shared: Store

/** Two instances. The clock of the second one is a minute ahead. */
function pairOf(callsPerMinute: number): [ConfirmBudget, ConfirmBudget] {
  shared = processStore({ now: clock })
  const one = (aheadMs: number) =>
    createConfirmBudget({ callsPerMinute, shared, clock: () => now + aheadMs, random: seeded(1) })
  return [one(0), one(minuteMs)]
}

/** The max number of these times within any minute. */
function mostInAMinute(times: number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  return Math.max(...sorted.map((from, index) => sorted.slice(index).filter((at) => at < from + minuteMs).length))
}

interface Call {
  user: string
  at: number
}

const usersOf = (count: number, name = 'user') => Array.from({ length: count }, (_, user) => `${name} ${user}`)

/** Lets users press at the same time, in this order. */
const pressAll = (budget: ConfirmBudget, users: readonly string[]) =>
  Promise.all(users.map((user) => budget.press(user)))

/** Counts the presses that are calls. */
const callsIn = (turns: readonly { isDue: boolean }[]) => turns.filter(({ isDue }) => isDue).length

function atRandom(budgets: ConfirmBudget[]): () => ConfirmBudget | undefined {
  const random = seeded(7)
  return () => budgets[Math.floor(random() * budgets.length)]
}

/**
 * Simulates users who press, wait for their turn, and press again until they are admitted, each as late as they are, or
 * never if that is Infinity. Each press reaches a random instance.
 */
async function simulate(
  budgets: ConfirmBudget[],
  presses: { user: string; at: number; lateMs?: number }[],
): Promise<{ calls: Call[]; pressesOf: Map<string, number> }> {
  const budgetOf = atRandom(budgets)
  const pending = [...presses]
  const calls: Call[] = []
  const pressesOf = new Map<string, number>()
  while (pending.length > 0) {
    pending.sort((one, other) => one.at - other.at)
    const press = pending.shift()
    if (!press) break
    const { user, at, lateMs = 0 } = press
    now = Math.max(now, at)
    pressesOf.set(user, (pressesOf.get(user) ?? 0) + 1)
    const turn = await budgetOf()?.press(user)
    if (turn?.isDue) calls.push({ user, at: now })
    else if (turn && lateMs !== Infinity) pending.push({ ...press, at: now + turn.waitMs + lateMs })
  }
  return { calls, pressesOf }
}

describe('ConfirmBudget', () => {
  let budgets: [ConfirmBudget, ConfirmBudget]
  let budget: ConfirmBudget
  beforeEach(() => {
    budgets = pairOf(callsPerMinute)
    ;[budget] = budgets
  })

  it('admits a user at once when the queue is empty', async () => {
    expect(await budget.press('ada')).toEqual({ isDue: true })
    expect(await budget.left()).toBe(109)
  })

  it('gives each user after the burst a place and a time', async () => {
    expect(callsIn(await pressAll(budget, usersOf(plan.burst)))).toBe(plan.burst)
    const [ada, bob, eve] = [await budget.press('ada'), await budgets[1].press('bob'), await budget.press('eve')]
    expect([ada, bob, eve]).toEqual(
      [1, 2, 3].map((place) => ({ isDue: false, place, waitMs: place * plan.intervalMs })),
    )
  })

  it('returns the same time at every instance, and admits the press at that time', async () => {
    await pressAll(budget, usersOf(50))
    const first = await budget.press('ada')
    if (first.isDue) throw new Error('there was no wait')
    now += 5000
    const again = { isDue: false, waitMs: first.waitMs - 5000 }
    expect(await budgets[1].press('ada')).toMatchObject(again)
    expect(await budget.press('ada')).toMatchObject(again)
    now += again.waitMs - 300
    expect(await budget.press('ada')).toMatchObject({ isDue: false, waitMs: 300 })
    now += 300
    expect(await budgets[1].press('ada')).toEqual({ isDue: true })
  })

  it('admits a late user, and keeps a place for two minutes', async () => {
    await pressAll(budget, usersOf(20))
    const first = await budget.press('ada')
    if (first.isDue) throw new Error('there was no wait')
    // Meanwhile the queue has grown far beyond the place.
    await pressAll(budget, usersOf(400, 'later'))
    now += first.waitMs + 119_000
    expect(await budget.press('ada')).toEqual({ isDue: true })
    now += 1000
    expect(await budget.press('user 19')).toMatchObject({ isDue: false })
  })

  it('admits 600 presses of a minute within six minutes, and never exceeds the limit of the service', async () => {
    const random = seeded(42)
    const presses = Array.from({ length: 600 }, (_, user) => ({
      user: `user ${user}`,
      at: now + random() * minuteMs,
      // Most pages press automatically. Without JavaScript, people are late.
      lateMs: random() < 0.8 ? random() * 500 : random() * 15_000,
    }))
    const startedAt = now
    const { calls, pressesOf } = await simulate(budgets, presses)
    expect(calls).toHaveLength(600)
    expect(mostInAMinute(calls.map(({ at }) => at))).toBeLessThanOrEqual(callsPerMinute)
    expect(Math.max(...calls.map(({ at }) => at)) - startedAt).toBeLessThan(6 * minuteMs)
    const atMostTwoPresses = [...pressesOf.values()].filter((presses) => presses <= 2)
    expect(atMostTwoPresses.length).toBeGreaterThan(590)
    // The network delays calls by up to five seconds, and delivers some of them together.
    const delivered = calls.map(({ at }) => at + random() * 5000)
    expect(mostInAMinute(delivered)).toBeLessThanOrEqual(serviceLimit)
  })

  it('admits as many users as the budget allows and gives the others a time when they are late together', async () => {
    const users = usersOf(205)
    await pressAll(budget, users)
    now += 115_000
    const startedAt = now
    const late = users.slice(plan.burst).map((user) => ({ user, at: now }))
    const { calls, pressesOf } = await simulate(budgets, late)
    expect(calls.filter(({ at }) => at === startedAt)).toHaveLength(plan.perSecond)
    const times = calls.map(({ at }) => at - startedAt)
    expect(calls).toHaveLength(late.length)
    expect(times.filter((ms) => ms < minuteMs)).toHaveLength(callsPerMinute)
    expect(Math.max(...times)).toBeLessThan(minuteMs + late.length * plan.intervalMs)
    // Their times are spread, so that few press often.
    const presses = [...pressesOf.values()].reduce((sum, times) => sum + times)
    expect(presses / late.length).toBeLessThan(3.5)
    expect(mostInAMinute(calls.map(({ at }) => at))).toBeLessThanOrEqual(callsPerMinute)
  })

  it('counts checks and second attempts when users are late together', async () => {
    const users = usersOf(150)
    await pressAll(budget, users)
    now += 115_000
    let spent = 0
    while (await budget.spendSpare()) spent += 1
    expect(spent).toBe(plan.burst - plan.keptForUsers)
    expect(callsIn(await pressAll(budget, users.slice(plan.burst)))).toBe(plan.perSecond - spent)
  })

  it('gives a greedy user one place, which delays other users by one interval', async () => {
    for (let press = 0; press < 500; press += 1) await budgets[press % 2]?.press('greedy')
    const before = await budget.press('ada')
    expect(before).toMatchObject({ isDue: false, place: 2, waitMs: plan.intervalMs * 2 })
  })

  it('delays the queue by one interval for each user who does not press again', async () => {
    const leaving = Array.from({ length: 105 }, (_, user) => ({ user: `gone ${user}`, at: now, lateMs: Infinity }))
    await simulate(budgets, leaving)
    expect(await budget.press('ada')).toMatchObject({ waitMs: 101 * plan.intervalMs, place: 101 })
    now += 101 * plan.intervalMs
    expect(await budget.press('ada')).toEqual({ isDue: true })
    // The places of absent users no longer count.
    expect(await budget.press('bob')).toMatchObject({ isDue: false, waitMs: plan.intervalMs, place: 1 })
  })

  it('spends on checks and second attempts only calls that make no user wait', async () => {
    const spent: boolean[] = []
    for (let call = 0; call < 20; call += 1) spent.push((await budgets[call % 2]?.spendSpare()) ?? false)
    expect(spent.filter(Boolean)).toHaveLength(plan.burst - plan.keptForUsers)
    expect(callsIn(await pressAll(budget, usersOf(plan.keptForUsers)))).toBe(plan.keptForUsers)
    expect(await budget.press('ada')).toMatchObject({ isDue: false, waitMs: plan.intervalMs })
    expect(await budget.spendSpare()).toBe(false)
  })

  it('moves every turn behind a pause, in the same order and with the same distances', async () => {
    const users = usersOf(plan.burst + 5)
    const waits = (await pressAll(budget, users)).flatMap((turn) => (turn.isDue ? [] : [turn.waitMs]))
    expect(waits).toHaveLength(5)
    // Several calls under way report the same pause.
    await Promise.all(budgets.map((one) => one.pause(30_000)))
    const after = await pressAll(budget, users.slice(plan.burst))
    const first = waits[0] ?? 0
    expect(after.map((turn) => (turn.isDue ? 0 : turn.waitMs))).toEqual(waits.map((wait) => wait - first + 30_000))
    expect(await budget.spendSpare()).toBe(false)
    const newcomer = await budgets[1].press('newcomer')
    expect(newcomer).toMatchObject({ isDue: false, place: 6 })
    now += 30_000
    expect(await budget.press(users[plan.burst] ?? '')).toEqual({ isDue: true })
  })

  it('moves late users behind a pause too', async () => {
    await pressAll(budget, usersOf(100))
    now += 60_000
    await budget.pause(10_000)
    expect(await budget.press('user 10')).toMatchObject({ isDue: false, waitMs: 10_000 })
  })

  it('moves no turn when the first turn comes after the pause', async () => {
    await pressAll(budget, usersOf(plan.burst))
    const before = await budget.press('ada')
    await budget.pause(plan.intervalMs - 100)
    expect(await budget.press('ada')).toEqual(before)
  })

  it('gives no place beyond half an hour', async () => {
    await budget.pause(60 * minuteMs)
    const [tight] = pairOf(10)
    const last = (await pressAll(tight, usersOf(400))).at(-1)
    expect(last?.isDue === false && last.waitMs).toBeLessThan(31 * minuteMs)
    expect(await budget.press('ada')).toMatchObject({ isDue: false, waitMs: 60 * minuteMs })
  })

  it('keeps turns, pauses and calls at the same distance when the clock of the store is set back', async () => {
    now += 120 * minuteMs
    const users = usersOf(plan.burst + 5)
    const before = await pressAll(budget, users)
    await budgets[1].left()
    now -= 120 * minuteMs
    for (const one of budgets) {
      expect(await pressAll(one, users.slice(plan.burst))).toEqual(before.slice(plan.burst))
      expect(await one.left()).toBe(callsPerMinute - plan.burst)
    }
    expect(await budget.press('newcomer')).toMatchObject({ waitMs: 6 * plan.intervalMs, place: 6 })
    await budget.pause(30_000)
    now -= 120 * minuteMs
    expect(await budget.press(users[plan.burst] ?? '')).toMatchObject({ waitMs: 30_000, place: 1 })
    now += 30_000
    expect(await budget.press(users[plan.burst] ?? '')).toEqual({ isDue: true })
    // The calls that only an instance knows are a minute old a minute later too.
    await shared.delete('confirm-queue')
    now -= 120 * minuteMs
    expect(await budget.left()).toBe(callsPerMinute - plan.burst - 1)
    now += minuteMs
    expect(await budget.left()).toBe(callsPerMinute)
  })

  it('ends a pause, but counts the calls of the minute, when the queue is deleted in the store', async () => {
    await budget.press('ada')
    await budget.pause(60 * minuteMs)
    await shared.delete('confirm-queue')
    expect(await budget.press('bob')).toEqual({ isDue: true })
    expect(await budgets[1].left()).toBe(108)
  })

  it('makes new users wait during a pause of a day when the queue was empty', async () => {
    const dayMs = 24 * 60 * minuteMs
    await budget.pause(dayMs)
    now += dayMs - 1000
    expect(await budget.press('ada')).toMatchObject({ isDue: false, waitMs: 1000 })
    expect(await budget.spendSpare()).toBe(false)
    now += 1000
    expect(await budget.press('ada')).toEqual({ isDue: true })
  })
})

describe('planOf', () => {
  it('plans at most as many places in any minute as the budget has, and at least one fewer', () => {
    for (const calls of [10, 19, 20, 60, 110, 120]) {
      const { intervalMs, burst } = planOf(calls)
      expect([calls - 1, calls]).toContain(Math.floor(minuteMs / intervalMs) + burst)
    }
  })

  it('has fewer than 50 calls under way by default when each call takes 25 seconds', () => {
    expect(plan.burst + 25_000 / plan.intervalMs).toBeLessThan(50)
  })
})

it('ConfirmBudget without a store has its share of the calls, and at least two', () => {
  const limitOf = (instances: number) => createConfirmBudget({ callsPerMinute, instances }).limit()
  expect([1, 2, 4, 1000].map(limitOf)).toEqual([110, 55, 27, 2])
  expect(planOf(2).intervalMs).toBeLessThanOrEqual(minuteMs)
})

it('ConfirmBudget goes on with the share of the process while Redis is full, and is shared again afterwards', async () => {
  const connection = redis.connect()
  const budget = createConfirmBudget({ callsPerMinute, shared: redisStore(connection, 'real:') })
  try {
    expect(await budget.press('ada')).toEqual({ isDue: true })
    expect([await budget.left(), budget.limit()]).toEqual([109, 110])
    await redis.fill()
    expect(await budget.press('bob')).toEqual({ isDue: true })
    expect(await budget.left()).toBe(108)
  } finally {
    await redis.empty()
  }
  await vi.waitFor(() => expect(connection.state).toBe('ok'), { timeout: 10_000 })
  // Redis now knows the call that it could not count.
  expect(await budget.left()).toBe(108)
})

it('ConfirmBudget makes users wait only for each other when Redis has a queue from before its clock was set back', async () => {
  const key = 'ahead:value:confirm-queue'
  const start = () => createConfirmBudget({ callsPerMinute, shared: redisStore(redis.connect(), 'ahead:') })
  await pressAll(start(), usersOf(plan.burst + 1))
  const queue = String(await redis.command('GET', key))
  await redis.command(
    'SET',
    key,
    queue.replaceAll(/\d{13}/g, (at) => String(Number(at) + 120 * minuteMs)),
  )
  const [waiting] = await pressAll(start(), usersOf(plan.burst + 1).slice(-1))
  expect(waiting).toEqual({ isDue: false, place: 1, waitMs: plan.intervalMs })
})

it('each instance makes its share of the calls while the store is away, and together they stay within the limit of the service', async () => {
  const data = processStore({ now: clock })
  let isAway = false
  const update = ((...asked) =>
    isAway ? Promise.reject(new StoreUnavailableError('away')) : data.update(...asked)) as Store['update']
  // The clocks of the instances differ by a minute.
  const [one, other] = [0, minuteMs].map((aheadMs) => {
    const shared = { ...data, update }
    return createConfirmBudget({ callsPerMinute, instances: 2, shared, clock: () => now + aheadMs, random: seeded(1) })
  }) as [ConfirmBudget, ConfirmBudget]
  const calls: Call[] = []
  let step = 0
  /** Every 250 ms one of 160 users presses, so each does every 40 seconds. @returns the number of calls. */
  const live = async (seconds: number) => {
    const before = calls.length
    for (const endsAt = now + seconds * 1000; now < endsAt; now += 250) {
      const user = `user ${(step += 1) % 160}`
      if ((await (step % 2 === 0 ? one : other).press(user)).isDue) calls.push({ user, at: now })
    }
    return calls.length - before
  }
  expect(await live(60)).toBeGreaterThan(55)
  isAway = true
  await live(60)
  expect(await live(60)).toBeGreaterThan(55)
  expect([one.limit(), other.limit()]).toEqual([55, 55])
  // Only one of them is left, and its share is not enough for all.
  const before = calls.length
  for (let user = 0; user < 200; user += 1) {
    if ((await one.press(`new ${user}`)).isDue) calls.push({ user: 'new', at: now })
  }
  expect(calls.length - before).toBeLessThanOrEqual(55)
  isAway = false
  await live(90)
  expect([one.limit(), other.limit()]).toEqual([110, 110])
  expect(mostInAMinute(calls.map(({ at }) => at))).toBeLessThanOrEqual(serviceLimit)
})

it('ConfirmBudget tells the store its calls by itself when the store is back', async () => {
  const data = processStore()
  let isAway = true
  const update = ((...asked) =>
    isAway ? Promise.reject(new StoreUnavailableError('away')) : data.update(...asked)) as Store['update']
  const [one, other] = [0, 1].map(() => createConfirmBudget({ callsPerMinute, shared: { ...data, update } }))
  await one?.press('ada')
  isAway = false
  await vi.waitFor(async () => expect(await other?.left()).toBe(109), 10_000)
})
