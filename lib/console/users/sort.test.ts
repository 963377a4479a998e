import { expect, it } from 'vitest'
import { sortTable, userSorting } from './sort'

const rows = [{ name: 'b' }, { name: 'a' }]
const sorted = (sort: string) =>
  sortTable('resources', rows, userSorting.readSort({ sort }, null), (row, key) => (key === 'name' ? row.name : null))

it('sortTable sorts the rows of a table when the sort belongs to this table', () => {
  expect(sorted('resources.name')).toEqual([{ name: 'a' }, { name: 'b' }])
})

it('sortTable keeps the order of the rows when the sort belongs to another table or to none', () => {
  for (const sort of ['balances.bolts', 'name', 'resources.id', '']) expect(sorted(sort)).toEqual(rows)
})
