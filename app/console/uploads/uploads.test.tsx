import { expect, it } from 'vitest'
import { List } from '@/components/console/list'
import { attributesOf, cellsOf, htmlOf, textOf, textsOf } from '@/components/console/test-support'
import type { Batch } from '@/lib/console/batches'
import type { ProblemKind } from '@/lib/console/problem'
import { readQuery } from '@/lib/console/query'
import { selectPage } from '@/lib/console/select'
import { FaultList, Preview } from './check-panel'
import { CsvCheck, type CsvFault } from './csv-check'
import { batches } from './list'
import { BatchDetails } from './one/page'
import { OutcomeAlert } from './outcome-alert'
import { batchParts } from './page'
import type { UploadOutcome } from './post-file'
import { speedOf } from './sending'

it('FaultList folds the list of the first ragged rows, and counts the others', () => {
  const fault: CsvFault = { kind: 'ragged_rows', expected: 2, total: 3, first: [{ line: 4, cells: 1 }] }
  const html = htmlOf(<FaultList faults={[fault]} />, 'uploads.form')
  expect(textOf(html)).toMatch(/^3 rows have .* Show these rows Line 4: 1 cell … and 2 more$/)
  expect(textsOf(html, 'details:not([open])')).toEqual(['Show these rows Line 4: 1 cell … and 2 more'])
})

const preview = (csv: string) => {
  const check = new CsvCheck([])
  check.write(new TextEncoder().encode(csv))
  check.end()
  return htmlOf(<Preview check={{ kind: 'done', report: check.report() }} />, 'uploads.form')
}

it('Preview marks the rows with more or fewer cells than the header', () => {
  const odd = preview('a,Line\n1,2\n3\n')
  expect(cellsOf(odd)).toEqual([
    ['2', '1', '2'],
    ['3', '3', ''],
  ])
  expect(textOf(odd)).toMatch(/^First 2 rows 2 rows 2 columns /)
  expect(attributesOf(odd, 'tr[data-marked]', 'data-marked')).toHaveLength(1)
})

const samplesOf = (...sentBytes: number[]) => sentBytes.map((bytes, at) => ({ sentBytes: bytes, atMs: 1000 * at }))

it('speedOf returns the average speed and the remaining seconds, and null when they are unknown', () => {
  expect(speedOf(samplesOf(0), 100)).toEqual({ bytesPerSecond: null, secondsLeft: null })
  expect(speedOf(samplesOf(0, 1000, 4000), 9000)).toEqual({ bytesPerSecond: 2000, secondsLeft: 3 })
  expect(speedOf(samplesOf(50, 50, 50), 100)).toEqual({ bytesPerSecond: 0, secondsLeft: null })
  expect(speedOf(samplesOf(0, 1), 1_000_000)).toEqual({ bytesPerSecond: 1, secondsLeft: null })
})

const textFor = (kind: ProblemKind) => textOfOutcome({ kind: 'failed', problem: { kind, message: 'Row 3 is wrong' } })

function textOfOutcome(outcome: UploadOutcome): string {
  const alert = <OutcomeAlert outcome={outcome} credential="key" />
  return textOf(htmlOf(alert, 'uploads.form', 'problems'))
}

const uncertain = 'Subnet Rewards may have the rows already'

it('OutcomeAlert quotes the service, and warns that it may have the rows unless it has certainly refused the file', () => {
  for (const kind of ['unauthenticated', 'forbidden', 'rate_limited', 'csv_missing'] as const) {
    expect(textFor(kind)).toContain('Subnet Rewards says: Row 3 is wrong')
    expect(textFor(kind)).not.toContain(uncertain)
  }
  const withAnswer = ['unknown', 'server_error', 'redirect', 'not_the_service', 'too_large'] as const
  for (const kind of [...withAnswer, 'unreachable', 'timed_out'] as const) {
    expect(textFor(kind), kind).toContain(uncertain)
  }
  // Not a refusal, because the interface does not list the error.
  expect(textFor('unknown')).toContain('Subnet Rewards answered with an error')
})

it('OutcomeAlert names the command that uploads without a proxy when a proxy refuses or cuts the file', () => {
  expect(textOfOutcome({ kind: 'not_from_this_app', status: 413 })).toContain('“subnet upload”')
  expect(textOfOutcome({ kind: 'not_from_this_app', status: 504 })).toContain(uncertain)
  expect(textOfOutcome({ kind: 'broken_off', isAllSent: false })).toContain('“subnet upload”')
  expect(textOfOutcome({ kind: 'broken_off', isAllSent: true })).toContain(uncertain)
  expect(textOfOutcome({ kind: 'file_changed' })).not.toContain('subnet upload')
})

it('OutcomeAlert gives the reason when this app has refused the request', () => {
  expect(textOfOutcome({ kind: 'refused', text: 'Not here.' })).toBe('This app refused the upload Not here.')
})

const kept = (id: string, result: Batch['result'] = null) => ({
  id,
  at: Date.parse('2026-11-20T12:00:00Z'),
  entry: { fileName: 'runs.csv', sizeBytes: 1500, sha256: 'ab12', by: 'Olga', credential: 'jwt' as const, result },
})
const taken = kept('2-0', { id: 'BATCH', queued: 40, failed: 2 })

it('the list links to each batch by its batch ID, or by the ID of its entry when it has no batch ID', () => {
  const query = readQuery(batches, {})
  const read = selectPage(batches, { rows: [taken, kept('1-0')] }, query)
  const html = htmlOf(<List list={batches} read={read} query={query} searchParams={{}} parts={batchParts} />)
  const cells = cellsOf(html).map(([batch, , ...others]) => [batch, ...others])
  expect(cells).toEqual([
    ['BATCH', 'runs.csv', '1.5 kB', '40', '2', 'Olga'],
    ['! Unclear', 'runs.csv', '1.5 kB', '', '', 'Olga'],
  ])
  expect(attributesOf(html, 'tbody a')).toEqual(['/console/uploads/one?id=BATCH', '/console/uploads/one?id=1-0'])
  expect(html.match(/data-marked/g)).toHaveLength(2)
})

it('BatchDetails shows all stored data of a batch', () => {
  expect(textOf(htmlOf(<BatchDetails batch={taken} />))).toBe(
    'Queued 40 Failed 2 Subnet Rewards doesn’t say which rows failed. Batch ID BATCH Size 1.5 kB ' +
      'Sent 2026-11-20 12:00:00 UTC By Olga Sent with A subnet admin’s JWT SHA-256 of the file ab12',
  )
})

it('BatchDetails says that the result is unknown when the service gave no answer', () => {
  const text = textOf(htmlOf(<BatchDetails batch={kept('1-0')} />))
  expect(text).toContain('it may or may not have the rows')
  expect(text).not.toContain('Queued')
})
