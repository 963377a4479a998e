import type { Route } from 'next'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { sumOf } from '@/lib/console/sums'
import { formatDay } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { ConversionFields } from '@/lib/service'
import { BoltsBar } from './bolts-bar'

/** Wide screens have room for this number of days. On narrow ones, every third of them is visible. */
const maxDays = 8

/** Screen readers only get the summary, because the table above has the same figures. */
export function BoltsChart({ conversions }: { conversions: readonly (ConversionFields & { url: Route })[] }) {
  const t = consoleTexts()
  const { amount, compact } = consoleFormats()
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
      <figcaption className="text-sm text-muted">
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
            <span aria-hidden="true" className="size-3.5">
              <BoltsBar users={name === 'users' ? 100 : 0} owner={name === 'owner' ? 100 : 0} />
            </span>
            {t(`conversions.chart.series.${name}`)}
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className="relative ms-14 me-8 mt-2 mb-7 h-55 text-xs text-muted">
        <ul className="absolute inset-0 flex flex-col justify-between">
          {[top, top / 2, 0].map((value) => (
            <li key={value} className="relative border-t border-line last:border-control-line">
              <span className="absolute end-full -translate-y-1/2 pe-2 tabular-nums">{compact(value)}</span>
            </li>
          ))}
        </ul>
        <ul className="relative flex h-full justify-center">
          {bars.map(({ conversion, day, users, owner }, index) => (
            <li key={conversion.conversion_id} className="relative max-w-1/8 min-w-0 grow basis-0">
              {/* Not a tab stop, because the table has the same links. */}
              <Link href={conversion.url} tabIndex={-1} className="group block h-full">
                <BoltsBar
                  users={heightOf(users)}
                  owner={heightOf(owner)}
                  title={t('conversions.chart.bar', { day, users: amount(users), owner: amount(owner) })}
                />
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
    </figure>
  )
}

function scaleTop(bolts: number): number {
  if (bolts <= 0) return 1
  const unit = 10 ** Math.floor(Math.log10(bolts))
  return unit * ([1, 2, 3, 4, 6, 8].find((step) => step * unit >= bolts) ?? 10)
}
