import { beforeEach, describe, expect, it, vi } from 'vitest'
import { parseHtml } from '@/e2e/harness/html'
import { attributesOf, cellsOf, htmlOf, textOf, textsOf } from './test-support'
import { configure } from '@/lib/config/test-support'
import type { ListDeclaration } from '@/lib/console/list'
import { readQuery } from '@/lib/console/query'
import type { ListPage, ListRead } from '@/lib/console/read-list'
import type { SearchParams } from '@/lib/console/page-url'
import { pagedRows as paged, rows as whole, type Row } from '@/lib/console/test-support'
import type { Listed } from '@/lib/service'
import * as skin from '@/lib/skin/texts'
import { List, type ListParts } from './list'

const rows: Listed<Row>[] = [
  { id: 'the whole ID of the first row', points: 2000, share: 12.5, position: 1 },
  { id: '01ABD', position: 2 },
]
const pageOf = (rows: Row[], change: Partial<ListPage<Row>> = {}): ListPage<Row> => ({
  kind: 'page',
  rows,
  page: 1,
  limit: 50,
  total: rows.length,
  unreadable: 0,
  walk: null,
  ...change,
})
const walked = (rows: Listed<Row>[], change = {}) => ({
  all: rows,
  walk: { kind: 'read', rows, unreadable: 0, readAt: 0, hasChanged: false, isWhole: true, ...change } as const,
})

const htmlFor = (
  read: ListRead<Row>,
  searchParams: SearchParams = {},
  { list = paged, parts = {} }: { list?: ListDeclaration<Row, object>; parts?: ListParts<Row, object> } = {},
) =>
  htmlOf(
    <List list={list} read={read} query={readQuery(list, searchParams)} searchParams={searchParams} parts={parts} />,
  )

beforeEach(() => {
  configure()
  const real = skin.consoleTexts()
  // The list of this test has no texts of its own columns and words.
  vi.spyOn(skin, 'consoleTexts').mockReturnValue((key, values) =>
    /^balances\.(columns|words|ids|more|away)/.test(key) ? key.split('.').slice(1).join(' ') : real(key, values),
  )
})

describe('List', () => {
  it('shows the progress of a walk', () => {
    const html = htmlFor({ kind: 'reading', searched: 1200, total: 5000, pauseSeconds: 20 }, { find: 'x' })
    expect(textOf(html)).toContain('1,200 of 5,000 balances read')
    expect(textOf(html)).toContain('asked us to wait 20 s')
  })

  it('shows a failure with a link to try again, and to the first page when the service refuses a later one', () => {
    const problem = { kind: 'unknown', message: 'Page <i>out</i> of range', mayBePastEnd: true } as const
    const html = htmlFor({ kind: 'failed', problem }, { page: '9', rows: '25' })
    expect(html).toContain('Page &lt;i&gt;out&lt;/i&gt; of range')
    expect(html).toContain('href="/console/balances?page=9&amp;rows=25"')
    expect(html).toContain('href="/console/balances?rows=25"')
    expect(htmlFor({ kind: 'failed', problem }).match(/href=/g)).toHaveLength(1)
    // Another try finds no other wallet.
    const unknownWallet = { kind: 'wallet_not_found', message: 'Wallet not found' } as const
    expect(htmlFor({ kind: 'failed', problem: unknownWallet })).not.toContain('href=')
  })

  it('shows an empty list, and a page beyond the end with a link to the first one', () => {
    expect(textOf(htmlFor(pageOf([])))).toContain('No balances yet')
    expect(textOf(htmlFor(pageOf([]), {}, { parts: { empty: () => 'None of yours' } }))).toBe('None of yours')
    const beyond = htmlFor(pageOf([], { page: 9, total: 70 }), { page: '9', sort: 'id' })
    expect(textOf(beyond)).toContain('Nothing on this page')
    expect(beyond).toContain('href="/console/balances?sort=id"')
    expect(beyond).toContain('href="/console/balances?page=2&amp;sort=id"')
  })

  it('counts the matches among all rows, also of a list in one call, and suggests what to try without a match', () => {
    const found = textOf(htmlFor(pageOf(rows.slice(0, 1), walked(rows)), { find: '01' }))
    expect(found).toContain('1 match in 2 balances.')
    expect(found).toContain('kept for 5 minutes')
    const inOneCall = htmlFor(pageOf(rows.slice(0, 1), { all: rows }), { find: '01' }, { list: whole })
    expect(textOf(inOneCall)).toContain('1 match in 2 balances.')
    const nothing = textOf(htmlFor(pageOf([], walked(rows)), { find: 'nobody' }))
    expect(nothing).toMatch(/No match in 2 balances\..*a part of an ID or address is enough/)
  })

  it('says how many rows are unreadable, when the list changed, and when only a part of it was read', () => {
    const partly = walked(rows, { hasChanged: true, isWhole: false, unreadable: 3 })
    const notes = textOf(htmlFor(pageOf(rows, partly), { sort: 'id' }))
    expect(notes).toContain('3 rows could not be read')
    expect(notes).toContain('The list changed while it was read')
    expect(notes).toContain('Only the first 2 rows were read')
    const inOneCall = textOf(htmlFor(pageOf(rows, { unreadable: 1 })))
    expect(inOneCall.match(/could not be read/g)).toHaveLength(1)
    const nothing = textOf(htmlFor(pageOf([], { unreadable: 2, all: [] })))
    expect(nothing).toContain('2 rows could not be read')
    expect(nothing).not.toContain('No balances yet')
    expect(textOf(htmlFor(pageOf(rows)))).not.toMatch(/could not|changed|Only the first|kept for/)
  })

  it('has pages when the service has pages, or when a list in one call is long', () => {
    const hasPages = (total: number, list: typeof whole) =>
      htmlFor(pageOf(rows, { total }), {}, { list }).includes('aria-label="Pages"')
    expect([hasPages(2, paged), hasPages(25, whole), hasPages(26, whole)]).toEqual([true, false, true])
    const linksOn = (page: number) =>
      attributesOf(htmlFor(pageOf(rows, { page, total: 60 }), { page: String(page) }), 'nav > ul a')
    expect([linksOn(1), linksOn(2)]).toEqual([['/console/balances?page=2'], ['/console/balances']])
    expect(textOf(htmlFor(pageOf(rows, { page: 2, total: 60 })))).toContain('51–60 of 60 · Page 2 of 2')
  })

  it('shows entries of this app with links to newer and older ones, before the table', () => {
    const newest = { list: { ...whole, source: { kind: 'newest' } as never } }
    const linksFor = (searchParams: SearchParams, nextBefore?: string) => {
      const read = { kind: 'newest', rows: [{ id: 'a' }], nextBefore } as const
      const html = htmlFor(read, { ...searchParams, sort: 'id' }, newest)
      expect(html.indexOf('<nav')).toBeLessThan(html.indexOf('<table'))
      const links = parseHtml(html).querySelectorAll('nav a')
      return links.map((link) => `${link.text} ${link.getAttribute('href')?.replaceAll('&amp;', '&')}`)
    }
    const path = '/console/balances'
    expect(linksFor({})).toEqual([])
    expect(linksFor({}, '3-0')).toEqual([`Older ${path}?sort=id&before=3-0`])
    expect(linksFor({ before: '5-0' }, '3-0')).toEqual([`Newest ${path}?sort=id`, `Older ${path}?before=3-0&sort=id`])
    const none = { kind: 'newest', rows: [], nextBefore: undefined } as const
    expect(textOf(htmlFor(none, {}, newest))).toContain('No balances yet')
    expect(textOf(htmlFor({ kind: 'away' }, {}, newest))).toContain('Redis isn’t answering')
  })

  it('has what its page renders by itself', () => {
    const parts: ListParts<Row, object> = {
      cells: { points: () => 'a cell' },
      isMarked: () => true,
      summary: ({ total }) => `${total} of yours`,
      below: () => 'below',
    }
    const html = htmlFor(pageOf(rows), {}, { parts })
    expect(cellsOf(html)[0]?.[1]).toBe('a cell')
    expect(html).toContain('data-marked="true"')
    for (const part of ['2 of yours', 'below']) expect(textOf(html)).toContain(part)
  })
})

describe('Table', () => {
  const cellsFor = (row: Partial<Row>, list = paged) => cellsOf(htmlFor(pageOf([{ id: 'A', ...row }]), {}, { list }))[0]

  it('renders a value of each kind, nothing without a value, and words that the interface does not list', () => {
    const at = '2026-01-31T12:00:00Z'
    const cells = cellsFor({ points: 2000.5, share: 12.5, at, state: 'stuck', status: 'open', note: 'flagged' })
    expect(cells?.slice(0, 3)).toEqual(['A', '2,000.5', '12.5%'])
    const timeIn = (at: string) => attributesOf(htmlFor(pageOf([{ id: 'A', at }])), 'tbody > tr > td > time', 'title')
    expect(timeIn(at)).toEqual(['2026-01-31 12:00:00 UTC'])
    expect(cells?.slice(4, 8)).toEqual(['× words state stuck', 'words status open', '✓ Yes', 'FLAGGED'])
    expect(cellsFor({ points: null, at: null })?.slice(0, 8)).toEqual(['A', '', '', '', '', '', 'No', ''])
    for (const text of ['toString', '__proto__', '<b>new</b>'])
      expect(cellsFor({ state: text, status: text })?.slice(4, 6)).toEqual([text, text])
    expect(cellsFor({ state: '\u202e', status: '\u202e' })?.slice(4, 6)).toEqual(['', ''])
  })

  it('says in words that a row has no name, and only to screen readers that a flag is not set', () => {
    const html = htmlFor(pageOf([{ id: '' }, { id: null as never }]))
    expect(textsOf(html, 'tbody > tr > th')).toEqual(['', 'None'])
    expect(textsOf(html, 'td > .sr-only:only-child')).toEqual(['No', 'No'])
  })

  it('places a value in the card of a row by its kind, or as its column declares', () => {
    const { points, ...columns } = whole.columns
    const list = { ...paged, columns: { ...columns, points: { ...points, kind: 'amount', card: 'open' } as const } }
    const cards = (shown: typeof paged) =>
      parseHtml(htmlFor(pageOf([{ id: 'A' }]), {}, { list: shown }))
        .querySelectorAll('tbody td[class*="card-"]')
        .map((cell) => `${cell.getAttribute('data-label')} ${cell.getAttribute('class')}`)
    expect(cards(paged)).toEqual(['columns state card-end', 'columns isFlagged card-open'])
    expect(cards(list)).toEqual([...cards(paged), 'columns points number card-open'])
  })

  it('adds up the amounts of several rows in a last line, as decimals and with those of their column', () => {
    const footOf = (rows: Row[]) => textsOf(htmlFor(pageOf(rows)), 'tfoot :is(th, td)')
    const sums = footOf([{ id: 'A', points: 0.1, share: 1 }, { id: 'B', points: 1000.25 }, { id: 'C' }])
    expect(sums.slice(0, 3)).toEqual(['Sum of these 3', '1,000.35', ''])
    expect(footOf([{ id: 'A', points: 1 }])).toEqual([])
  })

  it('shows both of two equal rows', () => {
    const same: Row = { id: 'A' }
    const html = htmlFor(pageOf([same, same]))
    expect(textsOf(html, 'tbody > tr > th')).toEqual(['A', 'A'])
  })

  it('sets the roles of a table, which a grid layout would lose, and labels its cells for cards', () => {
    const html = htmlFor(pageOf([{ id: 'A' }]))
    const roles = attributesOf(html, '[role]', 'role')
    expect(roles.join(' ')).toContain('table rowgroup row columnheader')
    expect(roles.filter((role) => role === 'rowheader' || role === 'cell')).toHaveLength(9)
    const headers = parseHtml(html).querySelectorAll('thead th')
    const names = headers.map(({ textContent }) => textContent.replace(/[↕]/, ''))
    expect([...attributesOf(html, '[data-label]', 'data-label'), 'Details']).toEqual(names)
  })

  it('repeats the whole ID, the exact time and further columns in the details, with a link to the operator’s own page', () => {
    configure({ CONSOLE_USER_LINK: 'https://admin.example.com/{user_id}' })
    const { id, ...columns } = whole.columns
    const list = {
      ...paged,
      columns: { id: { ...id, kind: 'id', linkOut: 'user', href: () => '/console/users/A' } as const, ...columns },
    }
    const html = htmlFor(pageOf([{ ...rows[0], at: 0, note: 'a note' } as Row]), {}, { list })
    const details = textsOf(html, 'details')[0]
    expect(html).toContain('<summary aria-label="Details of the whole ID of the first row"')
    for (const part of ['Ids id the whole ID of the first row', '1970-01-01 00:00:00 UTC', 'columns note a note'])
      expect(details).toContain(part)
    expect(html).toContain(
      'href="https://admin.example.com/the%20whole%20ID%20of%20the%20first%20row" target="_blank" rel="noreferrer noopener"',
    )
    expect(html.match(/href="\/console\/users\/A"/g)).toHaveLength(1)
    configure()
    expect(htmlFor(pageOf(rows), {}, { list })).not.toContain('target="_blank"')
  })

  it('sorts by each column but the details and those that cannot sort, and says by which one it is sorted', () => {
    const html = htmlFor(pageOf(rows, walked(rows)), { sort: 'points' })
    expect(textsOf(html, 'th[aria-sort="descending"]')[0]).toContain('columns points')
    expect(textsOf(html, 'thead th:has(a)')).toHaveLength(7)
    expect(html).toContain('href="/console/balances?sort=points&amp;order=ascending"')
    // The details lead to the place of the row in the order of the service.
    const onePerPage = htmlFor(pageOf(rows, { ...walked(rows), limit: 1 }), { sort: 'points' })
    expect(attributesOf(onePerPage, 'dd a').at(-1)).toBe('/console/balances?page=2&rows=1')
    const menu = parseHtml(html).querySelector('button[popovertarget]')
    expect(menu?.text).toBe('Sort: columns points↓')
    expect(parseHtml(html).querySelector('thead[popover]')?.id).toBe(menu?.getAttribute('popovertarget'))
    expect(htmlFor(pageOf(rows), {}, { list: { ...paged, sort: null } })).not.toContain('popover')
  })
})
