import { describe, expect, it } from 'vitest'
import { conversion as conversionWith } from '@/lib/service/test-support'
import { layOutBoltsChart } from './bolts-chart'

const height = 200

const conversion = (day: number, users: number, owner: number) =>
  conversionWith({
    conversion_id: `conversion-${day}`,
    converted_at: new Date(Date.UTC(2026, 0, day)).toISOString(),
    total_bolts_distributed: users + owner,
    user_bolts_distributed: users,
    owner_bolts_distributed: owner,
  })

const many = (count: number) => Array.from({ length: count }, (_, i) => conversion(i + 1, 80, 20))

describe('layOutBoltsChart', () => {
  it('puts the oldest conversion first in any order of the service', () => {
    const { bars } = layOutBoltsChart([conversion(3, 1, 1), conversion(1, 1, 1), conversion(2, 1, 1)], height)
    expect(bars.map((bar) => bar.conversion.conversion_id)).toEqual(['conversion-1', 'conversion-2', 'conversion-3'])
    expect(bars.map((bar) => bar.x)).toEqual(bars.map((bar) => bar.x).toSorted((a, b) => a - b))
  })

  it('stacks the bolts of users and owner from 0 up, in proportion', () => {
    const { bars, ticks } = layOutBoltsChart([conversion(1, 75, 25)], height)
    const { users, owner } = bars[0]!.parts
    expect(ticks.at(0)).toEqual({ value: 0, y: height })
    expect(ticks.at(-1)).toEqual({ value: 100, y: 0 })
    expect(users).toEqual({ y: 50, height: 150 })
    expect(owner).toEqual({ y: 0, height: 50 })
  })

  it('keeps bars apart and within the chart for any number of bars', () => {
    for (const count of [0, 1, 2, 8, 9, 50]) {
      const { bars } = layOutBoltsChart(many(count), height)
      expect(bars).toHaveLength(count)
      for (const [index, { x, width }] of bars.entries()) {
        expect(x).toBeGreaterThan(0)
        expect(width).toBeGreaterThan(0)
        const next = bars[index + 1]?.x ?? 100
        expect(x + width).toBeLessThan(next)
      }
    }
  })

  it('makes no bar wider than in a chart of eight bars', () => {
    const widthOf = (count: number) => layOutBoltsChart(many(count), height).bars[0]!.width
    expect(widthOf(1)).toBe(widthOf(8))
    expect(widthOf(1)).toBeLessThan(12.5)
    expect(widthOf(16)).toBeLessThan(widthOf(8))
  })

  it('labels at most 3 bars on narrow screens and 8 on wide ones', () => {
    for (const count of [1, 3, 8, 9, 20, 50]) {
      const labels = layOutBoltsChart(many(count), height).bars.map(({ label }) => label)
      const always = labels.filter((label) => label === 'always').length
      const wide = labels.filter((label) => label !== 'never').length
      expect(always).toBeGreaterThanOrEqual(1)
      expect(always).toBeLessThanOrEqual(3)
      expect(wide).toBeGreaterThanOrEqual(Math.min(count, 4))
      expect(wide).toBeLessThanOrEqual(8)
    }
  })

  it('has a scale when no bolts are above 0', () => {
    const { bars, ticks } = layOutBoltsChart([conversion(1, 0, -1)], height)
    expect(bars[0]!.parts).toEqual({ users: { y: height, height: 0 }, owner: { y: height, height: 0 } })
    expect(ticks.length).toBeGreaterThan(1)
  })
})
