import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { TextsProvider } from '@/components/texts'
import { parseHtml, readText, type Reading } from '@/e2e/harness/html'
import { consoleTextsForBrowser } from '@/lib/skin/texts'
import '@/lib/skin/test-support'
import type { ConsoleTextGroup } from '@/lib/messages/keys'

/* For tests of a component's text, without a browser. */

export function htmlOf(component: ReactNode, ...groups: readonly ConsoleTextGroup[]): string {
  return renderToStaticMarkup(
    <AppRouterContext value={idleRouter}>
      <TextsProvider {...consoleTextsForBrowser('controls', ...groups)}>{component}</TextsProvider>
    </AppRouterContext>,
  )
}

/** Links need the router to render. They use it only when pressed, which these tests never do. */
const idleRouter = {} as AppRouterInstance

/** The styles that separate badges and symbols are unknown here, so every element counts as separate. */
const reading: Reading = { isInline: () => false, isLeftOut: () => false }

export const textOf = (html: string): string => readText(parseHtml(html), reading)

export const textsOf = (html: string, selector: string): string[] =>
  parseHtml(html)
    .querySelectorAll(selector)
    .map((each) => readText(each, reading))

export const attributesOf = (html: string, selector: string, name = 'href') =>
  parseHtml(html)
    .querySelectorAll(selector)
    .map((each) => each.getAttribute(name))

export function cellsOf(html: string): string[][] {
  const rows = parseHtml(html).querySelectorAll('tbody tr')
  return rows.map((row) => row.querySelectorAll('th, td').map((cell) => readText(cell, reading)))
}
