import type { Route } from 'next'
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
import { linkIcon, walletIcon } from '@/components/ui/icon'

/** The console's pages, in the order of its navigation; `layout.pages` has a title for each name. */
export const consolePages = [
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
