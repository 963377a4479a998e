import { DataTable } from '@/components/console/shared/data-table'
import { resourceColumns } from '@/components/console/shared/resource-columns'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { TextLink } from '@/components/console/shared/text-link'
import { pageUrl } from '@/lib/console/shared/page-url'
import type { UserReads } from '@/lib/console/users/read'
import { consoleTexts } from '@/lib/skin/texts'

/** More of them are on a page of their own. */
const maxShown = 10

/** What the user's account owns on this subnet. */
export function UserResources({ read }: { read: Awaited<UserReads['resources']> }) {
  const t = consoleTexts()
  if (!read) return <p className="text-muted">{t('users.resources.noWallet')}</p>
  const { wallet, result } = read
  if (!result.ok) return <ServiceProblem t={t} problem={result.problem} />
  const total = result.data.length
  if (total === 0) return <p className="text-muted">{t('users.resources.none')}</p>
  return (
    <>
      <DataTable
        caption={t('users.resources.caption')}
        columns={resourceColumns()}
        rows={result.data.slice(0, maxShown)}
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
