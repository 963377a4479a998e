import { expect, it } from 'vitest'
import { listUrl, readDateFilter, readListPosition } from './query'

it('readDateFilter returns the dates of the query', () => {
  for (const [from, until, read] of [
    [undefined, undefined, {}],
    ['', ' ', {}],
    ['2026-01-01', undefined, { from: '2026-01-01' }],
    [undefined, ' 2026-01-31 ', { until: '2026-01-31' }],
    ['2026-01-31', '2026-01-31', { from: '2026-01-31', until: '2026-01-31' }],
  ] as const)
    expect(readDateFilter({ from, until })).toEqual({ ...read, problems: null })
})

it('readDateFilter returns the problem of each invalid date, and the typed texts', () => {
  const problemsIn = (search: Parameters<typeof readDateFilter>[0]) => readDateFilter(search).problems
  expect(problemsIn({ from: '2026-02-30' })).toEqual({ from: 'not_a_date' })
  expect(problemsIn({ until: '31.1.2026' })).toEqual({ until: 'not_a_date' })
  expect(problemsIn({ from: '2026-01-01T00:00:00Z' })).toEqual({ from: 'not_a_date' })
  expect(problemsIn({ from: ['2026-01-01', '2026-01-02'] })).toEqual({ from: 'not_a_date' })
  expect(problemsIn({ from: 'x', until: 'y' })).toEqual({ from: 'not_a_date', until: 'not_a_date' })
  expect(problemsIn({ from: '2026-02-01', until: '2026-01-31' })).toEqual({ from: 'after_until' })
  // With an invalid date, the order of the dates is unknown.
  expect(problemsIn({ from: '2026-02-01', until: '2026-01-99' })).toEqual({ until: 'not_a_date' })
  const typed = { from: '2026-13-01', until: '2026-01-31' }
  expect(readDateFilter(typed)).toMatchObject(typed)
})

it('the list position of a conversion is in the query, unless its number or its dates, on which the number depends, are invalid', () => {
  const query = { at: '37', from: '2025-01-01' }
  expect(readListPosition(query)).toEqual({ ...query, at: 37 })
  for (const search of [{ at: '0' }, { at: 'x' }, { at: '-1' }, { at: '3', from: 'x' }, {}]) {
    expect(readListPosition(search)).toEqual({})
  }
})

it('the list position of a conversion leads to the page of the list that has the conversion', () => {
  const query = { at: '37', from: '2025-01-01', listRows: '10' }
  expect(listUrl(query)).toBe('/console/conversions?from=2025-01-01&page=4&rows=10')
  expect(listUrl({ ...query, at: '10' })).toBe('/console/conversions?from=2025-01-01&rows=10')
  expect(listUrl({ listRows: '201' })).toBe('/console/conversions')
})
