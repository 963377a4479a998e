import type { App } from './harness/app'
import { expect } from './fixtures'
import { walletAddress, type accounts } from './harness/people'
import { PlainBrowser } from './harness/plain-browser'
import { Visitor } from './harness/visitor'
import { brand, t } from './texts'
import type { StandInControl } from './stand-in/control/client'
import type { PressedConnect } from './stand-in/control/messages'

/* The steps of steps.ts in a browser without scripts, for tests of the page's HTML and its forms. */

/** Counts the users. Each browser gets another user, because each user may press only a few times a minute. */
let peopleSoFar = 0

/** Returns a browser of a user who has signed in to the app with the demo login. */
export const plainBrowserAt = (app: App, name = `Plain ${(peopleSoFar += 1)}`): Promise<PlainBrowser> =>
  PlainBrowser.signedIn(app, name)

/** The sign-in page's button for the OpenID provider. */
export const providerButton = t('signIn.provider.button', { provider: brand.name })

/** Opens a URL of the app and logs in at the provider. A connect link redirects to the provider at once. */
export async function loggedInAtProvider(
  app: App,
  address: string,
  login: keyof typeof accounts = 'ada',
): Promise<PlainBrowser> {
  const browser = new PlainBrowser(new Visitor(app.origin))
  await browser.goto(address)
  if (browser.heading === t('signIn.title')) await browser.press(providerButton)
  await browser.press('Continue', { login })
  return browser
}

/** Presses Connect at the service and follows the link to the page with the button. */
export async function arrive(browser: PlainBrowser, control: StandInControl): Promise<PressedConnect> {
  const pressed = await control.pressConnect()
  await browser.goto(pressed.link)
  expect(browser.heading).toBe(t('confirm.title'))
  return pressed
}

/**
 * Types an address and presses Connect.
 *
 * @param address - null keeps the value that the page has put in the field.
 */
export const typeAndConnect = (browser: PlainBrowser, address: string | null = walletAddress): Promise<void> =>
  browser.press(t('confirm.connect'), address === null ? {} : { wallet_address: address })

/** Checks that the browser is back at the service, with the code. */
export function expectBackAtService({ url }: PlainBrowser): void {
  expect(url).toMatch(/\/connect\/callback\?request_id=.*#ac=/)
}

/** Checks that the browser still holds the link. The page then shows the button. */
export async function expectHeld(browser: PlainBrowser): Promise<void> {
  await browser.goto('/connect/confirm')
  expect(browser.buttons).toContain(t('confirm.connect'))
}

/** Checks that the browser holds no link. */
export async function expectNothingHeld(browser: PlainBrowser): Promise<void> {
  await browser.goto('/connect/confirm')
  expect(browser.heading).toBe(t('nothingToConnect.title'))
}
