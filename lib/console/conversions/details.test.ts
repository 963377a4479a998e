import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RowSelection } from './breakdown-rows'
import { readConversionDetails } from './details'
import type { ListPosition } from './query'
import { access, conversionRecord, entryRecord, serveConversions } from './test-service'

afterEach(() => void vi.unstubAllGlobals())

const users = 25_000
const entries = Array.from({ length: users }, (_, user) => entryRecord(user))
const conversions = [conversionRecord(1), conversionRecord(2, [...entries, null]), conversionRecord(3)]

const listPosition: ListPosition = { at: 2, from: undefined, until: undefined, listRows: 20 }
const selection: RowSelection = {
  sort: { key: 'bolts_earned', direction: 'descending' },
  page: 1,
  limit: 50,
  search: '',
}

async function read(change: Partial<RowSelection> = {}, id = 'conversion-2') {
  const found = await readConversionDetails(access, { id, listPosition, selection: { ...selection, ...change } }, {})
  if (found.kind !== 'found') return found
  const { rows, ...breakdown } = found.conversion.breakdown
  return {
    ...breakdown,
    at: found.listPosition.at,
    users: rows.map(({ entry }) => ('user_id' in entry ? entry.user_id : null)),
  }
}

const usersFrom = (first: number) => Array.from({ length: 50 }, (_, index) => `user-${first - index}`)

// Each test reads tens of thousands of entries, which is slow on a busy machine.
vi.setConfig({ testTimeout: 20_000 })

describe('readConversionDetails', () => {
  it('reads the totals and the rows of a page in one read', async () => {
    const queries = serveConversions(() => conversions)
    expect(await read()).toMatchObject({
      at: 2,
      entries: users + 1,
      unreadable: 1,
      matches: users + 1,
      users: usersFrom(users - 1),
      points: { count: users },
    })
    expect(queries).toEqual(['page=2&limit=1'])
  })

  it('reads the rows in a second read when the page is far from the first row', async () => {
    const queries = serveConversions(() => conversions)
    expect(await read({ page: 450 })).toMatchObject({ entries: users + 1, users: usersFrom(users - 1 - 449 * 50) })
    expect(queries).toEqual(['page=2&limit=1', 'page=2&limit=1'])
  })

  it('counts the matches of a search', async () => {
    serveConversions(() => conversions)
    expect(await read({ search: 'wallet-1234' })).toMatchObject({
      entries: users + 1,
      matches: 11,
      users: [...Array.from({ length: 10 }, (_, digit) => `user-${12_349 - digit}`), 'user-1234'],
    })
  })

  it('finds the conversion again when it has moved before the second read', async () => {
    const moved = [conversionRecord(0), ...conversions]
    const queries = serveConversions((request) => (request === 1 ? conversions : moved))
    expect(await read({ page: 450 })).toMatchObject({ at: 3, users: usersFrom(users - 1 - 449 * 50) })
    expect(queries).toEqual(['page=2&limit=1', 'page=2&limit=1', 'page=1&limit=20', 'page=3&limit=1'])
  })

  it('returns missing when there is no such conversion', async () => {
    serveConversions(() => conversions)
    expect(await read({}, 'conversion-9')).toEqual({ kind: 'missing', searched: 3, isWhole: true, unreadable: 0 })
  })
})
