import { beforeEach, expect, it, vi } from 'vitest'
import * as auditing from '@/lib/audit'
import * as users from '@/lib/auth/user'
import { configure } from '@/lib/config/test-support'
import { exportResponse } from '@/lib/console/export'
import '@/lib/skin/test-support'
import * as batches from './batches'
import { batchColumns, batchParts } from './export'

const at = Date.parse('2026-01-31T12:00:00Z')
const entry = { fileName: 'runs.csv', sizeBytes: 2048, sha256: 'ab12', by: 'Olga' }

beforeEach(() => {
  configure()
  vi.spyOn(auditing, 'audit').mockReturnValue()
  const operator = { id: 'olga', name: 'Olga', isOperator: true, isViewer: false }
  vi.spyOn(users, 'requireViewer').mockResolvedValue(operator)
})

const keep = (entries: Awaited<ReturnType<typeof batches.listBatches>>['entries']) =>
  vi.spyOn(batches, 'listBatches').mockResolvedValue({ isShared: true, entries })

const exported = () =>
  exportResponse(new Request('https://app.example/console/uploads/export'), {
    name: 'batches',
    columns: batchColumns,
    parts: batchParts,
  })

it('batchParts yields a row for each batch, with empty fields when the service gave no answer', async () => {
  keep([
    { id: '2-0', at, entry: { ...entry, fileName: '=runs,2.csv', result: null } },
    { id: '1-0', at, entry: { ...entry, result: { id: 'BATCH1', queued: 40, failed: 2 } } },
  ])
  const response = await exported()
  expect(response.headers.get('content-disposition')).toContain('staging-batches-')
  expect((await response.text()).split('\r\n')).toEqual([
    'sent_at,file_name,size_bytes,sha256,sent_by,batch_id,queued,failed',
    `2026-01-31T12:00:00.000Z,"'=runs,2.csv",2048,ab12,Olga,,,`,
    '2026-01-31T12:00:00.000Z,runs.csv,2048,ab12,Olga,BATCH1,40,2',
    '',
  ])
})

it('batchParts throws before the first row when the store is unavailable', async () => {
  keep(null)
  expect((await exported()).status).toBe(503)
})
