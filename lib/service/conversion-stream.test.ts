import { beforeEach, describe, expect, it } from 'vitest'
import { streamBreakdown, streamConversions } from './conversion-stream'
import { access, collected, conversionOf, networkFailure, rejection, stubFetch } from './test-support'

const entry = (user: number) => ({
  wallet_address: `wallet-${user}`,
  user_id: `user-${user}`,
  subnet_points: 1,
  share_percentage: 0.5,
  bolts_earned: 2.25,
})
const conversion = (number: number, users: number) =>
  conversionOf(
    Array.from({ length: users }, (_, user) => entry(user)),
    `conversion-${number}`,
  )

/** The number of body bytes that were read. */
const read = { bytes: 0 }
let fetchMock: ReturnType<typeof stubFetch>

/** A service with this number of conversions and users per conversion. It sends its responses in pieces of 16 kB. */
function serve(total: number, users: number, { failAt = Infinity } = {}) {
  read.bytes = 0
  fetchMock = stubFetch().mockImplementation(async (url) => {
    const { searchParams } = new URL(String(url))
    const page = Number(searchParams.get('page_number'))
    const limit = Number(searchParams.get('page_size'))
    const conversions = page > total ? [] : [conversion(page, users)]
    const text = JSON.stringify({ status: 'success', data: { conversions, pagination: { page, limit, total } } })
    let at = 0
    const body = new ReadableStream({
      pull(controller) {
        if (at >= failAt) return controller.error(networkFailure('ECONNRESET'))
        if (at >= text.length) return controller.close()
        controller.enqueue(new TextEncoder().encode(text.slice(at, at + 16_384)))
        at += 16_384
        read.bytes = at
      },
    })
    return new Response(body)
  })
}

beforeEach(() => serve(3, 1000))

describe('streamBreakdown', () => {
  it('yields all entries in order, with the head of their conversion', async () => {
    const users: string[] = []
    for await (const { entries, head } of streamBreakdown(access, { page: 2, from: '2026-01-01' })) {
      expect(head.conversion_id).toBe('conversion-2')
      users.push(...entries.map((each) => ('user_id' in each ? each.user_id : '')))
    }
    expect(users).toEqual(Array.from({ length: 1000 }, (_, user) => `user-${user}`))
    expect(String(fetchMock.mock.calls[0]?.[0])).toMatch(/\?since=2026-01-01&page_number=2&page_size=1$/)
  })

  it('reads only as far as the consumer takes entries, and aborts the request when the consumer leaves', async () => {
    serve(1, 100_000)
    for await (const _ of streamBreakdown(access, { page: 1 })) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      break
    }
    expect(read.bytes).toBeLessThan(200_000)
    expect(fetchMock.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
  })

  it('waits for a slow consumer beyond the deadline', async () => {
    let entries = 0
    for await (const event of streamBreakdown(access, { page: 1 }, { deadlineMs: 30 })) {
      entries += event.entries.length
      if (entries < 300) await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(entries).toBe(1000)
  })

  it('does not request a response again when it breaks off', async () => {
    serve(3, 1000, { failAt: 40_000 })
    expect(await rejection(collected(streamBreakdown(access, { page: 1 })))).toMatchObject({
      name: 'ServiceTransportError',
      code: 'ECONNRESET',
    })
    expect(fetchMock).toHaveBeenCalledOnce()
  })

  it('throws the reason of an abort', async () => {
    const controller = new AbortController()
    const stream = streamBreakdown(access, { page: 1 }, { signal: controller.signal })
    await stream.next()
    controller.abort('enough')
    expect(await rejection(collected(stream))).toBe('enough')
  })
})

it('streamConversions yields the entries of each conversion, then the conversion, and the summary at the end', async () => {
  const log: string[] = []
  let entries = 0
  for await (const event of streamConversions(access, { until: '2026-12-31' })) {
    if (event.kind === 'entries') entries += event.entries.length
    if (event.kind === 'page') {
      const [item] = event.page.items
      log.push(`${entries} of ${item && 'conversion_id' in item ? item.conversion_id : ''}`)
      entries = 0
    }
    if (event.kind === 'end') log.push(event.summary.kind)
  }
  expect(log).toEqual(['1000 of conversion-1', '1000 of conversion-2', '1000 of conversion-3', 'complete'])
  expect(fetchMock.mock.calls.map(([url]) => new URL(String(url)).search)).toEqual(
    [1, 2, 3, 4].map((page) => `?to=2026-12-31&page_number=${page}&page_size=1`),
  )
})
