import { beforeEach, describe, expect, it } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { access, conversionRecord, entryRecord, serveConversions } from '@/lib/console/test-service'
import { ServiceTransportError, walkConversions, type Balance, type Listed, type WalkEvent } from '@/lib/service'
import { balance as balanceWith } from '@/lib/service/test-support'
import { collectBalances, collectShares, walletsOf, type Collected, type UserBalance } from './collect'
import { readUserId, shortId } from './query'

beforeEach(() => configure())

const wanted = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const balance = (user_id: string) => balanceWith({ user_id, wallet_address: `wallet of ${user_id}` })
const pageEvent = (items: Listed<Balance>[], total: number): WalkEvent<Balance> => ({
  kind: 'page',
  page: { items, page: 1, limit: items.length, total },
})
const counts = { records: 4, unreadable: 0, firstTotal: 4, lastTotal: 5, repeated: 0, maybeMissing: 1 }
const endEvent = (kind: 'complete' | 'changed'): WalkEvent<Balance> => ({ kind: 'end', summary: { kind, ...counts } })

/** Makes an iterable of the items, and counts the items that the caller takes. */
function counted<Item>(items: readonly Item[]) {
  const taken = { count: 0 }
  async function* each(): AsyncGenerator<Item, void, undefined> {
    for (const item of items) {
      taken.count += 1
      yield item
    }
  }
  return { events: each(), taken }
}

const whole = { isWhole: true, hasChanged: false, hasUnreadable: false }

const isOver = () => false

describe('collectBalances', () => {
  const pages = [pageEvent([balance('a'), balance('b')], 4), pageEvent([balance('c'), balance(wanted)], 4)]

  it('finds every balance of the user with its position in the list', async () => {
    const { events } = counted([...pages, pageEvent([balance('d'), balance(wanted)], 6), endEvent('complete')])
    expect(await collectBalances(events, wanted, isOver)).toEqual({
      hits: [4, 6].map((position) => ({ ...balance(wanted), position })),
      searched: 6,
      total: 6,
      ...whole,
    })
  })

  it('stops after the first page with isWhole false when its time ends', async () => {
    const pause = { kind: 'pause', seconds: 1 } as const
    const { events, taken } = counted([pause, ...pages.toReversed(), endEvent('complete')])
    expect(await collectBalances(events, wanted, () => true)).toEqual({
      hits: [{ ...balance(wanted), position: 2 }],
      searched: 2,
      total: 4,
      ...whole,
      isWhole: false,
    })
    expect(taken.count).toBe(2)
  })

  it('returns what it has found when the service fails after the first page, and throws when it has found nothing', async () => {
    async function* failing() {
      yield pageEvent([balance('a'), balance(wanted)], 4)
      throw new ServiceTransportError('listBalances', 'ECONNRESET')
    }
    const found = await collectBalances(failing(), wanted, isOver)
    expect(found).toMatchObject({ hits: [{ position: 2 }], searched: 2, total: 4, isWhole: false })
    await expect(collectBalances(failing(), 'nobody', isOver)).rejects.toThrow(ServiceTransportError)
  })

  it.each(['complete', 'changed'] as const)('returns no balances when the user is not in a %s list', async (kind) => {
    const { events } = counted([pages[0] ?? endEvent(kind), endEvent(kind)])
    const found = await collectBalances(events, 'nobody', isOver)
    expect(found).toMatchObject({ hits: [], isWhole: true, hasChanged: kind === 'changed' })
  })

  it('does not count an unreadable record as a balance of the user', async () => {
    const unreadable = { unreadable: `{"user_id":"${wanted}"}`, path: 'bolts' }
    const { events } = counted([pageEvent([unreadable], 1), endEvent('complete')])
    expect(await collectBalances(events, wanted, isOver)).toMatchObject({ hits: [], hasUnreadable: true })
  })
})

describe('collectShares', () => {
  const sharesOf = (userId: string) => collectShares(walkConversions(access), userId, isOver)

  it('finds the entries of a user in each conversion, with the position of the conversion', async () => {
    const broken = { ...entryRecord(2), bolts_earned: null }
    serveConversions(() => [
      conversionRecord(1, [entryRecord(1), entryRecord(2)]),
      { ...conversionRecord(2, [entryRecord(2)]), total_bolts_distributed: null },
      conversionRecord(3, [entryRecord(2), broken]),
    ])
    const share = (at: number) => ({
      ...entryRecord(2),
      conversion_id: `conversion-${at}`,
      converted_at: '2026-01-05T01:00:00Z',
      at,
    })
    expect(await sharesOf('user-2')).toEqual({
      hits: [share(1), share(3), { unreadable: JSON.stringify(broken), path: 'bolts_earned' }],
      searched: 3,
      total: 3,
      ...whole,
      hasUnreadable: true,
    })
    expect(await sharesOf('wallet-1')).toMatchObject({ hits: [{ user_id: 'user-1', at: 1 }] })
    for (const user of ['user', 'USER-2']) expect(await sharesOf(user), user).toMatchObject({ hits: [] })
  })

  it('keeps at most 100 entries of one breakdown', async () => {
    serveConversions(() => [conversionRecord(1, Array(500).fill(entryRecord(1)))])
    expect(await sharesOf('user-1')).toMatchObject({ hits: { length: 100 } })
  })
})

it('walletsOf returns each wallet once, without empty ones', () => {
  const extent = { searched: 1, total: 1, ...whole }
  const balances: Collected<UserBalance> = {
    ...extent,
    hits: ['', 'w1', 'w1'].map((wallet_address) => ({ ...balance(wanted), wallet_address, position: 1 })),
  }
  expect(walletsOf(balances, { ...extent, hits: [{ unreadable: '{}', path: '' }] })).toEqual(['w1'])
  expect(walletsOf(null, null)).toEqual([])
})

it('readUserId decodes the segment of a path, and returns null when it is no ID', () => {
  expect([wanted, 'a%2Fb'].map(readUserId)).toEqual([wanted, 'a/b'])
  expect(['%20', '%', 'x'.repeat(201)].map(readUserId)).toEqual([null, null, null])
})

it('shortId cuts a long ID after six characters', () => {
  const shortened = [wanted, 'demo:ada', '😀'.repeat(20)].map(shortId)
  expect(shortened).toEqual(['01ARZ3…', 'demo:ada', `${'😀'.repeat(6)}…`])
})
