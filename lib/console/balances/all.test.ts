import { afterEach, describe, expect, it, vi } from 'vitest'
import { correlationId, runInRequest } from '@/lib/request/context'
import type { Balance, DecimalText, Listed } from '@/lib/service'
import { balanceMatcher, balanceSorting, readAllBalances, selectBalances, type BalanceSelection } from './all'

const names = { signature: 'signature', from: 'from', until: 'until', page: 'page', limit: 'limit', address: 'address' }
const service = { baseUrl: 'https://service.example', subnetId: 'subnet', apiKey: 'key-12345', names, deadlineMs: 5000 }
vi.mock('@/lib/config', () => ({ config: () => ({ service, logLevel: 'silent' }) }))

const balance = (user_id: string, wallet_address: string, bolts: DecimalText = '0'): Balance => ({
  wallet_address,
  user_id,
  current_period_points: '1',
  all_time_points: '2',
  bolts,
})

describe('selectBalances', () => {
  const unreadable: Listed<Balance> = {
    unreadable: '{"wallet_address":"9zYx","user_id":null,"labels":[{"name":"01ABD"}]}',
    path: 'user_id',
  }
  const rows = [
    balance('01ABC', '9xQe', '9007199254740992'),
    balance('01ABD', '7kLm', '5'),
    unreadable,
    balance('01XYZ', '9xQf', '9007199254740993'),
  ]
  const select = (selection: Partial<BalanceSelection>) => {
    const selected = selectBalances(rows, { find: '', sort: null, page: 1, limit: 50, ...selection })
    return { positions: selected.rows.map(({ position }) => position), total: selected.total }
  }

  it('returns all balances in the order of the service when there is no text and no sort', () => {
    expect(selectBalances(rows, { find: '', sort: null, page: 1, limit: 2 })).toEqual({
      rows: [
        { row: rows[0], position: 1 },
        { row: rows[1], position: 2 },
      ],
      total: 4,
    })
  })

  it.each([
    ['a part of a user ID', '1AB', [1, 2, 3]],
    ['a part of a wallet address', 'xQ', [1, 4]],
    ['the end of a wallet address', 'Qf', [4]],
    ['a part in another case', '01ab', [1, 2, 3]],
    ['a part of a text in a balance that cannot be read', 'zyx', [3]],
    ['the name of a field', 'wallet_address', []],
    ['a word of JSON', 'null', []],
    ['an amount', '5', []],
    ['a text that is in no balance', '01ABE', []],
  ])('finds the balances that contain %s', (_, find, positions) => {
    expect(select({ find })).toEqual({ positions, total: positions.length })
  })

  it('selects the same balances as balanceMatcher, which the export uses', () => {
    for (const find of ['', '1AB', 'zyx', '01ABE']) {
      const { rows: selected } = selectBalances(rows, { find, sort: null, page: 1, limit: 50 })
      expect(rows.filter(balanceMatcher(find))).toEqual(selected.map(({ row }) => row))
    }
  })

  it('sorts amounts by all of their digits, with unreadable balances last', () => {
    expect(select({ sort: { key: 'bolts', direction: 'descending' } }).positions).toEqual([4, 1, 2, 3])
    expect(select({ sort: { key: 'bolts', direction: 'ascending' } }).positions).toEqual([2, 1, 4, 3])
  })

  it('sorts the matches and counts them on all pages', () => {
    const sort = { key: 'wallet_address', direction: 'descending' } as const
    expect(select({ find: '01', sort, page: 2, limit: 1 })).toEqual({ positions: [1], total: 4 })
  })
})

it('balanceSorting has every field of the interface', () => {
  expect(balanceSorting.keys).toEqual(Object.keys(balance('', '')))
})

describe('readAllBalances', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('reads every page without the context of the caller’s request, and keeps the rows', async () => {
    vi.useFakeTimers()
    const users = Array.from({ length: 450 }, (_, user) => ({
      wallet_address: `wallet-${user}`,
      user_id: `user-${user}`,
      current_period_points: 1,
      all_time_points: 2,
      bolts: user,
    }))
    const requests: (string | undefined)[] = []
    vi.stubGlobal('fetch', async (url: string | URL) => {
      const { searchParams } = new URL(url)
      const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))]
      requests.push(correlationId())
      const balances = users.slice((page - 1) * limit, page * limit)
      return Response.json({ status: 'success', data: { balances, pagination: { page, limit, total: users.length } } })
    })

    const kept = await runInRequest('the first request', () => readAllBalances())
    expect(kept).toMatchObject({ kind: 'read', isWhole: true, unreadable: 0, change: null })
    expect(kept.kind === 'read' && kept.rows).toHaveLength(450)
    expect(requests).toEqual([undefined, undefined, undefined])
    expect(await readAllBalances({ waitMs: 0 })).toBe(kept)
  })
})
