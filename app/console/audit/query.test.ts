import { expect, it } from 'vitest'
import { readAuditQuery } from './query'

it('readAuditQuery reads the start of the page only when it is an ID of the list', () => {
  expect(readAuditQuery({ before: '1763740800000-0' })).toEqual({ before: '1763740800000-0' })
  for (const before of ['', 'x', '1763740800000-0-1', ['1763740800000-0', '1763740800000-1'], undefined]) {
    expect(readAuditQuery({ before })).toEqual({ before: undefined })
  }
})
