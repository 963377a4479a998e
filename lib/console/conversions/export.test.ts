import { describe, expect, it } from 'vitest'
import { collected } from '@/lib/service/test-support'
import { breakdownParts, ConversionMissingError } from './export'
import { access, conversionRecord, entryRecord, serveConversions } from '@/lib/console/shared/test-service'

const entries = Array.from({ length: 3 }, (_, user) => entryRecord(user))
async function usersOf(id: string, at: number | undefined) {
  const listPosition = { at, from: undefined, until: undefined, listRows: 20 }
  const parts = await collected(breakdownParts(access, { id, listPosition }, {}))
  const rows = parts.flatMap((part) => (part.kind === 'rows' ? part.rows : []))
  return rows.map((row) => ('user_id' in row ? row.user_id : row))
}

describe('breakdownParts', () => {
  it('reads only one page when the conversion is at the given position', async () => {
    const queries = serveConversions(() => [conversionRecord(1), conversionRecord(2, entries)])
    expect(await usersOf('conversion-2', 2)).toEqual(['user-0', 'user-1', 'user-2'])
    expect(queries).toEqual(['page=2&limit=1'])
  })

  it('finds the conversion when it is not at the given position', async () => {
    serveConversions(() => [conversionRecord(1, [entryRecord(9)]), conversionRecord(2, entries)])
    expect(await usersOf('conversion-2', 1)).toEqual(['user-0', 'user-1', 'user-2'])
  })

  it('finds the conversion when its ID comes after its breakdown', async () => {
    const { user_breakdown, ...fields } = conversionRecord(1, [...entries, null])
    serveConversions(() => [{ user_breakdown, ...fields }])
    expect(await usersOf('conversion-1', 1)).toEqual(['user-0', 'user-1', 'user-2', { unreadable: 'null', path: '' }])
  })

  it('yields no rows when the breakdown is empty', async () => {
    serveConversions(() => [conversionRecord(1)])
    expect(await usersOf('conversion-1', 1)).toEqual([])
  })

  it('throws ConversionMissingError when there is no such conversion', async () => {
    serveConversions(() => [conversionRecord(1, entries)])
    await expect(usersOf('conversion-9', 1)).rejects.toBeInstanceOf(ConversionMissingError)
  })
})
