import type { Route } from 'next'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { attemptCells } from '@/components/console/attempts'
import { Announcement } from '@/components/console/announcement'
import type { Cells } from '@/components/console/cells'
import { TextLink } from '@/components/console/links'
import { EmptyState, Note, ServiceProblem } from '@/components/console/notices'
import { sortedText, Table } from '@/components/console/table'
import { Time } from '@/components/console/time'
import { userAttempts } from '@/lib/console/attempts'
import { columnsOf, defineTable } from '@/lib/console/list'
import { readSort } from '@/lib/console/query'
import { resourceColumns } from '@/lib/console/resources'
import { sortRows } from '@/lib/console/select'
import { conversionPath, pageUrl, walletPath, type SearchParams } from '@/lib/console/page-url'
import type { ReadResult } from '@/lib/console/service'
import type { Listed, Resource } from '@/lib/service'
import { consoleTexts } from '@/lib/skin/texts'
import type { Collected, UserBalance, UserShare } from './collect'
import type { UserReads } from './read'
import type { UserConnects } from './sums'

/** The page, whose query sorts one of its tables. */
interface UserPage {
  path: Route
  searchParams: SearchParams
}

const { id, amount } = columnsOf<UserBalance>()

export const balances = defineTable<UserBalance>({
  name: 'users.balance',
  prefix: 'balances.',
  columns: {
    wallet_address: id({ isRowHeader: true, href: walletPath }),
    current_period_points: amount(),
    all_time_points: amount(),
    bolts: amount(),
  },
})

const ofShare = columnsOf<UserShare>()

export const bolts = defineTable<UserShare>({
  name: 'users.bolts',
  prefix: 'bolts.',
  columns: {
    converted_at: ofShare.time({ isRowHeader: true }),
    bolts_earned: ofShare.amount(),
    share_percentage: ofShare.percent(),
    subnet_points: ofShare.amount(),
    wallet_address: ofShare.id({ href: walletPath }),
  },
})

const resources = defineTable<Resource>({ name: 'resources', prefix: 'resources.', columns: resourceColumns })

/** The user's balances if there are several, none, or possibly more. A single one is in the summary. */
export function UserBalances({
  userId,
  result,
  page,
}: {
  userId: string
  result: ReadResult<Collected<UserBalance>>
  page: UserPage
}) {
  const t = consoleTexts()
  const title = t('users.balance.title')
  if (!result.ok) {
    return (
      <Part title={title}>
        <ServiceProblem problem={result.problem} />
      </Part>
    )
  }
  const { hits, total, isWhole, hasChanged } = result.data
  if (hits.length === 1 && isWhole && !hasChanged) return null
  const search = pageUrl('/console/balances', { find: userId })
  const places = {
    of: ({ position }: UserBalance) => position,
    path: '/console/balances',
    searchParams: {},
    limit: 50,
  } as const
  return (
    <Part title={title}>
      <Notes extent={result.data} nextPage={{ url: search, text: t('users.balance.nextPage') }} />
      {hits.length > 0 && <UserTable table={balances} rows={hits} page={page} places={places} />}
      {hits.length === 0 && isWhole && (
        <EmptyState title={t('users.balance.none')}>
          <p>{t('users.balance.noneText', { total })}</p>
        </EmptyState>
      )}
    </Part>
  )
}

/** Conversions are weeks apart, so their exact time says more than how long ago they were. */
const shareCells: Cells<UserShare, object> = {
  converted_at: ({ conversion_id, converted_at, at }) => (
    <TextLink href={pageUrl(conversionPath(conversion_id), {}, { at })}>
      <Time time={converted_at} />
    </TextLink>
  ),
}

/** The user's share in each conversion. */
export function UserBolts({ result, page }: { result: ReadResult<Collected<Listed<UserShare>>>; page: UserPage }) {
  const t = consoleTexts()
  if (!result.ok) return <ServiceProblem problem={result.problem} />
  const { hits, total, isWhole } = result.data
  return (
    <>
      <Notes extent={result.data} nextPage={{ url: '/console/conversions', text: t('users.bolts.nextPage') }} />
      {hits.length > 0 && (
        <UserTable table={bolts} rows={hits} page={page} parts={{ cells: shareCells }} hasDetails={false} />
      )}
      {hits.length === 0 && isWhole && <p className="text-muted">{t('users.bolts.none', { total })}</p>}
    </>
  )
}

/** The page of a wallet's attempts lists all of them. */
const maxAttempts = 20

/** The attempts to connect a wallet of the user. */
export function UserAttempts({ connects, page }: { connects: UserConnects; page: UserPage }) {
  const t = consoleTexts()
  switch (connects.kind) {
    case 'not_kept':
      return <p className="text-muted">{t('users.connects.notKept')}</p>
    case 'away':
      return <p className="text-warning">{t('users.connects.away')}</p>
    case 'read':
  }
  const { attempts } = connects
  if (attempts.length === 0) return <p className="text-muted">{t('users.connects.none')}</p>
  const [wallet] = attempts.flatMap(({ walletAddress }) => walletAddress ?? [])
  return (
    <>
      <UserTable
        table={{ ...userAttempts, prefix: 'attempts.' }}
        caption={t('users.connects.caption')}
        rows={attempts}
        maxRows={maxAttempts}
        page={page}
        parts={{ cells: attemptCells }}
        hasDetails={false}
      />
      {attempts.length > maxAttempts && wallet !== undefined && (
        <p>
          <TextLink href={pageUrl('/console/connects', { find: wallet })}>
            {t('users.connects.all', { total: attempts.length })}
          </TextLink>
        </p>
      )}
    </>
  )
}

/** A separate page lists more. */
const maxResources = 10

/** The resources of the user's account on this subnet. */
export function UserResources({ read, page }: { read: Awaited<UserReads['resources']>; page: UserPage }) {
  const t = consoleTexts()
  if (!read) return <p className="text-muted">{t('users.resources.noWallet')}</p>
  const { wallet, result } = read
  if (!result.ok) return <ServiceProblem problem={result.problem} />
  const total = result.data.length
  if (total === 0) return <p className="text-muted">{t('users.resources.none')}</p>
  return (
    <>
      <UserTable
        table={resources}
        caption={t('users.resources.caption')}
        rows={result.data}
        maxRows={maxResources}
        page={page}
      />
      {total > maxResources && (
        <p>
          <TextLink href={pageUrl('/console/resources', { address: wallet })}>
            {t('users.resources.all', { total })}
          </TextLink>
        </p>
      )}
    </>
  )
}

/** A part of the page, below its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Remarks about a list that was not read completely or changed meanwhile. Empty if nothing is missing. */
function Notes({
  extent: { searched, total, isWhole, hasChanged },
  nextPage,
}: {
  extent: { searched: number; total: number; isWhole: boolean; hasChanged: boolean }
  /** The page that reads the whole list, if there is one. */
  nextPage?: { url: Route; text: string }
}) {
  const t = consoleTexts()
  if (isWhole && !hasChanged) return null
  return (
    <Note>
      <span>{isWhole ? t('users.changed') : t('users.cut', { searched, total })}</span>
      {nextPage && <TextLink href={nextPage.url}>{nextPage.text}</TextLink>}
    </Note>
  )
}

/**
 * A table of the page. The query sorts one of several tables, so each announces its own order.
 *
 * @param maxRows - another page has the other rows.
 */
function UserTable<Row extends object>({
  table,
  rows,
  maxRows = rows.length,
  page: { path, searchParams },
  ...props
}: Omit<ComponentProps<typeof Table<Row, object>>, 'filter' | 'order'> & { page: UserPage; maxRows?: number }) {
  const sort = readSort(table, searchParams)
  const sorted = sortRows(table, rows, { sort, filter: {} })
  return (
    <>
      <Table
        {...props}
        table={table}
        rows={sorted.slice(0, maxRows)}
        filter={{}}
        order={{ sort, path, searchParams }}
      />
      {sort && <Announcement isNews text={sortedText(table, sort) ?? ''} />}
    </>
  )
}
