import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { collected } from '@/lib/service/test-support'
import { newestFirst, pageOf, partsOf } from './newest-first'
import { processStore } from './process-store'
import type { StoredList } from './store'

type Numbered = { id: string; number: number }

/** Makes a list of these numbers, and a spy on its reads. */
async function listOf(numbers: readonly number[]) {
  const schema = z.object({ id: z.string(), number: z.number() })
  const list = processStore().list<Numbered>('numbers', { schema, maxEntries: 10_000 })
  for (const number of numbers) {
    await list.append({ id: `id-${number}`, number })
    if (vi.isFakeTimers()) vi.advanceTimersByTime(1000)
  }
  const newest = vi.fn<StoredList<Numbered>['newest']>((page) => list.newest(page))
  return { list: { ...list, newest }, newest }
}
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('newestFirst', () => {
  it('reads the next thousand entries on demand, and returns an entry once that the list has twice', async () => {
    const { list, newest } = await listOf([...upTo(1500), 1500, 400])
    const entries = newestFirst([list])
    expect((await entries.next()).value).toMatchObject({ entry: { number: 400 } })
    expect(newest).toHaveBeenCalledOnce()
    const rest = (await collected(entries)).map(({ entry }) => entry.number)
    expect([rest.length, rest[0], rest.at(-1)]).toEqual([1499, 1500, 1])
    expect(new Set(rest).size).toBe(1499)
  })

  it('ends after the page with an entry from before the given time', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    const { list } = await listOf(upTo(9))
    const read = await collected(newestFirst([list], { since: 5500 }, 3))
    expect(read.map(({ entry }) => entry.number)).toEqual([9, 8, 7, 6, 5, 4])
  })

  it('reads several lists in one order, which partsOf returns in arrays', async () => {
    const [odd, even] = await Promise.all([listOf([1, 3, 5, ...upTo(800).slice(10)]), listOf([2, 4, 9])])
    const span = { timeOf: ({ entry }: { entry: Numbered }) => entry.number }
    const parts = await collected(partsOf([odd.list, even.list], span, ({ number }) => number !== 3))
    expect(parts.map(({ length }) => length)).toEqual([500, 295])
    expect(parts[1]?.slice(-6).map(({ number }) => number)).toEqual([11, 9, 5, 4, 2, 1])
  })
})

describe('pageOf', () => {
  const numbersOf = ({ rows }: { rows: Numbered[] }) => rows.map(({ number }) => number)

  it('returns whole pages without repeated entries, and the last one without a next one', async () => {
    const { list } = await listOf([1, 2, 3, 4, 4, 5])
    const first = await pageOf([list], { limit: 3 })
    expect([numbersOf(first), first.isCut]).toEqual([[5, 4, 3], false])
    const second = await pageOf([list], { limit: 3, before: first.nextBefore })
    expect(numbersOf(second)).toEqual([2, 1])
    expect(second.nextBefore).toBeUndefined()
  })

  it('returns the entries that fit, and is cut when it would have to read too many', async () => {
    const { list } = await listOf(upTo(10))
    const wanted = { limit: 4, maxRead: 5, fits: ({ number }: Numbered) => number === 10 || number === 1 }
    const first = await pageOf([list], wanted)
    expect([numbersOf(first), first.isCut]).toEqual([[10], true])
    const second = await pageOf([list], { ...wanted, before: first.nextBefore })
    expect([numbersOf(second), second.isCut]).toEqual([[1], true])
    const third = await pageOf([list], { ...wanted, before: second.nextBefore })
    expect(third).toEqual({ rows: [], nextBefore: undefined, isCut: false })
    const full = await pageOf([list], { ...wanted, limit: 1 })
    expect([numbersOf(full), full.isCut]).toEqual([[10], false])
  })
})
