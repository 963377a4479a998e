import { describe, expect, it } from 'vitest'
import { attributesOf, htmlOf, textsOf } from '@/components/console/test-support'
import { parseHtml } from '@/e2e/harness/html'
import { oneUrl } from '@/lib/console/page-url'
import { conversion as conversionWith } from '@/lib/service/test-support'
import { BoltsChart } from './bolts-chart'

const conversion = (day: number, users: number, owner: number) =>
  conversionWith({
    converted_at: new Date(Date.UTC(2026, 0, day)).toISOString(),
    conversion_id: `conversion-${day}`,
    user_bolts_distributed: users,
    owner_bolts_distributed: owner,
  })

const chart = (conversions: ReturnType<typeof conversion>[]) =>
  htmlOf(
    <BoltsChart
      conversions={conversions.map((each) => ({ ...each, url: oneUrl('conversions', each.conversion_id) }))}
    />,
  )

/** Returns the upper end and the height of each part of each bar. The first rectangle is the area of the link. */
const partsOf = (html: string) =>
  parseHtml(html)
    .querySelectorAll('a')
    .map((bar) =>
      bar
        .querySelectorAll('rect')
        .slice(1)
        .map((part) => [part.getAttribute('y'), part.getAttribute('height')].join(' ')),
    )
const scaleOf = (html: string) => textsOf(html, '[aria-hidden] > ul > li > span')

describe('BoltsChart', () => {
  it('has a bar with a link and its figures for each conversion, the oldest first, and a summary', () => {
    const html = chart([conversion(3, 3.5, 1), conversion(1, 0.1, 1), conversion(2, 0.2, 1)])
    expect(textsOf(html, 'a title')).toEqual([
      '2026-01-01: 0.1 bolts to users, 1 to the owner',
      '2026-01-02: 0.2 bolts to users, 1 to the owner',
      '2026-01-03: 3.5 bolts to users, 1 to the owner',
    ])
    expect(attributesOf(html, 'a').at(-1)).toBe('/console/conversions/one?id=conversion-3')
    // Screen readers and the keyboard use the table.
    expect(attributesOf(html, '[aria-hidden="true"] a', 'tabindex')).toEqual(['-1', '-1', '-1'])
    expect(textsOf(html, 'figcaption')).toEqual([
      '3 conversions from 2026-01-01 to 2026-01-03: 3.8 bolts to users, 3 to the owner.',
    ])
  })

  it('stacks the bolts of users and owner from 0 up, on a scale with round numbers', () => {
    const html = chart([conversion(1, 750, 250), conversion(2, 0, -1), conversion(3, 1250, 50)])
    expect(scaleOf(html)).toEqual(['2K', '1K', '0'])
    expect(partsOf(html)).toEqual([['62.5% 37.5%', '50% 12.5%'], ['100% 0%'], ['37.5% 62.5%', '35% 2.5%']])
    expect(scaleOf(chart([conversion(1, 0, -1)]))).toEqual(['1', '0.5', '0'])
    expect(scaleOf(chart([conversion(1, 0.0004, 0.0001)]))).toEqual(['0.0006', '0.0003', '0'])
    expect(scaleOf(chart([conversion(1, 9, 0.5)]))).toEqual(['10', '5', '0'])
  })

  it('has the days of at most 8 bars on wide screens, and of at most 3 on narrow ones', () => {
    for (const count of [1, 3, 8, 9, 20, 50]) {
      const html = chart(Array.from({ length: count }, (_, index) => conversion(index + 1, 80, 20)))
      const days = parseHtml(html).querySelectorAll('a > span')
      const onNarrow = days.filter((day) => !day.getAttribute('class')?.includes('max-lg:hidden'))
      expect(days.length).toBeGreaterThanOrEqual(Math.min(count, 4))
      expect(days.length).toBeLessThanOrEqual(8)
      expect(onNarrow.length).toBeGreaterThanOrEqual(1)
      expect(onNarrow.length).toBeLessThanOrEqual(3)
    }
  })
})
