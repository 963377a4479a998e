import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { correlationId, outsideRequests, perRequest, runInRequest } from './context'

describe('the context of a request', () => {
  it('follows each of many requests through what they wait for', async () => {
    const ids = Array.from({ length: 200 }, (_, number) => `request-${number}`)
    const seen = ids.map((id) =>
      runInRequest(id, async () => {
        await sleep(Math.random() * 10)
        // What a page does: it runs in callbacks that something else has called.
        return new Promise((resolve) => setImmediate(() => resolve([correlationId(), outsideRequests(correlationId)])))
      }),
    )
    expect(await Promise.all(seen)).toEqual(ids.map((id) => [id, undefined]))
  })

  it('has no id outside of a request', () => {
    expect(correlationId()).toBeUndefined()
  })

  it('makes a value once in a request, and anew in the next one and outside of any', () => {
    const values = () => [1, 2].map((value) => perRequest('value', () => value))
    expect(runInRequest('a', values)).toEqual([1, 1])
    expect(runInRequest('b', values)).toEqual([1, 1])
    expect(values()).toEqual([1, 2])
  })
})
