import { expect } from '../fixtures'
import { t } from '../texts'
import type { Engine } from './engine'

/** Opens a page without a session or a hold. A cookie can be set only for the site of the open page. */
export async function openSignedOut(engine: Engine, origin: string): Promise<void> {
  await engine.open(`${origin}/icon.svg`)
  await engine.setCookies([])
}

/** Waits until a check passes. Between two pages a browser may answer with an error. */
export const expectSoon = (holds: () => Promise<void>) => expect(holds).toPass({ timeout: 15_000, intervals: [50] })

/** JavaScript expressions for parts of the page. */
export const find = (selector: string, text: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => one.textContent.replaceAll('\u00a0', ' ').trim() === ${JSON.stringify(text)})`
export const button = (text: string) => find('main button', text)
export const field = (name: string) => `document.querySelector('main form [name="${name}"]')`
export const enterAddress = `[...document.querySelectorAll('[data-enter-address]')].find((one) => one.checkVisibility())`
export const otherWays = find('main summary', t('wallet.otherWays'))
export const isShown = (element: string) => `${element}?.checkVisibility({ visibilityProperty: true }) ?? false`

export async function textOf(engine: Engine, selector: string): Promise<string> {
  const texts = `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.innerText).join('\\n').replaceAll('\u00a0', ' ')`
  return String(await engine.evaluate(texts))
}

/** Waits for the page with this title, and expects it to fit the window. */
export async function expectHeading(engine: Engine, title: string): Promise<void> {
  await expectSoon(async () => {
    expect(await textOf(engine, 'h1')).toBe(title)
    await expectComplete(engine)
  })
  await expectFit(engine)
}

/** Expects the page to have loaded. Before that, Back only stops it, and a posted form replaces it in the history. */
export async function expectComplete(engine: Engine): Promise<void> {
  const loadEnd = `performance.getEntriesByType('navigation')[0]?.loadEventEnd ?? 0`
  expect(await engine.evaluate(loadEnd)).toBeGreaterThan(0)
}

/** Expects the page to be exactly as wide as the window. */
export async function expectFit(engine: Engine): Promise<void> {
  const widths = '[innerWidth, document.documentElement.scrollWidth - document.documentElement.clientWidth]'
  expect(await engine.evaluate(widths)).toEqual([engine.size.width, 0])
}
