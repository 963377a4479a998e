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
import { formAction } from '@/components/ui/form-action'
import { linkIcon, walletIcon } from '@/components/ui/icon'
import { consoleUser, mayOpenConsole, requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { consoleView } from '@/lib/console/view'
import { brand } from '@/lib/skin'
import { consoleLanguage, consoleTexts, consoleTextsForBrowser, requestBrand, requestTexts } from '@/lib/skin/texts'
import './console.css'

/** The titles contain the environment, so that staff can distinguish tabs of staging and production. */
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
  // Next applies this template to the pages below. The overview needs an absolute title, or Next would apply the
  // template of the pages for users.
  return { title: { absolute: `${t('layout.pages.overview')} · ${name}`, template: `%s · ${name}` } }
}

/** The console's pages, in the order of its navigation; `layout.pages` has a title for each name. */
const consolePages = [
  { path: '/console', name: 'overview', icon: overviewIcon },
  { path: '/console/connects', name: 'connects', icon: linkIcon },
  { path: '/console/task-runs', name: 'taskRuns', icon: activityIcon },
  { path: '/console/conversions', name: 'conversions', icon: exchangeIcon },
  { path: '/console/balances', name: 'balances', icon: walletIcon },
  { path: '/console/uploads', name: 'uploads', icon: uploadIcon },
  { path: '/console/resources', name: 'resources', icon: boxIcon },
  { path: '/console/preview', name: 'preview', icon: eyeIcon },
  { path: '/console/audit', name: 'audit', icon: historyIcon },
  { path: '/console/setup', name: 'setup', icon: settingsIcon },
] as const satisfies readonly { path: Route; name: string; icon: string }[]

/** The frame of every console page: a bar with environment, search and account, and the links to the pages. */
export default async function ConsoleLayout({ children }: LayoutProps<'/console'>) {
  // The page itself redirects to the sign-in, because only the page has the URL to return to.
  if (!(await consoleUser())) return children
  const user = await requireViewer()
  const t = consoleTexts()
  const view = await consoleView()
  const pages = consolePages
    .filter(({ name }) => user.isOperator || name !== 'audit')
    .map(({ path, name, icon }) => ({ path, icon, title: t(`layout.pages.${name}`) }))
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
        {children}
      </main>
      <AfterNavigation />
    </TextsProvider>
  )
}
