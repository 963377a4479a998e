import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import * as shared from '@/lib/console/rows'
import * as recording from '@/lib/records'
import * as service from '@/lib/service'
import type { WalkEvent } from '@/lib/service'
import { balance, breakdownEntry } from '@/lib/service/test-support'
import { forgetSingletons } from '@/lib/test-support'
import { readUser } from './read'

const row = (wallet_address: string, user_id = 'ada') => balance({ wallet_address, user_id, bolts: 1 })

/** Makes a walk of pages with one item each. */
async function* walkOf<Item>(items: readonly Item[]): AsyncGenerator<WalkEvent<Item>, void, undefined> {
  for (const item of items) {
    yield { kind: 'page', page: { items: [item], page: 1, limit: 1, total: items.length } }
  }
  yield { kind: 'end', summary: { kind: 'complete', records: items.length, unreadable: 0 } }
}

const balancesOf = (...wallets: string[]) =>
  vi.spyOn(service, 'walkBalances').mockReturnValue(walkOf(wallets.map((wallet) => row(wallet))))
function boltsOf(...wallets: string[]) {
  const conversions = wallets.map((wallet_address) => ({
    conversion_id: 'c',
    converted_at: '2026-01-31T00:00:00Z',
    user_breakdown: [breakdownEntry({ wallet_address, user_id: 'ada' })],
  }))
  const walk = walkOf(conversions) as ReturnType<typeof service.walkConversions>
  vi.spyOn(service, 'walkConversions').mockReturnValue(walk)
}

const listResources = () => vi.spyOn(service, 'listResourcesByWallet').mockResolvedValue([])

beforeEach(() => {
  configure({ CONNECT_RECORDS: 'full' })
  forgetSingletons(/^(connect records|store)$/)
})

it('readUser finds the connect records of every wallet when a user has several balances', async () => {
  const [resourcesOf, find] = [listResources(), vi.spyOn(recording.connectRecords(), 'find')]
  balancesOf('first', 'second')
  boltsOf('second', 'third')
  const { balances, connects, resources, summary } = readUser('ada')
  expect(await balances).toMatchObject({ data: { hits: [{ position: 1 }, { position: 2 }], isWhole: true } })
  await connects
  expect(find.mock.calls[0]?.[0]).toEqual(['first', 'second', 'third'])
  expect(await summary).toMatchObject({ wallets: ['first', 'second', 'third'], verdict: { kind: 'adds_up' } })
  expect(await resources).toMatchObject({ wallet: 'first' })
  expect(resourcesOf).toHaveBeenCalledOnce()
})

it('readUser looks up resources by a wallet of the bolts when the user has no balance', async () => {
  listResources()
  balancesOf()
  boltsOf('third')
  expect(await readUser('ada').resources).toMatchObject({ wallet: 'third' })
})

it('readUser looks up no resources and no connects when the user has no known wallet', async () => {
  const find = vi.spyOn(recording.connectRecords(), 'find')
  balancesOf()
  boltsOf()
  const { resources, connects } = readUser('ada')
  expect(await resources).toBeNull()
  expect(await connects).toEqual({ kind: 'read', attempts: [] })
  expect(find).not.toHaveBeenCalled()
})

describe('readUser when the list of balances takes longer than the deadline of one call', () => {
  const keep = (result: Awaited<ReturnType<typeof shared.allRows>>) =>
    vi.spyOn(shared, 'allRows').mockResolvedValue(result)
  const whole = { kind: 'read', readAt: 1, hasChanged: false, isWhole: true } as const
  const balances = () => {
    listResources()
    balancesOf('first', 'second')
    boltsOf()
    // The time ends with the first page.
    vi.spyOn(Date, 'now').mockReturnValueOnce(0)
    return readUser('ada').balances
  }
  it('returns the balances from the kept rows', async () => {
    keep({ ...whole, rows: [row('other', 'bob'), row('first'), row('second')] })
    expect(await balances()).toMatchObject({
      data: { hits: [{ position: 2 }, { position: 3 }], searched: 3, total: 3, isWhole: true },
    })
  })

  it('returns the balances so far while the kept walk is under way', async () => {
    keep({ kind: 'reading', searched: 0, total: null, pauseSeconds: null })
    expect(await balances()).toMatchObject({ data: { hits: [{ position: 1 }], searched: 1, isWhole: false } })
  })
})
