import { scaleLinear } from 'd3-scale'
import type { Route } from 'next'
import { sumOf } from '@/lib/console/sums'
import { formatDay } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { ConversionFields } from '@/lib/service'
import { BoltsPlot, type BarLayout } from './bolts-plot'

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

/** Fewer bars than this are as wide as this number of bars would be. */
const minColumns = 8
const maxLabels = { wide: 8, narrow: 3 }
const tickCount = 4

/**
 * Lays out a bar for each conversion, the oldest first, with the owner's bolts above the users'. Horizontal values are in
 * percent, so that the server can render the chart for any width.
 *
 * @param height - the height of the scale, in pixels.
 */
export function layOutBoltsChart(conversions: readonly ConversionFields[], height: number) {
  const byTime = conversions.toSorted((a, b) => Date.parse(a.converted_at) - Date.parse(b.converted_at))
  const usersOf = ({ user_bolts_distributed }: ConversionFields) => Math.max(user_bolts_distributed, 0)
  const totalOf = (each: ConversionFields) => usersOf(each) + Math.max(each.owner_bolts_distributed, 0)
  const scale = scaleLinear([0, Math.max(...byTime.map(totalOf), 0) || 1], [height, 0]).nice(tickCount)
  const columns = Math.max(byTime.length, minColumns)
  const firstColumn = Math.floor((columns - byTime.length) / 2)
  const step = 100 / columns
  const bars = byTime.map((conversion, index): BarLayout & { conversion: ConversionFields } => {
    const [usersTop, top] = [scale(usersOf(conversion)), scale(totalOf(conversion))]
    return {
      conversion,
      x: (firstColumn + index + 0.1) * step,
      width: 0.8 * step,
      parts: { users: { y: usersTop, height: height - usersTop }, owner: { y: top, height: usersTop - top } },
      label: labelOf(index, byTime.length),
    }
  })
  return { bars, ticks: scale.ticks(tickCount).map((value) => ({ value, y: scale(value) })) }
}

function labelOf(index: number, count: number): BarLayout['label'] {
  const wideStep = Math.ceil(count / maxLabels.wide)
  // A multiple of `wideStep`, so that wide screens show every label of narrow screens too.
  const narrowStep = wideStep * Math.ceil(count / wideStep / maxLabels.narrow)
  if (index % narrowStep === 0) return 'always'
  return index % wideStep === 0 ? 'wide' : 'never'
}
