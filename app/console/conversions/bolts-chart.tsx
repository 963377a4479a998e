import type { Route } from 'next'
import { useId } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { sumOf } from '@/lib/console/sums'
import { formatDay } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { ConversionFields } from '@/lib/service'

/** Wide screens have room for this number of days. On narrow ones, every third of them is visible. */
const maxDays = 8

/**
 * A bar for each conversion's bolts, the oldest first, with the owner's bolts above the users'. Each bar links to its
 * conversion. Screen readers only get the summary, because the table above has the same figures.
 *
 * The server renders the chart for any width. Its sizes are attributes in percent, because the security policy forbids
 * inline styles. Each bar is a drawing of its own, because React adds an inline style to late content inside a drawing.
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
  const { amount, compact } = consoleFormats()
  const pattern = useId()
  const bars = conversions
    .toSorted((a, b) => Date.parse(a.converted_at) - Date.parse(b.converted_at))
    .map((conversion) => ({
      conversion,
      day: formatDay(conversion.converted_at),
      users: conversion.user_bolts_distributed,
      owner: conversion.owner_bolts_distributed,
    }))
  const top = scaleTop(Math.max(...bars.map(({ users, owner }) => Math.max(users, 0) + Math.max(owner, 0))))
  const heightOf = (bolts: number) => (Math.max(bolts, 0) / top) * 100
  const dayStep = Math.ceil(bars.length / maxDays)
  return (
    <figure className="grid gap-4">
      <figcaption className="text-muted">
        {t('conversions.chart.summary', {
          count: bars.length,
          from: bars.at(0)?.day ?? '',
          until: bars.at(-1)?.day ?? '',
          users: amount(sumOf(bars.map(({ users }) => users))),
          owner: amount(sumOf(bars.map(({ owner }) => owner))),
        })}
      </figcaption>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {(['users', 'owner'] as const).map((name) => (
          <li key={name} className="flex items-center gap-2">
            <svg width="16" height="16" aria-hidden="true">
              <Part y={90} height={80} pattern={name === 'owner' ? pattern : undefined} />
            </svg>
            {t(`conversions.chart.series.${name}`)}
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className="flex gap-2 pe-8 pt-2 pb-7 text-xs text-muted">
        {/* Half a line longer than the plot at both ends, so that the numbers are centred at their lines. */}
        <ul className="-my-2 flex min-w-8 flex-col justify-between text-end tabular-nums">
          {[top, top / 2, 0].map((value) => (
            <li key={value}>{compact(value)}</li>
          ))}
        </ul>
        <div className="relative h-55 min-w-0 grow">
          <svg width="100%" height="100%" className="absolute overflow-visible stroke-line">
            <pattern id={pattern} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="5" height="5" className="fill-surface stroke-none" />
              <rect width="1.25" height="5" className="fill-text stroke-none" />
            </pattern>
            <line x2="100%" />
            <line x2="100%" y1="50%" y2="50%" />
            <line x2="100%" y1="100%" y2="100%" className="stroke-control-line" />
          </svg>
          <ul className="relative flex h-full justify-center">
            {bars.map(({ conversion, day, users, owner }, index) => (
              <li key={conversion.conversion_id} className="relative max-w-1/8 min-w-0 grow basis-0">
                {/* Not a tab stop, because the table has the same links. */}
                <Link href={urlOf(conversion)} tabIndex={-1} className="group block h-full">
                  <svg width="100%" height="100%" className="overflow-visible">
                    <title>{t('conversions.chart.bar', { day, users: amount(users), owner: amount(owner) })}</title>
                    <rect width="100%" height="100%" className="fill-transparent group-hover:fill-line" />
                    <Part y={100} height={heightOf(users)} />
                    <Part y={100 - heightOf(users)} height={heightOf(owner)} pattern={pattern} />
                  </svg>
                  {index % dayStep === 0 && (
                    <span
                      className={classNames(
                        'absolute top-full left-1/2 mt-2 -translate-x-1/2 whitespace-nowrap group-hover:text-text',
                        index % (3 * dayStep) !== 0 && 'max-lg:hidden',
                      )}
                    >
                      {day}
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </figure>
  )
}

/**
 * A part of a bar. The two parts differ without colour too: the users' is solid, the owner's is hatched and outlined.
 *
 * @param y - its lower end. Like the height, in percent from the top of the drawing.
 * @param pattern - the ID of the hatching.
 */
function Part({ y, height, pattern }: { y: number; height: number; pattern?: string | undefined }) {
  const box = { x: '10%', width: '80%', y: `${y - height}%`, height: `${height}%` }
  if (!pattern) return <rect {...box} className="fill-accent" />
  return <rect {...box} fill={`url(#${pattern})`} className={height > 0 ? 'stroke-text' : ''} />
}

/** Returns a round number at or above the most bolts, whose half is round too. */
function scaleTop(bolts: number): number {
  if (bolts <= 0) return 1
  const unit = 10 ** Math.floor(Math.log10(bolts))
  return unit * ([1, 2, 3, 4, 6, 8].find((step) => step * unit >= bolts) ?? 10)
}
