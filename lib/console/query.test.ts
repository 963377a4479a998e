import { describe, expect, it } from 'vitest'
import { needsAllRows, readPage, readQuery, readSort, sortLink } from './query'
import { pagedRows, rows as list } from './test-support'

describe('readSort', () => {
  it('reads the column and the direction, which by default is the first one of its kind', () => {
    expect(readSort(list, { sort: 'id', order: 'descending' })).toEqual({ key: 'id', direction: 'descending' })
    const first = { id: 'ascending', points: 'descending', at: 'descending', state: 'ascending' }
    for (const [key, direction] of Object.entries(first)) {
      for (const order of [undefined, 'up', ['ascending', 'descending']])
        expect(readSort(list, { sort: key, order })).toEqual({ key, direction })
    }
  })

  it('returns the default of the list for a missing or an unknown column, and for one that cannot sort', () => {
    const sort = { key: 'points', direction: 'ascending' } as const
    for (const asked of [undefined, '', 'toString', '__proto__', 'constructor', 'note', 'upper', ['id', 'id']]) {
      expect(readSort(list, { sort: asked, order: 'descending' })).toBeNull()
      expect(readSort({ ...list, sort }, { sort: asked, order: 'descending' })).toEqual(sort)
    }
  })

  it('reads only the sort of its table when the page has several', () => {
    const table = { ...list, prefix: 'rows.' }
    expect(readSort(table, { sort: 'rows.points' })).toEqual({ key: 'points', direction: 'descending' })
    for (const sort of ['points', 'others.points', 'rows.', 'rows.rows.points'])
      expect(readSort(table, { sort })).toBeNull()
  })
})

it('readPage reads the page and the size, and returns the default for a size that the service does not allow', () => {
  expect(readPage({ page: '3', rows: '37' })).toEqual({ page: 3, limit: 37 })
  for (const wrong of [undefined, '', '0', '-1', '1.5', '201', '1e99', 'x', ['1', '2']])
    expect(readPage({ page: wrong === '201' ? '0' : wrong, rows: wrong })).toEqual({ page: 1, limit: 50 })
  expect(readPage({ rows: '0' }, { choices: [20], default: 20 }).limit).toBe(20)
})

describe('readQuery', () => {
  it('reads the start of the page only when it is an ID of the list', () => {
    expect(readQuery(list, { before: '1763740800000-0' }).before).toBe('1763740800000-0')
    for (const before of ['', 'x', '+', '(1-1', '1763740800000-0-1', ['1763740800000-0', '1763740800000-1'], undefined])
      expect(readQuery(list, { before }).before).toBeUndefined()
  })

  it('has all rows on one page when the list has no page sizes', () => {
    const { page, limit } = readQuery({ ...list, sizes: null }, { page: '2', rows: '10' })
    expect([page, limit > 1e9]).toEqual([1, true])
  })

  it('reads all parameters of a list', () => {
    const searchParams = { sort: 'points', page: '2', rows: '25', find: ' 01 ABC ', after: '1800000000000' }
    expect(readQuery({ ...list, filter: ({ page }) => ({ page }) }, searchParams)).toEqual({
      sort: { key: 'points', direction: 'descending' },
      page: 2,
      limit: 25,
      find: '01 ABC',
      after: 1_800_000_000_000,
      before: undefined,
      filter: { page: '2' },
    })
  })

  it('ignores what is no text to find or no time, and a text in a list without a search', () => {
    for (const find of [undefined, ' ', 'x'.repeat(201), ['a', 'b']]) expect(readQuery(list, { find }).find).toBe('')
    const { find: _, ...unsearchable } = list
    expect(readQuery(unsearchable, { find: 'ABC' }).find).toBe('')
    for (const after of [undefined, '', 'soon', '-1', '1.5', ['1', '2']])
      expect(readQuery(list, { after }).after).toBeUndefined()
  })
})

it('needsAllRows is true when a list of pages is sorted or searched', () => {
  const sort = { key: 'id', direction: 'ascending' } as const
  expect(needsAllRows(pagedRows, { sort: null, find: '' })).toBe(false)
  expect(needsAllRows(pagedRows, { sort, find: '' })).toBe(true)
  expect(needsAllRows(pagedRows, { sort: null, find: 'a' })).toBe(true)
  expect(needsAllRows(list, { sort, find: 'a' })).toBe(false)
})

describe('sortLink', () => {
  const page = { sort: null, path: '/', searchParams: { find: 'a', page: '3' } }

  it('sorts by the first direction of the column, then by the other one, from the first page', () => {
    const first = { url: '/?find=a&sort=points&order=descending', direction: undefined }
    expect(sortLink(list, 'points', page)).toEqual(first)
    const sorted = { ...page, sort: { key: 'points', direction: 'descending' } as const }
    const second = { url: '/?find=a&sort=points&order=ascending', direction: 'descending' }
    expect(sortLink(list, 'points', sorted)).toEqual(second)
    expect(sortLink(list, 'id', sorted).url).toContain('sort=id&order=ascending')
  })

  it('names its table when the page has several', () => {
    expect(sortLink({ ...list, prefix: 'rows.' }, 'id', page).url).toContain('sort=rows.id&')
  })
})
