import type { Route } from 'next'
import { consoleMessages } from '@/lib/messages/console'

const titles = consoleMessages.pages

/** The console's pages, in the order of its navigation. */
export const consolePages: readonly { path: Route; title: string }[] = [
  { path: '/console', title: titles.overview },
  { path: '/console/task-runs', title: titles.taskRuns },
  { path: '/console/conversions', title: titles.conversions },
  { path: '/console/balances', title: titles.balances },
  { path: '/console/uploads', title: titles.uploads },
  { path: '/console/resources', title: titles.resources },
]
