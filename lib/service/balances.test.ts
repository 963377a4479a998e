import { describe, expect, it } from 'vitest'
import { interpretBalances, listBalances } from './balances'
import { access, rejection, stubFetch } from './test-support'

const balance = {
  wallet_address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  user_id: '01JCZX3M5N4T9QK2R7W8Y6V0AB',
  current_period_points: 12,
  all_time_points: 3400,
  bolts: 41.8025,
}
const answer = (balances: unknown[], pagination: object = { page: 1, limit: 50, total: balances.length }) =>
  Response.json({ status: 'success', data: { balances, pagination } })

describe('listBalances', () => {
  it('accepts the page and the size that the interface allows, and throws for others before anything is sent', async () => {
    const fetchMock = stubFetch()
    const valid = [{ page: 1 }, { limit: 1 }, { limit: 200 }, { page: 9_000_000 }]
    for (const query of valid) {
      fetchMock.mockResolvedValueOnce(answer([], { page: query.page ?? 1, limit: 50, total: 0 }))
      expect(await listBalances(access, query)).toMatchObject({ items: [] })
    }
    for (const query of [...[0, 1.5, NaN, -1].map((page) => ({ page })), ...[0, 201, 2.5].map((limit) => ({ limit }))])
      expect(await rejection(listBalances(access, query))).toBeInstanceOf(RangeError)
    expect(fetchMock).toHaveBeenCalledTimes(valid.length)
  })
})

describe('interpretBalances, for a balance', () => {
  it('returns a balance with a missing or mistyped field as unreadable without affecting the others', async () => {
    for (const [field, value] of [
      ...Object.keys(balance).flatMap((name) => [[name, undefined] as const, [name, null] as const]),
      ['user_id', 7],
      ['bolts', '41.8025'],
      ['bolts', true],
    ] as const) {
      const broken = { ...balance, [field]: value }
      const { items } = await interpretBalances(answer([balance, broken, balance]))
      expect(items).toEqual([balance, { unreadable: JSON.stringify(broken), path: field }, balance])
    }
    for (const broken of [null, 7, 'text', []]) {
      const { items } = await interpretBalances(answer([balance, broken]))
      expect(items).toEqual([balance, { unreadable: JSON.stringify(broken), path: '' }])
    }
    const text = await answer([{ ...balance, bolts: 777 }]).text()
    const tooLarge = await interpretBalances(new Response(text.replace('777', '1e999')))
    expect(tooLarge.items).toMatchObject([{ path: 'bolts' }])
  })
})

describe('interpretBalances, for the pagination', () => {
  it('accepts numbers as text, and throws for any other value', async () => {
    const numbers = { page: 1, limit: 50, total: 1 }
    expect(await interpretBalances(answer([balance], { page: '1', limit: '50', total: '1' }))).toMatchObject(numbers)
    for (const [field, value] of [
      ['page', 0],
      ['page', 'first'],
      ['limit', 0],
      ['limit', null],
      ['total', -1],
      ['total', 1.5],
      ['total', '1e3'],
      ['total', 2 ** 53],
    ] as const) {
      const error = await rejection(interpretBalances(answer([balance], { ...numbers, [field]: value })))
      expect(error).toMatchObject({ path: `data.pagination.${field}` })
    }
  })

  it('accepts another limit than requested, and throws for another page', async () => {
    const other = answer([balance], { page: 1, limit: 50, total: 500 })
    expect(await interpretBalances(other.clone(), { page: 1, limit: 200 })).toMatchObject({ limit: 50 })
    const problem = { name: 'ServiceProtocolError', problem: 'wrong_page', path: 'data.pagination.page' }
    stubFetch().mockResolvedValueOnce(other)
    expect(await rejection(listBalances(access, { page: 2 }))).toMatchObject(problem)
  })
})
