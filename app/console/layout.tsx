import type { Metadata, Route } from 'next'
import { connection } from 'next/server'
import { signOutOfConsole } from '@/app/signin/actions'
import { Bar, railId } from '@/components/console/frame/bar'
import { AfterNavigation } from '@/components/console/frame/focus'
import { Rail } from '@/components/console/frame/rail'
import {
  activityIcon,
  boxIcon,
  exchangeIcon,
  eyeIcon,
  historyIcon,
  overviewIcon,
  settingsIcon,
  uploadIcon,
} from '@/components/console/icons'
import { TextsProvider } from '@/components/texts'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { formAction } from '@/components/ui/form-action'
import { linkIcon, walletIcon } from '@/components/ui/icon'
import { consoleUser, mayOpenConsole, requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { consoleView } from '@/lib/console/view'
import { setPageStatus } from '@/lib/request/context'
import { brand } from '@/lib/skin'
import { nullIfUnavailable } from '@/lib/store'
import { consoleLanguage, consoleTexts, consoleTextsForBrowser, requestBrand, requestTexts } from '@/lib/skin/texts'
import './console.css'

export async function generateMetadata(): Promise<Metadata> {
  await connection()
  const user = await consoleUser()
  if (!user || !mayOpenConsole(user)) {
    const title = (await requestTexts()).plain('notFound.title')
    // A template without `%s` replaces the title of every page below.
    return { title: { default: title, template: `${title} · ${(await requestBrand()).name}` } }
  }
  const t = consoleTexts()
  const name = `${t(`layout.environment.${config().service.environment}.name`)} · ${brand(consoleLanguage).consoleName}`
  // Absolute, because Next would apply the template of the pages for users to the overview.
  return { title: { absolute: `${t('layout.pages.overview')} · ${name}`, template: `%s · ${name}` } }
}

/** The console's pages, in the order of its navigation; `layout` has a title for each page and group. */
const consolePages = [
  { path: '/console', name: 'overview', group: null, icon: overviewIcon },
  { path: '/console/connects', name: 'connects', group: 'users', icon: linkIcon },
  { path: '/console/resources', name: 'resources', group: 'users', icon: boxIcon },
  { path: '/console/conversions', name: 'conversions', group: 'rewards', icon: exchangeIcon },
  { path: '/console/balances', name: 'balances', group: 'rewards', icon: walletIcon },
  { path: '/console/task-runs', name: 'taskRuns', group: 'operations', icon: activityIcon },
  { path: '/console/uploads', name: 'uploads', group: 'operations', icon: uploadIcon },
  { path: '/console/preview', name: 'preview', group: 'settings', icon: eyeIcon },
  { path: '/console/audit', name: 'audit', group: 'settings', icon: historyIcon },
  { path: '/console/setup', name: 'setup', group: 'settings', icon: settingsIcon },
] as const satisfies readonly { path: Route; name: string; group: string | null; icon: string }[]

export default async function ConsoleLayout({ children }: LayoutProps<'/console'>) {
  // The page itself redirects to the sign-in, because only the page has the URL to return to.
  if (!(await consoleUser())) return children
  const user = await nullIfUnavailable(requireViewer)
  if (!user) return <Away />
  const t = consoleTexts()
  const view = await consoleView()
  const pages = consolePages
    .filter(({ name }) => user.isOperator || name !== 'audit')
    .map(({ path, name, group, icon }) => ({
      path,
      icon,
      title: t(`layout.pages.${name}`),
      group: group && t(`layout.groups.${group}`),
    }))
  return (
    <TextsProvider {...consoleTextsForBrowser('controls')}>
      <Bar user={user} view={view} signOut={formAction(signOutOfConsole)} />
      <Rail
        id={railId}
        label={t('layout.navigation')}
        pages={pages}
        isNarrow={view.rail === 'narrow'}
        foldTexts={{ narrow: t('layout.rail.narrow'), wide: t('layout.rail.wide') }}
      />
      <main id="content" tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
        <noscript>
          <p>{t('layout.needsScripts')}</p>
        </noscript>
        {config().login.isDemo && config().service.environment === 'production' && (
          <Alert id="demo" tone="danger" title={t('layout.demoInProduction')}>
            <p>{t('setup.login.demoText')}</p>
          </Alert>
        )}
        {children}
      </main>
      <AfterNavigation />
    </TextsProvider>
  )
}

/** Replaces every page while Redis is away. The app cannot check then which members of staff have signed out. */
function Away() {
  setPageStatus(503)
  const t = consoleTexts()
  return (
    <main className="mx-auto w-full max-w-3xl p-4">
      <h1 className="sr-only">{t('layout.siteLink')}</h1>
      <Alert tone="danger" title={t('layout.away.title')}>
        <p>{t('layout.away.text')}</p>
        {/* eslint-disable-next-line nextjs/no-html-link-for-pages -- only a new document has the frame */}
        <a href="/console" className={`${buttonClasses('secondary')} justify-self-start`}>
          {t('problems.retry')}
        </a>
      </Alert>
    </main>
  )
}
