import { beforeEach, describe, expect, it } from 'vitest'
import { configure } from '@/lib/config/test-support'
import type { SearchMessage } from '@/lib/console/shared/search'
import type { UserShare } from '@/lib/console/shared/user-bolts'
import { ServiceTransportError, type Balance, type Listed, type WalkEvent } from '@/lib/service'
import { balance as balanceWith, breakdownEntry } from '@/lib/service/test-support'
import { collect, findUserBalances, walletsOf, type Collected, type UserBalance } from './collect'
import { readUserId, shortId } from './query'

beforeEach(() => configure())

const wanted = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const balance = (user_id: string) => balanceWith({ user_id, wallet_address: `wallet of ${user_id}` })
const pageEvent = (items: Listed<Balance>[], total: number): WalkEvent<Balance> => ({
  kind: 'page',
  page: { items, page: 1, limit: items.length, total, suspicions: [] },
})
const endEvent = (kind: 'complete' | 'changed'): WalkEvent<Balance> => ({
  kind: 'end',
  summary:
    kind === 'complete'
      ? { kind, records: 4, unreadable: 0 }
      : { kind, records: 4, unreadable: 0, firstTotal: 4, lastTotal: 5, repeated: 0, maybeMissing: 1 },
})

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

const never = () => false

describe('collect: the balances of a user', () => {
  const collectBalances = (events: AsyncIterable<WalkEvent<Balance>>, userId: string, isOver = never) =>
    collect(findUserBalances(events, userId), { isOver })

  const pages = [pageEvent([balance('a'), balance('b')], 4), pageEvent([balance('c'), balance(wanted)], 4)]

  it('finds every balance of the user with its position in the list', async () => {
    const { events } = counted([...pages, pageEvent([balance('d'), balance(wanted)], 6), endEvent('complete')])
    expect(await collectBalances(events, wanted)).toEqual({
      hits: [4, 6].map((position) => ({ ...balance(wanted), position })),
      searched: 6,
      total: 6,
      isWhole: true,
      hasChanged: false,
      hasUnreadable: false,
    })
  })

  it('returns isWhole false when its time ends after a first balance', async () => {
    const { events } = counted([...pages.toReversed(), endEvent('complete')])
    expect(await collectBalances(events, wanted, () => true)).toEqual({
      hits: [{ ...balance(wanted), position: 2 }],
      searched: 2,
      total: 4,
      isWhole: false,
      hasChanged: false,
      hasUnreadable: false,
    })
  })

  describe('when the service fails after the first page', () => {
    async function* failing() {
      yield pageEvent([balance('a'), balance(wanted)], 4)
      throw new ServiceTransportError('listBalances', 'ECONNRESET')
    }

    it('returns the balances so far with isWhole false', async () => {
      const found = await collectBalances(failing(), wanted)
      expect(found).toMatchObject({ hits: [{ position: 2 }], searched: 2, total: 4, isWhole: false })
    })

    it('throws when the first page has no balance of the user', async () => {
      await expect(collectBalances(failing(), 'nobody')).rejects.toThrow(ServiceTransportError)
    })
  })

  it.each(['complete', 'changed'] as const)('returns no balances when the user is not in a %s list', async (kind) => {
    const { events } = counted([pages[0] ?? endEvent(kind), endEvent(kind)])
    const found = await collectBalances(events, 'nobody')
    expect(found).toMatchObject({ hits: [], isWhole: true, hasChanged: kind === 'changed' })
  })

  it('stops and returns the number of searched records when its time ends', async () => {
    const { events, taken } = counted([{ kind: 'pause', seconds: 1 } as const, ...pages, endEvent('complete')])
    expect(await collectBalances(events, 'nobody', () => true)).toMatchObject({
      hits: [],
      searched: 2,
      total: 4,
      isWhole: false,
    })
    expect(taken.count).toBe(2)
  })

  it('does not count an unreadable record as a balance of the user', async () => {
    const { events } = counted([
      pageEvent([{ unreadable: `{"user_id":"${wanted}"}`, path: 'bolts' }], 1),
      endEvent('complete'),
    ])
    expect(await collectBalances(events, wanted)).toMatchObject({ hits: [], hasUnreadable: true })
  })
})

describe('collect: the bolts of a user', () => {
  type Message = Exclude<SearchMessage<UserShare>, { kind: 'problem' }>
  const share = (at: number): Message => ({
    kind: 'hit',
    hit: { conversionId: `conversion ${at}`, convertedAt: '2026-01-31T00:00:00Z', at, entry: breakdownEntry() },
  })
  const messages: Message[] = [
    share(1),
    { kind: 'progress', searched: 20, total: 30 },
    share(21),
    { kind: 'progress', searched: 30, total: 30 },
    { kind: 'end', isWhole: true, unreadable: 0, change: null },
  ]

  it('finds every share of the user, and returns the number of searched conversions', async () => {
    const found = await collect(counted(messages).events, { isOver: never })
    expect(found).toMatchObject({ searched: 30, total: 30, isWhole: true, hasChanged: false })
    expect(found.hits.map(({ at }) => at)).toEqual([1, 21])
  })

  it('stops and returns the number of searched conversions when its time ends', async () => {
    const { events, taken } = counted(messages)
    const found = await collect(events, { isOver: () => true })
    expect(found).toMatchObject({ searched: 20, total: 30, isWhole: false })
    expect(found.hits).toHaveLength(1)
    expect(taken.count).toBe(2)
  })
})

it('walletsOf returns each wallet once, without empty ones', () => {
  const extent = { searched: 1, total: 1, isWhole: true, hasChanged: false, hasUnreadable: false }
  const balances: Collected<UserBalance> = {
    ...extent,
    hits: ['', 'w1', 'w1'].map((wallet_address) => ({ ...balance(wanted), wallet_address, position: 1 })),
  }
  const bolts: Collected<UserShare> = {
    ...extent,
    hits: [{ conversionId: 'c', convertedAt: 'x', at: 1, entry: { unreadable: '{}', path: '' } }],
  }
  expect(walletsOf(balances, bolts)).toEqual(['w1'])
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
