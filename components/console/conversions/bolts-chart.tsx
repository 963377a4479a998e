import type { Route } from 'next'
import { useId } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { chartSeries, layOutBoltsChart, type ChartBar, type ChartSeries } from '@/lib/console/conversions/bolts-chart'
import { decimalText, sumOf } from '@/lib/console/conversions/decimal'
import { formatDay } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { Conversion, DecimalText } from '@/lib/service'

const plotHeight = 220
/** Room for the days below the bars, and for the topmost number above them. */
const labelHeight = 28
const topMargin = 10
const totalHeight = topMargin + plotHeight + labelHeight
const scaleWidth = 56

/**
 * A bar for each conversion's bolts, split between users and owner. It is rendered on the server and needs no
 * script. Each bar links to its conversion. Screen readers only get the summary, since the table above has
 * the same figures.
 *
 * @param urlOf - gives the URL of a conversion's page.
 */
export function BoltsChart({
  conversions,
  urlOf,
}: {
  conversions: readonly Conversion<unknown>[]
  urlOf: (conversion: Conversion<unknown>) => Route
}) {
  const pattern = useId()
  const t = consoleTexts()
  const { compact } = consoleFormats()
  const { bars, ticks } = layOutBoltsChart(conversions, plotHeight)
  return (
    <figure className="grid gap-4">
      <figcaption className="grid gap-3">
        <p className="text-muted">{summaryOf(bars.map(({ conversion }) => conversion))}</p>
        <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {chartSeries.map((series) => (
            <li key={series} className="flex items-center gap-2">
              <svg width="16" height="16" aria-hidden="true">
                <Part series={series} pattern={pattern} box={{ x: '1', y: 1, width: '14', height: 14 }} />
              </svg>
              {t(`conversions.chart.series.${series}`)}
            </li>
          ))}
        </ul>
      </figcaption>
      <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] pr-8 text-xs">
        <svg width={scaleWidth} height={totalHeight} className="fill-muted">
          {ticks.map(({ value, y }) => (
            <text key={value} x={scaleWidth - 8} y={topMargin + y} textAnchor="end" dominantBaseline="middle">
              {compact(value)}
            </text>
          ))}
        </svg>
        <svg width="100%" height={totalHeight} className="overflow-visible">
          <Hatching id={pattern} />
          <svg y={topMargin} width="100%" height={totalHeight - topMargin} className="overflow-visible">
            {ticks.map(({ value, y }) => (
              <line
                key={value}
                x1="0"
                x2="100%"
                y1={y}
                y2={y}
                className={value === 0 ? 'stroke-control-line' : 'stroke-line'}
              />
            ))}
            {bars.map((bar) => (
              <Bar key={bar.conversion.conversion_id} bar={bar} pattern={pattern} url={urlOf(bar.conversion)} />
            ))}
          </svg>
        </svg>
      </div>
    </figure>
  )
}

function Bar({ bar, pattern, url }: { bar: ChartBar; pattern: string; url: Route }) {
  const { conversion, column, parts, label } = bar
  const day = formatDay(conversion.converted_at)
  return (
    // Not in the tab order, since the table has the same links.
    <Link href={url} tabIndex={-1} className="group">
      <title>{consoleTexts()('conversions.chart.bar', { day, ...boltsOf(conversion) })}</title>
      <rect
        x={`${column.x}%`}
        width={`${column.width}%`}
        y={column.y}
        height={column.height}
        className="fill-transparent group-hover:fill-line"
      />
      {chartSeries.map((series) => {
        const { x, width, y, height } = parts[series]
        return (
          <Part key={series} series={series} pattern={pattern} box={{ x: `${x}%`, width: `${width}%`, y, height }} />
        )
      })}
      {label !== 'never' && (
        <text
          x={`${column.x + column.width / 2}%`}
          y={plotHeight + 18}
          textAnchor="middle"
          className={classNames('fill-muted group-hover:fill-text', label === 'wide' && 'max-sm:hidden')}
        >
          {day}
        </text>
      )}
    </Link>
  )
}

/** A part of a bar. The two differ without colour too: one is solid, the other is hatched and outlined. */
function Part({
  series,
  pattern,
  box,
}: {
  series: ChartSeries
  pattern: string
  box: { x: string; width: string; y: number; height: number }
}) {
  return series === 'users' ? (
    <rect {...box} className="fill-accent" />
  ) : (
    <rect {...box} fill={`url(#${pattern})`} className={box.height > 0 ? 'stroke-text' : ''} />
  )
}

function Hatching({ id }: { id: string }) {
  return (
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="5" height="5" className="fill-surface" />
      <rect width="1.25" height="5" className="fill-text" />
    </pattern>
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

function boltsOf(conversion: Conversion<unknown>): Record<ChartSeries, string> {
  const { amount } = consoleFormats()
  return {
    users: amount(conversion.user_bolts_distributed),
    owner: amount(conversion.owner_bolts_distributed),
  }
}
