import { describe, expect, it } from 'vitest'
import { valuesOf } from './producer'
import { rejection } from './test-support'

async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = []
  for await (const value of values) all.push(value)
  return all
}

describe('valuesOf', () => {
  it('yields the values of the work in order and ends when the work ends', async () => {
    const values = valuesOf<number>(async (put) => {
      await put(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      await put(2)
    })
    expect(await collect(values)).toEqual([1, 2])
    expect(await collect(valuesOf<number>(async () => {}))).toEqual([])
  })

  it('lets the work be at most one value ahead of the consumer', async () => {
    const log: string[] = []
    const values = valuesOf<number>(async (put) => {
      for (const value of [1, 2, 3]) {
        log.push(`put ${value}`)
        await put(value)
      }
    })
    for await (const value of values) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      log.push(`took ${value}`)
    }
    expect(log).toEqual(['put 1', 'put 2', 'took 1', 'put 3', 'took 2', 'took 3'])
  })

  it('throws the error of the work after its values', async () => {
    const seen: number[] = []
    const values = valuesOf<number>(async (put) => {
      await put(1)
      throw new Error('broken')
    })
    const reading = (async () => {
      for await (const value of values) seen.push(value)
    })()
    expect(await rejection(reading)).toMatchObject({ message: 'broken' })
    expect(seen).toEqual([1])
  })

  it('aborts the signal and ends the work when the consumer leaves', async () => {
    let hasEnded = false
    let signal: AbortSignal | undefined
    const values = valuesOf<number>(async (put, given) => {
      signal = given
      try {
        for (let value = 1; ; value += 1) await put(value)
      } finally {
        hasEnded = true
      }
    })
    for await (const value of values) if (value === 3) break
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(signal?.aborted).toBe(true)
    expect(hasEnded).toBe(true)
  })
})
