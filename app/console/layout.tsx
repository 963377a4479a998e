import type { Metadata } from 'next'
import { connection } from 'next/server'
import { signOutOfConsole } from '@/app/signin/actions'
import { EnvironmentBadge } from '@/components/console/layout/environment-badge'
import { FocusKeeper } from '@/components/console/layout/focus-keeper'
import { MenuCloser } from '@/components/console/layout/menu-closer'
import { Rail, railId } from '@/components/console/layout/rail'
import { SearchField } from '@/components/console/layout/search-field'
import { Siblings } from '@/components/console/layout/siblings'
import { SkipToTable } from '@/components/console/layout/skip-to-table'
import { ViewSettings } from '@/components/console/layout/view-settings'
import { Menu } from '@/components/console/shared/menu'
import { TextsProvider } from '@/components/texts'
import { contrastIcon, menuIcon, userIcon, searchIcon } from '@/components/console/shared/icons'
import { formAction } from '@/components/ui/form-action'
import { Icon } from '@/components/ui/icon'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { consoleUser, mayOpenConsole, requireViewer } from '@/lib/auth/user'
import { brand } from '@/lib/skin'
import { config } from '@/lib/config'
import { consolePages } from '@/lib/console/shared/pages'
import { maxSearchLength } from '@/lib/console/shared/search-text'
import { consoleView } from '@/lib/console/shared/view'
import { consoleLanguage, consoleTexts, consoleTextsForBrowser, requestBrand, requestTexts } from '@/lib/skin/texts'
import './console.css'

/** The titles contain the environment, so that staff can distinguish tabs of staging and production. */
export async function generateMetadata(): Promise<Metadata> {
  await connection()
  // For all other visitors, the console does not exist, so its titles must not show.
  const user = await consoleUser()
  if (!user || !mayOpenConsole(user)) {
    const title = (await requestTexts()).plain('notFound.title')
    // A template without `%s` replaces the title of every page below.
    return { title: { default: title, template: `${title} · ${(await requestBrand()).name}` } }
  }
  const t = consoleTexts()
  const name = `${t(`layout.environment.${config().service.environment}.name`)} · ${brand(consoleLanguage).consoleName}`
  // Next applies this template to the pages below. The overview needs an absolute title, or Next would apply the
  // template of the pages for users.
  return { title: { absolute: `${t('layout.pages.overview')} · ${name}`, template: `%s · ${name}` } }
}

/** The frame of every console page: a bar with environment, search and account, and the links to the pages. */
export default async function ConsoleLayout({ children }: LayoutProps<'/console'>) {
  // The page itself redirects to the sign-in, because only the page has the URL to return to.
  if (!(await consoleUser())) return children
  const user = await requireViewer()
  const { service, app, consoleSiblings } = config()
  const { environment } = service
  const t = consoleTexts()
  const view = await consoleView()
  const pages = consolePages.filter(({ name }) => user.isOperator || name !== 'audit')
  return (
    <TextsProvider {...consoleTextsForBrowser('controls')}>
      <section aria-label={t('layout.deployment')} className="bar" data-environment={environment}>
        <SkipToTable label={t('layout.skip.table')} />
        <EnvironmentBadge environment={environment} />
        <search id={searchId} popover="auto" className="bar-search">
          <SearchField popoverId={searchId} maxLength={maxSearchLength} />
        </search>
        <div id={accountId} popover="auto" className="bar-account">
          <p className="min-w-0 truncate text-sm" title={`${t('layout.signedInAs')} ${user.name}`}>
            <span className="sr-only">{t('layout.signedInAs')}</span> <strong>{user.name}</strong>
            {user.isViewer && <span className="text-muted"> · {t('layout.viewer')}</span>}
          </p>
          <Siblings siblings={consoleSiblings} origin={app.origin} />
          <Menu label={t('layout.view')} icon={contrastIcon} isPlain isIconAlone>
            <div className="hidden noscript:block">{t('layout.viewNeedsScripts')}</div>
            <div className="grid gap-3 noscript:hidden">
              <ViewSettings view={view} />
            </div>
          </Menu>
          {/* Next's script would drop the cookie that the sign-in page sets. */}
          <NativeForm action={formAction(signOutOfConsole)}>
            <SubmitButton look="quiet" label={t('layout.signOut')} busyLabel={t('layout.signingOut')} />
          </NativeForm>
        </div>
        <OpenButton target={searchId} label={t('layout.openSearch')} icon={searchIcon} />
        <OpenButton target={accountId} label={t('layout.account')} icon={userIcon} />
        <OpenButton target={railId} label={t('layout.openRail')} icon={menuIcon} />
      </section>
      <Rail pages={pages} view={view} />
      <main id="content" tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
        {children}
      </main>
      <MenuCloser />
      <FocusKeeper />
    </TextsProvider>
  )
}

const searchId = 'console-search'
const accountId = 'account'

/** Opens the parts that do not fit into the bar of a narrow screen. It works without a script. */
function OpenButton({ target, label, icon }: { target: string; label: string; icon: string }) {
  return (
    <button type="button" popoverTarget={target} aria-label={label} className="icon-button bar-button">
      <Icon path={icon} />
    </button>
  )
}
