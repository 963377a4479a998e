import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Dates } from '@/lib/service'
import { UsageError } from '../command-line'
import { compareWith, manifestEntry, readManifest } from './manifest'
import { breakdownOf, weekly } from './test-conversion'

const service = { environment: 'staging', subnetId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }
const now = new Date('2026-02-20T00:00:00Z')

describe('manifestEntry', () => {
  const hashOf = (...of: Parameters<typeof weekly>) => manifestEntry(weekly(...of)).sha256

  it('returns the same hash when amounts and times are written differently', () => {
    const sameTime = weekly(1).converted_at.replace('.000Z', '+00:00')
    expect(hashOf(1, { total_bolts_distributed: '12.50', converted_at: sameTime })).toBe(hashOf(1))
    expect(hashOf(1, { breakdown: breakdownOf(['6.250', '4.25']) })).toBe(hashOf(1))
  })

  it.each([
    [{ gross_bolts_allocation: '12.6' }],
    [{ period_ended_at: '2026-01-05T00:00:00.001Z' }],
    [{ breakdown: breakdownOf(['4.25', '6.24']) }],
    [{ breakdown: breakdownOf(['4.25', '6', '0.25']) }],
  ] as const)('returns another hash when the conversion has %j', (change) => {
    expect(hashOf(1, change)).not.toBe(hashOf(1))
  })

  it('contains no user and no wallet of the breakdown', () => {
    expect(Object.keys(manifestEntry(weekly(1)))).toEqual([
      'conversion_id',
      'period_started_at',
      'converted_at',
      'sha256',
    ])
  })
})

describe('compareWith', () => {
  const empty = { environment: 'staging', subnet_id: service.subnetId, covered: [], conversions: [] }
  const entries = (...weeks: number[]) => weeks.map((week) => manifestEntry(weekly(week)))
  const manifestOf = (weeks: number[], dates: Dates = {}, at = now) =>
    compareWith(empty, entries(...weeks), dates, at).next
  const idsOf = ({ changes }: ReturnType<typeof compareWith>) =>
    Object.values(changes).map((list) => list.map(({ conversion_id }) => conversion_id))
  const later = new Date('2026-03-20T00:00:00Z')

  it('finds nothing when there is no earlier run or nothing has changed', () => {
    expect(idsOf(compareWith(empty, entries(1, 2), {}, now))).toEqual([[], [], []])
    expect(idsOf(compareWith(manifestOf([1, 2]), entries(2, 1), {}, later))).toEqual([[], [], []])
  })

  it('finds a changed, a new and a vanished conversion when the earlier run read their time', () => {
    const changed = manifestEntry(weekly(1, { gross_bolts_allocation: '13' }))
    const compared = compareWith(manifestOf([1, 2, 4]), [changed, ...entries(3, 4)], {}, later)
    expect(idsOf(compared)).toEqual([['conversion-1'], ['conversion-3'], ['conversion-2']])
    expect(idsOf(compareWith(compared.next, [changed, ...entries(3, 4)], {}, later))).toEqual([[], [], []])
  })

  it('finds nothing new when a conversion is later than the earlier run, in the same month', () => {
    const before = manifestOf([4, 5], {}, new Date('2026-02-03T00:00:00Z'))
    expect(idsOf(compareWith(before, entries(4, 5, 6), {}, later))).toEqual([[], [], []])
  })

  it('finds a new conversion when it appears late at the end of a month that was read', () => {
    const before = manifestOf([1, 2], { from: '2026-01-01', until: '2026-01-31' })
    const dates = { from: '2026-01-01', until: '2026-02-28' }
    expect(idsOf(compareWith(before, entries(1, 2, 3, 6), dates, later))).toEqual([[], ['conversion-3'], []])
  })

  it('keeps conversions outside the dates when a run reads other dates', () => {
    const january = manifestOf([1, 2, 3], { from: '2026-01-01', until: '2026-01-31' })
    const march = compareWith(january, entries(10, 11), { from: '2026-03-01', until: '2026-03-20' }, later)
    expect(idsOf(march)).toEqual([[], [], []])
    expect(march.next.covered).toHaveLength(2)
    // No earlier run has read February, so its conversions are not new in the past.
    const all = compareWith(march.next, entries(1, 3, 6, 10, 11), {}, later)
    expect(idsOf(all)).toEqual([[], [], ['conversion-2']])
    expect(all.next.covered).toEqual([{ from: '', until: later.toISOString() }])
  })

  it('keeps a conversion and does not report it as vanished when it lies at an edge of the dates', () => {
    const before = manifestOf([1, 2, 3])
    const { period_started_at, converted_at } = weekly(2)
    const fromWithin = { from: '2026-01-06', until: '2026-01-31' }
    const untilItsDay = { from: '2025-12-01', until: converted_at.slice(0, 10) }
    expect(period_started_at < fromWithin.from).toBe(true)
    expect(idsOf(compareWith(before, entries(3), fromWithin, later))).toEqual([[], [], []])
    const compared = compareWith(before, entries(1), untilItsDay, later)
    expect(idsOf(compared)).toEqual([[], [], []])
    expect(compared.next.conversions).toHaveLength(3)
  })
})

describe('readManifest', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'manifest-'))
    file = join(folder, 'manifest.json')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('returns an empty manifest when there is no file, and otherwise the written one', () => {
    const empty = readManifest(file, service)
    expect(empty).toEqual({ environment: 'staging', subnet_id: service.subnetId, covered: [], conversions: [] })
    const { next } = compareWith(empty, [manifestEntry(weekly(1))], {}, now)
    writeFileSync(file, JSON.stringify(next))
    expect(readManifest(file, service)).toEqual(next)
  })

  it.each(['', 'month,conversions', '{"conversions":[]}'])('throws when the file has %j', (text) => {
    writeFileSync(file, text)
    expect(() => readManifest(file, service)).toThrow(
      new UsageError('--manifest is a file that cannot be read, or that this command has not written.'),
    )
  })

  it.each([{ environment: 'production' }, { subnetId: '01BX5ZZKBKACTAV9WEVGEMMVRZ' }])(
    'throws when the manifest belongs to another subnet than %j',
    (other) => {
      writeFileSync(file, JSON.stringify(readManifest(file, service)))
      expect(() => readManifest(file, { ...service, ...other })).toThrow(/another subnet/)
    },
  )
})
