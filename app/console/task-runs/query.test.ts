import { describe, expect, it } from 'vitest'
import { readTaskRunQuery, taskRunParams, type TaskRunQuery } from './query'

const usual = { show: 'all', find: null, defaultMinutes: 15, minutes: 15 } as const

describe('readTaskRunQuery', () => {
  it('returns all runs and the default threshold when the query is empty', () => {
    expect(readTaskRunQuery({}, 15)).toEqual({ ...usual, hasInvalidMinutes: false })
  })

  it('reads the filter and the threshold', () => {
    const asked = { show: 'stuck', minutes: 90, hasInvalidMinutes: false }
    expect(readTaskRunQuery({ show: 'stuck', minutes: '90' }, 15)).toMatchObject(asked)
    for (const show of ['everything', 'STUCK', '', ['stuck', 'stuck']]) {
      expect(readTaskRunQuery({ show }, 15).show).toBe('all')
    }
  })

  it('reads the ID', () => {
    expect(readTaskRunQuery({ find: ' event 1 ' }, 15).find).toBe('event 1')
    expect(readTaskRunQuery({ find: '  ' }, 15).find).toBeNull()
  })

  it('accepts a threshold of 1 to 10,080 minutes instead of the default of the deployment', () => {
    for (const minutes of ['1', '15', '10080']) {
      expect(readTaskRunQuery({ minutes }, 60)).toMatchObject({ minutes: Number(minutes), hasInvalidMinutes: false })
    }
    for (const minutes of ['0', '10081', '-5', '1.5', '', 'soon', 'NaN', 'Infinity', ['5', '6']]) {
      expect(readTaskRunQuery({ minutes }, 60)).toMatchObject({ minutes: 60, hasInvalidMinutes: true })
    }
    expect(taskRunParams(readTaskRunQuery({ minutes: '15' }, 60)).minutes).toBe('15')
  })
})

it('taskRunParams returns parameters that readTaskRunQuery reads as the same query, without defaults', () => {
  const queries: Omit<TaskRunQuery, 'hasInvalidMinutes'>[] = [
    usual,
    { ...usual, show: 'no_end' },
    { ...usual, show: 'stuck', find: 'event 1', minutes: 60 },
  ]
  for (const query of queries) {
    expect(readTaskRunQuery(taskRunParams(query), 15)).toEqual({ ...query, hasInvalidMinutes: false })
  }
  expect(Object.values(taskRunParams(usual)).filter((value) => value !== undefined)).toEqual([])
})
