import { describe, expect, it } from 'vitest'
import type { Sort } from './list'
import { selectPage } from './select'
import { rows as list, type Row } from './test-support'

const all = { sort: null, page: 1, limit: 200, find: '', filter: {} }
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)
const sorted = (rows: readonly Row[], key: string, direction: Sort['direction']) =>
  idsOf(selectPage(list, { rows }, { ...all, sort: { key, direction } }).rows)
/** The order in one direction, and the reverse of the order in the other one. */
const orders = (rows: readonly Row[], key: string) => [
  sorted(rows, key, 'ascending'),
  sorted(rows, key, 'descending').toReversed(),
]
const twice = (...ids: string[]) => [ids, ids]

describe('selectPage sorts', () => {
  it('texts by code units', () => {
    const rows = ['b', 'a', 'B', '10', '9'].map((id) => ({ id }))
    expect(orders(rows, 'id')).toEqual(twice('10', '9', 'B', 'a', 'b'))
  })

  it('amounts, shares and flags by value', () => {
    const rows = [
      { id: 'nine', points: 9, share: 9 },
      { id: 'ten', points: 10, share: 10, note: 'flagged' },
      { id: 'less', points: -1.5, share: -1.5 },
      { id: 'large', points: 1e3, share: 1e3 },
    ]
    for (const key of ['points', 'share']) expect(orders(rows, key)).toEqual(twice('less', 'nine', 'ten', 'large'))
    expect(sorted(rows, 'isFlagged', 'descending')).toEqual(['ten', 'nine', 'less', 'large'])
  })

  it('times as points in time, as text or in milliseconds', () => {
    const rows = [
      { id: 'third', at: '2026-01-05T01:00:00Z' },
      { id: 'first', at: '2026-01-05T02:00:00+02:00' },
      { id: 'second', at: Date.parse('2026-01-05T00:59:59.999Z') },
    ]
    expect(orders(rows, 'at')).toEqual(twice('first', 'second', 'third'))
  })

  it('badges in the order of their tones, where unknown ones are first', () => {
    const rows = ['done', 'running', 'toString', 'stuck'].map((state) => ({ id: state, state }))
    expect(orders(rows, 'state')).toEqual(twice('toString', 'stuck', 'running', 'done'))
  })

  it('equal values in the order of the source, then rows without a value, in both directions', () => {
    const rows = [
      { id: 'none', points: null },
      { id: 'c', points: 1.0 },
      { id: 'wrong', points: NaN, at: 'soon' },
      { id: 'more', points: 2 },
      { id: 'empty', points: null },
      { id: 'a', points: 1 },
    ]
    const last = ['none', 'wrong', 'empty']
    expect(sorted(rows, 'points', 'ascending')).toEqual(['c', 'a', 'more', ...last])
    expect(sorted(rows, 'points', 'descending')).toEqual(['more', 'c', 'a', ...last])
  })

  it('nothing without a sort, and leaves the given rows unchanged', () => {
    const rows = Object.freeze([{ id: 'b' }, { id: 'a' }])
    expect(idsOf(selectPage(list, { rows }, all).rows)).toEqual(['b', 'a'])
    sorted(rows, 'id', 'ascending')
    expect(idsOf(selectPage(list, { rows }, all).rows)).toEqual(['b', 'a'])
  })
})

describe('selectPage finds', () => {
  const rows = [
    { id: '01ABC', points: 5, position: 1 },
    { id: '01ABD', note: 'Grün', position: 3 },
    { id: '9zYx', position: 4 },
    { id: '01XYZ', position: 5 },
    { id: '02ABC', note: 'Zoe\u0308', position: 6 },
  ]

  it('a part of a text in the columns of `find` in any case and composition', () => {
    for (const [find, positions] of [
      ['', [1, 3, 4, 5, 6]],
      ['1ab', [1, 3]],
      ['GRÜN', [3]],
      ['gru\u0308n', [3]],
      ['zoë', [6]],
      ['zoe\u0308', [6]],
      ['zyx', [4]],
      ['5', []],
    ] as const) {
      const found = selectPage(list, { rows }, { ...all, find })
      expect(
        found.rows.map(({ position }) => position),
        find,
      ).toEqual(positions)
      expect(found.total).toBe(positions.length)
    }
  })

  it('only rows that match the filter of the list', () => {
    const where = (row: Row) => 'points' in row
    expect(selectPage({ ...list, where }, { rows }, all).total).toBe(1)
    expect(selectPage({ ...list, where }, { rows }, { ...all, find: 'zyx' }).total).toBe(0)
  })

  it('the rows of one page of the matches, and counts all of them', () => {
    const sort = { key: 'id', direction: 'descending' } as const
    expect(selectPage(list, { rows, unreadable: 3 }, { ...all, find: '01', sort, page: 2, limit: 2 })).toEqual({
      kind: 'page',
      page: 2,
      limit: 2,
      unreadable: 3,
      walk: null,
      all: rows,
      rows: [rows[0]],
      total: 3,
    })
    expect(selectPage(list, { rows }, { ...all, page: 9 })).toMatchObject({ page: 9, rows: [], total: 5 })
  })
})
