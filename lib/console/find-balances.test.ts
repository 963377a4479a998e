import { describe, expect, it } from 'vitest'
import type { Balance, Page } from '@/lib/service'
import { findBalances, mostHits } from './find-balances'

const balanceOf = (user: number): Balance => ({
  wallet_address: `Wallet${user}`,
  user_id: `USER${user}`,
  current_period_points: 1,
  all_time_points: 2,
  bolts: 3,
})

/** Pages of ten; says how many have been taken, and whether they were left. */
function source({ users, balance = balanceOf }: { users: number; balance?: (user: number) => Balance }) {
  const seen = { pages: 0, isLeft: false }
  async function* pages(): AsyncGenerator<Page<Balance>, void, undefined> {
    try {
      for (let first = 0; first < users; first += 10) {
        seen.pages += 1
        const items = Array.from({ length: Math.min(10, users - first) }, (_, i) => balance(first + i))
        yield { items, page: seen.pages, limit: 10, total: users }
      }
    } finally {
      seen.isLeft = true
    }
  }
  return { seen, pages: pages() }
}

async function find(sought: string, options: { users: number; mostSearched?: number }) {
  const { pages } = source(options)
  return collected(findBalances(pages, sought, options.mostSearched))
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

const end = (isWhole: boolean) => ({ kind: 'end', isWhole })

describe('findBalances', () => {
  it.each(['Wallet12', 'USER12'])('finds %s, says where, and goes on to the end', async (sought) => {
    expect(await find(sought, { users: 25 })).toEqual([
      { kind: 'progress', searched: 10, total: 25 },
      { kind: 'hit', balance: balanceOf(12), position: 13 },
      { kind: 'progress', searched: 20, total: 25 },
      { kind: 'progress', searched: 25, total: 25 },
      end(true),
    ])
  })

  it.each(['wallet12', 'Wallet', 'Wallet12 ', 'ser12'])(
    'finds nothing for %j: it is the whole text, letter for letter',
    async (sought) => {
      const messages = await find(sought, { users: 25 })
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
    expect(messages.filter(({ kind }) => kind === 'hit')).toHaveLength(mostHits)
    expect(messages.at(-1)).toEqual(end(false))
    expect(seen).toEqual({ pages: 10, isLeft: true })
  })

  it('ends at its bound, and says that there is more', async () => {
    expect((await find('nobody', { users: 25, mostSearched: 20 })).at(-1)).toEqual(end(false))
    expect((await find('nobody', { users: 20, mostSearched: 20 })).at(-1)).toEqual(end(true))
  })

  it('says that nothing was found where there is nobody', async () => {
    expect(await find('anybody', { users: 0 })).toEqual([end(true)])
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
