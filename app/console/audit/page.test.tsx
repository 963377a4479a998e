import { expect, it } from 'vitest'
import { cellsOf, htmlOf, textOf } from '@/components/console/test-support'
import { parseHtml } from '@/e2e/harness/html'
import type { AuditEntry, AuditPage } from '@/lib/audit'
import { Acts } from './page'

const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  id: crypto.randomUUID(),
  at: Date.UTC(2026, 0, 31, 12),
  staffId: 'staff-1',
  staffName: 'Olga',
  action: 'export',
  ...change,
})

function htmlFor(page: Partial<AuditPage>, before?: string): string {
  const usual = { entries: [], unreadable: 0, nextBefore: undefined, isShared: true, backlog: { waiting: 0, lost: 0 } }
  return htmlOf(<Acts page={{ ...usual, ...page }} before={before} />)
}

it('Acts shows the staff member, the act and its subject', () => {
  const entries = [
    entry({ what: 'bolts-of-user', about: 'ada', format: 'csv' }),
    entry({ action: 'look_up', what: 'user_bolts', about: 'ada' }),
    entry({ action: 'upload', what: 'BATCH1', sizeBytes: 2000 }),
    entry({ action: 'forget', about: 'ada' }),
  ]
  expect(
    cellsOf(htmlFor({ entries })).map((cells) => cells.slice(1, 6).map((cell) => cell.replace(/ Copy.*/, ''))),
  ).toEqual([
    ['Olga', 'staff-1', 'Export', 'bolts-of-user · CSV', 'ada'],
    ['Olga', 'staff-1', 'Look-up', 'Bolts by user', 'ada'],
    ['Olga', 'staff-1', 'Upload', 'BATCH1 · 2 kB', 'None'],
    ['Olga', 'staff-1', 'User’s data deleted', 'None', 'ada'],
  ])
})

it('Acts reports waiting, lost and unreadable entries', () => {
  const text = textOf(htmlFor({ unreadable: 2, backlog: { waiting: 3, lost: 4 } }))
  for (const words of [
    '2 entries were written',
    '3 entries are waiting',
    '4 entries couldn’t be stored',
    'Nothing yet',
  ])
    expect(text).toContain(words)
  expect(textOf(htmlFor({}))).toBe('No entries Nothing yet')
})

it('Acts shows its pager before the table', () => {
  const html = htmlFor({ entries: [entry({ what: 'balances' })], nextBefore: '1-0' })
  expect(textOf(html)).toMatch(/^1 entry · older ones follow Older /)
  expect(html.indexOf('<nav')).toBeLessThan(html.indexOf('<table'))
})

it('Acts links to older and newer entries', () => {
  const linksOf = (html: string) =>
    parseHtml(html)
      .querySelectorAll('a')
      .map((link) => link.getAttribute('href'))
  expect(linksOf(htmlFor({ nextBefore: '1-0' }))).toEqual(['/console/audit?before=1-0'])
  expect(linksOf(htmlFor({}, '5-0'))).toEqual(['/console/audit'])
  expect(linksOf(htmlFor({ nextBefore: '1-0' }, '5-0'))).toEqual(['/console/audit', '/console/audit?before=1-0'])
  expect(linksOf(htmlFor({}))).toEqual([])
})
