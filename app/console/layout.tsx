import type { Metadata } from 'next'
import { connection } from 'next/server'
import { signOutOfConsole } from '@/app/signin/actions'
import { EnvironmentBadge } from '@/components/console/layout/environment-badge'
import { Navigation } from '@/components/console/layout/navigation'
import { SearchField } from '@/components/console/layout/search-field'
import { TextsProvider } from '@/components/texts'
import { classNames } from '@/components/ui/class-names'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { consoleUser, requireOperator } from '@/lib/auth/user'
import { brand } from '@/lib/skin'
import { config } from '@/lib/config'
import { consolePages } from '@/lib/console/shared/pages'
import { consoleLanguage, consoleTexts, consoleTextsForBrowser, requestBrand, requestTexts } from '@/lib/skin/texts'
import './console.css'

/** The titles have the environment, so that people can tell tabs of staging and production apart. */
export async function generateMetadata(): Promise<Metadata> {
  await connection()
  // For everybody else the console does not exist, so its titles must not show.
  if (!(await consoleUser())?.isOperator) {
    const title = (await requestTexts()).plain('notFound.title')
    // A template without `%s` takes the place of the title of whatever page is below.
    return { title: { default: title, template: `${title} · ${(await requestBrand()).name}` } }
  }
  const t = consoleTexts()
  const name = `${t(`layout.environment.${config().service.environment}.name`)} · ${brand(consoleLanguage).consoleName}`
  // Next applies the template to the pages below, and that of the pages for users to the overview, were it no whole one.
  return { title: { absolute: `${t('layout.pages.overview')} · ${name}`, template: `%s · ${name}` } }
}

/** The frame of every console page: environment, account, navigation. */
export default async function ConsoleLayout({ children }: LayoutProps<'/console'>) {
  // The page redirects to the sign-in, since only the page knows the URL to come back to.
  if (!(await consoleUser())) return children
  const user = await requireOperator()
  const { environment } = config().service
  const t = consoleTexts()
  const pages = consolePages.map(({ path, name }) => ({ path, title: t(`layout.pages.${name}`) }))
  return (
    <TextsProvider {...consoleTextsForBrowser('controls')}>
      <div
        className={classNames(
          'border-t-4 border-b border-b-line bg-surface',
          environment === 'production' ? 'border-t-danger' : 'border-t-warning [border-top-style:dashed]',
        )}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-2 sm:px-6">
          <section
            aria-label={t('layout.deployment')}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
          >
            <a
              href="#content"
              className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:bg-surface focus:p-3 focus:text-accent"
            >
              {t('layout.skipLink')}
            </a>
            <EnvironmentBadge environment={environment} />
            <SearchField />
            <div className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm">
              <p className="min-w-0 break-words">
                <span className="text-muted max-sm:sr-only">{t('layout.signedInAs')}</span> <strong>{user.name}</strong>
              </p>
              {/* Next's script would drop the cookie that the sign-in page sets. */}
              <NativeForm action={signOutOfConsole}>
                <SubmitButton look="quiet" label={t('layout.signOut')} busyLabel={t('layout.signingOut')} />
              </NativeForm>
            </div>
          </section>
          <Navigation label={t('layout.navigation')} pages={pages} />
        </div>
      </div>
      <main id="content" tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 py-4 sm:px-6">
        {children}
      </main>
    </TextsProvider>
  )
}
