import { describe, expect, it } from 'vitest'
import { streamConversions, walkConversions, type EntriesEvent } from '@/lib/service'
import { breakdownEntry, collected } from '@/lib/service/test-support'
import { allBreakdownParts, userBoltsParts } from './all-breakdowns'
import { access, conversionRecord, entryRecord, serveConversions } from '@/lib/console/shared/test-service'
import type { ExportPart } from '@/lib/console/parts'
import type { SearchMessage } from '@/lib/console/shared/search'
import { entriesOfUser, findUserBolts, type UserShare } from '@/lib/console/shared/user-bolts'

const broken = { ...entryRecord(2), bolts_earned: null }
const records = [
  conversionRecord(1, [entryRecord(1), entryRecord(2)]),
  conversionRecord(2, [entryRecord(3)]),
  conversionRecord(3, [entryRecord(2), entryRecord(2), broken]),
  { ...conversionRecord(4, [entryRecord(2)]), total_bolts_distributed: null },
]

const walk = (user: string) => walkConversions(access, {}, { breakdown: () => entriesOfUser(user) })

const sharesOf = (messages: SearchMessage<UserShare>[]) =>
  messages.flatMap((message) => (message.kind === 'hit' ? [message.hit] : []))

describe('findUserBolts', () => {
  it('finds the entries of an ID or an address in each conversion, with the position of the conversion', async () => {
    serveConversions(() => records)
    for (const user of ['user-2', 'wallet-2']) {
      const messages = await collected(findUserBolts(walk(user)))
      expect(sharesOf(messages).map(({ conversionId, at }) => [conversionId, at])).toEqual([
        ['conversion-1', 1],
        ['conversion-3', 3],
        ['conversion-3', 3],
        ['conversion-3', 3],
      ])
      expect(sharesOf(messages)[0]?.entry).toMatchObject({ bolts_earned: '2.25' })
      expect(sharesOf(messages)[3]?.entry).toMatchObject({ path: 'bolts_earned' })
      expect(messages.slice(-2)).toEqual([
        { kind: 'progress', searched: 4, total: 4 },
        { kind: 'end', isWhole: true, unreadable: 2, change: null },
      ])
    }
  })

  it('finds nothing when no ID or address equals the text exactly', async () => {
    serveConversions(() => records)
    for (const user of ['user', 'USER-2', 'user-22']) {
      expect(sharesOf(await collected(findUserBolts(walk(user)))), user).toEqual([])
    }
  })

  it('keeps at most 100 entries of one breakdown', async () => {
    serveConversions(() => [conversionRecord(1, Array(500).fill(entryRecord(1)))])
    expect(sharesOf(await collected(findUserBolts(walk('user-1'))))).toHaveLength(100)
  })
})

describe('userBoltsParts and allBreakdownParts', () => {
  const idOf = (row: object) => ('conversion_id' in row ? row.conversion_id : row)
  const rowsIn = <Row>(parts: ExportPart<Row>[]) => parts.flatMap((part) => (part.kind === 'rows' ? part.rows : []))

  it('userBoltsParts yields the entries of one user with their conversions', async () => {
    serveConversions(() => records)
    expect(rowsIn(await collected(userBoltsParts(walk('user-3'))))).toEqual([
      expect.objectContaining({ conversion_number: 2, conversion_id: 'conversion-2', user_id: 'user-3' }),
      expect.objectContaining({ path: 'total_bolts_distributed' }),
    ])
  })

  it('allBreakdownParts yields the entries of all breakdowns in order', async () => {
    serveConversions(() => records.slice(0, 3))
    const parts = await collected(allBreakdownParts(streamConversions(access, {})))
    const rows = rowsIn(parts)
    expect(rows.slice(0, -1).map(idOf)).toEqual([1, 1, 2, 3, 3].map((number) => `conversion-${number}`))
    expect(rows.at(-1)).toMatchObject({ path: 'bolts_earned' })
    expect(rows[3]).toMatchObject({ conversion_number: 3, converted_at: '2026-01-05T01:00:00Z', bolts_earned: '2.25' })
    expect(parts.at(-1)).toMatchObject({ kind: 'end', summary: { kind: 'complete' } })
  })

  it('allBreakdownParts yields the number of the conversion when its ID comes after the entries', async () => {
    async function* events(): AsyncGenerator<EntriesEvent> {
      yield { kind: 'entries', head: {}, entries: [breakdownEntry()] }
    }
    const [first] = await collected(allBreakdownParts(events()))
    expect(first).toMatchObject({ rows: [{ conversion_number: 1, conversion_id: '', user_id: 'user-1' }] })
  })
})
