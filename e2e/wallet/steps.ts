import type { Page } from 'playwright/test'
import { t } from '../texts'
import { expect } from '../fixtures'
import { addressInForm, alertOf, expectConnected } from '../connect/page-steps'
import type { App } from '../harness/app'
import { textOf } from '../harness/html'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
import { signIn } from '../steps'

/** Finds the button for the wallets that only their adapters find. */
export const listButton = (page: Page) => page.getByRole('button', { name: t('wallet.more'), exact: true })

/** Makes the browser report a slow connection. The page then loads the wallet part only at the first touch. */
export const slowLine = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } }))

/** Finds the list of wallets. */
export const walletList = (page: Page) => page.getByRole('list', { name: t('wallet.choose') })
export const walletRows = (page: Page) =>
  walletList(page)
    .getByRole('button')
    .filter({ hasNotText: t('wallet.enterAddress') })

/** Finds a wallet in the list. */
export const walletButton = (page: Page, name = 'Test Wallet') => page.getByRole('button', { name, exact: true })

/** Finds the primary button, which asks the wallet to sign, and then connects. */
export const signButton = (page: Page) => page.getByRole('button', { name: t('confirm.signAndConnect') })
export const unsignedButton = (page: Page) => page.getByRole('button', { name: t('confirm.connectUnsigned') })
export const anotherWallet = (page: Page) => page.getByRole('button', { name: t('wallet.change'), exact: true })
export const tryAgain = (page: Page) => page.getByRole('button', { name: t('refused.tryAgain') })
export const chooseAnother = (page: Page) => page.getByRole('button', { name: t('wallet.choose') })
export const stopWaiting = (page: Page) => page.getByRole('button', { name: t('wallet.stopWaiting') })

/** Expects the instruction during a wallet request, which has the focus. */
export async function expectWaiting(page: Page, wallet: string, request: 'connecting' | 'signing'): Promise<void> {
  await expect(page.getByRole('heading', { name: t(`wallet.open.${request}`, { wallet }) })).toBeFocused()
}

/** Finds the note about a wallet that has signed before the last press. */
export const signedNote = (page: Page) => page.getByRole('status').filter({ hasText: t('wallet.signed') })

/** Finds the signature in the form. */
export const signatureInForm = (page: Page) => page.locator('input[name=signature]')

/** Connects a wallet that the page has found. */
export const chooseWallet = (page: Page, name?: string): Promise<void> => walletButton(page, name).click()

/** Expects the address of the chosen wallet in the form. */
export const expectAddress = (page: Page, address: string) => expect(addressInForm(page)).toHaveValue(address)

/** Makes the wallet sign, and expects the connection. */
export async function signAndConnect(page: Page): Promise<void> {
  await signButton(page).click()
  await expectConnected(page)
}

/** Expects the page's message. It has the focus, so that a screen reader says its title. */
export async function expectMessage(page: Page, text: string | RegExp): Promise<void> {
  await expect(alertOf(page)).toContainText(text)
  await expect(alertOf(page)).toBeFocused()
}

/* Steps with a wallet app in a phone's browser without scripts. */

/** The `User-Agent` of an iPhone. */
export const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** The `User-Agent` of Chrome on Android. */
export const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

/** Makes a signed-out browser on a phone. */
export const newPhoneBrowser = (app: App, userAgent = iPhone) =>
  new PlainBrowser(new Visitor(app.origin), { 'User-Agent': userAgent })

/** Makes a signed-in browser on a phone. */
export async function phoneBrowser(app: App, name?: string, userAgent?: string): Promise<PlainBrowser> {
  const browser = newPhoneBrowser(app, userAgent)
  await signIn(browser, app, name)
  return browser
}

/** Returns the URL of a link on the page. */
export function linkIn(browser: PlainBrowser, name: string): string {
  const link = browser.page.querySelectorAll('main a[href]').find((element) => textOf(element) === name)
  return link?.getAttribute('href') ?? ''
}

/** Returns the deep link with which the chosen app signs. */
export const signLinkIn = (browser: PlainBrowser) => linkIn(browser, t('confirm.signAndConnect'))
