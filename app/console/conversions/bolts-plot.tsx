'use client'

import type { Route } from 'next'
import { useId } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'

/** Room for the days below the bars, and for the topmost number above them. */
const labelHeight = 28
const topMargin = 10
const scaleWidth = 56
/** The recipients of bolts, from the bottom of a bar to the top. */
const chartSeries = ['users', 'owner'] as const
type ChartSeries = (typeof chartSeries)[number]

/** The place of a bar: `x` and `width` in percent of the chart's width, `y` and `height` in pixels from its top. */
export interface BarLayout {
  x: number
  width: number
  parts: Record<ChartSeries, { y: number; height: number }>
  /** When the day appears below the bar: always, only on wide screens, or never. */
  label: 'always' | 'wide' | 'never'
}

/** A bar, its texts and its link. */
type PlottedBar = BarLayout & Record<'id' | 'day' | 'title', string> & { url: Route }

/**
 * The drawing and its legend. All of it is one client component, because React adds an inline style to late server
 * content inside a drawing, and the security policy forbids inline styles.
 */
export function BoltsPlot({
  height,
  names,
  ticks,
  bars,
}: {
  height: number
  names: Record<ChartSeries, string>
  ticks: readonly { y: number; text: string; isZero: boolean }[]
  bars: readonly PlottedBar[]
}) {
  const pattern = useId()
  const totalHeight = topMargin + height + labelHeight
  return (
    <>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {chartSeries.map((series) => (
          <li key={series} className="flex items-center gap-2">
            <svg width="16" height="16" aria-hidden="true">
              <Part series={series} pattern={pattern} box={{ x: '1', y: 1, width: '14', height: 14 }} />
            </svg>
            {names[series]}
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] pr-8 text-xs">
        <svg width={scaleWidth} height={totalHeight} className="fill-muted">
          {ticks.map(({ y, text }) => (
            <text key={y} x={scaleWidth - 8} y={topMargin + y} textAnchor="end" dominantBaseline="middle">
              {text}
            </text>
          ))}
        </svg>
        <svg width="100%" height={totalHeight} className="overflow-visible">
          <Hatching id={pattern} />
          <svg y={topMargin} width="100%" height={totalHeight - topMargin} className="overflow-visible">
            {ticks.map(({ y, isZero }) => (
              <line key={y} x1="0" x2="100%" y1={y} y2={y} className={isZero ? 'stroke-control-line' : 'stroke-line'} />
            ))}
            {bars.map((bar) => (
              <Bar key={bar.id} bar={bar} pattern={pattern} height={height} />
            ))}
          </svg>
        </svg>
      </div>
    </>
  )
}

function Bar({
  bar: { url, day, title, x, width, parts, label },
  pattern,
  height,
}: {
  bar: PlottedBar
  pattern: string
  height: number
}) {
  return (
    // Not a tab stop, because the table has the same links.
    <Link href={url} tabIndex={-1} className="group">
      <title>{title}</title>
      <rect x={`${x}%`} width={`${width}%`} height={height} className="fill-transparent group-hover:fill-line" />
      {chartSeries.map((series) => (
        <Part
          key={series}
          series={series}
          pattern={pattern}
          box={{ x: `${x}%`, width: `${width}%`, ...parts[series] }}
        />
      ))}
      {label !== 'never' && (
        <text
          x={`${x + width / 2}%`}
          y={height + 18}
          textAnchor="middle"
          className={classNames('fill-muted group-hover:fill-text', label === 'wide' && 'max-sm:hidden')}
        >
          {day}
        </text>
      )}
    </Link>
  )
}

/** A part of a bar. The two parts differ without colour too: one is solid, the other hatched and outlined. */
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
