import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServiceRefusedError } from './errors'
import type { Listed } from './listed'
import type { Page } from './pages'
import { rejection } from './test-support'
import { walkPages, type WalkedList, type WalkEvent, type WalkOptions } from './walk'

interface Item {
  id: number
}

/** A page of records, given by their numbers; null stands for an unreadable record. */
type Numbers = Omit<Page<never>, 'items'> & { items: (number | null)[] }
type FetchPage = (page: number, signal: AbortSignal, limit: number) => Promise<Numbers>

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

/** A list of the records 0, 1, 2…, and the numbers of its requested pages. */
function list(total: number, limit: number) {
  const requested: number[] = []
  const fetchPage = async (page: number): Promise<Numbers> => {
    requested.push(page)
    return { items: numbers(0, total).slice((page - 1) * limit, page * limit), page, limit, total }
  }
  return { requested, fetchPage }
}

const recordOf = (number: number | null): Listed<Item> =>
  number === null ? { unreadable: 'null', path: '' } : { id: number }

function walk(fetchPage: FetchPage, options?: WalkOptions, list: Partial<WalkedList<Item>> = {}) {
  return walkPages<Item>(
    {
      operation: 'listBalances',
      pageSize: 200,
      fetchPage: async ({ page, limit }, signal) => {
        const { items, ...rest } = await fetchPage(page, signal, limit)
        return { ...rest, items: items.map(recordOf) }
      },
      identityOf: ({ id }) => String(id),
      ...list,
    },
    options,
  )
}

async function read(events: AsyncIterable<WalkEvent<Item>>) {
  const items: (number | null)[] = []
  const others: WalkEvent<Item>[] = []
  for await (const event of events) {
    if (event.kind === 'page') items.push(...event.page.items.map((item) => ('id' in item ? item.id : null)))
    else others.push(event)
  }
  return { items, others, summary: others.flatMap((event) => (event.kind === 'end' ? [event.summary] : []))[0] }
}

const complete = (records: number) => ({ kind: 'complete', records, unreadable: 0 })

describe('walkPages, over a list that does not change', () => {
  it('requests each page, and one more when the last page is full', async () => {
    for (const [total, pages] of [
      [0, 1],
      [1, 1],
      [9, 1],
      [10, 2],
      [11, 2],
      [29, 3],
      [30, 4],
    ] as const) {
      const { requested, fetchPage } = list(total, 10)
      expect(await read(walk(fetchPage))).toMatchObject({ items: numbers(0, total), summary: complete(total) })
      expect(requested).toEqual(numbers(1, pages))
    }
  })

  it('ends when the service refuses the page beyond the end, or returns the last page again', async () => {
    const { fetchPage } = list(30, 10)
    for (const kind of ['unknown', 'not_the_service'] as const) {
      const refusal = new ServiceRefusedError('listBalances', kind, { status: 404 })
      const pages = walk((page) => (page > 3 ? Promise.reject(refusal) : fetchPage(page)))
      expect(await read(pages), kind).toMatchObject({ items: numbers(0, 30), summary: complete(30) })
    }
    expect(await read(walk((page) => fetchPage(Math.min(page, 3))))).toMatchObject({ summary: complete(30) })
  })
})

describe('walkPages, over short pages', () => {
  it('continues after pages with fewer records than their limit', async () => {
    const { requested, fetchPage } = list(2000, 100)
    const pages = walk(async (page) => ({ ...(await fetchPage(page)), limit: 200 }))
    expect(await read(pages)).toMatchObject({ items: numbers(0, 2000), summary: complete(2000) })
    expect(requested).toEqual(numbers(1, 21))
  })

  it('throws when pages omit records', async () => {
    const { fetchPage } = list(2000, 200)
    const pages = walk(async (page) => {
      const { items, ...rest } = await fetchPage(page)
      return { ...rest, items: items.slice(0, 100) }
    })
    const counts = { received: 1000, total: 2000 }
    expect(await rejection(read(pages))).toMatchObject({ problem: 'too_few_records', ...counts })
  })
})

describe('walkPages, over inconsistent pages', () => {
  it('throws after an empty page before the end', async () => {
    const { requested, fetchPage } = list(2000, 200)
    const pages = walk(async (page) => ({ ...(await fetchPage(page)), ...(page === 3 && { items: [] }) }))
    expect(await rejection(read(pages))).toMatchObject({
      name: 'ServiceListError',
      operation: 'listBalances',
      problem: 'too_few_records',
      received: 400,
      total: 2000,
      message: 'listBalances: the pages of the list end before all records have come (400 of 2000).',
    })
    expect(requested).toEqual([1, 2, 3])
  })

  it('throws when every page has the same records', async () => {
    const { requested, fetchPage } = list(2000, 200)
    const pages = walk(async (page) => ({ ...(await fetchPage(1)), page }))
    expect(await rejection(read(pages))).toMatchObject({ problem: 'repeated_page' })
    expect(requested.length).toBeLessThan(5)
  })

  it('throws when there are more records than the total', async () => {
    const { fetchPage } = list(2000, 200)
    const pages = walk(async (page) => ({ ...(await fetchPage(page)), total: 1000 }))
    expect(await rejection(read(pages))).toMatchObject({ problem: 'too_many_records', received: 1200, total: 1000 })
  })

  it('throws when the total grows without end', async () => {
    const fetchPage = vi.fn(async (page: number) => {
      return { items: numbers(page * 100, 100), page, limit: 100, total: page * 100 + 1000 }
    })
    expect(await rejection(read(walk(fetchPage)))).toMatchObject({ problem: 'endless' })
    expect(fetchPage.mock.calls.length).toBeLessThan(30)
  })
})

describe('walkPages, over a list that changes', () => {
  /** Pages of 10. `at` returns the list at the time of each request. */
  const changing = (at: (page: number) => number[]) =>
    walk(async (page) => {
      const all = at(page)
      return { items: all.slice((page - 1) * 10, page * 10), page, limit: 10, total: all.length }
    })

  it('reads a record that was added at the end', async () => {
    expect(await read(changing((page) => numbers(0, page === 1 ? 25 : 26)))).toMatchObject({
      items: numbers(0, 26),
      summary: { kind: 'changed', records: 26, firstTotal: 25, lastTotal: 26, repeated: 0, maybeMissing: 0 },
    })
  })

  it('yields a record once when an added record makes it repeat', async () => {
    expect(await read(changing((page) => (page === 1 ? numbers(0, 25) : [-1, ...numbers(0, 25)])))).toMatchObject({
      items: numbers(0, 25),
      summary: { kind: 'changed', records: 25, firstTotal: 25, lastTotal: 26, repeated: 1, maybeMissing: 1 },
    })
  })

  it('reports a possibly missing record when a record before it was removed', async () => {
    const { items, summary } = await read(changing((page) => numbers(page === 1 ? 0 : 1, page === 1 ? 25 : 24)))
    expect(items).not.toContain(10)
    const counts = { records: 24, firstTotal: 25, lastTotal: 24, unreadable: 0, repeated: 0, maybeMissing: 1 }
    expect(summary).toEqual({ kind: 'changed', ...counts })
  })

  it('ends when a shrinking list puts the next page beyond its end', async () => {
    expect(await read(changing((page) => numbers(0, page < 3 ? 35 : 12)))).toMatchObject({
      items: numbers(0, 20),
      summary: { kind: 'changed', records: 20, firstTotal: 35, lastTotal: 12 },
    })
  })

  it('continues when a whole page moves', async () => {
    expect(await read(changing((page) => (page < 3 ? numbers(0, 35) : numbers(-15, 50))))).toMatchObject({
      items: numbers(0, 35),
      summary: { kind: 'changed', records: 35, firstTotal: 35, lastTotal: 50, repeated: 15 },
    })
  })

  it('reports a changed list when its order changes', async () => {
    const { summary } = await read(changing((page) => (page === 2 ? numbers(0, 25).toReversed() : numbers(0, 25))))
    expect(summary).toMatchObject({ kind: 'changed', firstTotal: 25, lastTotal: 25, records: 20, repeated: 5 })
  })
})

it('walkPages yields unreadable records in their places and counts them', async () => {
  const pages = walk(async (page) => ({ items: page === 1 ? [0, null, null] : [1, null], page, limit: 3, total: 5 }))
  expect(await read(pages)).toMatchObject({
    items: [0, null, null, 1, null],
    summary: { kind: 'complete', records: 5, unreadable: 3 },
  })
})

describe('walkPages, when a page is too large', () => {
  const tooLarge = new Error('too large')
  const isTooLarge = (error: unknown) => error === tooLarge

  /** A list with one large record, which fits only into pages of at most 10 records. */
  function source(total: number, large: number) {
    const requested: string[] = []
    const fetchPage: FetchPage = async (page, _, limit) => {
      requested.push(`${page}/${limit}`)
      const items = numbers(0, total).slice((page - 1) * limit, page * limit)
      if (limit > 10 && items.includes(large)) throw tooLarge
      return { items, page, limit, total }
    }
    return { requested, fetchPage }
  }

  it.each([true, false])('requests smaller pages from the large record, with readsAhead %s', async (readsAhead) => {
    const { requested, fetchPage } = source(450, 415)
    const pages = walk(fetchPage, {}, { isTooLarge, readsAhead })
    expect(await read(pages)).toMatchObject({ items: numbers(0, 450), summary: complete(450) })
    expect(requested.slice(0, 3)).toEqual(['1/200', '2/200', '3/200'])
    expect(requested).toContain('9/50')
    expect(requested).toContain('41/10')
  })

  it('throws when the page has a single record', async () => {
    const pages = walk(() => Promise.reject(tooLarge), {}, { isTooLarge })
    expect(await rejection(read(pages))).toBe(tooLarge)
  })
})

describe('walkPages', () => {
  it.each([
    [1, true],
    [0, false],
  ])('requests %i pages ahead of the current page when readsAhead is %s', async (ahead, readsAhead) => {
    const { requested, fetchPage } = list(99, 10)
    let worked = 0
    for await (const event of walk(fetchPage, {}, { readsAhead })) {
      if (event.kind !== 'page') continue
      worked += 1
      expect(event.page.page).toBe(worked)
      expect(requested).toHaveLength(Math.min(worked + ahead, 10))
    }
    expect(worked).toBe(10)
  })

  it('requests a page only after the previous page has arrived', async () => {
    const { fetchPage } = list(50, 10)
    let underway = 0
    const slowly = async (page: number) => {
      underway += 1
      expect(underway).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 2))
      underway -= 1
      return fetchPage(page)
    }
    expect((await read(walk(slowly))).items).toEqual(numbers(0, 50))
  })

  it('omits a record that one of the two previous pages had, but keeps a record that an earlier page had', async () => {
    const { fetchPage } = list(2000, 200)
    const pages = walk(async (page) => {
      const { items, ...rest } = await fetchPage(page)
      return { ...rest, items: page === 3 || page === 9 ? [5, ...items.slice(1)] : items }
    })
    const { items, summary } = await read(pages)
    expect(items.filter((item) => item === 5)).toHaveLength(2)
    expect(items).toHaveLength(1999)
    expect(summary).toMatchObject({ kind: 'changed', records: 1999, repeated: 1 })
  })
})

describe('walkPages, when a page fails', () => {
  it('throws when the consumer reaches the failed page', async () => {
    const { fetchPage } = list(50, 10)
    const pages = walk(async (page) => (page === 3 ? Promise.reject(new Error('third')) : fetchPage(page)))
    for (const page of [1, 2]) expect(await pages.next()).toMatchObject({ value: { page: { page } } })
    expect(await rejection(pages.next())).toMatchObject({ message: 'third' })
  })

  it('throws when a page before the end is refused', async () => {
    const { fetchPage } = list(50, 10)
    const refusal = new ServiceRefusedError('listBalances', 'unknown', { status: 404 })
    const pages = walk((page) => (page === 3 ? Promise.reject(refusal) : fetchPage(page)))
    expect(await rejection(read(pages))).toBe(refusal)
  })

  it('leaves no unhandled rejection when the consumer has left', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const { fetchPage } = list(50, 10)
    for await (const event of walk((page) => (page > 1 ? Promise.reject(new Error()) : fetchPage(page)))) {
      expect(event).toMatchObject({ kind: 'page', page: { page: 1 } })
      break
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })
})

describe('walkPages, when the consumer leaves', () => {
  it('aborts the open request', async () => {
    const { fetchPage } = list(50, 10)
    const signals: AbortSignal[] = []
    const pages = walk((page, signal) => {
      signals.push(signal)
      return fetchPage(page)
    })
    for await (const _ of pages) {
      expect(signals[1]?.aborted).toBe(false)
      break
    }
    expect(signals[1]?.aborted).toBe(true)
  })

  it('throws the reason of an abort, and removes its listener', async () => {
    const controller = new AbortController()
    const remove = vi.spyOn(controller.signal, 'removeEventListener')
    const { requested, fetchPage } = list(50, 10)
    const pages = walk(fetchPage, { signal: controller.signal })
    await pages.next()
    controller.abort('enough')
    expect(await rejection(pages.next())).toBe('enough')
    expect(requested).toEqual([1, 2])
    expect(remove).toHaveBeenCalledOnce()
  })
})

describe('walkPages when the service limits the rate', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const refusal = (retryAfterSeconds?: number) =>
    new ServiceRefusedError('listBalances', 'rate_limited', { status: 429, retryAfterSeconds })

  /** Refuses these pages, once with each of these refusals. */
  function limited(total: number, waits: Partial<Record<number, ServiceRefusedError[]>>) {
    const { requested, fetchPage } = list(total, 10)
    return {
      requested,
      fetchPage: async (page: number) => {
        const error = waits[page]?.shift()
        if (error) throw error
        return fetchPage(page)
      },
    }
  }

  /** Reads a walk to its end or its error, while the fake time advances. */
  async function readInTime(pages: ReturnType<typeof walk>) {
    const startedAt = performance.now()
    const result = read(pages)
      .catch((error: unknown) => ({ error, items: [], others: [] }))
      // Read before all timers have run, because something else may have set one of them.
      .then((ended) => ({ error: undefined, ...ended, tookMs: performance.now() - startedAt }))
    await vi.runAllTimersAsync()
    return result
  }

  it.each([true, false])('waits for the time of Retry-After, with readsAhead %s', async (readsAhead) => {
    const { requested, fetchPage } = limited(25, { 2: [refusal(7)] })
    const { items, others, tookMs } = await readInTime(walk(fetchPage, {}, { readsAhead }))
    expect(items).toEqual(numbers(0, 25))
    expect(others).toEqual([
      { kind: 'pause', seconds: 7 },
      { kind: 'end', summary: complete(25) },
    ])
    expect(requested).toEqual([1, 2, 3])
    expect(tookMs).toBe(7000)
  })

  it('waits up to maxPauseMs, or a minute without Retry-After, and throws a refusal that asks for more', async () => {
    const { fetchPage } = limited(25, { 2: [refusal()], 3: [refusal(7200)] })
    const { others } = await readInTime(walk(fetchPage, { maxPauseMs: 7_200_000 }))
    expect(others).toMatchObject([{ seconds: 60 }, { seconds: 7200 }, { kind: 'end' }])
    const error = refusal(301)
    expect(await readInTime(walk(limited(25, { 2: [error] }).fetchPage))).toMatchObject({ error, tookMs: 0 })
  })

  it('throws the refusal when consecutive pauses exceed maxPauseMs together', async () => {
    const refusals = Array.from({ length: 9 }, () => refusal(60))
    const { error } = await readInTime(walk(limited(25, { 2: refusals }).fetchPage))
    expect(error).toMatchObject({ kind: 'rate_limited' })
    expect(refusals).toHaveLength(9 - 6)
  })

  it('starts a new maxPauseMs after each page', async () => {
    const pages = walk(limited(25, { 1: [refusal(200)], 2: [refusal(200)], 3: [refusal(200)] }).fetchPage)
    expect(await readInTime(pages)).toMatchObject({ items: numbers(0, 25), tookMs: 600_000 })
  })

  it('reports a pause before it waits, and ends it with the reason of an abort', async () => {
    const controller = new AbortController()
    const pages = walk(limited(25, { 1: [refusal(60)] }).fetchPage, { signal: controller.signal })
    expect(await pages.next()).toMatchObject({ value: { kind: 'pause' } })
    // The walk has reported the pause, and waits only when the consumer asks for more.
    expect(vi.getTimerCount()).toBe(0)
    const next = rejection(pages.next())
    controller.abort('enough')
    expect(await next).toBe('enough')
    expect(vi.getTimerCount()).toBe(0)
  })
})
