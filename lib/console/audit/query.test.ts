import { expect, it } from 'vitest'
import { readAuditQuery } from './query'

it.each([
  ['1763740800000-0', '1763740800000-0'],
  ['', undefined],
  ['x', undefined],
  ['1763740800000-0-1', undefined],
  [['1763740800000-0', '1763740800000-1'], undefined],
  [undefined, undefined],
])('readAuditQuery reads before=%j as %j', (before, expected) => {
  expect(readAuditQuery({ before })).toEqual({ before: expected })
})
