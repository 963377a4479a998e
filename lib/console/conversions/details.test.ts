import { describe, expect, it } from 'vitest'
import { readSort } from './breakdown'
import type { RowSelection } from './breakdown-rows'
import { readConversionDetails } from './details'
import type { ListPosition } from './query'
import { access, conversionRecord, entryRecord, serveConversions } from '@/lib/console/shared/test-service'

/** Makes three conversions. The second one has this number of entries, and one that cannot be read. */
const conversionsWith = (users: number) => [
  conversionRecord(1),
  conversionRecord(2, [...Array.from({ length: users }, (_, user) => entryRecord(user)), null]),
  conversionRecord(3),
]
/** One read finds only the first 20,000 rows of this breakdown. */
const large = conversionsWith(21_000)

const listPosition: ListPosition = { at: 2, from: undefined, until: undefined, listRows: 20 }
const selection: RowSelection = { sort: readSort({}), page: 1, limit: 50, search: '' }

async function read(change: Partial<RowSelection> = {}) {
  const wanted = { id: 'conversion-2', listPosition, selection: { ...selection, ...change } }
  const found = await readConversionDetails(access, wanted, {})
  if (found.kind !== 'found') throw new Error('The conversion is missing.')
  const { rows, ...breakdown } = found.conversion.breakdown
  return {
    ...breakdown,
    at: found.listPosition.at,
    users: rows.map(({ entry }) => ('user_id' in entry ? entry.user_id : null)),
  }
}

const usersFrom = (first: number) => Array.from({ length: 50 }, (_, index) => `user-${first - index}`)

describe('readConversionDetails', () => {
  it('reads the totals and the rows of a page in one read', async () => {
    const queries = serveConversions(() => conversionsWith(1300))
    expect(await read()).toMatchObject({
      at: 2,
      entries: 1301,
      unreadable: 1,
      matches: 1301,
      users: usersFrom(1299),
      points: { count: 1300 },
    })
    expect(queries).toEqual(['page=2&limit=1'])
  })

  it('reads the rows in a second read when the page is far from the first row', async () => {
    const queries = serveConversions(() => large)
    expect(await read({ page: 410 })).toMatchObject({ entries: 21_001, users: usersFrom(20_999 - 409 * 50) })
    expect(queries).toEqual(['page=2&limit=1', 'page=2&limit=1'])
  })

  it('finds the conversion again when it has moved before the second read', async () => {
    const moved = [conversionRecord(0), ...large]
    const queries = serveConversions((request) => (request === 1 ? large : moved))
    expect(await read({ page: 410 })).toMatchObject({ at: 3, users: usersFrom(20_999 - 409 * 50) })
    expect(queries).toEqual(['page=2&limit=1', 'page=2&limit=1', 'page=1&limit=20', 'page=3&limit=1'])
  })
})
