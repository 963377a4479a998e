import type { Metadata } from 'next'
import { Badge } from '@/components/console/badge'
import { AsyncContent, LateCount } from '@/components/console/async-content'
import { ConsolePage, pageTitle, Section } from '@/components/console/console-page'
import { ExportMenu } from '@/components/console/export-menu'
import { Details } from '@/components/console/details'
import { Identifier } from '@/components/console/identifier'
import { EmptyState, ServiceProblem } from '@/components/console/notices'
import { Time } from '@/components/console/time'
import { UnknownPage } from '@/components/console/unknown-page'
import { NotStarted } from '@/components/console/walk-progress'
import { Alert } from '@/components/ui/alert'
import { Link } from '@/components/ui/link'
import { requireViewer } from '@/lib/auth/user'
import { mayLookUp } from '@/lib/console/from-elsewhere'
import { readId, readPage } from '@/lib/console/query'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import { readService } from '@/lib/console/service'
import { decimalsOf } from '@/lib/format'
import type { Conversion, Listed } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { listUrl, readListPosition } from '@/app/console/conversions/query'
import { countFailures, reconcile, type ConversionRow } from '@/app/console/conversions/reconciliation'
import { Breakdown, readBreakdownQuery } from './breakdown'
import { findConversion, readNeighbours, type Neighbours } from './find'

type Props = PageProps<'/console/conversions/one'>

const path = '/console/conversions/one'

export async function generateMetadata(props: Props): Promise<Metadata> {
  const searchParams = await props.searchParams
  const title = consoleTexts()('conversions.one.titleOf', { id: readId(searchParams) })
  return { title: pageTitle(title, readPage(searchParams)) }
}

export default async function ConversionPage(props: Props) {
  const searchParams = await props.searchParams
  const id = readId(searchParams)
  const user = await requireViewer(pageUrl(path, searchParams))
  if (id === '') return <UnknownPage />
  const t = consoleTexts()
  const { find } = readBreakdownQuery(searchParams)
  const { at, from, until } = searchParams
  const wanted = { id, listPosition: readListPosition(searchParams) }
  // The search text can identify a person. Without one, the page still calls the service about the ID.
  const mayRead = await mayLookUp(user, { path, searchParams }, { user_bolts: find }, true)
  const read = mayRead ? readService((access, options) => findConversion(access, wanted, options)) : null
  const found = Promise.resolve(read).then((result) =>
    result?.kind === 'read' && result.data.kind === 'found' ? result.data : null,
  )
  return (
    <ConsolePage
      title={
        <>
          <span>{t('conversions.one.title')}</span>
          <LateCount read={found}>
            {(found) =>
              found && (
                <>
                  , <Time time={found.conversion.converted_at} isDay />
                </>
              )
            }
          </LateCount>
        </>
      }
      intro={
        <nav aria-label={t('conversions.one.neighbours.title')} className="links">
          <Link href={listUrl(searchParams)}>{t('conversions.one.back')}</Link>
          <AsyncContent
            read={found.then((found) => found && readNeighbours(found.conversion, found.listPosition))}
            what={t('conversions.one.neighbours.what')}
            fallback={<></>}
            path={path}
          >
            {(neighbours) => neighbours && <NeighbourLinks neighbours={neighbours} searchParams={searchParams} />}
          </AsyncContent>
        </nav>
      }
      actions={user.isOperator && <ExportMenu path={`${path}/export`} searchParams={{ id, at, from, until }} />}
    >
      {read ? (
        <AsyncContent read={read} what={t('conversions.one.what')} lines={12} path={path}>
          {(result) => {
            if (result.kind === 'failed')
              return <ServiceProblem problem={result.problem} retryUrl={pageUrl(path, searchParams)} />
            if (result.data.kind === 'missing') {
              const { searched, isWhole, unreadable } = result.data
              return (
                <EmptyState title={t('conversions.one.missing.title')}>
                  <p>{t(`conversions.one.missing.${isWhole ? 'whole' : 'part'}`, { searched })}</p>
                  {unreadable > 0 && <p>{t('conversions.one.missing.unreadable', { count: unreadable })}</p>}
                </EmptyState>
              )
            }
            const { conversion, listPosition } = result.data
            const { at, from, until } = listPosition
            return (
              <>
                <Summary conversion={conversion} />
                <Breakdown conversion={conversion} searchParams={{ ...searchParams, at: String(at), from, until }} />
              </>
            )
          }}
        </AsyncContent>
      ) : (
        <NotStarted what="lookUp" path={path} searchParams={searchParams} text={find || id} />
      )}
    </ConsolePage>
  )
}

const totals = {
  total: 'total_bolts_distributed',
  users: 'user_bolts_distributed',
  owner: 'owner_bolts_distributed',
  gross: 'gross_bolts_allocation',
  pool: 'total_subnet_points_in_pool',
} as const

export function Summary({ conversion }: { conversion: Listed<Conversion> }) {
  const t = consoleTexts()
  const { amount } = consoleFormats()
  const { pool, ...bolts } = totals
  const decimals = decimalsOf(Object.values(bolts).map((field) => conversion[field]))
  const figures = Object.entries(totals).map(([name, field]) => [
    t(`conversions.one.totals.${name as keyof typeof totals}`),
    amount(conversion[field], field === pool ? 0 : decimals),
  ])
  const reconciled = reconcile(conversion)
  const { wrong, unknown } = countFailures(reconciled)
  const { unreadableEntries } = conversion
  return (
    <Section label={t('conversions.one.totals.title')}>
      <Details look="figures" fields={Object.fromEntries(figures)} />
      <div className="border-t border-line pt-3">
        <Details
          look="facts"
          fields={{
            [t('conversions.one.totals.convertedAt')]: <Time time={conversion.converted_at} />,
            [t('conversions.one.totals.period')]: (
              <>
                <Time time={conversion.period_started_at} /> {t('conversions.one.totals.periodTo')}{' '}
                <Time time={conversion.period_ended_at} />
              </>
            ),
            [t('conversions.columns.conversion_id')]: (
              <Identifier value={conversion.conversion_id} what={t('conversions.ids.conversion_id')} isWhole />
            ),
            [t('conversions.reconciliation.title')]: wrong === 0 && (
              <Badge tone={unknown > 0 ? 'neutral' : 'success'}>
                {t(`conversions.reconciliation.${unknown > 0 ? 'unknown' : 'fine'}`, { count: unreadableEntries })}
              </Badge>
            ),
          }}
        />
      </div>
      {wrong > 0 && <Mismatches conversion={reconciled} />}
    </Section>
  )
}

function Mismatches({ conversion }: { conversion: ConversionRow }) {
  const t = consoleTexts()
  const { amount } = consoleFormats()
  const failures = conversion.checks.filter(({ verdict }) => verdict === 'wrong')
  const decimals = decimalsOf(failures.flatMap(({ expected, found, difference }) => [expected, found, difference]))
  return (
    // The list links to it.
    <Alert id="reconciliation" tone="warning" title={t('conversions.reconciliation.wrong', { count: failures.length })}>
      {failures.map(({ name, expected, found, difference }) => (
        <div key={name} className="grid gap-1">
          <p>{t(`conversions.reconciliation.checks.${name}`)}:</p>
          <Details
            look="figures"
            fields={{
              [t('conversions.reconciliation.expected')]: amount(expected, decimals),
              [t('conversions.reconciliation.found')]: amount(found, decimals),
              [t('conversions.reconciliation.difference')]:
                (difference < 0 ? '−' : '+') + amount(Math.abs(difference), decimals),
            }}
          />
        </div>
      ))}
      <p>{t('conversions.reconciliation.advice')}</p>
    </Alert>
  )
}

export function NeighbourLinks({ neighbours, searchParams }: { neighbours: Neighbours; searchParams: SearchParams }) {
  return (['older', 'newer'] as const).map((name) => {
    const { conversion, ...listPosition } = neighbours[name] ?? {}
    if (!conversion) return null
    const changes = { ...listPosition, id: conversion.conversion_id, page: undefined }
    return (
      <Link key={name} href={pageUrl('/console/conversions/one', searchParams, changes)}>
        {consoleTexts()(`conversions.one.neighbours.${name}`)}
      </Link>
    )
  })
}
