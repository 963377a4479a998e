import { scaleBand, scaleLinear } from 'd3-scale'
import { stack, stackOffsetDiverging } from 'd3-shape'
import type { Conversion } from '@/lib/service'

/** The recipients of bolts, from the bottom of a bar to the top. */
export const chartSeries = ['users', 'owner'] as const
export type ChartSeries = (typeof chartSeries)[number]

/** A rectangle: `x` and `width` in percent of the chart's width, `y` and `height` in pixels from its top. */
interface Box {
  x: number
  width: number
  y: number
  height: number
}

/** The bar of one conversion. */
export interface ChartBar {
  conversion: Conversion<unknown>
  /** The full height of the chart at the bar, which reacts to the pointer. */
  column: Box
  parts: Record<ChartSeries, Box>
  /** When the day appears below the bar: always, only on wide screens, or never. */
  label: 'always' | 'wide' | 'never'
}

export interface BoltsChart {
  /** The oldest first. */
  bars: ChartBar[]
  /** The grid lines and their values, 0 among them. */
  ticks: { value: number; y: number }[]
}

/** Fewer bars than this are as wide as this number of bars would be. */
const minColumns = 8
const maxLabels = { wide: 8, narrow: 3 }
const tickCount = 4

/**
 * Lays out a stacked bar for each conversion, with the owner's bolts above the users'. Horizontal values are in
 * percent, so that the server can render the chart for any width.
 *
 * @param height - the height of the scale, in pixels.
 */
export function layOutBoltsChart(conversions: readonly Conversion<unknown>[], height: number): BoltsChart {
  const byTime = conversions.toSorted((a, b) => Date.parse(a.converted_at) - Date.parse(b.converted_at))
  const bolts = stack<Conversion<unknown>, ChartSeries>()
    .keys(chartSeries)
    .value((conversion, series) =>
      Number(series === 'users' ? conversion.user_bolts_distributed : conversion.owner_bolts_distributed),
    )
    // Negative bolts would be an error of the service. Below 0, they hide no other bar.
    .offset(stackOffsetDiverging)(byTime)
  const edges = bolts.flat(2)
  const scale = scaleLinear([Math.min(0, ...edges), Math.max(0, ...edges) || 1], [height, 0]).nice(tickCount)

  const columns = Math.max(byTime.length, minColumns)
  const firstColumn = Math.floor((columns - byTime.length) / 2)
  const band = scaleBand(
    Array.from({ length: columns }, (_, column) => column),
    [0, 100],
  ).padding(0.2)

  const bars = byTime.map((conversion, index): ChartBar => {
    const across = { x: band(firstColumn + index) ?? 0, width: band.bandwidth() }
    const partOf = (series: ChartSeries): Box => {
      const [from = 0, to = 0] = bolts[chartSeries.indexOf(series)]?.[index] ?? []
      return { ...across, y: scale(to), height: scale(from) - scale(to) }
    }
    return {
      conversion,
      column: { ...across, y: 0, height },
      parts: { users: partOf('users'), owner: partOf('owner') },
      label: labelOf(index, byTime.length),
    }
  })
  return { bars, ticks: scale.ticks(tickCount).map((value) => ({ value, y: scale(value) })) }
}

function labelOf(index: number, count: number): ChartBar['label'] {
  const wideStep = Math.ceil(count / maxLabels.wide)
  // A multiple of `wideStep`, so that wide screens show every label of narrow screens too.
  const narrowStep = wideStep * Math.ceil(count / wideStep / maxLabels.narrow)
  if (index % narrowStep === 0) return 'always'
  return index % wideStep === 0 ? 'wide' : 'never'
}
