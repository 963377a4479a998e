import { expect, it } from 'vitest'
import { cellsOf, htmlOf, textOf } from '@/components/console/test-support'
import { Table } from '@/components/console/table'
import type { AuditEntry } from '@/lib/audit'
import { acts } from './list'
import { actCells, Backlog } from './page'

const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  id: crypto.randomUUID(),
  at: Date.UTC(2026, 0, 31, 12),
  staffId: 'staff-1',
  staffName: 'Olga',
  action: 'export',
  ...change,
})

it('the audit shows the staff member, the act and its subject', () => {
  const entries = [
    entry({ what: 'bolts-of-user', about: 'ada', format: 'csv' }),
    entry({ action: 'look_up', what: 'user_bolts', about: 'ada' }),
    entry({ action: 'upload', what: 'BATCH1', sizeBytes: 2000 }),
    entry({ action: 'forget', about: 'ada' }),
  ]
  const html = htmlOf(<Table table={acts} rows={entries} filter={{}} parts={{ cells: actCells }} />)
  expect(cellsOf(html).map((cells) => cells.slice(1, 6).map((cell) => cell.replace(/ Copy.*/, '')))).toEqual([
    ['Olga', 'staff-1', 'Export', 'bolts-of-user · CSV', 'ada'],
    ['Olga', 'staff-1', 'Look-up', 'Breakdown of a conversion', 'ada'],
    ['Olga', 'staff-1', 'Upload', 'BATCH1 · 2 kB', ''],
    ['Olga', 'staff-1', 'User’s data deleted', 'None', 'ada'],
  ])
})

it('Backlog reports waiting and lost entries', () => {
  const text = textOf(htmlOf(<Backlog waiting={3} lost={4} />))
  for (const words of ['3 entries are waiting', '4 entries couldn’t be stored']) expect(text).toContain(words)
  expect(htmlOf(<Backlog waiting={0} lost={0} />)).toBe('')
})
