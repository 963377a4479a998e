import { Badge } from '@/components/console/badge'
import { Alert } from '@/components/ui/alert'
import { Link } from '@/components/ui/link'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import { decimalsOf } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { ConversionFields } from '@/lib/service'
import { countFailures, type ConversionCheck, type ConversionRow } from '@/app/console/conversions/reconciliation'
import type { Neighbour, Neighbours } from './find'

const fields = [
  { name: 'pool', field: 'total_subnet_points_in_pool' },
  { name: 'gross', field: 'gross_bolts_allocation' },
  { name: 'total', field: 'total_bolts_distributed' },
  { name: 'users', field: 'user_bolts_distributed' },
  { name: 'owner', field: 'owner_bolts_distributed' },
] as const

export function Totals({ conversion }: { conversion: ConversionFields }) {
  const { amount } = consoleFormats()
  const decimals = decimalsOf(fields.filter(({ name }) => name !== 'pool').map(({ field }) => conversion[field]))
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-sm">
      {fields.map(({ name, field }) => (
        <div key={name} className="col-span-full grid grid-cols-subgrid items-baseline">
          <dt className="text-muted">{consoleTexts()(`conversions.one.totals.${name}`)}</dt>
          <dd className="text-end font-medium tabular-nums">
            {amount(conversion[field], name === 'pool' ? 0 : decimals)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function NeighbourLinks({ neighbours, searchParams }: { neighbours: Neighbours; searchParams: SearchParams }) {
  const t = consoleTexts()
  const urlOf = ({ conversion: { conversion_id: id }, at }: Neighbour) =>
    pageUrl('/console/conversions/one', searchParams, { id, at, page: undefined })
  return (
    <nav aria-label={t('conversions.one.neighbours.title')} className="flex gap-2">
      {(['older', 'newer'] as const).map((name) => {
        const neighbour = neighbours[name]
        return (
          neighbour && (
            <Link key={name} href={urlOf(neighbour)} className="action">
              {t(`conversions.one.neighbours.${name}`)}
            </Link>
          )
        )
      })}
    </nav>
  )
}

export function Reconciliation({ conversion }: { conversion: ConversionRow }) {
  const t = consoleTexts()
  const { wrong, unknown } = countFailures(conversion)
  return (
    <section aria-labelledby="reconciliation" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="reconciliation" className="font-semibold">
          {t('conversions.reconciliation.title')}
        </h2>
        {wrong === 0 && (
          <Badge tone={unknown > 0 ? 'neutral' : 'success'}>
            {unknown > 0
              ? t('conversions.reconciliation.unknown', { count: conversion.unreadableEntries })
              : t('conversions.reconciliation.fine')}
          </Badge>
        )}
      </div>
      {wrong > 0 && (
        <Alert tone="warning" title={t('conversions.reconciliation.wrong', { count: wrong })}>
          <ul className="grid gap-2">
            {conversion.checks
              .filter(({ verdict }) => verdict === 'wrong')
              .map((check) => (
                <Difference key={check.name} {...check} />
              ))}
          </ul>
          <p>{t('conversions.reconciliation.advice')}</p>
        </Alert>
      )}
    </section>
  )
}

function Difference({ name, expected, found, difference }: ConversionCheck) {
  const t = consoleTexts()
  const places = decimalsOf([expected, found, difference])
  const bolts = (value: number) =>
    t('conversions.reconciliation.bolts', { amount: consoleFormats().amount(value, places) })
  return (
    <li className="tabular-nums">
      {t(`conversions.reconciliation.checks.${name}`)}:{' '}
      {t('conversions.reconciliation.figures', {
        expected: bolts(expected),
        found: bolts(found),
        difference: (difference < 0 ? '−' : '+') + bolts(Math.abs(difference)),
      })}
    </li>
  )
}
