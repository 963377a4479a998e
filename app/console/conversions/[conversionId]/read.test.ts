import { describe, expect, it } from 'vitest'
import { access, conversionRecord, entryRecord, serveConversions } from '@/lib/console/shared/test-service'
import { readSort, type EntrySelection } from './breakdown'
import { readConversionDetails } from './read'

/** The second conversion has 130 entries, and one that cannot be read. */
const conversions = [
  conversionRecord(1),
  conversionRecord(2, [...Array.from({ length: 130 }, (_, user) => entryRecord(user)), null]),
]

async function read(change: Partial<EntrySelection> = {}) {
  const queries = serveConversions(() => conversions)
  const selection = { sort: readSort({}), page: 1, limit: 50, search: '', ...change }
  const listPosition = { at: 2, from: undefined, until: undefined, listRows: 20 }
  const found = await readConversionDetails(access, { id: 'conversion-2', listPosition, selection }, {})
  if (found.kind !== 'found') throw new Error('The conversion is missing.')
  const { matches, rows } = found.selected
  const users = rows.map((row) => ('user_id' in row ? row.user_id : null))
  return { breakdown: found.conversion.breakdown, matches, users, queries }
}

const usersFrom = (first: number, last: number) =>
  Array.from({ length: first - last + 1 }, (_, index) => `user-${first - index}`)

describe('readConversionDetails', () => {
  it('reads the totals of all entries and one page of them, the unreadable ones last, with one call', async () => {
    const { queries, ...first } = await read()
    expect(first).toMatchObject({
      breakdown: { entries: 131, unreadable: 1, points: { sum: 130, count: 130 } },
      matches: 131,
      users: usersFrom(129, 80),
    })
    expect(queries).toEqual(['page=2&limit=1'])
    expect(await read({ page: 3 })).toMatchObject({ users: [...usersFrom(29, 0), null] })
    expect(await read({ page: 4 })).toMatchObject({ matches: 131, users: [] })
  })

  it('selects the entries whose user ID, wallet address or unreadable JSON contains the text', async () => {
    expect(await read({ search: 'user-12' })).toMatchObject({ matches: 11, users: [...usersFrom(129, 120), 'user-12'] })
    expect(await read({ search: 'wallet-7' })).toMatchObject({ matches: 11, breakdown: { entries: 131 } })
    expect(await read({ search: 'null' })).toMatchObject({ users: [null] })
    expect(await read({ search: 'USER' })).toMatchObject({ matches: 0, users: [] })
  })
})
