import { describe, expect, it } from 'vitest'
import { attributesOf, cellsOf, htmlOf, textOf, textsOf } from '@/components/console/test-support'
import { parseHtml } from '@/e2e/harness/html'
import { type SearchParams } from '@/lib/console/page-url'
import { readQuery } from '@/lib/console/query'
import type { Conversion } from '@/lib/service'
import { breakdownEntry, conversion as conversionWith } from '@/lib/service/test-support'
import { Breakdown } from './one/breakdown'
import { NeighbourLinks, Summary } from './one/page'
import { ConversionFilter, presetDates } from './filter'
import { conversions } from './list'
import { oneUrl } from '@/lib/console/page-url'
import { Latest } from './page'
import { reconcile } from './reconciliation'

const hiddenIn = (html: string) =>
  parseHtml(html)
    .querySelectorAll('form input[type="hidden"]')
    .map((field) => `${field.getAttribute('name')}=${field.getAttribute('value')}`)

describe('ConversionFilter', () => {
  const filter = (searchParams: SearchParams) =>
    htmlOf(<ConversionFilter query={readQuery(conversions, searchParams)} searchParams={searchParams} />)
  const currentIn = (html: string) => textsOf(html, 'nav a[aria-current]')

  it('marks the preset of the dates in the query', () => {
    const { from, until } = presetDates(new Date())[4]
    expect(currentIn(filter({ from, until }))).toEqual(['Last month'])
    expect(currentIn(filter({}))).toEqual(['All'])
    expect(currentIn(filter({ from: '', until: '' }))).toEqual(['All'])
  })

  it('shows other dates on the button of the date fields', () => {
    const html = filter({ from: '2026-01-31' })
    expect(currentIn(html)).toEqual([])
    expect(textOf(html)).toContain('From 2026-01-31')
    expect(html).toContain('value="2026-01-31"')
  })

  it('keeps the order and the page size in its links and fields', () => {
    const html = filter({ sort: 'total', order: 'ascending', rows: '5', page: '3' })
    expect(html).toContain('href="/console/conversions?sort=total&amp;order=ascending&amp;rows=5"')
    expect(hiddenIn(html)).toEqual(['sort=total', 'order=ascending', 'rows=5'])
  })

  it('shows the fields in the page and quotes the input when a date is invalid', () => {
    const html = filter({ from: '31.1.2026', until: '2026-02-01' })
    expect(parseHtml(html).querySelectorAll('div:not([popover]) > form')).toHaveLength(1)
    expect(textOf(html)).toContain('“31.1.2026” isn’t a date. Enter it like 2026-01-31.')
    expect(html).toContain('value="2026-02-01"')
  })
})

it('presetDates counts days and months back across the end of a year, and knows the length of each month', () => {
  expect(presetDates(new Date('2026-01-05T23:59:59Z'))).toEqual([
    { name: 'all' },
    { name: 'days7', from: '2025-12-29' },
    { name: 'days30', from: '2025-12-06' },
    { name: 'thisMonth', from: '2026-01-01' },
    { name: 'lastMonth', from: '2025-12-01', until: '2025-12-31' },
  ])
  expect(presetDates(new Date('2028-03-31T00:00:00Z'))[4]).toMatchObject({ from: '2028-02-01', until: '2028-02-29' })
})

it('NeighbourLinks links to the conversions before and after, and keeps the query of the page', () => {
  const of = (conversion_id: string, at: number) => ({ conversion: conversionWith({ conversion_id }), at })
  const html = htmlOf(
    <NeighbourLinks
      neighbours={{ older: of('before', 4), newer: of('after', 2) }}
      searchParams={{ id: 'now', sort: 'user_id', page: '2', at: '3', listRows: '20' }}
    />,
  )
  expect(
    parseHtml(html)
      .querySelectorAll('a')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['← Earlier', '/console/conversions/one?id=before&sort=user_id&at=4&listRows=20'],
    ['Later →', '/console/conversions/one?id=after&sort=user_id&at=2&listRows=20'],
  ])
})

describe('Summary', () => {
  const textFor = (change: Parameters<typeof conversionWith>[0]) =>
    textOf(htmlOf(<Summary conversion={{ ...conversionWith(change), position: 1 }} />))

  it('says what does not add up and by how much, with equal decimals', () => {
    const distributed = { user_bolts_distributed: 1205.25, total_bolts_distributed: 1205.25 }
    const wrong = textFor({ ...distributed, gross_bolts_allocation: 0 })
    expect(wrong).toContain('One total doesn’t add up')
    expect(wrong).toContain(
      'All users’ bolts in the breakdown make the users’ part: Expected 1,205.25 Found 0.00 Difference −1,205.25',
    )
    const both = textFor({ ...distributed, total_bolts_distributed: 1205.5, gross_bolts_allocation: 1300 })
    expect(both).toContain('Expected 1,205.50 Found 1,205.25 Difference −0.25')
  })

  it('says in one line that a conversion adds up, also when it differs from an expectation, or that it is unknown', () => {
    const remarked = textFor({ user_bolts_distributed: 0, total_bolts_distributed: 0, gross_bolts_allocation: -1 })
    expect(remarked).toMatch(/ ✓ It adds up Converted .* Bolts allocated \(gross\) -1$/)
    expect(textFor({ total_bolts_distributed: 1, unreadableEntries: 3 })).toMatch(
      / Unknown whether it adds up: 3 breakdown entries can’t be read Converted /,
    )
  })
})

describe('Breakdown', () => {
  const ofUser = { wallet_address: 'w', user_id: 'u' }
  const entry = breakdownEntry({ ...ofUser, subnet_points: 30, share_percentage: 75, bolts_earned: 60.5 })
  const few = { ...entry, user_id: '', share_percentage: 2.125, bolts_earned: 7 }
  const table = (searchParams: SearchParams, user_breakdown: Conversion['user_breakdown'] = [few, entry]) =>
    htmlOf(<Breakdown conversion={conversionWith({ user_breakdown })} searchParams={searchParams} />)

  it('shows amounts with equal decimals, the most bolts first, and links users and wallets to their pages', () => {
    const html = table({})
    expect(cellsOf(html)).toEqual([
      ['u', 'w', '30', '75.000%', '60.5'],
      ['', 'w', '30', '2.125%', '7.0'],
    ])
    const ofWallet = '/console/resources?address=w'
    expect(attributesOf(html, 'tbody a')).toEqual(['/console/users/one?id=u', ofWallet, ofWallet])
  })

  it('keeps the order and the position of the conversion in its search form', () => {
    const html = table({ find: 'u', sort: 'user_id', at: '7', page: '3' })
    expect(hiddenIn(html)).toEqual(['sort=user_id', 'at=7'])
    expect(textOf(html)).toContain('1 match in 2 rows.')
  })
})

const conversion = (day: number, users: number, owner: number) =>
  conversionWith({
    converted_at: new Date(Date.UTC(2026, 0, day)).toISOString(),
    conversion_id: `conversion-${day}`,
    user_bolts_distributed: users,
    owner_bolts_distributed: owner,
    total_bolts_distributed: users + owner,
    gross_bolts_allocation: users + owner,
    user_breakdown: [breakdownEntry({ bolts_earned: users })],
  })

describe('Latest', () => {
  const latest = (conversions: ReturnType<typeof conversion>[]) =>
    htmlOf(
      <Latest
        conversions={conversions.map((each) => ({ ...reconcile(each), position: 1 }))}
        urlOf={({ conversion_id: id }) => oneUrl('conversions', id)}
      />,
    )

  it('charts the last 26 conversions, the oldest first', () => {
    const html = latest(Array.from({ length: 30 }, (_, index) => conversion(30 - index, 1000 - index, 1)))
    const heights = attributesOf(html, 'li > svg[height] > rect.fill-accent:not(.opacity-40)', 'height')
    expect(heights).toHaveLength(26)
    expect(heights).toEqual(heights.toSorted((a = '', b = '') => Number.parseFloat(a) - Number.parseFloat(b)))
    expect(heights[0]).not.toBe(heights.at(-1))
    expect(textsOf(html, 'h2')).toEqual(['Bolts of the last 26 conversions'])
  })

  it('counts those that do not add up with a link to each, and is silent when all do', () => {
    const wrong = { ...conversion(2, 750, 250), total_bolts_distributed: 1 }
    const html = latest([conversion(1, 750, 250), wrong])
    expect(textOf(html)).toMatch(/^1 conversion in this list doesn’t add up. 2 Jan 2026 /)
    expect(attributesOf(html, 'a')[0]).toBe('/console/conversions/one?id=conversion-2')
    expect(textOf(latest([conversion(1, 750, 250)]))).not.toContain('add up')
  })
})
