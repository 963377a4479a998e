import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const rules: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // The frames of the preview are looked at by themselves.
  iframes: false,
  // Nothing here is read from other origins.
  preload: false,
}

/** The only rules whose result depends on the colours: in the other scheme, the rest would say the same again. */
const colourRules: RunOptions = {
  ...rules,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/**
 * Checks what a page shows now against WCAG 2.2 AA and axe's best practices, in light and dark.
 *
 * @returns what breaks a rule: the scheme, the rule and the elements.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [colorScheme, options] of [
    ['light', rules],
    ['dark', colourRules],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await run(page, options)
    found.push(
      ...violations.map(({ id, nodes }) => `${colorScheme}, ${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    )
  }
  return found
}

/** Runs axe in the page, which gets it where it has not got it yet. */
async function run(page: Page, options: RunOptions): Promise<AxeResults> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source)
  return page.evaluate(
    (options) => (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(options),
    options,
  )
}
