import { describe, expect, it } from 'vitest'
import { conversionUrl, listUrl, readConversionPage, readDateFilter, readListPosition } from './query'

describe('readDateFilter', () => {
  it.each([
    [{}, { from: undefined, until: undefined }],
    [
      { from: '', until: ' ' },
      { from: undefined, until: undefined },
    ],
    [{ from: '2026-01-01' }, { from: '2026-01-01', until: undefined }],
    [{ until: ' 2026-01-31 ' }, { from: undefined, until: '2026-01-31' }],
    [
      { from: '2026-01-31', until: '2026-01-31' },
      { from: '2026-01-31', until: '2026-01-31' },
    ],
  ])('returns the dates when the query is %j', (search, dates) => {
    expect(readDateFilter(search)).toEqual({ ok: true, dates })
  })

  it.each([
    [{ from: '2026-02-30' }, { from: 'not_a_date' }],
    [{ until: '31.1.2026' }, { until: 'not_a_date' }],
    [{ from: '2026-01-01T00:00:00Z' }, { from: 'not_a_date' }],
    [{ from: ['2026-01-01', '2026-01-02'] }, { from: 'not_a_date' }],
    [
      { from: 'x', until: 'y' },
      { from: 'not_a_date', until: 'not_a_date' },
    ],
    [{ from: '2026-02-01', until: '2026-01-31' }, { from: 'after_until' }],
    // With an invalid date, the order of the dates is unknown.
    [{ from: '2026-02-01', until: '2026-01-99' }, { until: 'not_a_date' }],
  ])('returns the problem of each invalid date when the query is %j', (search, problems) => {
    expect(readDateFilter(search)).toMatchObject({ ok: false, problems })
    expect(Object.keys((readDateFilter(search) as { problems: object }).problems)).toEqual(Object.keys(problems))
  })

  it('returns the typed texts when a date is invalid', () => {
    expect(readDateFilter({ from: '2026-13-01', until: '2026-01-31' })).toMatchObject({
      typed: { from: '2026-13-01', until: '2026-01-31' },
    })
  })
})

it('readConversionPage reads the page and the size, and returns 1 and 20 when the query is empty', () => {
  expect(readConversionPage({ page: '3', rows: '50' })).toEqual({ page: 3, limit: 50 })
  expect(readConversionPage({})).toEqual({ page: 1, limit: 20 })
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

  it.each([{ at: '0' }, { at: 'x' }, { at: '-1', listRows: '201' }, {}])(
    'is unknown when the query is %j',
    (search) => {
      expect(readListPosition(search)).toEqual({ at: undefined, from: undefined, until: undefined, listRows: 20 })
    },
  )

  it('is unknown when the dates are invalid, because the number depends on them', () => {
    expect(readListPosition({ at: '3', from: 'x' }).at).toBeUndefined()
    expect(readListPosition({ at: '3', from: '2026-01-01' }).at).toBe(3)
  })
})
