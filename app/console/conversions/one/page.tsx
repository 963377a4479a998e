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

export function Summary({ conversion }: { conversion: Listed<Conversion> }) {
  const t = consoleTexts()
  const { amount } = consoleFormats()
  const { unreadableEntries, gross_bolts_allocation: gross, total_bolts_distributed: total } = conversion
  const { user_bolts_distributed: users, owner_bolts_distributed: owner } = conversion
  const reconciled = reconcile(conversion)
  const { wrong, unknown } = countFailures(reconciled)
  const failures = reconciled.checks.filter(({ verdict }) => verdict === 'wrong')
  const ofFailures = failures.flatMap(({ expected, found, difference }) => [expected, found, difference])
  const decimals = decimalsOf([total, users, owner, gross, ...ofFailures])
  const bolts = (value: number) => amount(value, decimals)
  return (
    <Section label={t('conversions.one.totals.title')}>
      <Details
        look="figures"
        fields={{
          [t('conversions.one.totals.total')]: bolts(total),
          [t('conversions.one.totals.users')]: bolts(users),
          [t('conversions.one.totals.owner')]: bolts(owner),
          [t('conversions.one.totals.pool')]: amount(conversion.total_subnet_points_in_pool),
        }}
      />
      {wrong > 0 ? (
        <div className="[&>[role=alert]>div]:grow">
          <Mismatches failures={failures} bolts={bolts} />
        </div>
      ) : (
        <Badge tone={unknown > 0 ? 'neutral' : 'success'}>
          {t(`conversions.reconciliation.${unknown > 0 ? 'unknown' : 'fine'}`, { count: unreadableEntries })}
        </Badge>
      )}
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
            [t('conversions.one.totals.gross')]: gross !== total && bolts(gross),
          }}
        />
      </div>
    </Section>
  )
}

function Mismatches({ failures, bolts }: { failures: ConversionRow['checks']; bolts: (value: number) => string }) {
  const t = consoleTexts()
  return (
    // The list links to it.
    <Alert id="reconciliation" tone="warning" title={t('conversions.reconciliation.wrong', { count: failures.length })}>
      {failures.map(({ name, expected, found, difference }) => (
        // On wide screens, its columns continue those of the figures above, across the inset of the alert.
        <div key={name} className="grid grid-cols-2 gap-4 lg:-ms-11.25 lg:-me-3.25 lg:grid-cols-4 [&>dl]:contents">
          <p className="max-lg:col-span-full lg:ps-11.25">{t(`conversions.reconciliation.checks.${name}`)}:</p>
          <Details
            look="figures"
            fields={{
              [t('conversions.reconciliation.expected')]: bolts(expected),
              [t('conversions.reconciliation.found')]: bolts(found),
              [t('conversions.reconciliation.difference')]: (difference < 0 ? '−' : '+') + bolts(Math.abs(difference)),
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
