import { describe, expect, it } from 'vitest'
import { isSortable, kinds, valueOf, type TableDeclaration } from '@/lib/console/list'
import { fileColumns } from '@/lib/console/csv'
import { resources } from '@/lib/console/resources'
import { flatten } from '@/lib/messages/catalog'
import { consoleLanguages } from '@/lib/messages/console'
import { balance } from '@/lib/service/test-support'
import { sourcesIn } from '@/lib/test-support'
import { balances } from './balances/list'

interface Case {
  table: TableDeclaration<never, never> & { file?: readonly string[]; find?: { in: readonly string[] } }
  /** A row with every field. */
  row: object
  filter?: object
}

/** Every list and table of the console, with a row. */
const cases: Record<string, Case> = {
  balances: { table: balances, row: balance() },
  resources: {
    table: resources,
    row: { id: 'id', name: 'a', resource_type: 'b', resource_subtype: 'c', resource_pda: 'd', active: true },
    filter: { kind: 'nothing_asked' },
  },
}

const texts = flatten(consoleLanguages.get('en') ?? {})

it('every declared list and table of the console is tested here', () => {
  const declared = sourcesIn(['app/console', 'components/console', 'lib/console']).flatMap(({ text, path }) =>
    path.endsWith('test-list.ts')
      ? []
      : [...text.matchAll(/\bdefine(?:List|Table)<[^>]*>\(\{\s*name: '([\w.]+)'/g)].map(([, name = '']) => name),
  )
  expect(Object.keys(cases).toSorted()).toEqual(declared.toSorted())
})

describe.each(Object.entries(cases))('the declaration of %s', (name, { table, row, filter = {} }) => {
  const columns = Object.entries(table.columns as TableDeclaration<object>['columns'])
  const of = (kind: string) => columns.filter(([, column]) => column.kind === kind).map(([key]) => key)

  it('has its texts, and no others in the same groups', () => {
    const words = columns.flatMap(([key, { words = [], tones = {} }]) =>
      [...words, ...Object.keys(tones)].map((word) => `${key}.${word}`),
    )
    const expected = {
      columns: columns.map(([key]) => key),
      ids: of('id'),
      words,
    }
    for (const text of ['what', 'caption', 'count', 'details', 'empty.title', 'empty.text'])
      expect(texts.keys()).toContain(`${name}.${text}`)
    for (const [group, keys] of Object.entries(expected)) {
      const found = [...texts.keys()]
        .filter((key) => key.startsWith(`${name}.${group}.`))
        .map((key) => key.slice(`${name}.${group}.`.length))
      expect(found, group).toEqual(expect.arrayContaining(keys))
      // A page names further IDs, outside its table.
      if (group !== 'ids') expect(found.toSorted(), group).toEqual(keys.toSorted())
    }
  })

  it('names its columns differently, in the table and in the details', () => {
    const headers = (isDetail: boolean) =>
      columns
        .filter(([, column]) => (column.isDetail ?? false) === isDetail)
        .map(([key]) => texts.get(`${name}.columns.${key}`))
    for (const each of [headers(false), headers(true)]) expect(new Set(each).size).toBe(each.length)
  })

  it('has one row header, which is in the table', () => {
    expect(columns.filter(([, { isRowHeader }]) => isRowHeader).map(([, { isDetail }]) => isDetail ?? false)).toEqual([
      false,
    ])
  })

  it('finds a value of its row under each key of the columns, the file, the search and the sort', () => {
    const declared = table as unknown as TableDeclaration<object, object>
    const keys = [...columns.map(([key]) => key), ...(table.file ?? [])]
    for (const key of keys) expect(valueOf(declared, key, row, filter), key).not.toBeUndefined()
    for (const key of table.find?.in ?? []) expect(typeof valueOf(declared, key, row, filter), key).toBe('string')
    if (table.sort) expect(isSortable(table.columns[table.sort.key] ?? { isSortable: false })).toBe(true)
  })

  it('writes numbers of the file as numbers, so that no spreadsheet reads a formula in them', () => {
    const { file = [] } = table
    const written = fileColumns({ ...(table as unknown as TableDeclaration<object, object>), file }, filter)
    for (const { name: key, value } of written) {
      const isNumber = kinds[table.columns[key]?.kind ?? 'text'].isNumber
      if (isNumber) expect(typeof value(row), key).toBe('number')
      else expect(String(value(row)), key).not.toMatch(/^-?\d+(\.\d+)?$/)
    }
  })
})
