import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { correlationId, outsideRequests, perRequest, runInRequest, setPageStatus } from './context'

describe('context of a request', () => {
  it('setPageStatus sets the status of the response, and does nothing where there is none', () => {
    const response = { statusCode: 200 }
    expect(runInRequest('a', () => setPageStatus(404), { response })).toBe(true)
    expect(response.statusCode).toBe(404)
    expect([runInRequest('b', () => setPageStatus(404)), setPageStatus(404)]).toEqual([false, false])
  })

  it('runInRequest keeps the contexts of parallel requests separate', async () => {
    const ids = Array.from({ length: 200 }, (_, number) => `request-${number}`)
    const seen = ids.map((id) =>
      runInRequest(id, async () => {
        await sleep(Math.random() * 10)
        // Pages run in callbacks, too.
        return new Promise((resolve) => setImmediate(() => resolve([correlationId(), outsideRequests(correlationId)])))
      }),
    )
    expect(await Promise.all(seen)).toEqual(ids.map((id) => [id, undefined]))
    expect(correlationId()).toBeUndefined()
  })

  it('perRequest creates a value once per request, and at each call outside of requests', () => {
    const values = () => [1, 2].map((value) => perRequest('value', () => value))
    expect(runInRequest('a', values)).toEqual([1, 1])
    expect(runInRequest('b', values)).toEqual([1, 1])
    expect(values()).toEqual([1, 2])
  })
})
