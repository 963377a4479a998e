import { ServiceProblem } from '@/components/console/shared/service-problem'
import type { SortBy } from '@/components/console/shared/sort-links'
import { TextLink } from '@/components/console/shared/text-link'
import { shareColumns, shareRows } from '@/components/console/shared/user-share-table'
import { pageUrl } from '@/lib/console/shared/page-url'
import type { ReadResult } from '@/lib/console/shared/service'
import { shareValue } from '@/lib/console/shared/share-sort'
import type { UserShare } from '@/lib/console/shared/user-bolts'
import type { Collected } from '@/lib/console/users/collect'
import { sortTable, type UserSort, type UserSortKey } from '@/lib/console/users/sort'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { Notes } from './notes'
import { UserTable } from './table'

/** The user's share in each conversion. */
export function UserBolts({
  userId,
  result,
  sort,
  sortBy,
}: {
  userId: string
  result: ReadResult<Collected<UserShare>>
  sort: UserSort
  sortBy: SortBy<UserSortKey>
}) {
  const t = consoleTexts()
  if (!result.ok) return <ServiceProblem t={t} problem={result.problem} />
  const { hits, total, isWhole } = result.data
  const all = pageUrl('/console/conversions/by-user', { user: userId })
  const rows = shareRows(sortTable('bolts', hits, sort, shareValue).filter((share) => 'entry' in share))
  return (
    <>
      <Notes extent={result.data} nextPage={{ url: all, text: t('users.bolts.nextPage') }} />
      {rows.length > 0 && (
        <>
          <UserTable
            caption={t('userBolts.caption')}
            columns={shareColumns(rows, { sortBy: (key) => sortBy(`bolts.${key}`), t, formats: consoleFormats() })}
            rows={rows}
            rowKey={(_, index) => index}
          />
          <p>
            <TextLink href={all}>{t('users.bolts.chart')}</TextLink>
          </p>
        </>
      )}
      {rows.length === 0 && isWhole && <p className="text-muted">{t('users.bolts.none', { total })}</p>}
    </>
  )
}
