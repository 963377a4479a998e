import { afterEach, describe, expect, it, vi } from 'vitest'
import { interpretBalances, listBalances, walkBalances } from './balances'
import { access, rejection, stubFetch } from './test-support'

const balance = {
  wallet_address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  user_id: '01JCZX3M5N4T9QK2R7W8Y6V0AB',
  current_period_points: 12,
  all_time_points: 3400,
  bolts: 41.8025,
}
/** The client's result, with amounts as the text that the service wrote. */
const read = { ...balance, current_period_points: '12', all_time_points: '3400', bolts: '41.8025' }
const answer = (balances: unknown[], pagination: object = { page: 1, limit: 50, total: balances.length }) =>
  Response.json({ status: 'success', data: { balances, pagination } })

afterEach(() => void vi.unstubAllGlobals())

const queryOfCall = (fetchMock: ReturnType<typeof stubFetch>, index = 0) =>
  Object.fromEntries(new URL(String(fetchMock.mock.calls[index]?.[0])).searchParams)

describe('listBalances', () => {
  it('sends the parameter names of the deployment', async () => {
    const fetchMock = stubFetch().mockResolvedValueOnce(answer([balance], { page: 2, limit: 7, total: 8 }))
    expect(await listBalances(access, { page: 2, limit: 7 })).toEqual({
      items: [read],
      page: 2,
      limit: 7,
      total: 8,
      suspicions: [],
    })
    expect(String(fetchMock.mock.calls[0]?.[0])).toMatch(/\/balances\?/)
    expect(queryOfCall(fetchMock)).toEqual({ page_number: '2', page_size: '7' })
  })

  it('sends no query without parameters', async () => {
    const fetchMock = stubFetch().mockResolvedValueOnce(answer([balance]))
    await listBalances(access)
    expect(fetchMock.mock.calls[0]?.[0]).toMatch(/\/balances$/)
  })

  it.each([{ page: 1 }, { limit: 1 }, { limit: 200 }, { page: 9_000_000 }])('accepts the query %j', async (query) => {
    stubFetch().mockResolvedValueOnce(answer([], { page: query.page ?? 1, limit: 50, total: 0 }))
    expect(await listBalances(access, query)).toMatchObject({ items: [] })
  })

  it.each([{ page: 0 }, { page: 1.5 }, { page: NaN }, { page: -1 }, { limit: 0 }, { limit: 201 }, { limit: 2.5 }])(
    'throws for the query %j before anything is sent',
    async (query) => {
      const fetchMock = stubFetch()
      expect(await rejection(listBalances(access, query))).toBeInstanceOf(RangeError)
      expect(fetchMock).not.toHaveBeenCalled()
    },
  )
})

describe('interpretBalances, for a balance', () => {
  it.each<[string, unknown]>([
    ...Object.keys(balance).flatMap((field): [string, unknown][] => [
      [field, undefined],
      [field, null],
    ]),
    ['user_id', 7],
    ['bolts', '41.8025'],
    ['bolts', true],
  ])('returns a balance with %s %j as unreadable without affecting the others', async (field, value) => {
    const broken = { ...balance, [field]: value }
    const { items } = await interpretBalances(answer([balance, broken, balance]))
    expect(items).toEqual([read, { unreadable: JSON.stringify(broken), path: field }, read])
  })

  it.each([null, 7, 'text', []])('returns the balance %j as unreadable', async (broken) => {
    const { items } = await interpretBalances(answer([balance, broken]))
    expect(items).toEqual([read, { unreadable: JSON.stringify(broken), path: '' }])
  })

  it.each(['9007199254740993', '0.12345678901234567890123', '12.50', '-0.00004', '1e21', '2.5E-7'])(
    'keeps the amount %s as the service wrote it',
    async (bolts) => {
      const text = await answer([{ ...balance, bolts: 777 }]).text()
      const { items } = await interpretBalances(new Response(text.replace('777', bolts)))
      expect(items).toEqual([{ ...read, bolts }])
    },
  )

  it.each(['1e999', '1e999999999', '9'.repeat(101)])(
    'returns a balance with the amount %s as unreadable',
    async (bolts) => {
      const text = await answer([{ ...balance, bolts: 777 }]).text()
      const { items } = await interpretBalances(new Response(text.replace('777', bolts)))
      expect(items).toMatchObject([{ path: 'bolts' }])
    },
  )
})

describe('interpretBalances, for the pagination', () => {
  it.each([
    ['page', 0],
    ['page', 'first'],
    ['limit', 0],
    ['limit', null],
    ['total', -1],
    ['total', 1.5],
    ['total', '1e3'],
    ['total', 2 ** 53],
  ])('throws when %s is %j', async (field, value) => {
    const pagination = { page: 1, limit: 50, total: 1, [field]: value }
    expect(await rejection(interpretBalances(answer([balance], pagination)))).toMatchObject({
      path: `data.pagination.${field}`,
    })
  })

  it('accepts numbers as text', async () => {
    expect(await interpretBalances(answer([balance], { page: '1', limit: '50', total: '1' }))).toMatchObject({
      page: 1,
      limit: 50,
      total: 1,
    })
  })

  it('accepts another limit than requested, and reports a suspicion', async () => {
    stubFetch().mockResolvedValueOnce(answer([balance], { page: 1, limit: 100, total: 1 }))
    expect(await listBalances(access, { limit: 200 })).toMatchObject({
      limit: 100,
      suspicions: [{ kind: 'other_page_size', names: ['limit'], requested: 200, given: 100 }],
    })
  })

  it('throws for another page than requested', async () => {
    expect(
      await rejection(interpretBalances(answer([balance], { page: 1, limit: 50, total: 500 }), { page: 2 })),
    ).toMatchObject({
      name: 'ServiceProtocolError',
      problem: 'wrong_page',
      path: 'data.pagination.page',
    })
    expect(
      await rejection(interpretBalances(answer([balance], { page: 9, limit: 50, total: 500 }), { page: 2 })),
    ).toMatchObject({
      path: 'data.pagination.page',
    })
  })

  it('accepts the last page when a later page was requested', async () => {
    expect(await interpretBalances(answer([balance], { page: 2, limit: 50, total: 51 }), { page: 7 })).toMatchObject({
      page: 2,
    })
  })
})

describe('walkBalances', () => {
  it('reads every page with 200 balances per page', async () => {
    const fetchMock = stubFetch()
    for (const [page, count] of [200, 200, 1].entries()) {
      const pagination = { page: page + 1, limit: 200, total: 401 }
      const users = Array.from({ length: count }, (_, user) => ({ ...balance, user_id: `${page}-${user}` }))
      fetchMock.mockResolvedValueOnce(answer(users, pagination))
    }
    let count = 0
    for await (const event of walkBalances(access)) count += event.kind === 'page' ? event.page.items.length : 0
    expect(count).toBe(401)
    expect([0, 1, 2].map((index) => queryOfCall(fetchMock, index))).toEqual([
      { page_number: '1', page_size: '200' },
      { page_number: '2', page_size: '200' },
      { page_number: '3', page_size: '200' },
    ])
  })
})
