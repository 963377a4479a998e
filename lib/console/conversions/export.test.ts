import { describe, expect, it, vi } from 'vitest'
import type { RemarkTexts } from '@/lib/console/parts'
import type { Pieces } from '@/lib/console/shared/export-stream'
import { streamConversions, type Conversion, type EntriesEvent, type WalkEvent } from '@/lib/service'
import { breakdownEntry, collected, conversion } from '@/lib/service/test-support'
import { breakdownParts, conversionsJson, ConversionMissingError } from './export'
import { access, conversionRecord, entryRecord, serveConversions } from '@/lib/console/shared/test-service'

const entries = Array.from({ length: 3 }, (_, user) => entryRecord(user))
const texts: RemarkTexts = {
  unreadable: (count) => `unreadable: ${count}`,
  changed: () => 'changed',

  listCut: (limit) => `cut at ${limit}`,
  brokeOff: (count) => `broke off after ${count}`,
}

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

const textOf = async (pieces: Pieces) => (await collected(pieces)).filter((piece) => typeof piece === 'string').join('')

describe('conversionsJson', () => {
  const exported = (records: readonly unknown[]) => {
    serveConversions(() => records)
    return textOf(conversionsJson(streamConversions(access, {}), texts))
  }

  it('writes every conversion with its whole breakdown', async () => {
    const records = [conversionRecord(1, entries), conversionRecord(2), conversionRecord(3, entries.slice(0, 1))]
    expect(JSON.parse(await exported(records))).toEqual(records)
    expect(await exported([])).toBe('[]\n')
  })

  it('writes unreadable records at their positions, and counts them at the end', async () => {
    const broken = { ...conversionRecord(2, entries), total_bolts_distributed: null }
    const text = await exported([conversionRecord(1, [...entries, { user_id: null }]), broken])
    expect(JSON.parse(text)).toEqual([
      { ...conversionRecord(1), user_breakdown: [...entries, { unreadable: { user_id: null } }] },
      { user_breakdown: entries, unreadable: { ...broken, user_breakdown: [] } },
      { remark: 'unreadable: 2' },
    ])
  })

  it('yields the beginning of the file before a pause of the walk', async () => {
    async function* events(): AsyncGenerator<EntriesEvent | WalkEvent<Conversion>> {
      yield { kind: 'pause', seconds: 9 }
      yield { kind: 'end', summary: { kind: 'complete', records: 0, unreadable: 0 } }
    }
    expect(await collected(conversionsJson(events(), texts))).toEqual(['[', { pauseSeconds: 9 }, ']\n'])
  })

  it('ends the current conversion and says that the file is incomplete when the walk fails', async () => {
    const head = { conversion_id: 'conversion-2', converted_at: '2026-01-05T01:00:00Z' }
    const page = { items: [conversion()], page: 1, limit: 1, total: 2 }
    async function* events(steps: number): AsyncGenerator<EntriesEvent | WalkEvent<Conversion>> {
      if (steps > 0) yield { kind: 'page', page }
      if (steps > 1) yield { kind: 'entries', head, entries: [breakdownEntry()] }
      throw new Error('no')
    }
    const brokenOff = async (steps: number) => {
      const pieces: unknown[] = []
      const read = async () => {
        for await (const piece of conversionsJson(events(steps), texts)) pieces.push(piece)
      }
      await expect(read()).rejects.toThrow('no')
      return pieces.join('')
    }
    expect(await brokenOff(0)).toBe('')
    for (const steps of [1, 2]) {
      const text = await brokenOff(steps)
      expect(() => JSON.parse(text)).toThrow()
      const rows = JSON.parse(`${text}]`)
      expect(rows).toHaveLength(steps + 1)
      expect(rows.at(-1)).toEqual({ remark: 'broke off after 1' })
    }
  })

  it('writes amounts exactly as the service sent them', async () => {
    const data = { conversions: [conversionRecord(1)], pagination: { page: 1, limit: 5, total: 1 } }
    const answer = JSON.stringify({ status: 'success', data }).replace('allocation":1,', 'allocation":1.50,')
    vi.stubGlobal('fetch', async () => new Response(answer))
    const text = await textOf(conversionsJson(streamConversions(access, {}), texts))
    expect(text).toContain('"gross_bolts_allocation":1.50,')
  })

  it('writes a repeated conversion once, with a remark that the list changed', async () => {
    const head = { conversion_id: 'conversion-1', converted_at: '2026-01-05T01:00:00Z' }
    const entry = breakdownEntry({ share_percentage: '0.5', bolts_earned: '1.25' })
    const page = (items: Conversion[]) => ({ items, page: 1, limit: 1, total: 2 })
    async function* events(): AsyncGenerator<EntriesEvent | WalkEvent<Conversion>> {
      yield { kind: 'entries', head, entries: [entry] }
      yield { kind: 'page', page: page([conversion({ breakdown: { entries: 1, unreadable: 0 } })]) }
      yield { kind: 'entries', head, entries: [entry] }
      yield { kind: 'page', page: page([]) }
      const counts = { records: 1, unreadable: 0, firstTotal: 1, lastTotal: 2, repeated: 1, maybeMissing: 1 }
      yield { kind: 'end', summary: { kind: 'changed', ...counts } }
    }
    expect(JSON.parse(await textOf(conversionsJson(events(), texts)))).toEqual([
      conversionRecord(1, [entryRecord(1)]),
      { remark: 'changed' },
    ])
  })
})
