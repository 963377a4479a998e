import { describe, expect, it, vi } from 'vitest'
import { countBreakdown, interpretConversions, type BreakdownReader, type ConversionHead } from './conversion-response'
import { listConversions, walkConversions, type ConversionQuery } from './conversions'
import { isReadable, type Listed } from './listed'
import type { UserBreakdownEntry } from './records'
import { access, chunked, conversionOf, networkFailure, rejection, stubFetch } from './test-support'

const entry = {
  wallet_address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  user_id: '01JCZX3M5N4T9QK2R7W8Y6V0AB',
  subnet_points: 120,
  share_percentage: 33.333333,
  bolts_earned: 41.8025,
}
const conversion = conversionOf([entry, entry])
/** The client's results, with amounts as the text that the service wrote. */
const readEntry = { ...entry, subnet_points: '120', share_percentage: '33.333333', bolts_earned: '41.8025' }
const { user_breakdown: _, ...totals } = conversion
const readConversion = {
  ...totals,
  total_subnet_points_in_pool: '360',
  gross_bolts_allocation: '200',
  total_bolts_distributed: '190.5',
  user_bolts_distributed: '125.4075',
  owner_bolts_distributed: '65.0925',
  breakdown: { entries: 2, unreadable: 0 },
}

const answer = (conversions: unknown[], pagination: object = { page: 1, limit: 50, total: conversions.length }) =>
  Response.json({ status: 'success', data: { conversions, pagination } })

const interpret = (response: Response, requested: ConversionQuery = {}) =>
  interpretConversions(response, requested, { breakdown: countBreakdown })

describe('listConversions', () => {
  it('sends the parameter names of the deployment', async () => {
    const fetchMock = stubFetch().mockResolvedValueOnce(answer([conversion], { page: 1, limit: 20, total: 1 }))
    const page = await listConversions(access, { from: '2026-11-01', until: '2026-11-30', page: 1, limit: 20 })
    expect(page).toEqual({ items: [readConversion], page: 1, limit: 20, total: 1 })
    const url = new URL(String(fetchMock.mock.calls[0]?.[0]))
    expect(url.pathname).toMatch(/\/conversions$/)
    expect(url.search).toBe('?since=2026-11-01&to=2026-11-30&page_number=1&page_size=20')
  })

  it('accepts days of the calendar, and throws for any other text or page 0 before anything is sent', async () => {
    const fetchMock = stubFetch()
    for (const from of ['2024-02-29', '2026-12-31']) {
      fetchMock.mockResolvedValueOnce(answer([]))
      expect(await listConversions(access, { from })).toMatchObject({ items: [] })
    }
    for (const date of ['2026-02-29', '2026-13-01', '31.01.2026', '2026-1-1', '2026-01-31T00:00:00Z', 'today', '']) {
      for (const query of [{ from: date }, { until: date }]) {
        expect(await rejection(listConversions(access, query)), date).toBeInstanceOf(RangeError)
      }
    }
    expect(await rejection(listConversions(access, { page: 0 }))).toBeInstanceOf(RangeError)
    expect(fetchMock).toHaveBeenCalledTimes(2)
  })
})

describe('listConversions, for a conversion', () => {
  it('accepts an empty breakdown', async () => {
    const { items } = await interpret(answer([{ ...conversion, user_breakdown: [] }]))
    expect(items).toMatchObject([{ breakdown: { entries: 0 } }])
  })

  it('returns a conversion with a missing or mistyped field as unreadable without affecting the others', async () => {
    for (const [field, value] of [
      ...Object.keys(conversion).flatMap((name) => [[name, undefined] as const, [name, null] as const]),
      ['total_bolts_distributed', '190.5'],
      ['converted_at', 'yesterday'],
      ['user_breakdown', { entry }],
    ] as const) {
      const broken = { ...conversion, [field]: value }
      const { items } = await interpret(answer([conversion, broken, conversion]))
      const { user_breakdown, ...fields } = broken
      const withoutEntries = { ...fields, user_breakdown: Array.isArray(user_breakdown) ? [] : user_breakdown }
      expect(items).toEqual([readConversion, { unreadable: expect.any(String), path: field }, readConversion])
      const [, unreadable] = items
      expect(unreadable && 'unreadable' in unreadable && JSON.parse(unreadable.unreadable)).toEqual(
        JSON.parse(JSON.stringify(withoutEntries)),
      )
    }
  })

  it('counts an entry without one of its fields as unreadable, and reads the others', async () => {
    const breakdown = { entries: 3, unreadable: 2 }
    for (const field of Object.keys(entry)) {
      const broken = { ...conversion, user_breakdown: [entry, { ...entry, [field]: undefined }, null] }
      const { items } = await interpret(answer([conversion, broken]))
      expect(items, field).toEqual([readConversion, { ...readConversion, breakdown }])
    }
  })
})

describe('listConversions, when it fails', () => {
  it.each([
    ['a refusal', Response.json({ error: 'No' }, { status: 403 }), { kind: 'forbidden' }],
    ['a refusal with status 200', Response.json({ error: 'No' }), { kind: 'unknown', serviceText: 'No' }],
    ['no list', Response.json({ status: 'success', data: {} }), { path: 'data.conversions' }],
    ['another page', answer([conversion], { page: 3, limit: 1, total: 9 }), { problem: 'wrong_page' }],
    ['no JSON', new Response('{"data":{"conversions":[{'), { kind: 'not_the_service' }],
  ])('throws for %s', async (_, response, error) => {
    expect(await rejection(interpret(response, { page: 2 }))).toMatchObject(error)
  })
})

/** Keeps the entries of a breakdown, and the fields of the conversion that had already arrived. */
function collectEntries(): BreakdownReader<{ entries: Listed<UserBreakdownEntry>[]; heads: ConversionHead[] }> {
  const entries: Listed<UserBreakdownEntry>[] = []
  const heads: ConversionHead[] = []
  return {
    add(more, head) {
      entries.push(...more)
      heads.push(head)
    },
    result: () => ({ entries, heads }),
  }
}

describe('listConversions with a reader of breakdowns', () => {
  it('passes the reader the entries of each conversion and the fields that have already arrived', async () => {
    const { user_breakdown, ...fields } = { ...conversion, conversion_id: 'second' }
    const breakdownFirst = { user_breakdown: [...user_breakdown, null], ...fields }
    const text = await answer([conversion, breakdownFirst]).text()
    stubFetch().mockResolvedValueOnce(chunked(text, 16))
    const { items } = await listConversions(access, {}, { breakdown: collectEntries })
    const head = { conversion_id: conversion.conversion_id, converted_at: conversion.converted_at }
    expect(items.filter(isReadable).map(({ breakdown }) => breakdown)).toEqual([
      { entries: [readEntry, readEntry], heads: [head, head] },
      { entries: [readEntry, readEntry, { unreadable: 'null', path: '' }], heads: [{}, {}, {}] },
    ])
  })

  it('makes a new reader when the response breaks off and the client requests it again', async () => {
    vi.useFakeTimers()
    const text = await answer([conversion]).text()
    const parts = [text.slice(0, text.indexOf('}]'))]
    const broken = new ReadableStream({
      pull(controller) {
        const part = parts.pop()
        if (part === undefined) controller.error(networkFailure('ECONNRESET'))
        else controller.enqueue(new TextEncoder().encode(part))
      },
    })
    stubFetch().mockResolvedValueOnce(new Response(broken)).mockResolvedValueOnce(new Response(text))
    const page = listConversions(access, {}, { breakdown: collectEntries })
    await vi.runAllTimersAsync()
    expect((await page).items).toMatchObject([{ breakdown: { entries: [readEntry, readEntry] } }])
    vi.useRealTimers()
  })

  it('throws the error of the reader', async () => {
    stubFetch().mockResolvedValueOnce(answer([conversion]))
    const failing = () => ({ ...collectEntries(), add: () => Promise.reject(new Error('full')) })
    expect(await rejection(listConversions(access, {}, { breakdown: failing }))).toMatchObject({ message: 'full' })
  })
})

describe('listConversions, for a large response', () => {
  /** A service with this number of conversions, each `size` times 100 kB. It sends them as the client reads them. */
  function largeService(total: number, size: number) {
    const requested: string[] = []
    const entries = `${JSON.stringify(entry)},`.repeat(Math.floor(100_000 / JSON.stringify(entry).length))
    stubFetch().mockImplementation(async (url) => {
      const { searchParams } = new URL(String(url))
      const [page, limit] = [Number(searchParams.get('page_number')), Number(searchParams.get('page_size'))]
      requested.push(`${page}/${limit}`)
      function* pieces() {
        yield '{"status":"success","data":{"conversions":['
        for (let at = (page - 1) * limit; at < Math.min(page * limit, total); at += 1) {
          yield `${at % limit > 0 ? ',' : ''}${JSON.stringify({ ...conversion, conversion_id: `${at}`, user_breakdown: [] }).slice(0, -2)}`
          for (let part = 0; part < size; part += 1) yield entries
          yield `${JSON.stringify(entry)}]}`
        }
        yield `],"pagination":${JSON.stringify({ page, limit, total })}}}`
      }
      const source = pieces()
      const body = new ReadableStream({
        pull(controller) {
          const { done, value } = source.next()
          if (done) controller.close()
          else controller.enqueue(new TextEncoder().encode(value))
        },
      })
      return new Response(body)
    })
    return requested
  }

  it('reads one conversion of any size', async () => {
    largeService(1, 30)
    const { items } = await listConversions(access, { page: 1, limit: 1 }, { maxPageBytes: 1_000_000 })
    expect(items).toMatchObject([{ conversion_id: '0', breakdown: { unreadable: 0 } }])
    expect(items.filter(isReadable)[0]?.breakdown.entries).toBeGreaterThan(15_000)
  })

  it('requests fewer conversions from the same position when the page is too large', async () => {
    const requested = largeService(60, 1)
    const page = await listConversions(access, { page: 2, limit: 20 }, { maxPageBytes: 600_000 })
    expect(requested).toEqual(['2/20', '5/5'])
    expect(page).toMatchObject({ page: 5, limit: 5, total: 60 })
    const ids = page.items.filter(isReadable).map(({ conversion_id }) => conversion_id)
    expect(ids).toEqual(['20', '21', '22', '23', '24'])
  }, 60_000)
})

describe('walkConversions', () => {
  it('sends the filter with each page of 20 conversions', async () => {
    const fetchMock = stubFetch()
    const conversions = Array.from({ length: 21 }, (_, index) => ({ ...conversion, conversion_id: `${index}` }))
    fetchMock.mockResolvedValueOnce(answer(conversions.slice(0, 20), { page: 1, limit: 20, total: 21 }))
    fetchMock.mockResolvedValueOnce(answer(conversions.slice(20), { page: 2, limit: 20, total: 21 }))
    const ids: string[] = []
    for await (const event of walkConversions(access, { from: '2026-01-01' })) {
      if (event.kind === 'page') ids.push(...event.page.items.filter(isReadable).map((item) => item.conversion_id))
    }
    expect(ids).toEqual(conversions.map(({ conversion_id }) => conversion_id))
    expect(fetchMock.mock.calls.map(([url]) => new URL(String(url)).search)).toEqual([
      '?since=2026-01-01&page_number=1&page_size=20',
      '?since=2026-01-01&page_number=2&page_size=20',
    ])
  })

  it('throws only from the loop', async () => {
    const walk = walkConversions(access, { from: 'today' })
    expect(await rejection(walk.next())).toBeInstanceOf(RangeError)
  })
})
