import type { Locator, Page } from 'playwright/test'
import { expect } from '../fixtures'
import type { App } from '../harness/app'
import type { accounts } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
import { brand, t } from '../texts'

/** Fills in the demo login's form on the current page. */
export async function signInOnPage(page: Page, name = 'Ada'): Promise<void> {
  await page.getByRole('textbox', { name: t('signIn.demo.nameLabel') }).fill(name)
  await page.getByRole('button', { name: t('signIn.demo.button'), exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/signin')
}

/** The text of the sign-in page's button for the OpenID provider. */
export const providerButtonText = t('signIn.provider.button', { provider: brand.name })

export const providerButton = (page: Page) => page.getByRole('button', { name: providerButtonText })

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

/** The prefix of the names of hold cookies, before the link's ID. */
export const holdCookiePrefix = 'connect-hold-'

/** Deletes the hold cookies of the browser. */
export const loseLinks = (page: Page) => page.context().clearCookies({ name: new RegExp(`^${holdCookiePrefix}`) })

/** The heading of the page with the Connect button. */
export const connectTitle = t('confirm.title')

/** Finds the message of the page. Next has another alert outside of `main`, which announces navigations. */
export const alertOf = (page: Page) => page.getByRole('main').getByRole('alert')

/** Finds the text field for the wallet address. While scripts run, it is behind a row: `showAddressField`. */
export const addressField = (page: Page) => page.getByRole('textbox', { name: t('confirm.walletLabel') })

/** Finds the primary button of the page. */
export const connectButton = (page: Page) => page.getByRole('button', { name: t('confirm.connect'), exact: true })

/** Checks that the browser is back at the service, which has recorded the connection. */
export async function expectConnected(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connected')
}

/** Finds the field with the address that the form sends, even if it is hidden. */
export const addressInForm = (page: Page) => page.locator('input[name=wallet_address]')

/** Finds the row that shows the field for an address. If the page has found a wallet, it is among the other ways. */
export const enterAddressButton = (page: Page) => page.getByRole('button', { name: t('wallet.enterAddress') })

/** Finds the row that unfolds the ways without a wallet of this browser. */
export const otherWays = (page: Page) => page.getByRole('main').getByText(t('wallet.otherWays'))

export async function showAddressField(page: Page): Promise<void> {
  const ways = addressField(page).or(enterAddressButton(page)).or(otherWays(page))
  await expect(ways.filter({ visible: true }).first()).toBeVisible()
  if (await addressField(page).isVisible()) return
  if (!(await enterAddressButton(page).isVisible())) await otherWays(page).click()
  await enterAddressButton(page).click()
}

/** Presses Tab until the element has the focus, as a person without a mouse does. @returns how often. */
export async function tabTo(page: Page, find: () => Locator): Promise<number> {
  for (let presses = 0; presses < 15; presses += 1) {
    if (await find().evaluate((element) => element === document.activeElement)) return presses
    await page.keyboard.press('Tab')
  }
  throw new Error('The element cannot be reached with Tab.')
}
