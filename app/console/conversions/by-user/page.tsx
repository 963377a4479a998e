import type { Metadata } from 'next'
import { LazyUserBolts } from '@/components/console/conversions/lazy-user-bolts'
import { ConsolePage } from '@/components/console/shared/console-page'
import { ExportMenu } from '@/components/console/shared/export-menu'
import { FindForm } from '@/components/console/shared/find-form'
import { FindRow } from '@/components/console/shared/find-row'
import { sortLinks } from '@/components/console/shared/sort-links'
import { NotStarted } from '@/components/console/shared/walk-progress'
import { TextsProvider } from '@/components/texts'
import { Link } from '@/components/ui/link'
import { requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { mayLookUp } from '@/lib/console/shared/from-elsewhere'
import { pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import { maxSearchLength, readSearchText } from '@/lib/console/shared/search-text'
import { shareKinds } from '@/lib/console/shared/share-sort'
import { sortingOf } from '@/lib/console/shared/sort'
import { consoleTexts, consoleTextsForBrowser } from '@/lib/skin/texts'

const path = '/console/conversions/by-user'
const sorting = sortingOf(shareKinds)

export async function generateMetadata(props: PageProps<typeof path>): Promise<Metadata> {
  const t = consoleTexts()
  const user = readSearchText((await props.searchParams).user)
  return { title: user === null ? t('conversions.byUser.title') : t('conversions.byUser.titleOf', { user }) }
}

/** Shows the bolts of one user from each conversion. */
export default async function UserBoltsPage(props: PageProps<typeof path>) {
  const searchParams = await props.searchParams
  const staff = await requireViewer(pageUrl(path, searchParams))
  const t = consoleTexts()
  const user = readSearchText(searchParams.user)
  const isSearched = user !== null && (await mayLookUp(staff, { user_bolts: user }))
  return (
    <ConsolePage
      title={t('conversions.byUser.title')}
      intro={t('shared.subnetBolts')}
      actions={
        <>
          <Link href="/console/conversions" className="chip">
            {t('conversions.byUser.back')}
          </Link>
          {isSearched && staff.isOperator && (
            <ExportMenu path={`${path}/export`} searchParams={{ user }} maxPauseMs={config().service.maxPauseMs} />
          )}
        </>
      }
    >
      <div className="list">
        <FindRow>
          <FindForm
            path={path}
            name="user"
            label={t('conversions.byUser.label')}
            button={t('conversions.byUser.button')}
            value={user ?? ''}
            maxLength={maxSearchLength}
            hidden={{}}
          />
        </FindRow>
        {user !== null && !isSearched && <NotStarted what="lookUp" path={path} searchParams={searchParams} />}
        {isSearched && (
          <>
            <p className="hidden noscript:block">{t('conversions.byUser.noScript')}</p>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3 noscript:hidden">
              <TextsProvider {...consoleTextsForBrowser('userBolts', 'search', 'problems')}>
                <LazyUserBolts user={user} {...orderOf(searchParams)} />
              </TextsProvider>
            </div>
          </>
        )}
      </div>
    </ConsolePage>
  )
}

/** Returns the sort order of the table. The browser has the rows and sorts them. */
function orderOf(searchParams: SearchParams) {
  const t = consoleTexts()
  const sort = sorting.readSort(searchParams, null)
  const sortBy = sortLinks(sorting, sort, { path, searchParams })
  const links = Object.fromEntries(sorting.keys.map((key) => [key, sortBy(key)]))
  return {
    sort,
    sortLinks: links as Record<keyof typeof shareKinds, ReturnType<typeof sortBy>>,
    order: sort
      ? t('shared.sorted', { column: t(`userBolts.columns.${sort.key}`), direction: sort.direction })
      : t('conversions.list.unsorted'),
  }
}
