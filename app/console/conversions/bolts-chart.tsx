import { scaleBand, scaleLinear } from 'd3-scale'
import { stack, stackOffsetDiverging } from 'd3-shape'
import type { Route } from 'next'
import { sumOf } from '@/lib/console/sums'
import { formatDay } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { ConversionFields } from '@/lib/service'
import { BoltsPlot, type BarLayout, type Box, type ChartSeries } from './bolts-plot'

const plotHeight = 220

/**
 * A bar for each conversion's bolts, split between users and owner. The server renders it, so it needs no script. Each
 * bar links to its conversion. Screen readers only get the summary, because the table above has the same figures.
 *
 * @param urlOf - returns the URL of a conversion's page.
 */
export function BoltsChart({
  conversions,
  urlOf,
}: {
  conversions: readonly ConversionFields[]
  urlOf: (conversion: ConversionFields) => Route
}) {
  const t = consoleTexts()
  const { compact } = consoleFormats()
  const { bars, ticks } = layOutBoltsChart(conversions, plotHeight)
  return (
    <figure className="grid gap-4">
      <figcaption className="text-muted">{summaryOf(bars.map(({ conversion }) => conversion))}</figcaption>
      <BoltsPlot
        height={plotHeight}
        names={{ users: t('conversions.chart.series.users'), owner: t('conversions.chart.series.owner') }}
        ticks={ticks.map(({ value, y }) => ({ y, text: compact(value), isZero: value === 0 }))}
        bars={bars.map(({ conversion, ...place }) => {
          const day = formatDay(conversion.converted_at)
          const title = t('conversions.chart.bar', { day, ...boltsOf(conversion) })
          return { ...place, id: conversion.conversion_id, url: urlOf(conversion), day, title }
        })}
      />
    </figure>
  )
}

function summaryOf(byTime: readonly ConversionFields[]): string {
  const day = (conversion: ConversionFields | undefined) => (conversion ? formatDay(conversion.converted_at) : '')
  const { amount } = consoleFormats()
  const sum = (values: number[]) => amount(sumOf(values))
  return consoleTexts()('conversions.chart.summary', {
    count: byTime.length,
    from: day(byTime.at(0)),
    until: day(byTime.at(-1)),
    users: sum(byTime.map((conversion) => conversion.user_bolts_distributed)),
    owner: sum(byTime.map((conversion) => conversion.owner_bolts_distributed)),
  })
}

function boltsOf(conversion: ConversionFields): Record<'users' | 'owner', string> {
  const { amount } = consoleFormats()
  return {
    users: amount(conversion.user_bolts_distributed),
    owner: amount(conversion.owner_bolts_distributed),
  }
}

const chartSeries = ['users', 'owner'] as const satisfies readonly ChartSeries[]

/** The bar of one conversion. */
interface ChartBar extends BarLayout {
  conversion: ConversionFields
}

interface BoltsChart {
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
export function layOutBoltsChart(conversions: readonly ConversionFields[], height: number): BoltsChart {
  const byTime = conversions.toSorted((a, b) => Date.parse(a.converted_at) - Date.parse(b.converted_at))
  const bolts = stack<ConversionFields, ChartSeries>()
    .keys(chartSeries)
    .value((conversion, series) =>
      series === 'users' ? conversion.user_bolts_distributed : conversion.owner_bolts_distributed,
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
