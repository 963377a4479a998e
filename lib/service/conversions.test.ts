import { afterEach, describe, expect, it, vi } from 'vitest'
import { judgeConversions, listConversions, walkConversions } from './conversions'
import { access, rejection, stubFetch } from './test-support'

const entry = {
  wallet_address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  user_id: '01JCZX3M5N4T9QK2R7W8Y6V0AB',
  subnet_points: 120,
  share_percentage: 33.333333,
  bolts_earned: 41.8025,
}
const conversion = {
  conversion_id: '01JCZX3M5N4T9QK2R7W8Y6V0AC',
  converted_at: '2026-11-16T00:10:00.000Z',
  period_started_at: '2026-11-09T00:00:00.000Z',
  period_ended_at: '2026-11-15T23:59:59.999Z',
  total_subnet_points_in_pool: 360,
  gross_bolts_allocation: 200,
  total_bolts_distributed: 190.5,
  user_bolts_distributed: 125.4075,
  owner_bolts_distributed: 65.0925,
  user_breakdown: [entry, entry],
}
const answer = (conversions: object[], pagination: object = { page: 1, limit: 50, total: conversions.length }) =>
  Response.json({ status: 'success', data: { conversions, pagination } })

afterEach(() => void vi.unstubAllGlobals())

describe('the query', () => {
  it('has the names that the deployment sets', async () => {
    const fetchMock = stubFetch().mockResolvedValueOnce(answer([conversion]))
    const page = await listConversions(access, { from: '2026-01-31', until: '2026-02-28', page: 1, limit: 20 })
    expect(page).toEqual({ items: [conversion], page: 1, limit: 50, total: 1 })
    const url = new URL(String(fetchMock.mock.calls[0]?.[0]))
    expect(url.pathname).toMatch(/\/conversions$/)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      since: '2026-01-31',
      to: '2026-02-28',
      page_number: '1',
      page_size: '20',
    })
  })

  it.each(['2024-02-29', '2026-12-31'])('may begin on %s', async (from) => {
    stubFetch().mockResolvedValueOnce(answer([]))
    expect(await listConversions(access, { from })).toMatchObject({ items: [] })
  })

  it.each(['2026-02-29', '2026-13-01', '31.01.2026', '2026-1-1', '2026-01-31T00:00:00Z', 'today', ''])(
    'may neither begin nor end on %j, and nothing is sent',
    async (date) => {
      const fetchMock = stubFetch()
      expect(await rejection(listConversions(access, { from: date }))).toMatchObject({ name: 'RangeError' })
      expect(await rejection(listConversions(access, { until: date }))).toMatchObject({ name: 'RangeError' })
      expect(fetchMock).not.toHaveBeenCalled()
    },
  )

  it('may not be of page 0', async () => {
    expect(await rejection(listConversions(access, { page: 0 }))).toBeInstanceOf(RangeError)
  })
})

describe('a conversion', () => {
  it('may have nobody in its breakdown', async () => {
    expect(await judgeConversions(answer([{ ...conversion, user_breakdown: [] }]))).toMatchObject({ total: 1 })
  })

  it.each(Object.keys(conversion))('needs its %s', async (field) => {
    expect(await rejection(judgeConversions(answer([{ ...conversion, [field]: undefined }])))).toMatchObject({
      operation: 'listConversions',
      path: `data.conversions.0.${field}`,
    })
  })

  it.each(Object.keys(entry))('needs the %s of everyone in its breakdown', async (field) => {
    const broken = { ...conversion, user_breakdown: [entry, { ...entry, [field]: undefined }] }
    expect(await rejection(judgeConversions(answer([conversion, broken])))).toMatchObject({
      path: `data.conversions.1.user_breakdown.1.${field}`,
    })
  })
})

describe('the walk over all conversions', () => {
  it('keeps its filter from page to page, 20 at a time', async () => {
    const fetchMock = stubFetch()
    fetchMock.mockResolvedValueOnce(answer([conversion], { page: 1, limit: 20, total: 21 }))
    fetchMock.mockResolvedValueOnce(answer([conversion], { page: 2, limit: 20, total: 21 }))
    const ids: string[] = []
    for await (const { conversion_id } of walkConversions(access, { from: '2026-01-01' })) ids.push(conversion_id)
    expect(ids).toHaveLength(2)
    expect(fetchMock.mock.calls.map(([url]) => new URL(String(url)).search)).toEqual([
      '?since=2026-01-01&page_number=1&page_size=20',
      '?since=2026-01-01&page_number=2&page_size=20',
    ])
  })

  it('fails in the loop, not before', async () => {
    const walk = walkConversions(access, { from: 'today' })
    expect(await rejection(walk.next())).toBeInstanceOf(RangeError)
  })
})
