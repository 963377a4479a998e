import { ServiceProblem } from '@/components/console/shared/service-problem'
import { TextLink } from '@/components/console/shared/text-link'
import { UserShareTable } from '@/components/console/shared/user-share-table'
import { pageUrl } from '@/lib/console/shared/page-url'
import type { ReadResult } from '@/lib/console/shared/service'
import type { UserShare } from '@/lib/console/shared/user-bolts'
import type { Collected } from '@/lib/console/users/collect'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { Notes } from './notes'

/** What the user got in each conversion. */
export function UserBoltsTable({ userId, result }: { userId: string; result: ReadResult<Collected<UserShare>> }) {
  const t = consoleTexts()
  if (!result.ok) return <ServiceProblem t={t} problem={result.problem} />
  const { hits: shares, total, isWhole } = result.data
  const all = pageUrl('/console/conversions/by-user', { user: userId })
  return (
    <>
      <Notes extent={result.data} goOn={{ url: all, text: t('users.bolts.goOn') }} />
      <UserShareTable shares={shares} t={t} formats={consoleFormats()} />
      {shares.length > 0 && (
        <p>
          <TextLink href={all}>{t('users.bolts.chart')}</TextLink>
        </p>
      )}
      {shares.length === 0 && isWhole && <p className="text-muted">{t('users.bolts.none', { total })}</p>}
    </>
  )
}
