import type { Route } from 'next'

/** The console's pages, in the order of its navigation; `layout.pages` has a title for each name. */
export const consolePages = [
  { path: '/console', name: 'overview' },
  { path: '/console/connects', name: 'connects' },
  { path: '/console/task-runs', name: 'taskRuns' },
  { path: '/console/conversions', name: 'conversions' },
  { path: '/console/balances', name: 'balances' },
  { path: '/console/uploads', name: 'uploads' },
  { path: '/console/resources', name: 'resources' },
  { path: '/console/preview', name: 'preview' },
  { path: '/console/audit', name: 'audit' },
  { path: '/console/setup', name: 'setup' },
] as const satisfies readonly { path: Route; name: string }[]

export type ConsolePageName = (typeof consolePages)[number]['name']

/** A link to a page of the console. */
export interface ConsolePageLink {
  path: Route
  name: ConsolePageName
}
