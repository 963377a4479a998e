import { describe, expect, it } from 'vitest'
import { readTaskRunQuery } from './query'

describe('readTaskRunQuery', () => {
  it('returns all runs and the default threshold when the query is empty', () => {
    expect(readTaskRunQuery({}, 15)).toEqual({
      show: 'all',
      defaultMinutes: 15,
      minutes: 15,
      hasInvalidMinutes: false,
    })
  })

  it('reads the filter and the threshold', () => {
    const asked = { show: 'stuck', minutes: 90, hasInvalidMinutes: false }
    expect(readTaskRunQuery({ show: 'stuck', minutes: '90' }, 15)).toMatchObject(asked)
    for (const show of ['everything', 'STUCK', '', ['stuck', 'stuck']]) {
      expect(readTaskRunQuery({ show }, 15).show).toBe('all')
    }
  })

  it('accepts a threshold of 1 to 10,080 minutes instead of the default of the deployment', () => {
    for (const minutes of ['1', '15', '10080']) {
      expect(readTaskRunQuery({ minutes }, 60)).toMatchObject({ minutes: Number(minutes), hasInvalidMinutes: false })
    }
    for (const minutes of ['0', '10081', '-5', '1.5', '', 'soon', 'NaN', 'Infinity', ['5', '6']]) {
      expect(readTaskRunQuery({ minutes }, 60)).toMatchObject({ minutes: 60, hasInvalidMinutes: true })
    }
  })
})
