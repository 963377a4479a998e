import { describe, expect, it } from 'vitest'
import { readTaskRunQuery, taskRunParams } from './query'

describe('readTaskRunQuery', () => {
  it('shows all runs, with the default threshold, without a query', () => {
    expect(readTaskRunQuery({})).toEqual({ isStuckOnly: false, minutes: 15, hasInvalidMinutes: false })
  })

  it('takes the filter and the threshold', () => {
    expect(readTaskRunQuery({ show: 'stuck', minutes: '90' })).toEqual({
      isStuckOnly: true,
      minutes: 90,
      hasInvalidMinutes: false,
    })
  })

  it.each(['1', '10080'])('takes %s minutes, a bound', (minutes) => {
    expect(readTaskRunQuery({ minutes })).toMatchObject({ minutes: Number(minutes), hasInvalidMinutes: false })
  })

  it.each(['0', '10081', '-5', '1.5', '', 'soon', 'NaN', 'Infinity', ['5', '6']])(
    'says that %j minutes are not a threshold, and uses the default',
    (minutes) => {
      expect(readTaskRunQuery({ minutes })).toMatchObject({ minutes: 15, hasInvalidMinutes: true })
    },
  )

  it.each(['all', 'STUCK', '', ['stuck', 'stuck']])('shows all runs where %j are asked for', (show) => {
    expect(readTaskRunQuery({ show }).isStuckOnly).toBe(false)
  })
})

describe('taskRunParams', () => {
  it.each([
    { isStuckOnly: false, minutes: 15 },
    { isStuckOnly: true, minutes: 15 },
    { isStuckOnly: true, minutes: 60 },
  ])('is read as it was: %j', (query) => {
    expect(readTaskRunQuery(taskRunParams(query))).toEqual({ ...query, hasInvalidMinutes: false })
  })

  it('leaves out defaults', () => {
    expect(taskRunParams({ isStuckOnly: false, minutes: 15 })).toEqual({ show: undefined, minutes: undefined })
  })
})
