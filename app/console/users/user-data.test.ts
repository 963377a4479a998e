import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { conversionRecord, entryRecord, serveConversions, unreachable } from '@/lib/console/test-support'
import * as recording from '@/lib/records'
import type { ConnectRecord } from '@/lib/records'
import { connectRecord } from '@/lib/records/test-support'
import * as service from '@/lib/service'
import type { Balance, Listed } from '@/lib/service'
import { balance } from '@/lib/service/test-support'
import { forgetSingletons } from '@/lib/test-support'
import { readResources, readUser } from './user-data'

beforeEach(() => {
  configure({ CONNECT_RECORDS: 'full' })
  forgetSingletons(/^(rows of lists|connect records|store)/)
})

afterEach(() => {
  vi.useRealTimers()
})

function serve(pages: readonly Balance[][], conversions: readonly unknown[], unreadable = 0): void {
  const total = pages.flat().length
  vi.spyOn(service, 'walkBalances').mockImplementation(async function* () {
    for (const [page, rows] of pages.entries()) {
      const items = rows.map((row, index): Listed<Balance> => ({ ...row, position: 2 * page + index + 1 }))
      yield { kind: 'page', page: { items, unreadable, page: 1, limit: 2, total } }
    }
    yield { kind: 'end', hasChanged: false }
  })
  serveConversions(conversions)
}

async function read(...asked: Parameters<typeof readUser>) {
  const user = await readUser(...asked)
  if (user.kind === 'reading') throw new Error('A walk is under way.')
  return user
}

const spyOnFind = () => vi.spyOn(recording.connectRecords(), 'find')

describe('readUser', () => {
  const [ada, bob] = ['user-2', 'user-1'].map((user_id) => balance({ user_id })) as [Listed<Balance>, Listed<Balance>]
  const share = (at: number) => ({
    ...entryRecord(2),
    conversion_id: `conversion-${at}`,
    converted_at: '2026-01-05T01:00:00Z',
    at,
  })
  const conversions = [
    conversionRecord(1, [entryRecord(1), entryRecord(2)]),
    conversionRecord(2),
    conversionRecord(3, [entryRecord(2)]),
  ]

  it('finds every balance and every share of the user, with its position in its list', async () => {
    const page = [bob, ada]
    serve([page, page], conversions)
    const user = await read('user-2')
    expect(user.balances.rows).toEqual([2, 4].map((position) => ({ ...ada, position })))
    expect(user.bolts.rows).toEqual([share(1), share(3)])
    expect(user).toMatchObject({ hasUnreadable: false, bolts: { walk: { rows: { length: 3 } } } })
    for (const other of ['user', 'USER-2']) {
      expect(await read(other), other).toMatchObject({ balances: { rows: [] }, bolts: { rows: [] } })
    }
    expect((await read('wallet-2')).bolts.rows).toEqual([share(1), share(3)])
  })

  it('says whether unreadable records may be the user’s', async () => {
    const broken = (user: number) => ({ ...entryRecord(user), bolts_earned: null })
    serve([], [conversionRecord(1, [broken(1), entryRecord(2), broken(2)])])
    expect(await read('user-2')).toMatchObject({ hasUnreadable: true, bolts: { rows: [share(1)] } })
    expect(await read('user-3')).toMatchObject({ hasUnreadable: true, bolts: { rows: [] } })
    serve([], [{ ...conversionRecord(1, [entryRecord(2)]), total_bolts_distributed: null }])
    expect(await read('user-2', { after: Date.now() })).toMatchObject({ hasUnreadable: true, bolts: { rows: [] } })
    serve([[]], conversions, 1)
    expect(await read('user-2', { after: Date.now() })).toMatchObject({ hasUnreadable: true, balances: { rows: [] } })
  })

  it('keeps no entries of other users, and at most 100 of one breakdown', async () => {
    const others = Array.from({ length: 1000 }, () => entryRecord(1))
    const entries = [...others, ...Array.from({ length: 500 }, () => entryRecord(2))]
    serve([], [conversionRecord(1, entries), { ...conversionRecord(2, others), total_bolts_distributed: null }])
    const { bolts } = await read('user-2')
    expect(bolts.rows).toHaveLength(100)
    expect(JSON.stringify(bolts.walk)).not.toContain('user-1')
  })

  it('finds the connect records of the wallets of both lists, each once and without empty ones', async () => {
    const find = spyOnFind()
    serve([['', 'w1', 'w1'].map((wallet_address) => balance({ user_id: 'user-2', wallet_address }))], conversions)
    const user = await read('user-2')
    expect(user).toMatchObject({ wallets: ['w1', 'wallet-2'], connects: { kind: 'read', rows: [] } })
    const ofWallets = ['w1', 'wallet-2', 'w1 and more', ''].map((walletAddress) => connectRecord({ walletAddress }))
    const records = [connectRecord({ userId: 'user-2' }), ...ofWallets]
    const [isAbout = () => false] = find.mock.lastCall ?? []
    expect(records.filter(isAbout)).toEqual(records.slice(0, 3))
  })

  it('finds an ID of the login by the wallets that its confirms have, and the other users of them', async () => {
    const of = (userId: string, walletAddress: string, outcome: ConnectRecord['outcome'] = 'confirmed') =>
      connectRecord({ userId, walletAddress, outcome, requestId: `${userId} ${walletAddress}` })
    const records = [of('demo:ada', 'w1'), of('demo:ada', 'w9', 'refused'), of('demo:eve', 'w1'), of('demo:adam', 'w2')]
    spyOnFind().mockImplementation(async (isAbout) => records.filter(isAbout))
    serve([['user-2', 'user-1'].map((user_id) => balance({ user_id, wallet_address: 'w1' }))], conversions)
    expect(await read('demo:ada')).toMatchObject({
      userId: 'demo:ada',
      serviceId: 'user-2',
      others: ['user-1'],
      balances: { rows: [{ user_id: 'user-2' }] },
      bolts: { rows: [share(1), share(3)] },
      wallets: ['w1', 'wallet-2'],
      connects: { rows: records.slice(0, 3) },
    })
    expect(await read('demo:adam')).toMatchObject({ serviceId: undefined, balances: { rows: [] }, wallets: ['w2'] })
  })

  it('asks the store for nothing when no users and wallets are kept', async () => {
    const find = spyOnFind()
    serve([[ada]], conversions)
    configure({ CONNECT_RECORDS: 'minimal' })
    expect(await read('user-2')).toMatchObject({ connects: { kind: 'not_kept' } })
    expect(find).not.toHaveBeenCalled()
  })

  it('returns the progress, and asks the store for nothing, when a walk over a list is under way', async () => {
    const find = spyOnFind()
    serve([], conversions)
    vi.useFakeTimers()
    vi.spyOn(service, 'walkBalances').mockImplementation(async function* () {
      yield await new Promise<never>(() => {})
    })
    const user = readUser('user-2')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await user).toMatchObject({ kind: 'reading', what: 'balances', searched: 0 })
    expect(find).not.toHaveBeenCalled()
  })

  it('returns the problem of a list that cannot be read, and says when it is that of both', async () => {
    const unauthenticated = { name: 'ServiceRefusedError', kind: 'unauthenticated', status: 401 } as const
    serve([[ada]], [])
    vi.stubGlobal('fetch', async () => Response.json({ error: 'Bad key' }, { status: 401 }))
    const bolts = { walk: { kind: 'failed', problem: { kind: 'unauthenticated' } }, rows: [] }
    expect(await read('user-2')).toMatchObject({
      balances: { rows: [ada] },
      bolts,
      outage: null,
      connects: { kind: 'read' },
    })
    vi.spyOn(service, 'walkBalances').mockImplementation(async function* () {
      yield { kind: 'failed', error: service.serviceError('listBalances', unauthenticated) }
    })
    const both = await read('user-2', { after: Date.now() })
    expect(both).toMatchObject({ balances: { rows: [] }, bolts, outage: { kind: 'unauthenticated' } })
  })
})

it('readResources looks up the wallet, and nothing when no wallet is known', async () => {
  const none = service.succeeded({ items: [], places: [], unreadable: 1 })
  const list = vi.spyOn(service, 'listResourcesByWallet').mockResolvedValue(none)
  expect(await readResources('w1')).toEqual({ rows: [], unreadable: 1 })
  expect(await readResources(undefined)).toEqual({ rows: [] })
  expect(list).toHaveBeenCalledOnce()
  list.mockResolvedValue(service.failed(unreachable))
  expect(await readResources('w1')).toMatchObject({ walk: { kind: 'failed', problem: { kind: 'unreachable' } } })
})
