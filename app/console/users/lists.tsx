import type { Route } from 'next'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { AsyncContent } from '@/components/console/async-content'
import { connectCells } from '@/components/console/connects'
import { Announcement } from '@/components/console/announcement'
import { sortedText, Table } from '@/components/console/table'
import { TextLink } from '@/components/console/links'
import { ServiceProblem, UnreadableRows } from '@/components/console/notices'
import { WalkAge, WalkNotes } from '@/components/console/walk-progress'
import { userConnects } from '@/lib/console/connects'
import { columnsOf, defineTable } from '@/lib/console/list'
import { defaultSizes, readSort } from '@/lib/console/query'
import { resourceColumns } from '@/lib/console/resources'
import { sortRows } from '@/lib/console/select'
import { oneUrl, pageUrl, walletPath, type PageQuery } from '@/lib/console/page-url'
import type { Balance, Listed, Resource } from '@/lib/service'
import { consoleTexts } from '@/lib/skin/texts'
import { isComplete, readResources, type ReadRows, type UserData, type UserShare } from './user-data'

const { id, amount } = columnsOf<Listed<Balance>>()

export const balances = defineTable<Listed<Balance>>({
  name: 'users.balance',
  prefix: 'balances.',
  columns: {
    wallet_address: id({ isRowHeader: true, href: walletPath }),
    current_period_points: amount(),
    all_time_points: amount(),
    bolts: amount({ card: 'end' }),
  },
})

const ofShare = columnsOf<UserShare>()

export const bolts = defineTable<UserShare>({
  name: 'users.bolts',
  prefix: 'bolts.',
  columns: {
    // Conversions are weeks apart.
    converted_at: ofShare.time({
      isRowHeader: true,
      shows: 'day',
      href: (_, { conversion_id, at }) => oneUrl('conversions', conversion_id, { at }),
    }),
    bolts_earned: ofShare.amount({ card: 'end' }),
    share_percentage: ofShare.percent(),
    subnet_points: ofShare.amount(),
    wallet_address: ofShare.id({ href: walletPath }),
  },
})

const connects = { ...userConnects, prefix: 'connects.' }

const resources = defineTable<Resource>({ name: 'resources', prefix: 'resources.', columns: resourceColumns })

const maxConnects = 20
const maxResources = 10

/** The age of the lists of the service, the older one, with a link that reads both again. */
export function UserAge({ user, page }: { user: UserData; page: PageQuery }) {
  const readAt = [user.balances.walk, user.bolts.walk].flatMap((walk) => (walk?.kind === 'read' ? walk.readAt : []))
  return readAt.length > 0 && <WalkAge readAt={Math.min(...readAt)} after={Math.max(...readAt)} {...page} />
}

/** During an outage, shows only the lists that do not need the service. `children` come before the longest list. */
export function UserLists({ user, page, children }: { user: UserData; page: PageQuery; children?: ReactNode }) {
  const t = consoleTexts()
  const { kind, rows: records } = user.connects
  // A single balance is in the summary.
  const isInSummary = isComplete(user.balances) && user.balances.rows.length === 1
  return (
    <>
      <Announcement isNews text={t('shared.loaded', { what: t('users.what') })} />
      <Part
        title={t('users.connects.title')}
        rows={records}
        none={t(`users.connects.unknown.${kind}`)}
        table={connects}
        caption={t('users.connects.caption')}
        all={{
          max: maxConnects,
          url: pageUrl('/console/connects', {
            find: records.find((record) => record.walletAddress)?.walletAddress,
          }),
          text: t('users.connects.all', { total: records.length }),
        }}
        page={page}
        parts={{ cells: connectCells, hasDetails: false }}
      />
      {!isInSummary && !user.outage && (
        <Part
          title={t('users.balance.title')}
          {...user.balances}
          none={t('users.balance.none', { total: searched(user.balances) })}
          table={balances}
          page={page}
          limit={defaultSizes.default}
          places={{ path: '/console/balances', searchParams: {} }}
        />
      )}
      {(user.wallets.length > 0 || !user.outage) && children}
      {!user.outage && (
        <Part
          title={t('users.bolts.title')}
          {...user.bolts}
          none={t('users.bolts.none', { total: searched(user.bolts) })}
          table={bolts}
          page={page}
          parts={{ hasDetails: false }}
        />
      )}
    </>
  )
}

export function UserResources({ wallets: [wallet], page }: Pick<UserData, 'wallets'> & { page: PageQuery }) {
  const t = consoleTexts()
  return (
    <AsyncContent path={page.path} read={readResources(wallet)} what={t('users.resources.what')}>
      {(read) => (
        <Part
          title={t('users.resources.title')}
          {...read}
          none={t(`users.resources.${wallet === undefined ? 'noWallet' : 'none'}`)}
          table={resources}
          caption={t('users.resources.caption')}
          all={{
            max: maxResources,
            url: pageUrl('/console/resources', { address: wallet }),
            text: t('users.resources.all', { total: read.rows.length }),
          }}
          page={page}
        />
      )}
    </AsyncContent>
  )
}

const searched = ({ walk }: ReadRows<object>) => (walk?.kind === 'read' ? walk.rows.length : 0)

/** `none` replaces the table if no row of the whole list is the user's. `all` has the rows beyond `max`. */
function Part<Row extends object>({
  title,
  walk,
  rows,
  unreadable = 0,
  none,
  table,
  all,
  page,
  ...props
}: Omit<ComponentProps<typeof Table<Row, object>>, 'rows' | 'filter' | 'order'> &
  ReadRows<Row> & {
    title: string
    none: string
    all?: { max: number; url: Route; text: string }
    page: PageQuery
  }) {
  const id = useId()
  const isCut = walk?.kind === 'read' && !walk.isWhole
  const sort = readSort(table, page.searchParams)
  const sorted = sortRows(table, rows, { sort, filter: {} }).slice(0, all?.max)
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {walk?.kind === 'failed' && <ServiceProblem problem={walk.problem} />}
      {walk?.kind === 'read' && <WalkNotes walk={walk} />}
      <UnreadableRows count={unreadable} />
      {rows.length + unreadable === 0 && walk?.kind !== 'failed' && !isCut && (
        <p className="rounded-skin border border-line bg-surface px-3 py-2 text-sm text-muted">{none}</p>
      )}
      {rows.length > 0 && (
        <>
          <Table {...props} table={table} rows={sorted} filter={{}} order={{ sort, ...page }} />
          {sort && <Announcement isNews text={sortedText(table, sort) ?? ''} />}
        </>
      )}
      {all && rows.length > all.max && (
        <p>
          <TextLink href={all.url}>{all.text}</TextLink>
        </p>
      )}
    </section>
  )
}
