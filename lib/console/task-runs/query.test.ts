import { describe, expect, it } from 'vitest'
import { readTaskRunQuery, taskRunParams, type TaskRunQuery } from './query'
import { defaultTaskRunSort as sort } from './sort'

describe('readTaskRunQuery', () => {
  it('returns all runs and the default threshold when the query is empty', () => {
    expect(readTaskRunQuery({}, 15)).toEqual({
      show: 'all',
      find: null,
      sort,
      defaultMinutes: 15,
      minutes: 15,
      hasInvalidMinutes: false,
    })
  })

  it('reads the filter and the threshold', () => {
    expect(readTaskRunQuery({ show: 'stuck', minutes: '90' }, 15)).toEqual({
      show: 'stuck',
      find: null,
      sort,
      defaultMinutes: 15,
      minutes: 90,
      hasInvalidMinutes: false,
    })
  })

  it.each([
    [{ sort: 'state' }, { key: 'state', direction: 'ascending' }],
    [{ sort: 'updated_at' }, { key: 'updated_at', direction: 'descending' }],
    [
      { sort: 'group', order: 'descending' },
      { key: 'group', direction: 'descending' },
    ],
    [{ sort: 'event_id', order: 'descending' }, sort],
  ])('returns the sort of the query %j', (searchParams, expected) => {
    expect(readTaskRunQuery(searchParams, 15).sort).toEqual(expected)
  })

  it.each(['1', '10080'])('accepts a threshold of %s minutes', (minutes) => {
    expect(readTaskRunQuery({ minutes }, 15)).toMatchObject({ minutes: Number(minutes), hasInvalidMinutes: false })
  })

  it.each(['0', '10081', '-5', '1.5', '', 'soon', 'NaN', 'Infinity', ['5', '6']])(
    'reports %j minutes as invalid and uses the default',
    (minutes) => {
      expect(readTaskRunQuery({ minutes }, 15)).toMatchObject({ minutes: 15, hasInvalidMinutes: true })
    },
  )

  it.each([
    [' event 1 ', 'event 1'],
    ['', null],
    ['  ', null],
    ['x'.repeat(201), null],
    [['a', 'b'], null],
  ])('reads the text %j as the ID %j', (typed, find) => {
    expect(readTaskRunQuery({ find: typed }, 15).find).toBe(find)
  })

  it.each(['everything', 'STUCK', '', ['stuck', 'stuck']])('returns all runs when the filter is %j', (show) => {
    expect(readTaskRunQuery({ show }, 15).show).toBe('all')
  })
})

describe('readTaskRunQuery: the threshold of the deployment', () => {
  it('is the default, which the query overrides', () => {
    expect(readTaskRunQuery({}, 60)).toMatchObject({ minutes: 60, hasInvalidMinutes: false })
    expect(readTaskRunQuery({ minutes: 'soon' }, 60)).toMatchObject({ minutes: 60, hasInvalidMinutes: true })
    expect(readTaskRunQuery({ minutes: '15' }, 60)).toMatchObject({ minutes: 15, hasInvalidMinutes: false })
    expect(taskRunParams(readTaskRunQuery({ minutes: '15' }, 60)).minutes).toBe('15')
  })
})

describe('taskRunParams', () => {
  it.each<Omit<TaskRunQuery, 'hasInvalidMinutes'>>([
    { show: 'all', find: null, sort, defaultMinutes: 15, minutes: 15 },
    { show: 'no_end', find: null, sort: { ...sort, direction: 'descending' }, defaultMinutes: 15, minutes: 15 },
    {
      show: 'stuck',
      find: 'event 1',
      sort: { key: 'updated_at', direction: 'ascending' },
      defaultMinutes: 15,
      minutes: 60,
    },
  ])('returns parameters that readTaskRunQuery reads as %j', (query) => {
    expect(readTaskRunQuery(taskRunParams(query), 15)).toEqual({ ...query, hasInvalidMinutes: false })
  })

  it('leaves out defaults', () => {
    const params = taskRunParams({ show: 'all', find: null, sort, defaultMinutes: 15, minutes: 15 })
    expect(Object.values(params).filter((value) => value !== undefined)).toEqual([])
  })
})
