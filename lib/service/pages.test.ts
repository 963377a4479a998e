import { describe, expect, it, vi } from 'vitest'
import { walkPages, type Page } from './pages'
import { rejection } from './test-support'

/** A list of so many items, whose pages can be held back. */
function list(total: number, limit: number) {
  const asked: number[] = []
  const fetchPage = async (page: number): Promise<Page<number>> => {
    asked.push(page)
    const items = Array.from({ length: total }, (_, index) => index).slice((page - 1) * limit, page * limit)
    return { items, page, limit, total }
  }
  return { asked, fetchPage }
}

const walk = (fetchPage: Parameters<typeof walkPages<number>>[1], options?: Parameters<typeof walkPages>[2]) =>
  walkPages('listBalances', fetchPage, options)

async function itemsOfAll(pages: AsyncIterable<Page<number>>): Promise<number[]> {
  const items: number[] = []
  for await (const page of pages) items.push(...page.items)
  return items
}

describe('the end', () => {
  it.each([
    [0, [1]],
    [1, [1]],
    [10, [1]],
    [11, [1, 2]],
    [30, [1, 2, 3]],
  ])('of %i items, 10 a page, comes after the pages %j', async (total, pages) => {
    const { asked, fetchPage } = list(total, 10)
    expect(await itemsOfAll(walk(fetchPage))).toEqual(Array.from({ length: total }, (_, index) => index))
    expect(asked).toEqual(pages)
  })

  it('comes with an empty page, whatever the total says', async () => {
    const { fetchPage } = list(10, 10)
    const pages = walk(async (page) => ({ ...(await fetchPage(page)), total: 1000 }))
    expect(await itemsOfAll(pages)).toHaveLength(10)
  })

  it('moves with a total that grows or shrinks on the way', async () => {
    const grown = list(40, 10)
    expect(
      await itemsOfAll(walk(async (page) => ({ ...(await grown.fetchPage(page)), total: page === 1 ? 20 : 40 }))),
    ).toHaveLength(40)
    const shrunk = list(20, 10)
    expect(
      await itemsOfAll(walk(async (page) => ({ ...(await shrunk.fetchPage(page)), total: page === 1 ? 90 : 20 }))),
    ).toHaveLength(20)
  })

  it('comes where the service answers with the last page again', async () => {
    const { fetchPage } = list(20, 10)
    const pages = walk(async (page) => ({ ...(await fetchPage(Math.min(page, 2))), total: page > 2 ? 20 : 40 }))
    expect(await itemsOfAll(pages)).toHaveLength(20)
  })

  it('comes as an error where the total runs away', async () => {
    const asked = vi.fn()
    const runaway = walk(async (page) => {
      asked(page)
      return { items: [page], page, limit: 1, total: page + 10 }
    })
    expect(await rejection(itemsOfAll(runaway))).toMatchObject({
      name: 'ServiceProtocolError',
      operation: 'listBalances',
      path: 'data.pagination.total',
    })
    expect(asked.mock.calls.length).toBeLessThanOrEqual(24)
  })
})

describe('looking ahead', () => {
  it.each([0, 1, 3])('by %i asks for as many pages while one is worked on', async (lookAhead) => {
    const { asked, fetchPage } = list(100, 10)
    let worked = 0
    for await (const page of walk(fetchPage, { lookAhead })) {
      worked += 1
      expect(page.page).toBe(worked)
      expect(asked).toHaveLength(Math.min(worked + lookAhead, 10))
    }
    expect(worked).toBe(10)
  })

  it('keeps the order where later pages come first', async () => {
    const { fetchPage } = list(50, 10)
    const slowFirst = async (page: number) => {
      await new Promise((resolve) => setTimeout(resolve, 30 - page * 5))
      return fetchPage(page)
    }
    expect(await itemsOfAll(walk(slowFirst, { lookAhead: 3 }))).toEqual(Array.from({ length: 50 }, (_, index) => index))
  })
})

describe('failures', () => {
  it('are thrown where their page would have come', async () => {
    const { fetchPage } = list(50, 10)
    const seen: number[] = []
    const pages = walk(async (page) => (page === 3 ? Promise.reject(new Error('third')) : fetchPage(page)), {
      lookAhead: 4,
    })
    const error = await rejection(
      (async () => {
        for await (const page of pages) seen.push(page.page)
      })(),
    )
    expect(error).toMatchObject({ message: 'third' })
    expect(seen).toEqual([1, 2])
  })

  it('of pages that are no longer wanted disturb nobody', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const { fetchPage } = list(50, 10)
    for await (const page of walk((page) => (page > 1 ? Promise.reject(new Error()) : fetchPage(page)))) {
      expect(page.page).toBe(1)
      break
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })
})

describe('leaving', () => {
  it('the loop aborts what is on its way', async () => {
    const { fetchPage } = list(50, 10)
    let signalOfNext: AbortSignal | undefined
    const pages = walk((page, signal) => {
      if (page > 1) signalOfNext = signal
      return fetchPage(page)
    })
    for await (const _ of pages) {
      expect(signalOfNext?.aborted).toBe(false)
      break
    }
    expect(signalOfNext?.aborted).toBe(true)
  })

  it('by an abort ends the loop with its reason, and nothing listens on', async () => {
    const controller = new AbortController()
    const remove = vi.spyOn(controller.signal, 'removeEventListener')
    const { asked, fetchPage } = list(50, 10)
    const pages = walk(fetchPage, { signal: controller.signal })
    await pages.next()
    controller.abort('enough')
    expect(await rejection(pages.next())).toBe('enough')
    expect(asked).toEqual([1, 2])
    expect(remove).toHaveBeenCalledOnce()
  })
})
