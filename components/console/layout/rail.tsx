import {
  activityIcon,
  boxIcon,
  exchangeIcon,
  eyeIcon,
  historyIcon,
  overviewIcon,
  settingsIcon,
  uploadIcon,
} from '@/components/console/shared/icons'
import { linkIcon, walletIcon } from '@/components/ui/icon'
import type { ConsolePageLink, ConsolePageName } from '@/lib/console/shared/pages'
import type { View } from '@/lib/console/shared/view-cookie'
import { consoleTexts } from '@/lib/skin/texts'
import { Navigation } from './navigation'
import { RailFold } from './rail-fold'

export const railId = 'rail'

const icons: Record<ConsolePageName, string> = {
  overview: overviewIcon,
  connects: linkIcon,
  taskRuns: activityIcon,
  conversions: exchangeIcon,
  balances: walletIcon,
  uploads: uploadIcon,
  resources: boxIcon,
  preview: eyeIcon,
  audit: historyIcon,
  setup: settingsIcon,
}

/** The links to the pages. On a narrow screen it is a popover that a button in the bar opens. */
export function Rail({ pages, view }: { pages: readonly ConsolePageLink[]; view: View }) {
  const t = consoleTexts()
  return (
    <nav id={railId} popover="auto" aria-label={t('layout.navigation')} className="rail">
      <Navigation
        pages={pages.map(({ path, name }) => ({ path, title: t(`layout.pages.${name}`), icon: icons[name] }))}
      />
      <RailFold view={view} narrow={t('layout.rail.narrow')} wide={t('layout.rail.wide')} />
    </nav>
  )
}
