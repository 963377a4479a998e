import { describe, expect, it } from 'vitest'
import { parseHtml } from '@/e2e/harness/html'
import { StackedBars } from './chart'
import { attributesOf, htmlOf, textOf, textsOf } from './test-support'

const chart = (...parts: (readonly [number, number])[]) =>
  htmlOf(
    <StackedBars
      name="Day"
      series={['Lower', 'Upper']}
      bars={parts.map((each, index) => ({
        key: String(index),
        label: `Day ${index}`,
        figures: each.join(' and '),
        parts: each,
      }))}
    />,
  )

/** Returns the upper end and the height of each part of each bar. The first rectangle shows the pointer's bar. */
const partsOf = (html: string) =>
  parseHtml(html)
    .querySelectorAll('li > svg[height]')
    .map((bar) =>
      bar
        .querySelectorAll('rect')
        .slice(1)
        .map((part) => [part.getAttribute('y'), part.getAttribute('height')].join(' ')),
    )
const scaleOf = (html: string) => textsOf(html, 'li > span.tabular-nums')

describe('StackedBars', () => {
  it('stacks the parts of each bar from 0 up, on a scale with round numbers', () => {
    const html = chart([750, 250], [0, -1], [1250, 50])
    expect(scaleOf(html)).toEqual(['2K', '1K', '0'])
    expect(partsOf(html)).toEqual([
      ['62.5% 37.5%', '50% 12.5%'],
      ['100% 0%', '100% 0%'],
      ['37.5% 62.5%', '35% 2.5%'],
    ])
    expect(scaleOf(chart([0, -1]))).toEqual(['1', '0.5', '0'])
    expect(scaleOf(chart([0.0004, 0.0001]))).toEqual(['0.0006', '0.0003', '0'])
    expect(scaleOf(chart([9, 0.5]))).toEqual(['10', '5', '0'])
  })

  it('is one slider for screen readers and the keyboard, which begins at the last bar', () => {
    const html = chart([1, 2], [3, 4])
    expect(textOf(html)).toContain('Lower')
    expect(attributesOf(html, 'div:not([aria-hidden]) > input', 'aria-valuetext')).toEqual(['1: 3 and 4'])
    expect(textsOf(html, ':is(ul, svg):not([aria-hidden] *)')).toEqual([])
  })

  it('labels at most 8 bars on wide screens, and at most 3 on narrow ones', () => {
    for (const count of [1, 3, 8, 9, 20, 50]) {
      const html = chart(...Array.from({ length: count }, () => [80, 20] as const))
      const labels = parseHtml(html).querySelectorAll('svg[height] + span')
      const onNarrow = labels.filter((label) => !label.getAttribute('class')?.includes('max-lg:invisible'))
      expect(labels.length).toBeGreaterThanOrEqual(Math.min(count, 4))
      expect(labels.length).toBeLessThanOrEqual(8)
      expect(onNarrow.length).toBeGreaterThanOrEqual(1)
      expect(onNarrow.length).toBeLessThanOrEqual(3)
    }
  })
})
