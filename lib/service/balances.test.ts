import { afterEach, describe, expect, it, vi } from 'vitest'
import { judgeBalances, listBalances, walkBalances } from './balances'
import { access, rejection, stubFetch } from './test-support'

const balance = {
  wallet_address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  user_id: '01JCZX3M5N4T9QK2R7W8Y6V0AB',
  current_period_points: 12,
  all_time_points: 3400,
  bolts: 41.8025,
}
const answer = (balances: object[], pagination: object = { page: 1, limit: 50, total: balances.length }) =>
  Response.json({ status: 'success', data: { balances, pagination } })

afterEach(() => void vi.unstubAllGlobals())

const queryOfCall = (fetchMock: ReturnType<typeof stubFetch>, index = 0) =>
  Object.fromEntries(new URL(String(fetchMock.mock.calls[index]?.[0])).searchParams)

describe('the query', () => {
  it('has the names that the deployment sets', async () => {
    const fetchMock = stubFetch().mockResolvedValueOnce(answer([balance], { page: 2, limit: 7, total: 8 }))
    expect(await listBalances(access, { page: 2, limit: 7 })).toEqual({ items: [balance], page: 2, limit: 7, total: 8 })
    expect(String(fetchMock.mock.calls[0]?.[0])).toMatch(/\/balances\?/)
    expect(queryOfCall(fetchMock)).toEqual({ page_number: '2', page_size: '7' })
  })

  it('is empty where nothing is asked for', async () => {
    const fetchMock = stubFetch().mockResolvedValueOnce(answer([balance]))
    await listBalances(access)
    expect(fetchMock.mock.calls[0]?.[0]).toMatch(/\/balances$/)
  })

  it.each([{ page: 1 }, { limit: 1 }, { limit: 200 }, { page: 9_000_000 }])('may be %j', async (query) => {
    stubFetch().mockResolvedValueOnce(answer([], { page: query.page ?? 1, limit: 50, total: 0 }))
    expect(await listBalances(access, query)).toMatchObject({ items: [] })
  })

  it.each([{ page: 0 }, { page: 1.5 }, { page: NaN }, { page: -1 }, { limit: 0 }, { limit: 201 }, { limit: 2.5 }])(
    'may not be %j, and nothing is sent',
    async (query) => {
      const fetchMock = stubFetch()
      expect(await rejection(listBalances(access, query))).toBeInstanceOf(RangeError)
      expect(fetchMock).not.toHaveBeenCalled()
    },
  )
})

describe('a balance', () => {
  it.each(Object.keys(balance))('needs its %s', async (field) => {
    expect(await rejection(judgeBalances(answer([{ ...balance, [field]: undefined }])))).toMatchObject({
      path: `data.balances.0.${field}`,
    })
  })
})

describe('the pagination', () => {
  it.each([
    ['page', 0],
    ['limit', 0],
    ['total', -1],
    ['total', '8'],
  ])('may not have the %s %j', async (field, value) => {
    const pagination = { page: 1, limit: 50, total: 1, [field]: value }
    expect(await rejection(judgeBalances(answer([balance], pagination)))).toMatchObject({
      path: `data.pagination.${field}`,
    })
  })

  it('may have another limit than the one asked for', async () => {
    stubFetch().mockResolvedValueOnce(answer([balance], { page: 1, limit: 100, total: 1 }))
    expect(await listBalances(access, { limit: 200 })).toMatchObject({ limit: 100 })
  })

  it('may not be of another page: so it is where the service knows the parameter under another name', async () => {
    expect(await rejection(judgeBalances(answer([balance], { page: 1, limit: 50, total: 500 }), 2))).toMatchObject({
      name: 'ServiceProtocolError',
      path: 'data.pagination.page',
    })
    expect(await rejection(judgeBalances(answer([balance], { page: 9, limit: 50, total: 500 }), 2))).toMatchObject({
      path: 'data.pagination.page',
    })
  })

  it('may be of the last page where a later one was asked for', async () => {
    expect(await judgeBalances(answer([balance], { page: 2, limit: 50, total: 51 }), 7)).toMatchObject({ page: 2 })
  })
})

describe('the walk over all balances', () => {
  it('goes through every page, 200 at a time', async () => {
    const fetchMock = stubFetch()
    for (const [page, count] of [200, 200, 1].entries()) {
      const pagination = { page: page + 1, limit: 200, total: 401 }
      fetchMock.mockResolvedValueOnce(answer(Array(count).fill(balance), pagination))
    }
    let count = 0
    for await (const item of walkBalances(access)) count += item.bolts > 0 ? 1 : 0
    expect(count).toBe(401)
    expect([0, 1, 2].map((index) => queryOfCall(fetchMock, index))).toEqual([
      { page_number: '1', page_size: '200' },
      { page_number: '2', page_size: '200' },
      { page_number: '3', page_size: '200' },
    ])
  })
})
