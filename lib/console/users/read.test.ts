import { beforeEach, describe, expect, it, vi } from 'vitest'
import { walkBalances, walkConversions, type Balance, type WalkEvent } from '@/lib/service'
import { allBalances } from '@/lib/console/shared/all-balances'
import { readUser } from './read'

const listResourcesByWallet = vi.hoisted(() => vi.fn(async (_access: unknown, _wallet: string) => []))
const find = vi.hoisted(() => vi.fn(async (_wallets: readonly string[]) => []))
vi.mock('@/lib/service', async (original) => ({
  ...(await original<object>()),
  walkBalances: vi.fn(),
  walkConversions: vi.fn(),
  listResourcesByWallet,
}))
vi.mock('@/lib/config', () => ({
  config: () => ({ service: { deadlineMs: 1000 }, connectRecords: { detail: 'full' }, logLevel: 'silent' }),
}))
vi.mock('@/lib/console/shared/all-balances', () => ({ allBalances: vi.fn() }))
vi.mock('@/lib/records', () => ({ connectRecords: () => ({ find }), isReadableRecord: () => true }))

const amount = '1' as Balance['bolts']
const amounts = { current_period_points: amount, all_time_points: amount, bolts: amount }

/** Makes a walk of pages with one item each. */
async function* walkOf<Item>(items: readonly Item[]): AsyncGenerator<WalkEvent<Item>, void, undefined> {
  for (const item of items) {
    yield { kind: 'page', page: { items: [item], page: 1, limit: 1, total: items.length, suspicions: [] } }
  }
  yield { kind: 'end', summary: { kind: 'complete', records: items.length, unreadable: 0 } }
}

const balancesOf = (...wallets: string[]) =>
  vi
    .mocked(walkBalances)
    .mockReturnValue(walkOf(wallets.map((wallet_address) => ({ wallet_address, user_id: 'ada', ...amounts }))))
const boltsOf = (...wallets: string[]) =>
  vi.mocked(walkConversions).mockReturnValue(
    walkOf(
      wallets.map((wallet_address) => ({
        conversion_id: 'c',
        converted_at: '2026-01-31T00:00:00Z',
        breakdown: { entries: [{ wallet_address, user_id: 'ada', bolts_earned: amount }], unreadable: 0 },
      })),
    ) as ReturnType<typeof walkConversions>,
  )

beforeEach(() => {
  listResourcesByWallet.mockClear()
  find.mockClear()
})

it('readUser finds the connect records of every wallet when a user has several balances', async () => {
  balancesOf('first', 'second')
  boltsOf('second', 'third')
  const { balances, connects, resources, summary } = readUser('ada', { mayReadAll: true })
  expect(await balances).toMatchObject({ data: { hits: [{ position: 1 }, { position: 2 }], isWhole: true } })
  await connects
  expect(find.mock.calls[0]?.[0]).toEqual(['first', 'second', 'third'])
  expect(await summary).toMatchObject({ wallets: ['first', 'second', 'third'], verdict: { kind: 'adds_up' } })
  expect(await resources).toMatchObject({ wallet: 'first' })
  expect(listResourcesByWallet).toHaveBeenCalledOnce()
})

it('readUser looks up resources by a wallet of the bolts when the user has no balance', async () => {
  balancesOf()
  boltsOf('third')
  expect(await readUser('ada', { mayReadAll: true }).resources).toMatchObject({ wallet: 'third' })
})

it('readUser looks up no resources and no connects when the user has no known wallet', async () => {
  balancesOf()
  boltsOf()
  const { resources, connects } = readUser('ada', { mayReadAll: true })
  expect(await resources).toBeNull()
  expect(await connects).toEqual({ kind: 'read', attempts: [] })
  expect(find).not.toHaveBeenCalled()
})

describe('readUser when the list of balances takes longer than the deadline of one call', () => {
  const kept = (rows: readonly Balance[]) =>
    vi.mocked(allBalances).mockReturnValue({
      read: async () => ({ kind: 'read', rows, readAt: 1, change: null, unreadable: 0, isWhole: true, suspicions: [] }),
    })
  const balances = (mayReadAll: boolean) => {
    balancesOf('first', 'second')
    boltsOf()
    // The time ends with the first page.
    vi.spyOn(Date, 'now').mockReturnValueOnce(0)
    return readUser('ada', { mayReadAll }).balances
  }
  const row = (wallet_address: string, user_id: string): Balance => ({ wallet_address, user_id, ...amounts })

  beforeEach(() => vi.mocked(allBalances).mockReset())

  it('returns the balances from the kept rows', async () => {
    kept([row('other', 'bob'), row('first', 'ada'), row('second', 'ada')])
    expect(await balances(true)).toMatchObject({
      data: { hits: [{ position: 2 }, { position: 3 }], searched: 3, total: 3, isWhole: true },
    })
  })

  it('returns the balances so far while the kept walk is under way', async () => {
    vi.mocked(allBalances).mockReturnValue({
      read: async () => ({ kind: 'reading', searched: 0, total: null, pauseSeconds: null }),
    })
    expect(await balances(true)).toMatchObject({ data: { hits: [{ position: 1 }], searched: 1, isWhole: false } })
  })

  it('does not begin a kept walk when mayReadAll is false', async () => {
    expect(await balances(false)).toMatchObject({ data: { hits: [{ position: 1 }], isWhole: false } })
    expect(allBalances).not.toHaveBeenCalled()
  })
})
