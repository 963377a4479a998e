import { describe, expect, it } from 'vitest'
import type { Balance, WalkEvent } from '@/lib/service'
import { findBalances, maxHits } from './find'

const balanceOf = (user: number): Balance => ({
  wallet_address: `Wallet${user}`,
  user_id: `USER${user}`,
  current_period_points: '1',
  all_time_points: '2',
  bolts: '3',
})

/** Pages of ten; says how many have been taken, and whether they were left. */
function source({ users, balance = balanceOf }: { users: number; balance?: (user: number) => Balance }) {
  const seen = { pages: 0, isLeft: false }
  async function* pages(): AsyncGenerator<WalkEvent<Balance>, void, undefined> {
    try {
      for (let first = 0; first < users; first += 10) {
        seen.pages += 1
        const items = Array.from({ length: Math.min(10, users - first) }, (_, i) => balance(first + i))
        yield { kind: 'page', page: { items, page: seen.pages, limit: 10, total: users, suspicions: [] } }
      }
      yield { kind: 'end', summary: { kind: 'complete', records: users, unreadable: 0 } }
    } finally {
      seen.isLeft = true
    }
  }
  return { seen, pages: pages() }
}

async function find(searchText: string, options: { users: number; maxSearched?: number }) {
  const { pages } = source(options)
  return collected(findBalances(pages, searchText, options.maxSearched))
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

const end = (isWhole: boolean) => ({ kind: 'end', isWhole, unreadable: 0, change: null })

describe('findBalances', () => {
  it.each(['Wallet12', 'USER12'])('finds %s, says where, and goes on to the end', async (searchText) => {
    expect(await find(searchText, { users: 25 })).toEqual([
      { kind: 'progress', searched: 10, total: 25 },
      { kind: 'hit', hit: { balance: balanceOf(12), position: 13 } },
      { kind: 'progress', searched: 20, total: 25 },
      { kind: 'progress', searched: 25, total: 25 },
      end(true),
    ])
  })

  it.each(['wallet12', 'Wallet', 'Wallet12 ', 'ser12'])(
    'finds nothing for %j: it is the whole text, letter for letter',
    async (searchText) => {
      const messages = await find(searchText, { users: 25 })
      expect(messages.filter(({ kind }) => kind === 'hit')).toEqual([])
      expect(messages.at(-1)).toEqual(end(true))
    },
  )

  it('finds each of several, as one wallet of two users would be', async () => {
    const balance = (user: number) => ({ ...balanceOf(user), wallet_address: 'shared' })
    const { pages } = source({ users: 25, balance })
    const messages = await collected(findBalances(pages, 'shared'))
    expect(messages.filter(({ kind }) => kind === 'hit')).toHaveLength(25)
  })

  it('ends after more hits than anybody reads', async () => {
    const { pages, seen } = source({ users: 1000, balance: () => balanceOf(1) })
    const messages = await collected(findBalances(pages, 'USER1'))
    expect(messages.filter(({ kind }) => kind === 'hit')).toHaveLength(maxHits)
    expect(messages.at(-1)).toEqual(end(false))
    expect(seen).toEqual({ pages: 10, isLeft: true })
  })

  it('ends at its bound, and says that there is more', async () => {
    expect((await find('nobody', { users: 25, maxSearched: 20 })).at(-1)).toEqual(end(false))
    expect((await find('nobody', { users: 20, maxSearched: 20 })).at(-1)).toEqual(end(true))
  })

  it('says that nothing was found where there is nobody', async () => {
    expect(await find('anybody', { users: 0 })).toEqual([end(true)])
  })

  it('passes on pauses, and says at its end how the list changed', async () => {
    const counts = { records: 1, unreadable: 0, firstTotal: 2, lastTotal: 1, repeated: 0, maybeMissing: 1 }
    const change = { kind: 'changed', ...counts } as const
    async function* events(): AsyncGenerator<WalkEvent<Balance>> {
      yield { kind: 'pause', seconds: 60 }
      yield { kind: 'page', page: { items: [balanceOf(1)], page: 1, limit: 10, total: 1, suspicions: [] } }
      yield { kind: 'end', summary: change }
    }
    expect(await collected(findBalances(events(), 'nobody'))).toEqual([
      { kind: 'pause', seconds: 60 },
      { kind: 'progress', searched: 1, total: 1 },
      { ...end(true), change },
    ])
  })

  it.each([
    ['Wallet1', 1],
    ['Wallet', 0],
    ['null', 0],
  ])('looks for %s in what cannot be read, as a text of its own', async (searchText, hits) => {
    const record = { unreadable: '{"wallet_address":"Wallet1","bolts":null}', path: 'bolts' }
    async function* events(): AsyncGenerator<WalkEvent<Balance>> {
      yield { kind: 'page', page: { items: [record], page: 1, limit: 10, total: 1, suspicions: [] } }
      yield { kind: 'end', summary: { kind: 'complete', records: 1, unreadable: 1 } }
    }
    const messages = await collected(findBalances(events(), searchText))
    expect(messages.filter(({ kind }) => kind === 'hit')).toEqual(
      hits === 0 ? [] : [{ kind: 'hit', hit: { balance: record, position: 1 } }],
    )
    expect(messages.at(-1)).toEqual({ ...end(true), unreadable: 1 })
  })

  it('takes no page ahead of what is read, and leaves the pages where it is left', async () => {
    const { pages, seen } = source({ users: 1_000_000 })
    const messages = findBalances(pages, 'nobody')
    await messages.next()
    expect(seen).toEqual({ pages: 1, isLeft: false })
    await messages.return()
    expect(seen).toEqual({ pages: 1, isLeft: true })
  })
})
