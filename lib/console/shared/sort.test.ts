import { describe, expect, it } from 'vitest'
import type { Listed } from '@/lib/service'
import { FirstRows, sortingOf, type Sort, type SortValue } from './sort'

interface Row {
  id: string
  amount: SortValue
  at: string | null
}
type Key = 'id' | 'amount' | 'at'

const sorting = sortingOf({ id: 'text', amount: 'number', at: 'time' })
const valueOf = (row: Row, key: Key): SortValue => row[key]
const byAmount: Sort<Key> = { key: 'amount', direction: 'descending' }

const row = (id: string, amount: SortValue = null, at: string | null = null): Row => ({ id, amount, at })
const unreadable = (json: string): Listed<Row> => ({ unreadable: json, path: '' })

const idsOf = (rows: readonly Listed<Row>[]) => rows.map((each) => ('unreadable' in each ? each.unreadable : each.id))
const sorted = (rows: readonly Listed<Row>[], key: Key, direction: Sort<Key>['direction']) =>
  idsOf(sorting.sortRows(rows, { key, direction }, valueOf))

describe('readSort', () => {
  it('reads the column and the direction', () => {
    expect(sorting.readSort({ sort: 'id', order: 'descending' }, null)).toEqual({ key: 'id', direction: 'descending' })
  })

  it('uses the first direction of the column when the query has no valid direction', () => {
    for (const [key, direction] of [
      ['id', 'ascending'],
      ['amount', 'descending'],
      ['at', 'descending'],
    ]) {
      expect(sorting.readSort({ sort: key }, null)).toEqual({ key, direction })
      expect(sorting.readSort({ sort: key, order: 'up' }, null)).toEqual({ key, direction })
    }
  })

  it('returns the default when the query has no known column', () => {
    for (const query of [
      {},
      { order: 'ascending' },
      { sort: 'toString' },
      { sort: ['id', 'id'], order: 'ascending' },
    ]) {
      expect(sorting.readSort(query, byAmount)).toEqual(byAmount)
      expect(sorting.readSort(query, null)).toBeNull()
    }
  })
})

describe('nextSort', () => {
  it('reverses the direction when the column already sorts the list', () => {
    const reversed = sorting.nextSort(byAmount, 'amount')
    expect(reversed).toEqual({ key: 'amount', direction: 'ascending' })
    expect(sorting.nextSort(reversed, 'amount')).toEqual(byAmount)
  })

  it('begins with the first direction when the list has another sort or none', () => {
    expect(sorting.nextSort(byAmount, 'id')).toEqual({ key: 'id', direction: 'ascending' })
    expect(sorting.nextSort(byAmount, 'at')).toEqual({ key: 'at', direction: 'descending' })
    expect(sorting.nextSort(null, 'amount')).toEqual(byAmount)
  })
})

describe('sortRows', () => {
  it('keeps the order of the service when there is no sort', () => {
    expect(idsOf(sorting.sortRows([row('b'), unreadable('{}'), row('a')], null, valueOf))).toEqual(['b', '{}', 'a'])
  })

  it('compares texts by code units', () => {
    const rows = [row('b'), row('a'), row('B'), row('10'), row('9')]
    expect(sorted(rows, 'id', 'ascending')).toEqual(['10', '9', 'B', 'a', 'b'])
    expect(sorted(rows, 'id', 'descending')).toEqual(['b', 'a', 'B', '9', '10'])
  })

  it('compares numbers by their values', () => {
    const rows = [row('nine', 9), row('ten', 10), row('less', -1.5), row('large', 1e3), row('count', 11)]
    expect(sorted(rows, 'amount', 'ascending')).toEqual(['less', 'nine', 'ten', 'count', 'large'])
    expect(sorted(rows, 'amount', 'descending')).toEqual(['large', 'count', 'ten', 'nine', 'less'])
  })

  it('compares times as points in time', () => {
    const rows = [
      row('third', null, '2026-01-05T01:00:00Z'),
      row('first', null, '2026-01-05T02:00:00+02:00'),
      row('second', null, '2026-01-05T00:59:59.999Z'),
    ]
    expect(sorted(rows, 'at', 'ascending')).toEqual(['first', 'second', 'third'])
    expect(sorted(rows, 'at', 'descending')).toEqual(['third', 'second', 'first'])
  })

  it('keeps the order of the service among equal values, in both directions', () => {
    const rows = [row('c', 1), row('more', 2), row('a', 1), row('b', 1)]
    expect(sorted(rows, 'amount', 'ascending')).toEqual(['c', 'a', 'b', 'more'])
    expect(sorted(rows, 'amount', 'descending')).toEqual(['more', 'c', 'a', 'b'])
  })

  it('puts rows without a value and then unreadable records last, in both directions', () => {
    const rows = [unreadable('{"n":2}'), row('none'), row('a', 1), unreadable('{"n":1}'), row('z'), row('b', 2)]
    expect(sorted(rows, 'amount', 'ascending')).toEqual(['a', 'b', 'none', 'z', '{"n":2}', '{"n":1}'])
    expect(sorted(rows, 'amount', 'descending')).toEqual(['b', 'a', 'none', 'z', '{"n":2}', '{"n":1}'])
  })

  it('treats a value as none when it is not a number or a time, as the column requires', () => {
    for (const amount of ['many', Number.NaN]) {
      const rows = [row('wrong', amount), row('zero', 0), row('negative', -1)]
      expect(sorted(rows, 'amount', 'descending')).toEqual(['zero', 'negative', 'wrong'])
    }
    const rows = [row('wrong', null, 'soon'), row('right', null, '1969-01-01T00:00:00Z')]
    expect(sorted(rows, 'at', 'ascending')).toEqual(['right', 'wrong'])
  })

  it('does not change the given rows', () => {
    const rows = Object.freeze([row('b'), row('a')])
    expect(sorted(rows, 'id', 'ascending')).toEqual(['a', 'b'])
    expect(idsOf(rows)).toEqual(['b', 'a'])
  })
})

describe('selectPage', () => {
  const rows = [row('d', 4), row('a', 1), unreadable('{}'), row('c', 3), row('b', 2)]

  it('returns one page of the sorted rows, with the position of each in the list', () => {
    expect(sorting.selectPage(rows, { sort: byAmount, page: 2, limit: 2 }, { valueOf })).toEqual({
      rows: [
        { row: row('b', 2), position: 5 },
        { row: row('a', 1), position: 2 },
      ],
      total: 5,
    })
  })

  it('returns the same rows as sortRows when there are many with equal values', () => {
    const many = Array.from({ length: 5000 }, (_, index) => row(String(index), (index * 31) % 200))
    for (const direction of ['ascending', 'descending'] as const) {
      const sort = { key: 'amount', direction } as const
      const all = sorting.sortRows(many, sort, valueOf)
      for (const page of [1, 7, 100, 101]) {
        const selected = sorting.selectPage(many, { sort, page, limit: 50 }, { valueOf })
        expect(selected.total).toBe(5000)
        expect(selected.rows.map(({ row }) => row)).toEqual(all.slice((page - 1) * 50, page * 50))
      }
    }
  })

  it('counts only the rows that match', () => {
    const isMatch = (each: Listed<Row>) => 'unreadable' in each || each.id > 'b'
    expect(sorting.selectPage(rows, { sort: null, page: 1, limit: 2 }, { valueOf, isMatch })).toEqual({
      rows: [
        { row: row('d', 4), position: 1 },
        { row: unreadable('{}'), position: 3 },
      ],
      total: 3,
    })
  })
})

it('FirstRows returns at most the first rows in order', () => {
  for (const count of [100, 10_000]) {
    const first = new FirstRows<number>(1500, (a, b) => a - b)
    for (let index = 0; index < count; index += 1) first.add((index * 7919) % count)
    expect(first.rows).toEqual(Array.from({ length: Math.min(count, 1500) }, (_, number) => number))
  }
})
