import { describe, expect, it } from 'vitest'
import type { DecimalText, Listed, UserBreakdownEntry } from '@/lib/service'
import { breakdownEntry } from '@/lib/service/test-support'
import type { BreakdownSort } from './breakdown'
import { selectRows, type RowSelection, type SelectedRows } from './breakdown-rows'

type Entry = Listed<UserBreakdownEntry>

const entry = (wallet_address: string, bolts_earned: DecimalText) =>
  breakdownEntry({ wallet_address, user_id: `user of ${wallet_address}`, bolts_earned })
const unreadable: Entry = { unreadable: '{"user_id":null}', path: 'user_id' }

const byBolts: BreakdownSort = { key: 'bolts_earned', direction: 'descending' }
const selection = (change: Partial<RowSelection> = {}): RowSelection => ({
  sort: byBolts,
  page: 1,
  limit: 50,
  search: '',
  ...change,
})

/** Selects rows like the page, and reads the entries in parts, once or twice. `reads` is the number of reads. */
function select(entries: readonly Entry[], wanted: RowSelection): { reads: number; matches: number; entries: Entry[] } {
  let result: SelectedRows | undefined
  for (let reads = 1; reads <= 2; reads += 1) {
    const reader = selectRows(wanted, result?.kind === 'window' ? result.window : undefined)
    for (let at = 0; at < entries.length; at += 300) void reader.add(entries.slice(at, at + 300), {})
    result = reader.result()
    if (result.kind === 'rows') return { reads, matches: result.matches, entries: result.rows.map((row) => row.entry) }
  }
  throw new Error('Two reads are enough.')
}

const walletsOf = (entries: readonly Entry[]) =>
  entries.map((each) => ('unreadable' in each ? 'unreadable' : each.wallet_address))

describe('selectRows: the order', () => {
  const entries = [entry('b', '9'), entry('a', '10'), unreadable, entry('B', '9.5'), entry('c', '9.0')]
  const walletsBy = (key: BreakdownSort['key'], direction: BreakdownSort['direction']) =>
    walletsOf(select(entries, selection({ sort: { key, direction } })).entries)

  it('is by value for amounts, by code units for texts, and the order of the service for equal values', () => {
    for (const [key, ascending, descending] of [
      ['bolts_earned', ['b', 'c', 'B', 'a', 'unreadable'], ['a', 'B', 'b', 'c', 'unreadable']],
      ['wallet_address', ['B', 'a', 'b', 'c', 'unreadable'], ['c', 'b', 'a', 'B', 'unreadable']],
      ['subnet_points', ['b', 'a', 'B', 'c', 'unreadable'], ['b', 'a', 'B', 'c', 'unreadable']],
    ] as const) {
      expect(walletsBy(key, 'ascending')).toEqual(ascending)
      expect(walletsBy(key, 'descending')).toEqual(descending)
    }
  })

  it('is exact when amounts are equal as floating-point numbers', () => {
    const close = [entry('less', '9007199254740992'), entry('more', '9007199254740993')]
    expect(walletsOf(select(close, selection()).entries)).toEqual(['more', 'less'])
  })
})

it('selectRows finds a part of an ID, of an address or of an unreadable entry, and respects the case', () => {
  const entries = [entry('Wallet1', '1'), entry('wallet2', '2'), unreadable]
  const found = {
    Wallet: ['Wallet1'],
    allet: ['wallet2', 'Wallet1'],
    'user of w': ['wallet2'],
    '"user_id":null': ['unreadable'],
    nobody: [],
    '': ['wallet2', 'Wallet1', 'unreadable'],
  }
  for (const [search, wallets] of Object.entries(found)) {
    const result = select(entries, selection({ search }))
    expect(walletsOf(result.entries), search).toEqual(wallets)
    expect(result.matches, search).toBe(wallets.length)
  }
})

describe('selectRows: the page', () => {
  // More than the first read keeps of a page and of its sample.
  const total = 50_000
  const entries = Array.from({ length: total }, (_, user) =>
    // Only 200 different amounts, so that most rows have equals.
    entry(`wallet-${(user * 7919) % total}`, `${(user * 31) % 200}`),
  )
  const sorted = (sort: BreakdownSort) =>
    entries.toSorted((a, b) => {
      const sign = sort.direction === 'ascending' ? 1 : -1
      if (sort.key === 'bolts_earned') return sign * (Number(a.bolts_earned) - Number(b.bolts_earned))
      return sign * (a[sort.key] < b[sort.key] ? -1 : Number(a[sort.key] > b[sort.key]))
    })

  it.each<[BreakdownSort, number[]]>([
    [byBolts, [1, 400, 401, 777, 1000]],
    [{ key: 'bolts_earned', direction: 'ascending' }, [401]],
    [{ key: 'wallet_address', direction: 'ascending' }, [1, 777]],
    [{ key: 'user_id', direction: 'descending' }, [1000]],
    [{ key: 'subnet_points', direction: 'descending' }, [777]],
  ])('has its rows at any position when the sort is %j', (sort, pages) => {
    const all = sorted(sort)
    for (const page of pages) {
      const result = select(entries, selection({ sort, page }))
      expect(result.entries).toEqual(all.slice((page - 1) * 50, page * 50))
      expect(result).toMatchObject({ matches: total, reads: page <= 400 ? 1 : 2 })
    }
  })

  it('is short when it is the last one, and empty beyond the last one', () => {
    const some = entries.slice(0, 101)
    expect(select(some, selection({ page: 3 })).entries).toHaveLength(1)
    expect(select(some, selection({ page: 4 }))).toEqual({ reads: 1, matches: 101, entries: [] })
    expect(select(some, selection({ page: 1_000_000 }))).toEqual({ reads: 1, matches: 101, entries: [] })
    expect(select([], selection())).toEqual({ reads: 1, matches: 0, entries: [] })
  })

  it('takes two reads when it is far down in the matches of a search', () => {
    const search = '1'
    const all = sorted(byBolts).filter(({ wallet_address }) => wallet_address.includes(search))
    const page = 420
    const result = select(entries, selection({ search, page }))
    expect(result).toMatchObject({ reads: 2, matches: all.length })
    expect(result.entries).toEqual(all.slice((page - 1) * 50, page * 50))
  })
})
