import { expect, it } from 'vitest'
import { attributesOf, cellsOf, htmlOf } from '@/components/console/test-support'
import { Table } from '@/components/console/table'
import { configure } from '@/lib/config/test-support'
import type { SearchParams } from '@/lib/console/page-url'
import type { AuditEntry } from '@/lib/records/audit'
import { acts } from './list'
import { actCells, generateMetadata } from './page'

const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  id: crypto.randomUUID(),
  at: Date.UTC(2026, 0, 31, 12),
  staffId: 'staff-1',
  staffName: 'Olga',
  action: 'export',
  ...change,
})

const tableOf = (entries: AuditEntry[]) =>
  htmlOf(<Table table={acts} rows={entries} filter={{}} parts={{ cells: actCells }} />)

it('the audit shows the staff member, the act and its subject', () => {
  const entries = [
    entry({ what: 'resources', about: 'ada' }),
    entry({ action: 'look_up', what: 'user_bolts', about: 'ada' }),
    entry({ action: 'upload', what: 'BATCH1', sizeBytes: 2000 }),
    entry({ action: 'forget', about: 'ada' }),
  ]
  expect(
    cellsOf(tableOf(entries)).map((cells) => cells.slice(1, 6).map((cell) => cell.replace(/ Copy.*/, ''))),
  ).toEqual([
    ['Olga', 'staff-1', 'Export', 'resources', 'ada'],
    ['Olga', 'staff-1', 'Look-up', 'Breakdown of a conversion', 'ada'],
    ['Olga', 'staff-1', 'Upload', 'BATCH1 · 2 kB', ''],
    ['Olga', 'staff-1', 'User’s data deleted', '', 'ada'],
  ])
})

it('the audit links an entry to the list, the conversion, the batch, the message and the person that it names', () => {
  const [ulid, about] = ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'demo:ada']
  const cases: [Partial<AuditEntry>, string[]][] = [
    [{ what: 'pending-task-runs' }, ['/console/task-runs']],
    [{ what: 'stuck-task-runs' }, ['/console/task-runs']],
    [{ what: 'balances' }, ['/console/balances']],
    [{ what: 'batches' }, ['/console/uploads']],
    [{ what: 'breakdowns' }, ['/console/conversions']],
    [{ what: `conversion-${ulid}` }, [`/console/conversions/one?id=${ulid}`]],
    [{ what: 'conversion-7' }, []],
    [{ what: 'resources', about: 'w1' }, ['/console/resources', '/console/search?q=w1']],
    [{ action: 'upload', what: ulid }, [`/console/uploads/one?id=${ulid}`]],
    [{ action: 'upload', what: 'unreachable' }, []],
    [{ action: 'send_again', what: `wallet-confirmed-${ulid}` }, [`/console/connects?find=${ulid}`]],
    [{ action: 'key_check', what: 'fine' }, []],
    [{ action: 'forget', about }, ['/console/users/one?id=demo%3Aada']],
    [{ action: 'look_up', what: 'user', about }, ['/console/users/one?id=demo%3Aada']],
    [{ action: 'look_up', what: 'user_bolts', about }, ['/console/search?q=demo%3Aada']],
  ]
  for (const [change, urls] of cases) {
    expect(attributesOf(tableOf([entry(change)]), 'tbody a'), JSON.stringify(change)).toEqual(urls)
  }
})

it('the title of the audit says which entries the page shows, and when they are older ones', async () => {
  configure()
  const titleOf = async (query: SearchParams) =>
    (await generateMetadata({ searchParams: Promise.resolve(query) })).title
  expect(await titleOf({})).toBe('Audit')
  expect(await titleOf({ action: 'export', person: 'ada', before: '1-0' })).toBe('Audit, Export, ada, older')
})
