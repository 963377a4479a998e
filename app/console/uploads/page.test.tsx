import { expect, it } from 'vitest'
import { attributesOf, cellsOf, htmlOf, textOf } from '@/components/console/test-support'
import { BatchDetails } from './one/page'
import { readQuery } from '@/lib/console/query'
import { selectPage } from '@/lib/console/select'
import type { Batch } from '@/lib/console/batches'
import { batches } from './list'
import { BatchList } from './page'

const kept = (id: string, result: Batch['result'] = null) => ({
  id,
  at: Date.parse('2026-11-20T12:00:00Z'),
  entry: { fileName: 'runs.csv', sizeBytes: 1500, sha256: 'ab12', by: 'Olga', credential: 'jwt' as const, result },
})
const taken = kept('2-0', { id: 'BATCH', queued: 40, failed: 2 })

it('BatchList links to each batch by its batch ID, or by the ID of its entry when it has no batch ID', () => {
  const query = readQuery(batches, {})
  const html = htmlOf(<BatchList read={selectPage(batches, { rows: [taken, kept('1-0')] }, query)} query={query} />)
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
    'Batch ID BATCH Queued 40 Failed 2 Subnet Rewards doesn’t say which rows. Sent 2026-11-20 12:00:00 UTC By Olga ' +
      'File runs.csv Size 1.5 kB Sent with A subnet admin’s JWT SHA-256 of the file ab12',
  )
})

it('BatchDetails says that the result is unknown when the service gave no answer', () => {
  const text = textOf(htmlOf(<BatchDetails batch={kept('1-0')} />))
  expect(text).toContain('it may or may not have the rows')
  expect(text).not.toContain('Queued')
})
