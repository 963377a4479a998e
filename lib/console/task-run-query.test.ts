import { describe, expect, it } from 'vitest'
import { readTaskRunQuery, taskRunSearch } from './task-run-query'

describe('readTaskRunQuery', () => {
  it('shows all runs, with the usual threshold, where nothing is asked for', () => {
    expect(readTaskRunQuery({})).toEqual({ isStuckOnly: false, minutes: 15, hasWrongMinutes: false })
  })

  it('takes the filter and the threshold', () => {
    expect(readTaskRunQuery({ show: 'stuck', minutes: '90' })).toEqual({
      isStuckOnly: true,
      minutes: 90,
      hasWrongMinutes: false,
    })
  })

  it.each(['1', '10080'])('takes %s minutes, a bound', (minutes) => {
    expect(readTaskRunQuery({ minutes })).toMatchObject({ minutes: Number(minutes), hasWrongMinutes: false })
  })

  it.each(['0', '10081', '-5', '1.5', '', 'soon', 'NaN', 'Infinity', ['5', '6']])(
    'says that %j minutes are no threshold, and takes the usual one',
    (minutes) => {
      expect(readTaskRunQuery({ minutes })).toMatchObject({ minutes: 15, hasWrongMinutes: true })
    },
  )

  it.each(['all', 'STUCK', '', ['stuck', 'stuck']])('shows all runs where %j are asked for', (show) => {
    expect(readTaskRunQuery({ show }).isStuckOnly).toBe(false)
  })
})

describe('taskRunSearch', () => {
  it.each([
    { isStuckOnly: false, minutes: 15 },
    { isStuckOnly: true, minutes: 15 },
    { isStuckOnly: true, minutes: 60 },
  ])('is read as it was: %j', (query) => {
    expect(readTaskRunQuery(taskRunSearch(query))).toEqual({ ...query, hasWrongMinutes: false })
  })

  it('leaves out what goes without saying', () => {
    expect(taskRunSearch({ isStuckOnly: false, minutes: 15 })).toEqual({ show: undefined, minutes: undefined })
  })
})
