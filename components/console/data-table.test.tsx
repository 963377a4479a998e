import { describe, expect, it } from 'vitest'
import { parseHtml } from '@/e2e/harness/html'
import { DataTable, type TableColumn, type TableRow } from './data-table'
import { htmlOf, textOf } from './test-support'

const columns: TableColumn[] = [
  { header: 'Run', isRowHeader: true },
  { header: 'Points', isNumber: true, sort: { url: '/console?sort=points', direction: 'descending' } },
]
const rowOf = (id: string, points: number): TableRow => ({
  key: id,
  cells: [id, points],
  isMarked: points > 1,
  details: { label: `Details of ${id}`, id: `details-${id}`, content: `event of ${id}` },
})

describe('DataTable', () => {
  const tableOf = (rows: TableRow[]) =>
    htmlOf(<DataTable caption="Runs" detailsHeader="Details" columns={columns} rows={rows} />)
  const page = parseHtml(tableOf([rowOf('run-a', 2), rowOf('run-b', 1)]))
  const textsOf = (selector: string) => page.querySelectorAll(selector).map((each) => each.textContent.trim())
  const valuesOf = (name: string, selector = `[${name}]`) =>
    page.querySelectorAll(selector).map((each) => each.getAttribute(name))

  it('sets the roles of a table, which a grid layout would lose', () => {
    const roles = valuesOf('role')
    expect(roles.slice(0, 4)).toEqual(['table', 'rowgroup', 'row', 'columnheader'])
    expect(roles.filter((role) => role === 'rowheader')).toHaveLength(2)
  })

  it('puts the details into a disclosure of their row, with an ID for links', () => {
    const details = page.querySelector('#details-run-a')
    expect(textOf(details?.toString() ?? '')).toContain('event of run-a')
    expect(details?.closest('details')?.querySelector('summary')?.getAttribute('aria-label')).toBe('Details of run-a')
  })

  it('has a header for each cell of a row, and lets an unreadable row span all columns', () => {
    expect(textsOf('thead th')).toEqual(['Run', 'Points↓', 'Details'])
    expect(page.querySelectorAll('tbody > tr').map((row) => row.childNodes.length)).toEqual([3, 3])
    const unreadable = tableOf([{ key: 0, cells: { unreadable: '{}' } }])
    expect(parseHtml(unreadable).querySelector('tbody td')?.getAttribute('colspan')).toBe('3')
  })

  it('labels each cell with its header, for cards', () => {
    expect(valuesOf('data-label')).toEqual(['Run', 'Points', 'Run', 'Points'])
  })

  it('marks the marked rows, and sets aria-sort on the sorted column', () => {
    expect(valuesOf('data-marked', 'tbody > tr')).toEqual(['true', undefined])
    expect(valuesOf('aria-sort')).toEqual(['descending'])
  })
})
