import { resourceTable } from '@/components/console/shared/resource-columns'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import type { SortBy } from '@/components/console/shared/sort-links'
import { TextLink } from '@/components/console/shared/text-link'
import { pageUrl } from '@/lib/console/shared/page-url'
import { resourceValue } from '@/lib/console/shared/resource-sort'
import type { UserReads } from '@/lib/console/users/read'
import { sortTable, type UserSort, type UserSortKey } from '@/lib/console/users/sort'
import { consoleTexts } from '@/lib/skin/texts'
import { UserTable } from './table'

/** A separate page lists more. */
const maxShown = 10

/** The resources of the user's account on this subnet. */
export function UserResources({
  read,
  sort,
  sortBy,
}: {
  read: Awaited<UserReads['resources']>
  sort: UserSort
  sortBy: SortBy<UserSortKey>
}) {
  const t = consoleTexts()
  if (!read) return <p className="text-muted">{t('users.resources.noWallet')}</p>
  const { wallet, result } = read
  if (!result.ok) return <ServiceProblem t={t} problem={result.problem} />
  const total = result.data.length
  if (total === 0) return <p className="text-muted">{t('users.resources.none')}</p>
  return (
    <>
      <UserTable
        caption={t('users.resources.caption')}
        {...resourceTable((key) => sortBy(`resources.${key}`))}
        rows={sortTable('resources', result.data, sort, resourceValue).slice(0, maxShown)}
        rowKey={({ id }) => id}
      />
      {total > maxShown && (
        <p>
          <TextLink href={pageUrl('/console/resources', { address: wallet })}>
            {t('users.resources.all', { total })}
          </TextLink>
        </p>
      )}
    </>
  )
}
