import type { Route } from 'next'
import { layOutBoltsChart } from '@/lib/console/conversions/bolts-chart'
import { decimalText, sumOf } from '@/lib/console/conversions/decimal'
import { formatDay } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { Conversion, DecimalText } from '@/lib/service'
import { BoltsPlot } from './bolts-plot'

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
  conversions: readonly Conversion<unknown>[]
  urlOf: (conversion: Conversion<unknown>) => Route
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

function summaryOf(byTime: readonly Conversion<unknown>[]): string {
  const day = (conversion: Conversion<unknown> | undefined) => (conversion ? formatDay(conversion.converted_at) : '')
  const { amount } = consoleFormats()
  const sum = (values: DecimalText[]) => amount(decimalText(sumOf(values).value))
  return consoleTexts()('conversions.chart.summary', {
    count: byTime.length,
    from: day(byTime.at(0)),
    until: day(byTime.at(-1)),
    users: sum(byTime.map((conversion) => conversion.user_bolts_distributed)),
    owner: sum(byTime.map((conversion) => conversion.owner_bolts_distributed)),
  })
}

function boltsOf(conversion: Conversion<unknown>): Record<'users' | 'owner', string> {
  const { amount } = consoleFormats()
  return {
    users: amount(conversion.user_bolts_distributed),
    owner: amount(conversion.owner_bolts_distributed),
  }
}
