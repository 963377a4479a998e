import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const rules: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // The report quotes the elements instead.
  selectors: false,
  // Other tests check the frames of the preview.
  iframes: false,
  // The pages load nothing from other origins.
  preload: false,
}

/** The rules whose result depends on the colours. All other rules find the same in both schemes. */
const colourRules: RunOptions = {
  ...rules,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** Loads axe with each document of a page from now on, which takes less time than to load it when it runs. */
export const loadAxe = (page: Page) => page.addInitScript(source)

/**
 * Checks the current state of a page against WCAG 2.2 AA and axe's best practices, in light and dark.
 *
 * @returns each violation: the scheme, the rule and the elements.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  const found: string[] = []
  // A page that still arrives may have no styles yet.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet),
  )
  for (const [colorScheme, options] of [
    ['light', rules],
    ['dark', colourRules],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const violation of await run(page, options)) found.push(`${colorScheme}, ${violation}`)
  }
  return found
}

/**
 * Runs axe in the page, and loads it first if necessary. `@axe-core/playwright` takes two to three times as long,
 * because it loads axe for every run, and collects the results in another page.
 *
 * @returns each rule that is broken, with its elements and what is wrong with each.
 */
async function run(page: Page, options: RunOptions): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source)
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    const { violations } = await axe.run(options)
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' ')}`,
    )
  }, options)
}
