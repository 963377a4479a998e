import { describe, expect, it } from 'vitest'
import { connectFields, connectsTable } from '@/lib/console/connects'
import { balances } from './balances/list'
import { fileColumns } from '@/lib/console/csv'
import { isSortable, kinds, valueOf, type TableDeclaration } from '@/lib/console/list'
import { resources } from '@/lib/console/resources'
import { flatten } from '@/lib/messages/catalog'
import * as en from '@/lib/messages/console/en'
import { connectRecord } from '@/lib/records/test-support'
import { balance, breakdownEntry, conversion, taskRun } from '@/lib/service/test-support'
import { sourcesIn } from '@/lib/test-support'
import { acts } from './audit/list'
import { failures } from './connects/webhooks'
import { breakdown } from './conversions/one/breakdown'
import { conversions } from './conversions/list'
import { reconcile } from './conversions/reconciliation'
import { taskRuns } from './task-runs/list'
import { batches } from './uploads/list'
import * as user from './users/lists'

interface Case {
  table: TableDeclaration<never, never> & { file?: readonly string[]; find?: { in: readonly string[] } }
  /** A row with every field. */
  row: object
  /** The columns that sort, by a header or the page's menu. Undefined if the page shows the table in one order. */
  sorts?: string
  filter?: object
  /** The columns that the page alone renders. */
  rendered?: readonly string[]
  /** The texts besides those of the columns. */
  texts?: readonly string[]
  /** Texts that the page uses outside its table. */
  also?: readonly string[]
}

const ofList = ['what', 'caption', 'count', 'details', 'empty.title', 'empty.text']
const ofEntries = ['away', 'more', 'unsearched']
const resource = { id: 'id', name: 'a', resource_type: 'b', resource_subtype: 'c', resource_pda: 'd', active: true }
const entry = breakdownEntry({ user_id: 'ada', wallet_address: 'wallet' })
const kept = { fileName: 'runs.csv', sizeBytes: 1, sha256: 'ab', by: 'Olga', result: { id: 'b', queued: 2, failed: 0 } }
const attempt = {
  ...connectRecord({ outcome: 'refused', reason: 'no_answer', userId: 'ada', walletAddress: 'wallet' }),
  way: 'browser',
  language: 'de',
  field: 'wallet',
}
const act = { at: 1, staffId: 'id', staffName: 'Olga', action: 'upload', what: 'a', about: 'b', format: 'csv' }

/** Every list and table of the console, with a row. */
const cases: Record<string, Case> = {
  balances: {
    table: balances,
    row: balance(),
    sorts: 'user_id wallet_address current_period_points all_time_points bolts',
  },
  resources: {
    table: resources,
    row: resource,
    filter: { kind: 'nothing_asked' },
    sorts: 'name resource_type resource_subtype active',
    also: ['ids.wallet_address'],
  },
  taskRuns: {
    table: taskRuns,
    row: taskRun({ validated_at: '2026-11-20T11:45:00Z' }),
    filter: { minutes: 15 },
    sorts: 'task_run_id task_id event_id updated_at blockchain_status status',
    // The caption depends on the filter.
    texts: ofList.filter((text) => text !== 'caption'),
  },
  conversions: {
    table: conversions,
    row: reconcile(conversion()),
    sorts: 'converted_at period total users owner check entries gross pool',
  },
  'conversions.breakdown': {
    table: breakdown,
    row: entry,
    sorts: 'user_id wallet_address subnet_points share_percentage bolts_earned',
    texts: ofList.filter((text) => text !== 'details'),
  },
  connects: {
    table: { ...connectsTable('full'), file: connectFields('full') },
    row: attempt,
    sorts: 'at outcome reason code user_id wallet_address is_proven',
    rendered: ['advice'],
    texts: [...ofList.filter((text) => text !== 'what'), ...ofEntries],
    also: ['words.outcome.confirmed_before'],
  },
  'connects.webhooks': {
    table: failures,
    row: { id: '1', type: 'wallet.confirmed', requestId: 'r', attempts: 1, failedAt: 1, result: '500', nextAt: 2 },
    texts: ['caption'],
  },
  audit: {
    table: acts,
    row: { ...act, sizeBytes: 1 },
    sorts: '',
    // A page reads until it is full or the list ends.
    texts: [...ofList, ...ofEntries.filter((text) => text !== 'unsearched')],
  },
  uploads: {
    table: batches,
    row: { id: '1', at: 1, entry: kept },
    sorts: 'batch_id sent_at file_name size_bytes queued failed sent_by',
    texts: [...ofList.filter((text) => text !== 'details'), 'away'],
  },
  'users.balance': {
    table: user.balances,
    row: { ...balance(), position: 1 },
    sorts: 'wallet_address current_period_points all_time_points bolts',
    texts: ['caption', 'details'],
  },
  'users.bolts': {
    table: user.bolts,
    row: { ...entry, conversion_id: 'c', converted_at: '2026-01-31T00:00:00Z', at: 1 },
    sorts: 'converted_at bolts_earned share_percentage subnet_points wallet_address',
    texts: ['caption'],
  },
}

const texts = flatten(en)

it('every declared list and table of the console is tested here', () => {
  const declared = sourcesIn(['app/console', 'components/console', 'lib/console']).flatMap(({ text, path }) =>
    path.endsWith('test-support.ts')
      ? []
      : [...text.matchAll(/\bdefine(?:List|Table)<.*?>\(\{\s*name: '([\w.]+)'/g)].map(([, name = '']) => name),
  )
  // The page of a user has the columns of the resources too.
  expect(Object.keys(cases).toSorted()).toEqual([...new Set(declared)].toSorted())
})

it('each list sorts by its columns', () => {
  for (const [name, { table, sorts }] of Object.entries(cases).filter(([, each]) => each.sorts !== undefined)) {
    const columns = Object.entries(table.columns).filter(([, column]) => table.sort !== null && isSortable(column))
    expect(columns.map(([key]) => key).join(' '), name).toBe(sorts)
  }
})

describe.each(Object.entries(cases))('the declaration of %s', (name, { table, row, filter = {}, ...given }) => {
  const { rendered = [], texts: ofTable = ofList, also = [] } = given
  const columns = Object.entries(table.columns as TableDeclaration<object>['columns'])
  const of = (kind: string) => columns.filter(([, column]) => column.kind === kind).map(([key]) => key)

  it('has its texts, and no others in the same groups', () => {
    const words = columns.flatMap(([key, { words = [], tones = {} }]) =>
      [...words, ...Object.keys(tones)].map((word) => `words.${key}.${word}`),
    )
    const headers = columns.filter(([, { isInFileOnly }]) => !isInFileOnly).map(([key]) => `columns.${key}`)
    const expected = [...ofTable, ...headers, ...of('id').map((key) => `ids.${key}`), ...words, ...also]
    const found = [...texts.keys()].flatMap((key) => (key.startsWith(`${name}.`) ? key.slice(name.length + 1) : []))
    const ofGroups = found.filter(
      (key) => [...ofList, ...ofEntries].includes(key) || /^(columns|ids|words)\./.test(key),
    )
    expect(ofGroups.toSorted()).toEqual(expected.toSorted())
  })

  it('names its columns differently, in the table and in the details', () => {
    const shown = columns.filter(([, { isInFileOnly }]) => !isInFileOnly)
    const header = (key: string) => texts.get(`${name}.columns.${key}`)
    const inTable = shown.flatMap(([key, { isDetail }]) => (isDetail ? [] : header(key)))
    // The details repeat the IDs and the times of the table.
    const inDetails = shown.flatMap(([key, { kind, isDetail }]) => {
      if (!isDetail && kind === 'id')
        return texts.get(`${name}.ids.${key}`)?.replace(/^./, (first) => first.toUpperCase())
      return isDetail || kind === 'time' ? header(key) : []
    })
    for (const each of [inTable, [...inDetails, texts.get('shared.place')]])
      expect(new Set(each).size).toBe(each.length)
  })

  it('has one row header, which is in the table', () => {
    expect(columns.filter(([, { isRowHeader }]) => isRowHeader).map(([, { isDetail }]) => isDetail ?? false)).toEqual([
      false,
    ])
  })

  it('finds a value of its row under each key of the columns, the file, the search and the sort', () => {
    const declared = table as unknown as TableDeclaration<object, object>
    const keys = [...columns.map(([key]) => key), ...(table.file ?? [])].filter((key) => !rendered.includes(key))
    for (const key of keys) expect(valueOf(declared, key, row, filter), key).not.toBeUndefined()
    for (const key of table.find?.in ?? []) expect(typeof valueOf(declared, key, row, filter), key).toBe('string')
    if (table.sort) expect(isSortable(table.columns[table.sort.key] ?? { isSortable: false })).toBe(true)
  })

  it('writes numbers of the file as numbers, so that no spreadsheet reads a formula in them', () => {
    const { file = [] } = table
    const written = fileColumns({ ...(table as unknown as TableDeclaration<object, object>), file }, filter)
    const numbers = written.filter(
      ({ name: key, value }) =>
        kinds[table.columns[key]?.kind ?? 'text'].isNumber || /^-?\d+(\.\d+)?$/.test(String(value(row))),
    )
    expect(numbers.filter(({ value }) => typeof value(row) !== 'number').map(({ name: key }) => key)).toEqual([])
  })
})
