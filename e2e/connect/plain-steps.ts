import type { App } from '../harness/app'
import { expect } from '../fixtures'
import { walletAddress, type accounts } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
import { openSession } from '../sessions'
import { brand, t } from '../texts'
import type { StandInControl } from '../stand-in/control/client'
import type { PressedConnect } from '../stand-in/control/messages'

/** Counts the users. Each browser gets another user, because each user may press only a few times a minute. */
let peopleSoFar = 0

/** The steps of steps.ts in a browser without scripts, for tests of the page's HTML and its forms. */
export const plainSteps = (browser: PlainBrowser) => ({
  async signIn(app: App, name = `Plain ${(peopleSoFar += 1)}`): Promise<void> {
    await openSession(browser.visitor, app, name)
  },
  async arrive(control: StandInControl): Promise<PressedConnect> {
    const pressed = await control.pressConnect()
    await browser.goto(pressed.link)
    expect(browser.heading).toBe(t('confirm.title'))
    return pressed
  },
  typeAndConnect: (address: string | null = walletAddress): Promise<void> =>
    browser.press(t('confirm.connect'), address === null ? {} : { wallet_address: address }),
  async expectBackAtService(): Promise<void> {
    expect(browser.url).toMatch(/\/connect\/callback\?request_id=.*#ac=/)
  },
  async expectHeld(): Promise<void> {
    await browser.goto('/connect/confirm')
    expect(browser.buttons).toContain(t('confirm.connect'))
  },
  async expectNothingHeld(): Promise<void> {
    await browser.goto('/connect/confirm')
    expect(browser.heading).toBe(t('nothingToConnect.title'))
  },
})

/** Returns a browser of a user who has signed in to the app with the demo login. */
export async function plainBrowserAt(app: App, name?: string): Promise<PlainBrowser> {
  const browser = new PlainBrowser(new Visitor(app.origin))
  await plainSteps(browser).signIn(app, name)
  return browser
}

/** The text of the sign-in page's button for the OpenID provider. */
export const providerButtonText = t('signIn.provider.button', { provider: brand.name })

/** Opens a URL of the app and logs in at the provider. A connect link redirects to the provider at once. */
export async function logInAtProvider(browser: PlainBrowser, address: string, login: string): Promise<void> {
  await browser.goto(address)
  if (browser.heading === t('signIn.title')) await browser.press(providerButtonText)
  await browser.press('Continue', { login })
}

/** Returns a new browser after `logInAtProvider`. */
export async function loggedInAtProvider(
  app: App,
  address: string,
  login: keyof typeof accounts = 'ada',
): Promise<PlainBrowser> {
  const browser = new PlainBrowser(new Visitor(app.origin))
  await logInAtProvider(browser, address, login)
  return browser
}
