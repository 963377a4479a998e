import { describe, expect, it } from 'vitest'
import { parseHtml } from '@/e2e/harness/html'
import { DataTable, type TableColumn } from './data-table'
import { htmlOf, textOf } from './test-support'

interface Row {
  id: string
  points: number
  event: string
}

const columns: TableColumn<Row>[] = [
  { header: 'Run', isRowHeader: true, cell: ({ id }) => id },
  {
    header: 'Points',
    isNumber: true,
    cell: ({ points }) => points,
    sort: { url: '/console?sort=points', direction: 'descending' },
  },
]
const rows: Row[] = [
  { id: 'run-a', points: 2, event: 'event-a' },
  { id: 'run-b', points: 1, event: 'event-b' },
]

describe('DataTable', () => {
  const html = htmlOf(
    <DataTable
      caption="Runs"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      isMarked={({ points }) => points > 1}
      details={{
        header: 'Details',
        label: ({ id }) => `Details of ${id}`,
        id: ({ id }) => `details-${id}`,
        content: ({ event }) => event,
      }}
    />,
  )
  const page = parseHtml(html)
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
    expect(textOf(details?.toString() ?? '')).toContain('event-a')
    expect(details?.closest('details')?.querySelector('summary')?.getAttribute('aria-label')).toBe('Details of run-a')
  })

  it('has a header for each cell of a row, and lets an unreadable row span all columns', () => {
    expect(textsOf('thead th')).toEqual(['Run', 'Points↓', 'Details'])
    expect(page.querySelectorAll('tbody > tr').map((row) => row.childNodes.length)).toEqual([3, 3])
    const rows = [{ unreadable: '{}', path: '' }]
    const unreadable = htmlOf(
      <DataTable
        caption="Runs"
        columns={columns}
        rows={rows}
        rowKey={() => 0}
        details={{ header: '', label: () => '', content: () => null }}
      />,
    )
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
