import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { TextsProvider } from '@/components/texts'
import { parseHtml, readText, type Reading } from '@/e2e/harness/html'
import { consoleTextsForBrowser } from '@/lib/skin/texts'
import type { ConsoleTextGroup } from '@/lib/messages/keys'

/* For tests of what a component shows, without a browser. They replace `@/lib/skin`, whose names the texts have. */

/** The HTML of a component of the console. */
export function htmlOf(component: ReactNode, ...groups: readonly ConsoleTextGroup[]): string {
  return renderToStaticMarkup(
    <AppRouterContext value={idleRouter}>
      <TextsProvider {...consoleTextsForBrowser('controls', ...groups)}>{component}</TextsProvider>
    </AppRouterContext>,
  )
}

/** Links ask for the router when they are rendered, and use it when they are pressed: here nobody presses. */
const idleRouter = {} as AppRouterInstance

/** Badges and signs stand apart by their styles, which are not known here: so each element does. */
const reading: Reading = { isInline: () => false, isLeftOut: () => false }

/** The text of HTML, as it is read. */
export const textOf = (html: string): string => readText(parseHtml(html), reading)

/** The texts of the cells of a table's body, row by row. */
export function cellsOf(html: string): string[][] {
  const rows = parseHtml(html).querySelectorAll('tbody tr')
  return rows.map((row) => row.querySelectorAll('th, td').map((cell) => readText(cell, reading)))
}
