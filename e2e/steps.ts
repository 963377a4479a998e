import type { Page } from 'playwright/test'
import { addressField, connectButton, showAddressField } from './connect/page-steps'
import type { Engine } from './engines/engine'
import {
  button,
  enterAddress,
  expectHeading,
  expectSoon,
  field,
  isShown,
  openSignedOut,
  otherWays,
} from './engines/steps'
import { expect, waitForReact } from './fixtures'
import type { App } from './harness/app'
import { isHydrated } from './harness/browser'
import { walletAddress } from './harness/people'
import { PlainBrowser } from './harness/plain-browser'
import { Visitor } from './harness/visitor'
import { openSession, sessionOf } from './sessions'
import type { StandInControl } from './stand-in/control/client'
import type { PressedConnect } from './stand-in/control/messages'
import { t } from './texts'

/*
 * What a user does in the connect flow. A test says it in the same words in Chromium (a `Page`), over HTTP (a
 * `PlainBrowser`) and in other engines (an `Engine`).
 */

type Browser = Page | PlainBrowser | Engine

const isEngine = (browser: Browser): browser is Engine => 'back' in browser

/** Browsers share no user, because each user may press only a few times a minute. */
let peopleSoFar = 0

/**
 * Signs a user in with a session that earlier tests may have used; by default as a new user.
 * `signInOnPage` tests the sign-in itself. A test that signs out must use a name that no other test uses.
 */
export async function signIn(browser: Browser, app: App, name = `Ada ${(peopleSoFar += 1)}`): Promise<void> {
  if (browser instanceof PlainBrowser) return openSession(browser.visitor, app, name)
  const session = await sessionOf(app, name)
  if (isEngine(browser)) {
    await openSignedOut(browser, app.origin)
    return browser.setCookies(session)
  }
  const attributes = { url: app.origin, httpOnly: true, sameSite: 'Lax' } as const
  await browser.context().addCookies(session.map((cookie) => ({ ...cookie, ...attributes })))
}

/** Returns a browser of a user who has signed in to the app with the demo login. */
export async function plainBrowserAt(app: App, name?: string): Promise<PlainBrowser> {
  const browser = new PlainBrowser(new Visitor(app.origin))
  await signIn(browser, app, name)
  return browser
}

/**
 * Presses Connect at the service and follows the link to the page with the button. The user must be signed in.
 *
 * @param options.referer - the page of the service that has the link, in Chromium.
 */
export async function arrive(
  browser: Browser,
  control: StandInControl,
  options: { referer?: string } = {},
): Promise<PressedConnect> {
  const pressed = await control.pressConnect()
  if (browser instanceof PlainBrowser) {
    await browser.goto(pressed.link)
    expect(browser.heading).toBe(t('confirm.title'))
  } else if (isEngine(browser)) {
    await browser.open(pressed.link)
    await expectHeading(browser, t('confirm.title'))
  } else {
    await browser.goto(pressed.link, options)
    await expect(browser.getByRole('heading', { level: 1 })).toHaveText(t('confirm.title'))
    await waitForReact(browser)
  }
  return pressed
}

/** Signs a user in, and arrives. */
export async function signInAndArrive(page: Page, app: App, control: StandInControl, name?: string) {
  await signIn(page, app, name)
  return arrive(page, control)
}

/** Returns a browser of a user who has signed in and arrived. */
export async function browserWithLink(app: App, control: StandInControl, name?: string): Promise<PlainBrowser> {
  const browser = await plainBrowserAt(app, name)
  await arrive(browser, control)
  return browser
}

/**
 * Types an address and presses Connect.
 *
 * @param address - null keeps the value that the page has put in the field.
 */
export async function typeAndConnect(browser: Browser, address: string | null = walletAddress): Promise<void> {
  if (browser instanceof PlainBrowser)
    return browser.press(t('confirm.connect'), address === null ? {} : { wallet_address: address })
  if (isEngine(browser)) {
    await expectSoon(async () => {
      expect(await browser.evaluate(`(${String(isHydrated)})('main form')`)).toBe(true)
      if (address === null) return
      // Scripts hide the field behind a row. If the page has found a wallet, the row is folded.
      if (!(await browser.evaluate(isShown(field('wallet_address'))))) {
        if (!(await browser.evaluate(isShown(enterAddress)))) await browser.click(otherWays)
        await browser.click(enterAddress)
      }
      // The page may move the focus to its message at the same time.
      await browser.type(field('wallet_address'), address)
      expect(await browser.evaluate(`${field('wallet_address')}.value`)).toBe(address)
    })
    return browser.click(button(t('confirm.connect')))
  }
  if (address !== null) {
    await showAddressField(browser)
    await addressField(browser).fill(address)
  }
  // Otherwise the click would return only after the response, and a test could not see the waiting page.
  await connectButton(browser).click({ noWaitAfter: true })
}

/**
 * Checks that the browser is back at the service, with the code. In Chromium without JavaScript, the service's page
 * cannot use the code.
 */
export async function expectBackAtService(browser: Browser): Promise<void> {
  const callback = /\/connect\/callback\?request_id=/
  if (browser instanceof PlainBrowser) expect(browser.url).toMatch(/\/connect\/callback\?request_id=.*#ac=/)
  else if (isEngine(browser)) await expectSoon(async () => expect(await browser.url()).toMatch(callback))
  else await expect(browser).toHaveURL(callback)
}

/** Checks that the browser still holds the link. The page then shows the button. */
export async function expectHeld(browser: PlainBrowser): Promise<void> {
  await browser.goto('/connect/confirm')
  expect(browser.buttons).toContain(t('confirm.connect'))
}

/** Checks that the browser holds no link. */
export async function expectNothingHeld(browser: PlainBrowser): Promise<void> {
  await browser.goto('/connect/confirm')
  const headings = ['title', 'done', 'cancelled'] as const
  expect(headings.map((heading) => t(`nothingToConnect.${heading}`))).toContain(browser.heading)
}
