import { describe, expect, it } from 'vitest'
import { conversionUrl, listUrl, readDateFilter, readListPosition } from './query'

describe('readDateFilter', () => {
  it('returns the dates of the query', () => {
    const datesIn = (from?: string, until?: string) => readDateFilter({ from, until })
    const dates = (from?: string, until?: string) => ({ ok: true, dates: { from, until } })
    expect(datesIn()).toEqual(dates())
    expect(datesIn('', ' ')).toEqual(dates())
    expect(datesIn('2026-01-01')).toEqual(dates('2026-01-01'))
    expect(datesIn(undefined, ' 2026-01-31 ')).toEqual(dates(undefined, '2026-01-31'))
    expect(datesIn('2026-01-31', '2026-01-31')).toEqual(dates('2026-01-31', '2026-01-31'))
  })

  it('returns the problem of each invalid date, and the typed texts', () => {
    const problemsIn = (search: Parameters<typeof readDateFilter>[0]) => {
      const read = readDateFilter(search)
      return read.ok || read.problems
    }
    expect(problemsIn({ from: '2026-02-30' })).toEqual({ from: 'not_a_date' })
    expect(problemsIn({ until: '31.1.2026' })).toEqual({ until: 'not_a_date' })
    expect(problemsIn({ from: '2026-01-01T00:00:00Z' })).toEqual({ from: 'not_a_date' })
    expect(problemsIn({ from: ['2026-01-01', '2026-01-02'] })).toEqual({ from: 'not_a_date' })
    expect(problemsIn({ from: 'x', until: 'y' })).toEqual({ from: 'not_a_date', until: 'not_a_date' })
    expect(problemsIn({ from: '2026-02-01', until: '2026-01-31' })).toEqual({ from: 'after_until' })
    // With an invalid date, the order of the dates is unknown.
    expect(problemsIn({ from: '2026-02-01', until: '2026-01-99' })).toEqual({ until: 'not_a_date' })
    const typed = { from: '2026-13-01', until: '2026-01-31' }
    expect(readDateFilter(typed)).toMatchObject({ typed })
  })
})

describe('the list position of a conversion', () => {
  const listPosition = { at: 37, from: '2025-01-01', until: undefined, listRows: 10 }

  it('is complete when readListPosition reads it from the URL of the conversion', () => {
    const url = new URL(conversionUrl('01ARZ3NDEKTSV4RRFFQ69G5FAV', listPosition), 'https://app.example')
    expect(url.pathname).toBe('/console/conversions/01ARZ3NDEKTSV4RRFFQ69G5FAV')
    expect(readListPosition(Object.fromEntries(url.searchParams))).toEqual(listPosition)
  })

  it('adds only its known parts to the query, and the ID is one segment of the path', () => {
    expect(conversionUrl('a/../b?c#d', { ...listPosition, at: undefined, from: undefined })).toBe(
      '/console/conversions/a%2F..%2Fb%3Fc%23d?listRows=10',
    )
  })

  it('links to the page of the list that has the conversion', () => {
    expect(listUrl(listPosition)).toBe('/console/conversions?from=2025-01-01&page=4&rows=10')
    expect(listUrl({ ...listPosition, at: 10 })).toBe('/console/conversions?from=2025-01-01&rows=10')
    expect(listUrl({ at: undefined, from: undefined, until: undefined, listRows: 20 })).toBe('/console/conversions')
  })

  it('is unknown when the query has no valid number', () => {
    for (const search of [{ at: '0' }, { at: 'x' }, { at: '-1', listRows: '201' }, {}]) {
      expect(readListPosition(search)).toEqual({ at: undefined, from: undefined, until: undefined, listRows: 20 })
    }
  })

  it('is unknown when the dates are invalid, because the number depends on them', () => {
    expect(readListPosition({ at: '3', from: 'x' }).at).toBeUndefined()
    expect(readListPosition({ at: '3', from: '2026-01-01' }).at).toBe(3)
  })
})
