import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayInMs } from './clock'
import type { BalanceRecord } from './data/balances'
import type { ConversionRecord } from './data/conversions'
import type { ResourceRecord } from './data/resources'
import { dataOf, newWallet, readPaths, startFixture, type Fixture } from './test-support'

let fixture: Fixture

beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture.standIn.close())
beforeEach(() => fixture.control.reset())

interface Pagination {
  pagination: { page: number; limit: number; total: number }
}
const getBalances = async (query = '') =>
  dataOf<{ balances: BalanceRecord[] } & Pagination>(await fixture.call(readPaths.balances + query))
const getConversions = async (query = '') =>
  dataOf<{ conversions: ConversionRecord[] } & Pagination>(await fixture.call(readPaths.conversions + query))

describe('paging', () => {
  test('is by 50 unless told otherwise, and every row is on one page', async () => {
    await fixture.control.set({ data: { users: 401 } })
    const { balances, pagination } = await getBalances()
    expect(balances).toHaveLength(50)
    expect(pagination).toEqual({ page: 1, limit: 50, total: 401 })

    const pages = await Promise.all([1, 2, 3].map((page) => getBalances(`?page=${page}&limit=200`)))
    const rows = pages.flatMap((page) => page.balances)
    expect(new Set(rows.map((row) => row.user_id)).size).toBe(401)
    expect(rows.slice(0, 50)).toEqual(balances)
    expect((await getBalances('?page=4&limit=200')).balances).toEqual([])
  })

  test.each(['page=0', 'page=-1', 'page=1.5', 'page=', 'page=one', 'limit=0', 'limit=201', 'page=1&page=2'])(
    'refuses %s by name',
    async (query) => {
      for (const path of [readPaths.balances, readPaths.conversions]) {
        const { status, body } = await fixture.call(`${path}?${query}`)
        expect(status).toBe(400)
        expect(body.error).toMatch(new RegExp(`^${query.slice(0, query.indexOf('='))}:`))
      }
    },
  )

  test('goes by the names that the subnet has set', async () => {
    await fixture.control.set({ names: { page: 'p', limit: 'per_page', from: 'since', address: 'wallet' } })
    expect((await getBalances('?p=2&per_page=1')).pagination).toMatchObject({ page: 2, limit: 1 })
    expect(await fixture.call(`${readPaths.balances}?page=2`)).toMatchObject({ status: 400 })
    expect((await getConversions('?since=2100-01-01')).conversions).toEqual([])
    const { wallets } = await fixture.control.user(0)
    expect(await fixture.call(`${readPaths.resources}?wallet=${wallets[0]}`)).toMatchObject({ status: 200 })
  })

  test('reaches into a million users without holding them', async () => {
    await fixture.control.set({ data: { users: 1_000_000 } })
    const { balances, pagination } = await getBalances('?page=5000&limit=200')
    expect(balances).toHaveLength(200)
    expect(pagination.total).toBe(1_000_000)
    const last = balances.at(-1)
    const owned = await fixture.call(`${readPaths.resources}?address=${last?.wallet_address}`)
    expect(owned.status).toBe(200)
  })

  test('takes as long as it is told to', async () => {
    await fixture.control.set({ manners: { readDelayMs: 200 } })
    const startedAt = performance.now()
    expect((await getBalances('?limit=1')).balances).toHaveLength(1)
    // A timer may be a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(199)
  })
})

describe('conversions', () => {
  test('are weekly, the newest first, one more for each week that passes', async () => {
    const { conversions, pagination } = await getConversions('?limit=200')
    expect(pagination.total).toBe(200)
    for (const [i, conversion] of conversions.entries()) {
      const before = conversions[i + 1]
      if (before) expect(before.period_ended_at).toBe(conversion.period_started_at)
      expect(conversion.converted_at > conversion.period_ended_at).toBe(true)
    }
    await fixture.control.advanceClock(14 * dayInMs)
    expect((await getConversions()).pagination.total).toBe(202)
  })

  test('add up, but for a few that are meant not to', async () => {
    const { conversions } = await getConversions('?limit=200')
    const off = (a: number, b: number) => Math.abs(a - b) > 0.01
    const total = (of: ConversionRecord, field: 'bolts_earned' | 'subnet_points' | 'share_percentage') =>
      of.user_breakdown.reduce((sum, entry) => sum + entry[field], 0)
    const wrong = {
      users: conversions.filter((it) => off(it.user_bolts_distributed, total(it, 'bolts_earned'))),
      points: conversions.filter((it) => off(it.total_subnet_points_in_pool, total(it, 'subnet_points'))),
      total: conversions.filter((it) =>
        off(it.total_bolts_distributed, it.user_bolts_distributed + it.owner_bolts_distributed),
      ),
      shares: conversions.filter((it) => it.user_breakdown.length && off(total(it, 'share_percentage'), 100)),
      nobody: conversions.filter((it) => it.user_breakdown.length === 0),
    }
    const counts = Object.fromEntries(Object.entries(wrong).map(([name, list]) => [name, list.length]))
    expect(counts).toEqual({ users: 4, points: 0, total: 8, shares: 4, nobody: 4 })
    expect(Math.max(...conversions.map((it) => it.user_breakdown.length))).toBeLessThanOrEqual(60)
  })

  test('are filtered by date, both days included', async () => {
    const { conversions } = await getConversions()
    const [newest, second, third] = conversions.map((it) => it.converted_at.slice(0, 10))
    const filtered = await getConversions(`?from=${third}&until=${second}`)
    expect(filtered.conversions).toEqual(conversions.slice(1, 3))
    expect(filtered.pagination.total).toBe(2)
    expect((await getConversions(`?from=${newest}T00:00:00Z`)).conversions).toHaveLength(1)
  })

  test.each(['from=yesterday', 'from=2025-02-30', 'until=', 'until=1700000000', 'from=2025-02-01&until=2025-01-01'])(
    'refuse %s by name',
    async (query) => {
      const { status, body } = await fixture.call(`${readPaths.conversions}?${query}`)
      expect(status).toBe(400)
      expect(body.error).toMatch(new RegExp(`^${query.slice(0, query.indexOf('='))}:`))
    },
  )
})

describe('balances', () => {
  test('are the same for the same seed, and others for another', async () => {
    const before = await getBalances()
    expect(await getBalances()).toEqual(before)
    await fixture.control.set({ data: { seed: 'other' } })
    expect((await getBalances()).balances[0]).not.toEqual(before.balances[0])
  })

  test('show the wallet that an account has connected', async () => {
    const { address } = newWallet()
    const pressed = await fixture.control.pressConnect('bob')
    const { body } = await fixture.confirm(pressed, { wallet_address: address })
    expect((await getBalances()).balances[1]?.wallet_address).not.toBe(address)
    await fixture.spend(pressed.request_id, body.auth_code)
    expect((await getBalances()).balances[1]?.wallet_address).toBe(address)
  })
})

describe('resources by wallet', () => {
  const ask = (query: string) => fixture.call(readPaths.resources + query)

  test('are the same behind each linked wallet of the account', async () => {
    const { wallets, resources } = await fixture.control.user(0)
    expect(wallets).toHaveLength(3)
    const answers = await Promise.all(wallets.map((address) => ask(`?address=${address}`)))
    const [first] = answers
    expect(first?.status).toBe(200)
    expect(Object.keys(first?.body ?? {})).toEqual(['status', 'resources'])
    expect(first?.body.resources).toHaveLength(resources)
    for (const answer of answers) expect(answer.body).toEqual(first?.body)

    const [record] = (first?.body.resources ?? []) as ResourceRecord[]
    expect(Object.keys(record ?? {})).toEqual([
      'id',
      'name',
      'resource_type',
      'resource_subtype',
      'resource_pda',
      'active',
    ])
  })

  test('are found by a wallet connected here, once it is', async () => {
    const { address } = newWallet()
    const pressed = await fixture.control.pressConnect('alice')
    const { body } = await fixture.confirm(pressed, { wallet_address: address })
    expect((await ask(`?address=${address}`)).status).toBe(404)
    await fixture.spend(pressed.request_id, body.auth_code)
    const { resources } = await fixture.control.user(0)
    expect((await ask(`?address=${address}`)).body.resources).toHaveLength(resources)
  })

  test('are not found by an address that is nobody’s, or not exactly somebody’s', async () => {
    const { wallets } = await fixture.control.user(0)
    const swapped = (wallets[0] ?? '').replace(/[a-z]/, (letter) => letter.toUpperCase())
    for (const address of [newWallet().address, swapped, ` ${wallets[0]}`, 'x']) {
      expect(await ask(`?address=${encodeURIComponent(address)}`)).toMatchObject({
        status: 404,
        body: { status: 'error', error: 'Wallet not found' },
      })
    }
  })

  test.each(['', '?address='])('need an address: %o', async (query) => {
    const { status, body } = await ask(query)
    expect(status).toBe(400)
    expect(body.status).toBe('error')
    expect(body.error).toMatch(/^address: .*missing/)
  })
})
