import { beforeEach, describe, expect, it, vi } from 'vitest'
import { failed, isServiceError, orThrow, serviceError, succeeded, type ServiceError } from './errors'
import { checkedPage, walkPages, type Page, type WalkEvent, type WalkOptions } from './pages'
import { inFakeTime } from './test-support'

it('checkedPage accepts the last page instead of a later page, and fails for another page', () => {
  const checked = (page: number, total: number, requested: number) =>
    checkedPage('listBalances', { items: [], places: [], unreadable: 0, page, limit: 50, total }, { page: requested })
  expect(checked(2, 51, 7)).toMatchObject({ data: { page: 2 } })
  for (const page of [1, 9]) expect(checked(page, 500, 2)).toMatchObject({ error: { problem: 'wrong_page' } })
})

it('checkedPage numbers the records of all pages, also after an unreadable one', () => {
  const records = { items: [{ id: 'a' }, { id: 'c' }], places: [0, 2], unreadable: 1 }
  const page = orThrow(checkedPage('listBalances', { ...records, page: 3, limit: 50, total: 103 }, {}))
  expect(page.items.map(({ position }) => position)).toEqual([101, 103])
})

interface Item {
  id: number
}

/** A page of records, given by their numbers. */
type Numbers = Omit<Page<never>, 'items' | 'unreadable'> & { items: number[]; unreadable?: number }
type FetchPage = (page: number, limit: number) => Promise<Numbers | ServiceError>

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

function walk(fetchPage: FetchPage, options?: WalkOptions) {
  return walkPages<Item>(
    {
      operation: 'listBalances',
      pageSize: 200,
      fetchPage: async ({ page, limit }) => {
        const answer = await fetchPage(page, limit)
        if (isServiceError(answer)) return failed(answer)
        return succeeded({ unreadable: 0, ...answer, items: answer.items.map((id) => ({ id, position: id + 1 })) })
      },
      identityOf: ({ id }) => String(id),
    },
    options,
  )
}

async function read(events: AsyncIterable<WalkEvent<Item>>) {
  const items: number[] = []
  const others: WalkEvent<Item>[] = []
  let error: ServiceError | undefined
  for await (const event of events) {
    if (event.kind === 'failed') ({ error } = event)
    if (event.kind === 'page') items.push(...event.page.items.map(({ id }) => id))
    else others.push(event)
  }
  return { items, others, error, end: others.at(-1) }
}

const unchanged = { kind: 'end', hasChanged: false }
const changed = { kind: 'end', hasChanged: true }

describe('walkPages, over a list that does not change', () => {
  it('requests one page after another, and one more when the last page is full', async () => {
    for (const [total, pages] of Object.entries({ 0: 1, 1: 1, 9: 1, 10: 2, 11: 2, 30: 4 })) {
      const { requested, fetchPage } = list(Number(total), 10)
      expect(await read(walk(fetchPage))).toMatchObject({ items: numbers(0, Number(total)), end: unchanged })
      expect(requested).toEqual(numbers(1, pages))
    }
  })

  it('ends when the service refuses the page beyond the end, or returns the last page again', async () => {
    const { fetchPage } = list(30, 10)
    for (const kind of ['unknown', 'not_the_service'] as const) {
      const refusal = serviceError('listBalances', { name: 'ServiceRefusedError', kind, status: 404 })
      const pages = walk((page) => (page > 3 ? Promise.resolve(refusal) : fetchPage(page)))
      expect(await read(pages), kind).toMatchObject({ items: numbers(0, 30), end: unchanged })
    }
    for (const at of [(page: number) => Math.min(page, 3), (page: number) => page]) {
      const pages = walk(async (page) => ({ ...(await fetchPage(Math.min(page, 3))), page: at(page) }))
      expect(await read(pages)).toMatchObject({ items: numbers(0, 30), end: unchanged })
    }
  })

  it('counts unreadable records, and continues after pages that are shorter than their limit', async () => {
    const items = [[0], [], [1]]
    const pages = walk(async (page) => ({
      items: items[page - 1] ?? [],
      unreadable: [2, 3, 1][page - 1] ?? 0,
      page,
      limit: 4,
      total: 8,
    }))
    expect(await read(pages)).toMatchObject({ items: [0, 1], end: unchanged })
  })
})

it('walkPages fails when the pages do not add up', async () => {
  const { fetchPage } = list(2000, 200)
  const at =
    (page: number, changes: (page: number) => Partial<Numbers>): FetchPage =>
    async (asked) => ({ ...(await fetchPage(page || asked)), page: asked, ...changes(asked) })
  const growing = (page: number) => ({ items: numbers(page * 100, 100), limit: 100, total: page * 100 + 1000 })
  for (const [what, fetch, error, requests] of [
    ['empty before the end', at(0, (page) => (page === 3 ? { items: [] } : {})), { received: 400, total: 2000 }, 3],
    ['always the same', at(1, () => ({})), { received: 200, total: 2000 }, 2],
    [
      'more than the total',
      at(0, () => ({ total: 1000 })),
      { problem: 'too_many_records', received: 1200, total: 1000 },
      6,
    ],
    ['growing without end', at(0, growing), { problem: 'too_many_records' }, 25],
  ] as const) {
    const fetched = vi.fn(fetch)
    const found = await read(walk(fetched))
    const expected = { name: 'ServiceListError', operation: 'listBalances', problem: 'too_few_records', ...error }
    expect(found.error, what).toMatchObject(expected)
    expect(fetched, what).toHaveBeenCalledTimes(requests)
  }
})

describe('walkPages, over a list that changes', () => {
  const first = numbers(0, 25)

  it('yields each record once, and reports a change when records may be missing', async () => {
    /* Pages of 10. The function returns the list at the time of each request. */
    for (const [what, at, items, end = changed] of [
      ['added at its end', (page: number) => numbers(0, page === 1 ? 25 : 26), numbers(0, 26), unchanged],
      ['added in front', (page: number) => (page === 1 ? first : [-1, ...first]), first],
      ['removed in front', (page: number) => first.slice(page === 1 ? 0 : 1), [...numbers(0, 10), ...numbers(11, 14)]],
      ['shrunk', (page: number) => numbers(0, page < 3 ? 35 : 12), numbers(0, 20)],
      ['grown by a page in front', (page: number) => (page < 3 ? numbers(0, 35) : numbers(-15, 50)), numbers(0, 35)],
      [
        'reordered',
        (page: number) => (page === 2 ? first.toReversed() : first),
        [...numbers(0, 10), 14, 13, 12, 11, 10, ...numbers(20, 5)],
      ],
    ] as const) {
      const pages = walk(async (page) => {
        const all = at(page)
        return { items: all.slice((page - 1) * 10, page * 10), page, limit: 10, total: all.length }
      })
      expect(await read(pages), what).toMatchObject({ items, end })
    }
  })

  it('remembers the records of two pages, and not the whole list', async () => {
    const { fetchPage } = list(2000, 200)
    const pages = walk(async (page) => {
      const { items, ...rest } = await fetchPage(page)
      return { ...rest, items: page === 2 || page === 9 ? [5, ...items.slice(1)] : items }
    })
    const { items, end } = await read(pages)
    expect(items.filter((item) => item === 5)).toHaveLength(2)
    expect(items).toHaveLength(1999)
    expect(end).toEqual(changed)
  })
})

describe('walkPages, when a page is too large', () => {
  const tooLarge = serviceError('listBalances', { name: 'ServiceProtocolError', status: 200, problem: 'too_large' })

  it('requests smaller pages from the same position', async () => {
    const requested: string[] = []
    const pages = walk(async (page, limit) => {
      requested.push(`${page}/${limit}`)
      const items = numbers(0, 450).slice((page - 1) * limit, page * limit)
      // A large record, which fits only into pages of at most 10 records.
      if (limit > 10 && items.includes(415)) return tooLarge
      return { items, page, limit, total: 450 }
    })
    expect(await read(pages)).toMatchObject({ items: numbers(0, 450), end: unchanged })
    expect(requested.slice(0, 5)).toEqual(['1/200', '2/200', '3/200', '9/50', '41/10'])
  })

  it('fails when the page has a single record', async () => {
    expect((await read(walk(async () => tooLarge))).error).toBe(tooLarge)
  })
})

it('walkPages fails when the consumer reaches the failed page, also if it is refused before the end', async () => {
  const { fetchPage } = list(50, 10)
  const refusal = serviceError('listBalances', { name: 'ServiceRefusedError', kind: 'unknown', status: 404 })
  for (const [failing, failure] of [
    [3, serviceError('listBalances', { name: 'ServiceTimeoutError', deadlineMs: 1 })],
    [3, refusal],
    [1, refusal],
  ] as const) {
    const pages = walk(async (page) => (page === failing ? Promise.resolve(failure) : fetchPage(page)))
    for (const page of numbers(1, failing - 1)) expect(await pages.next()).toMatchObject({ value: { page: { page } } })
    expect(await pages.next()).toEqual({ done: false, value: { kind: 'failed', error: failure } })
  }
})

describe('walkPages, when the service limits the rate', () => {
  beforeEach(() => void vi.useFakeTimers())

  const refusal = (retryAfterSeconds?: number) =>
    serviceError('listBalances', { name: 'ServiceRefusedError', kind: 'rate_limited', status: 429, retryAfterSeconds })

  /** A list of 25 that refuses these pages, once with each of these refusals. */
  function limited(waits: Partial<Record<number, ServiceError[]>>) {
    const { requested, fetchPage } = list(25, 10)
    return { requested, fetchPage: async (page: number) => waits[page]?.shift() ?? fetchPage(page) }
  }

  /** Reads a walk to its end or its failure, while the fake time advances. */
  async function readInTime(pages: ReturnType<typeof walk>) {
    const startedAt = performance.now()
    return { ...(await inFakeTime(read(pages))), tookMs: performance.now() - startedAt }
  }

  it('waits for the time of Retry-After', async () => {
    const { requested, fetchPage } = limited({ 2: [refusal(7)] })
    const { items, others, tookMs } = await readInTime(walk(fetchPage))
    expect(items).toEqual(numbers(0, 25))
    expect(others).toEqual([{ kind: 'pause', seconds: 7 }, unchanged])
    expect(requested).toEqual([1, 2, 3])
    expect(tookMs).toBe(7000)
  })

  it('waits up to maxPauseMs, or a minute without Retry-After, and fails with a refusal that asks for more', async () => {
    const { fetchPage } = limited({ 2: [refusal()], 3: [refusal(7200)] })
    const { others } = await readInTime(walk(fetchPage, { maxPauseMs: 7_200_000 }))
    expect(others).toMatchObject([{ seconds: 60 }, { seconds: 7200 }, { kind: 'end' }])
    const error = refusal(301)
    expect(await readInTime(walk(limited({ 2: [error] }).fetchPage))).toMatchObject({ error, tookMs: 0 })
  })

  it('fails with the refusal when the pauses between two pages exceed maxPauseMs together', async () => {
    const refusals = Array.from({ length: 9 }, () => refusal(60))
    const { error, tookMs } = await readInTime(walk(limited({ 1: [refusal(200)], 2: refusals }).fetchPage))
    expect([error, tookMs, refusals.length]).toMatchObject([{ kind: 'rate_limited' }, 500_000, 9 - 6])
  })

  it('reports a pause before it waits, and ends it with the reason of an abort', async () => {
    const controller = new AbortController()
    const pages = walk(limited({ 1: [refusal(60)] }).fetchPage, { signal: controller.signal })
    expect(await pages.next()).toMatchObject({ value: { kind: 'pause' } })
    // The walk has reported the pause, and waits only when the consumer asks for more.
    expect(vi.getTimerCount()).toBe(0)
    const next = pages.next().catch((reason: unknown) => reason)
    controller.abort('enough')
    expect(await next).toBe('enough')
    expect(vi.getTimerCount()).toBe(0)
  })
})
