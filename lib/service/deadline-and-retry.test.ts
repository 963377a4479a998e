import { beforeEach, describe, expect, it, vi } from 'vitest'
import { failed, serviceError, succeeded, type ServiceError } from './errors'
import { isTransientReadError, withRetries } from './deadline-and-retry'
import { inFakeTime } from './test-support'

const broken = serviceError('listBalances', { name: 'ServiceTransportError', code: 'ECONNRESET' })
const busy = serviceError('listBalances', { name: 'ServiceRefusedError', kind: 'server_error', status: 503 })
const badGateway = serviceError('listBalances', { name: 'ServiceRefusedError', kind: 'not_the_service', status: 502 })
const limited = (retryAfterSeconds?: number) =>
  serviceError('listBalances', { name: 'ServiceRefusedError', kind: 'rate_limited', status: 429, retryAfterSeconds })

beforeEach(() => void vi.useFakeTimers())

/** Fails with the given errors and then succeeds. Returns the start of each attempt in milliseconds. */
async function run(failures: ServiceError[], withinMs = 30_000, signal?: AbortSignal) {
  const began: number[] = []
  const startedAt = performance.now()
  const attempts = withRetries(
    async () => {
      began.push(performance.now() - startedAt)
      const failure = failures[began.length - 1]
      return failure ? failed(failure) : succeeded('done')
    },
    { withinMs, isTransient: isTransientReadError, signal },
  )
  const ended = attempts.then(
    (end) => (end.ok ? end.data : end.error),
    (reason: unknown) => reason,
  )
  const result = await inFakeTime(ended)
  return { result, began, tookMs: performance.now() - startedAt }
}

describe('withRetries, after a transient error', () => {
  it('retries twice, with a longer delay each time', async () => {
    for (const failure of [broken, busy, badGateway]) {
      const { result, began } = await run([failure, failure])
      expect(result).toBe('done')
      const [, second = 0, third = 0] = began
      expect(second).toBeGreaterThanOrEqual(400)
      expect(second).toBeLessThanOrEqual(800)
      expect(third - second).toBeGreaterThanOrEqual(800)
      expect(third - second).toBeLessThanOrEqual(1600)
    }
  })

  it('returns the error of the third attempt', async () => {
    expect(await run([broken, busy, busy])).toMatchObject({ result: busy, began: { length: 3 } })
  })

  it('returns the error immediately when no time is left for another attempt', async () => {
    expect(await run([busy], 700)).toEqual({ result: busy, began: [0], tookMs: 0 })
  })
})

it('withRetries returns any other error immediately', async () => {
  for (const failure of [
    serviceError('listBalances', { name: 'ServiceTimeoutError', deadlineMs: 10 }),
    serviceError('listBalances', { name: 'ServiceProtocolError', status: 200, problem: 'wrong_page' }),
    serviceError('listBalances', { name: 'ServiceRefusedError', kind: 'not_the_service', status: 403 }),
    serviceError('listBalances', { name: 'ServiceRefusedError', kind: 'unauthenticated', status: 401 }),
    serviceError('listBalances', { name: 'ServiceRefusedError', kind: 'unknown', status: 418 }),
    limited(),
  ])
    expect(await run([failure])).toMatchObject({ result: failure, began: { length: 1 } })
})

describe('withRetries, after a 429', () => {
  it('waits for the time of Retry-After, which does not count as an attempt', async () => {
    const began = [0, 7000, 8000, 9000, 10_000]
    expect(await run([limited(7), limited(1), limited(1), limited(1)])).toMatchObject({ result: 'done', began })
  })

  it('returns the 429 immediately when the waits would end after the deadline', async () => {
    for (const [failure, began] of [
      [limited(30), [0]],
      [limited(12), [0, 12_000, 24_000]],
    ] as const) {
      const { result, ...times } = await run([failure, failure, failure], 30_000)
      expect(result).toBe(failure)
      expect(times).toEqual({ began, tookMs: began.at(-1) })
    }
  })
})

it('withRetries ends a delay when it is aborted', async () => {
  for (const failure of [busy, limited(7)]) {
    const controller = new AbortController()
    setTimeout(() => controller.abort('enough'), 100)
    expect(await run([failure], 30_000, controller.signal)).toMatchObject({ result: 'enough', tookMs: 100 })
    expect(vi.getTimerCount()).toBe(0)
  }
})

it('withRetries passes each attempt its number and the remaining time', async () => {
  const attemptOnce = vi
    .fn()
    .mockResolvedValueOnce(failed(limited(5)))
    .mockResolvedValueOnce(succeeded('done'))
  const attempts = withRetries(attemptOnce, { withinMs: 20_000, isTransient: () => false })
  expect(await inFakeTime(attempts)).toEqual(succeeded('done'))
  expect(attemptOnce.mock.calls).toEqual([
    [1, 20_000],
    [2, 15_000],
  ])
})
