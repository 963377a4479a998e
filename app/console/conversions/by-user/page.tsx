import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { LazyUserBolts } from '@/components/console/conversions/lazy-user-bolts'
import { ConsolePage } from '@/components/console/shared/console-page'
import { ExportLinks } from '@/components/console/shared/export-links'
import { SearchForm } from '@/components/console/shared/search-form'
import { TextsProvider } from '@/components/texts'
import { buttonClasses } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { requireOperator } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { isFromElsewhere } from '@/lib/console/shared/from-elsewhere'
import { readSearchText } from '@/lib/console/shared/search-text'
import { pageUrl } from '@/lib/console/shared/page-url'
import { consoleTexts, consoleTextsForBrowser } from '@/lib/skin/texts'

export function generateMetadata(): Metadata {
  return { title: consoleTexts()('conversions.byUser.title') }
}

/** What one user got in each conversion. */
export default async function UserBoltsPage(props: PageProps<'/console/conversions/by-user'>) {
  const searchParams = await props.searchParams
  const path = '/console/conversions/by-user'
  await requireOperator(pageUrl(path, searchParams))
  const t = consoleTexts()
  const user = readSearchText(searchParams.user)
  // Another site may fill in who is searched for, but starts no search.
  const isSearched = user !== null && !isFromElsewhere(await headers())
  return (
    <ConsolePage
      title={t('conversions.byUser.title')}
      intro={`${t('conversions.byUser.intro')} ${t('shared.subnetBolts')}`}
      actions={
        <Link href="/console/conversions" className={buttonClasses('secondary')}>
          {t('conversions.byUser.back')}
        </Link>
      }
    >
      <SearchForm
        path={path}
        name="user"
        label={t('conversions.byUser.label')}
        hint={t('conversions.byUser.hint')}
        defaultValue={user ?? ''}
        required
        button={{ text: t('conversions.byUser.button'), look: 'primary' }}
      />
      {isSearched && (
        <>
          <ExportLinks path={`${path}/export`} searchParams={{ user }} maxPauseMs={config().service.maxPauseMs} />
          <p className="hidden noscript:block">{t('conversions.byUser.noScript')}</p>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 noscript:hidden">
            <TextsProvider {...consoleTextsForBrowser('userBolts', 'search', 'problems')}>
              <LazyUserBolts user={user} />
            </TextsProvider>
          </div>
        </>
      )}
    </ConsolePage>
  )
}
