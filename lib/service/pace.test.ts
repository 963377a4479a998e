import { describe, expect, it } from 'vitest'
import { ServiceRefusedError } from './errors'
import { Pace } from './pace'
import { SimulatedClock } from './simulated-clock'

const { signal } = new AbortController()
const minuteMs = 60_000

/** Decides at a time whether a request is granted, and otherwise after how many seconds to come again. */
type Limiter = (nowMs: number) => true | number

/** Grants so many requests in each minute, counted from the first request. */
function fixedWindow(limit: number): Limiter {
  let windowStart = -Infinity
  let granted = 0
  return (now) => {
    if (now >= windowStart + minuteMs) {
      windowStart = now
      granted = 0
    }
    if (granted === limit) return Math.ceil((windowStart + minuteMs - now) / 1000)
    granted += 1
    return true
  }
}

/** Grants a request where fewer than so many were granted in the minute before it. */
function slidingWindow(limit: number): Limiter {
  const granted: number[] = []
  return (now) => {
    while (granted[0] !== undefined && granted[0] <= now - minuteMs) granted.shift()
    if (granted.length === limit) return Math.ceil(((granted[0] ?? now) + minuteMs - now) / 1000)
    granted.push(now)
    return true
  }
}

/** Grants a burst, and then so many requests a minute. */
function tokenBucket(limit: number): Limiter {
  let tokens = limit
  let filledAt = 0
  return (now) => {
    tokens = Math.min(tokens + ((now - filledAt) / minuteMs) * limit, limit)
    filledAt = now
    if (tokens < 1) return Math.ceil(((1 - tokens) * minuteMs) / limit / 1000)
    tokens -= 1
    return true
  }
}

/** Sends requests through a pace, several at a time, each of which takes 50 ms. */
async function send(limiter: Limiter, { requests, atOnce = 5 }: { requests: number; atOnce?: number }) {
  const clock = new SimulatedClock()
  const pauses: number[] = []
  const pace = new Pace({ clock, maxPauseMs: 300_000, onPause: () => pauses.push(pace.pauseMs) })
  let sent = 0
  let refused = 0
  const attempt = async () => {
    await clock.sleep(50)
    const granted = limiter(clock.now())
    if (granted === true) return
    refused += 1
    throw new ServiceRefusedError('listBalances', 'rate_limited', { status: 429, retryAfterSeconds: granted })
  }
  const worker = async () => {
    while (sent < requests) {
      sent += 1
      await pace.run(attempt, signal)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { minutes: clock.now() / minuteMs, refused, pauses }
}

describe('without a limit', () => {
  it('requests are sent as fast as they are answered', async () => {
    const { minutes, pauses } = await send(() => true, { requests: 1000 })
    expect(minutes * minuteMs).toBe((1000 / 5) * 50)
    expect(pauses).toEqual([])
  })
})

describe.each([
  ['a fixed window', fixedWindow],
  ['a sliding window', slidingWindow],
  ['a token bucket', tokenBucket],
])('%s of 120 requests a minute', (_, limiter) => {
  it('is learned: after the first minutes it is hardly met again', async () => {
    const { minutes, refused } = await send(limiter(120), { requests: 5000 })
    expect(minutes).toBeGreaterThan(39)
    expect(minutes).toBeLessThan(50)
    // Up to five at once, at each of a few meetings.
    expect(refused).toBeLessThanOrEqual(25)
  })
})

it('a limit of 10 requests a minute is met with patience', async () => {
  const { minutes } = await send(slidingWindow(10), { requests: 100 })
  expect(minutes).toBeGreaterThan(9)
  expect(minutes).toBeLessThan(20)
})

it('a refusal that says nothing about a limit does not slow down everything after it', async () => {
  let requests = 0
  const refuseFirst: Limiter = () => {
    requests += 1
    return requests === 1 ? 250 : true
  }
  const { minutes, pauses } = await send(refuseFirst, { requests: 5000, atOnce: 1 })
  expect(pauses).toEqual([250_000])
  expect(minutes).toBeLessThan(250 / 60 + 5000 * (50 / minuteMs) + 1)
})

it('a long pause after a few requests is not taken for a limit for ever', async () => {
  let requests = 0
  const refuseOnce: Limiter = () => {
    requests += 1
    return requests === 20 ? 300 : true
  }
  const { minutes } = await send(refuseOnce, { requests: 1000, atOnce: 1 })
  expect(minutes).toBeLessThan(60)
})

it('each pause is told once, however many requests meet it', async () => {
  const { pauses } = await send(fixedWindow(120), { requests: 200, atOnce: 5 })
  expect(pauses.length).toBeLessThanOrEqual(2)
  expect(pauses[0]).toBeGreaterThan(50_000)
})
