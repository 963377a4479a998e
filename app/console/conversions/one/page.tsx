import type { Metadata } from 'next'
import { Badge } from '@/components/console/badge'
import { AsyncContent, LateCount } from '@/components/console/async-content'
import { ConsolePage, pageTitle } from '@/components/console/console-page'
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
import type { ConversionFields } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { listUrl, readListPosition } from '@/app/console/conversions/query'
import { countFailures, reconcile, type ConversionRow } from '@/app/console/conversions/reconciliation'
import { Breakdown, readBreakdownQuery } from './breakdown'
import { findConversion, readNeighbours, type ConversionFound, type Neighbour, type Neighbours } from './find'

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
  return (
    <ConsolePage
      title={
        <>
          <span>{t('conversions.one.title')}</span>
          {read && (
            <LateCount read={read}>
              {(result) =>
                'data' in result &&
                result.data.kind === 'found' && (
                  <>
                    , <Time time={result.data.conversion.converted_at} isDay />
                  </>
                )
              }
            </LateCount>
          )}
        </>
      }
      actions={
        <>
          <Link href={listUrl(searchParams)} className="action">
            {t('conversions.one.back')}
          </Link>
          {user.isOperator && <ExportMenu path={`${path}/export`} searchParams={{ id, at, from, until }} />}
        </>
      }
    >
      {read ? (
        <AsyncContent read={read} what={t('conversions.one.what')} lines={12} path={path}>
          {(result) => {
            if (result.kind === 'failed')
              return <ServiceProblem problem={result.problem} retryUrl={pageUrl(path, searchParams)} />
            if (result.data.kind === 'missing') return <Missing {...result.data} />
            return <Found {...result.data} searchParams={searchParams} />
          }}
        </AsyncContent>
      ) : (
        <NotStarted what="lookUp" path={path} searchParams={searchParams} text={find || id} />
      )}
    </ConsolePage>
  )
}

function Found({
  conversion,
  listPosition,
  searchParams,
}: Extract<ConversionFound, { kind: 'found' }> & { searchParams: SearchParams }) {
  const t = consoleTexts()
  const { at, from, until } = listPosition
  const current = { ...searchParams, at: String(at), from, until }
  return (
    <>
      <div className="grid gap-3 rounded-skin border border-line bg-surface p-3 lg:grid-cols-2 lg:gap-x-8">
        <section aria-labelledby="totals" className="grid content-start gap-2">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h2 id="totals" className="font-semibold">
              {t('conversions.one.totals.title')}
            </h2>
            <AsyncContent
              read={readNeighbours(conversion, listPosition)}
              what={t('conversions.one.neighbours.what')}
              fallback={<></>}
              path={path}
            >
              {(neighbours) => <NeighbourLinks neighbours={neighbours} searchParams={current} />}
            </AsyncContent>
          </div>
          <Totals conversion={conversion} />
        </section>
        <div className="grid content-start gap-3">
          <Details
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
            }}
          />
          <Reconciliation conversion={reconcile(conversion)} />
        </div>
      </div>
      <Breakdown conversion={conversion} searchParams={current} />
    </>
  )
}

function Missing({ searched, isWhole, unreadable }: Extract<ConversionFound, { kind: 'missing' }>) {
  const t = consoleTexts()
  return (
    <EmptyState title={t('conversions.one.missing.title')}>
      <p>{t(isWhole ? 'conversions.one.missing.whole' : 'conversions.one.missing.part', { searched })}</p>
      {unreadable > 0 && <p>{t('conversions.one.missing.unreadable', { count: unreadable })}</p>}
      <Link href="/console/conversions">{t('conversions.one.back')}</Link>
    </EmptyState>
  )
}

const fields = [
  { name: 'pool', field: 'total_subnet_points_in_pool' },
  { name: 'gross', field: 'gross_bolts_allocation' },
  { name: 'total', field: 'total_bolts_distributed' },
  { name: 'users', field: 'user_bolts_distributed' },
  { name: 'owner', field: 'owner_bolts_distributed' },
] as const

const figures = 'tabular-nums [&_dd]:text-end [&_dl]:grid-cols-[minmax(0,1fr)_auto]'

function Totals({ conversion }: { conversion: ConversionFields }) {
  const { amount } = consoleFormats()
  const decimals = decimalsOf(fields.filter(({ name }) => name !== 'pool').map(({ field }) => conversion[field]))
  const totals = fields.map(({ name, field }) => [
    consoleTexts()(`conversions.one.totals.${name}`),
    amount(conversion[field], name === 'pool' ? 0 : decimals),
  ])
  return (
    <div className={figures}>
      <Details fields={Object.fromEntries(totals)} />
    </div>
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
  const { amount } = consoleFormats()
  const { wrong, unknown } = countFailures(conversion)
  const failures = conversion.checks.filter(({ verdict }) => verdict === 'wrong')
  const decimals = decimalsOf(failures.flatMap(({ expected, found, difference }) => [expected, found, difference]))
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
          {failures.map(({ name, expected, found, difference }) => (
            <div key={name} className={figures}>
              <p>{t(`conversions.reconciliation.checks.${name}`)}:</p>
              <Details
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
      )}
    </section>
  )
}
