import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { TextsProvider } from '@/components/texts'
import { consoleTextsForBrowser } from '@/lib/messages/console-texts'
import type { ConsoleTextKey, GroupOf } from '@/lib/messages/keys'

/* For tests of what a component shows, without a browser. They replace `@/lib/skin`, whose names the texts have. */

/** The HTML of a component of the console. */
export function htmlOf(component: ReactNode, ...groups: readonly GroupOf<ConsoleTextKey>[]): string {
  return renderToStaticMarkup(
    <AppRouterContext value={idleRouter}>
      <TextsProvider {...consoleTextsForBrowser('controls', ...groups)}>{component}</TextsProvider>
    </AppRouterContext>,
  )
}

/** Links ask for the router when they are rendered, and use it when they are pressed: here nobody presses. */
const idleRouter = {} as AppRouterInstance

/** The text of HTML, as it is read. */
export function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The texts of the cells of a table's body, row by row. */
export function cellsOf(html: string): string[][] {
  const rows = html.split('<tbody>')[1]?.split('</tbody>')[0]?.split('</tr>') ?? []
  return rows.slice(0, -1).map((row) =>
    row
      .split(/<\/t[hd]>/)
      .slice(0, -1)
      .map(textOf),
  )
}
