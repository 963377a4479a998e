import { beforeEach, expect, it, vi } from 'vitest'
import { SharedAnswer } from './shared-answer'

const request = vi.fn<() => Promise<string>>()
let shared: SharedAnswer<string>
const advance = (ms: number) => vi.advanceTimersByTime(ms)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  request.mockReset().mockImplementation(async () => `answer ${request.mock.calls.length}`)
  shared = new SharedAnswer(request, { freshMs: 600, staleMs: 3600, failureMs: 50 })
})

it('get makes one request for parallel callers, and reuses the answer until it is too old', async () => {
  expect(await Promise.all([shared.get(), shared.get(), shared.get()])).toEqual(Array(3).fill('answer 1'))
  advance(599)
  expect(await shared.get()).toBe('answer 1')
  expect(await shared.get(599)).toBe('answer 2')
  advance(600)
  expect(await shared.get()).toBe('answer 3')
})

it('get throws the same failure without a request for a time, and then requests again', async () => {
  request.mockRejectedValueOnce(new Error('away'))
  const failures = await Promise.allSettled([shared.get(), shared.get()])
  expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  advance(49)
  await expect(shared.get()).rejects.toThrow('away')
  expect(request).toHaveBeenCalledTimes(1)
  advance(1)
  expect(await shared.get()).toBe('answer 2')
})

it('get returns a stale answer only while a request fails and the answer is not too old', async () => {
  await shared.get()
  request.mockRejectedValue(new Error('away'))
  advance(3599)
  expect(await shared.get()).toBe('answer 1')
  advance(1)
  await expect(shared.get()).rejects.toThrow('away')
})
