import { scaleBand, scaleLinear } from 'd3-scale'
import { stack, stackOffsetDiverging } from 'd3-shape'
import type { Conversion } from '@/lib/service'

/** Who got bolts, from the bottom of a bar to its top. */
export const chartSeries = ['users', 'owner'] as const
export type ChartSeries = (typeof chartSeries)[number]

/** A rectangle of a chart: `x` and `width` in percent of its width, `y` and `height` in pixels from its top. */
interface Box {
  x: number
  width: number
  y: number
  height: number
}

/** One conversion's bar. */
export interface ChartBar {
  conversion: Conversion
  /** The column that it stands in, from the top to the bottom. */
  column: Box
  parts: Record<ChartSeries, Box>
  /** Whether its day is written below it: where there is much room, or even where there is little. */
  label: 'always' | 'wide' | 'never'
}

export interface BoltsChart {
  /** By time, the oldest first. */
  bars: ChartBar[]
  /** Lines across the chart, with the bolts that they stand for; 0 is one of them. */
  ticks: { value: number; y: number }[]
}

/** Fewer bars are not made wider than they would be among so many. */
const fewestColumns = 8
const mostLabels = { wide: 8, narrow: 3 }
const ticksWanted = 4

/**
 * Lays out bars of the bolts of each conversion, the owner's on top of the users'. Across it is in
 * percent, so that it fits any width as it is rendered on the server.
 *
 * @param height - pixels from the top of the highest bar's scale to its bottom.
 */
export function layOutBoltsChart(conversions: readonly Conversion[], height: number): BoltsChart {
  const byTime = conversions.toSorted((a, b) => Date.parse(a.converted_at) - Date.parse(b.converted_at))
  const bolts = stack<Conversion, ChartSeries>()
    .keys(chartSeries)
    .value((conversion, series) =>
      series === 'users' ? conversion.user_bolts_distributed : conversion.owner_bolts_distributed,
    )
    // Bolts below 0 would be the service's mistake; they go below the line, and hide nothing.
    .offset(stackOffsetDiverging)(byTime)
  const edges = bolts.flat(2)
  const scale = scaleLinear([Math.min(0, ...edges), Math.max(0, ...edges) || 1], [height, 0]).nice(ticksWanted)

  const columns = Math.max(byTime.length, fewestColumns)
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
  return { bars, ticks: scale.ticks(ticksWanted).map((value) => ({ value, y: scale(value) })) }
}

function labelOf(index: number, count: number): ChartBar['label'] {
  const wideStep = Math.ceil(count / mostLabels.wide)
  // A multiple of the other, so that what is written where there is little room is written where there is much.
  const narrowStep = wideStep * Math.ceil(count / wideStep / mostLabels.narrow)
  if (index % narrowStep === 0) return 'always'
  return index % wideStep === 0 ? 'wide' : 'never'
}
