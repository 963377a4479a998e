import { expect } from '../fixtures'
import type { App } from '../harness/app'
import { isHydrated } from '../harness/browser'
import { walletAddress } from '../harness/people'
import { sessionOf } from '../sessions'
import type { StandInControl } from '../stand-in/control/client'
import type { PressedConnect } from '../stand-in/control/messages'
import { t } from '../texts'
import type { Engine } from './engine'

/** The steps of steps.ts in an engine without Playwright. */
export const engineSteps = (engine: Engine) => ({
  async signIn(app: App, name = 'Ada'): Promise<void> {
    await openSignedOut(engine, app.origin)
    await engine.setCookies(await sessionOf(app, name))
  },
  async arrive(control: StandInControl): Promise<PressedConnect> {
    const pressed = await control.pressConnect()
    await engine.open(pressed.link)
    await expectHeading(engine, t('confirm.title'))
    return pressed
  },
  /** Opens the field if the page shows wallets instead, and waits for the script of the form. */
  async typeAndConnect(address: string | null = walletAddress): Promise<void> {
    await expectSoon(async () => {
      expect(await engine.evaluate(`(${String(isHydrated)})('main form')`)).toBe(true)
      if (address === null) return
      if (!(await engine.evaluate(isShown(field('wallet_address'))))) await engine.click(enterAddress)
      // The page may move the focus to its message at the same time.
      await engine.type(field('wallet_address'), address)
      expect(await engine.evaluate(`${field('wallet_address')}.value`)).toBe(address)
    })
    await engine.click(button(t('confirm.connect')))
  },
  async expectBackAtService(): Promise<void> {
    await expectSoon(async () => expect(await engine.url()).toMatch(/\/connect\/callback\?request_id=/))
  },
})

/** Opens a page without a session or a hold. A cookie can be set only for the site of the open page. */
export async function openSignedOut(engine: Engine, origin: string): Promise<void> {
  await engine.open(`${origin}/icon.svg`)
  await engine.setCookies([])
}

/** Waits until a check passes. Between two pages a browser may answer with an error. */
export const expectSoon = (holds: () => Promise<void>) => expect(holds).toPass({ timeout: 15_000, intervals: [50] })

/** JavaScript expressions for parts of the page. */
export const find = (selector: string, text: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => one.textContent.trim() === ${JSON.stringify(text)})`
export const button = (text: string) => find('main button', text)
export const field = (name: string) => `document.querySelector('main form [name="${name}"]')`
export const enterAddress = `document.querySelector('[data-enter-address]')`
export const isShown = (element: string) => `${element}?.checkVisibility({ visibilityProperty: true }) ?? false`

export async function textOf(engine: Engine, selector: string): Promise<string> {
  const texts = `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.innerText).join('\\n')`
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
