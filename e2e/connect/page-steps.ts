import type { BrowserContext, Locator, Page } from 'playwright/test'
import type { App } from '../harness/app'
import { expect, waitForReact } from '../fixtures'
import { operatorName, walletAddress } from '../harness/people'
import { brand, t } from '../texts'
import { sessionOf } from '../sessions'
import type { StandInControl } from '../stand-in/control/client'
import type { PressedConnect } from '../stand-in/control/messages'

/** Where each browser is signed in, and as whom. Browsers share no user, because each user may press only seldom. */
const signedIn = new WeakMap<BrowserContext, { origin: string; name: string }>()
let peopleSoFar = 0

/** The steps of steps.ts in Chromium. */
export const pageSteps = (page: Page) => ({
  async signIn(app: App, name = signedIn.get(page.context())?.name ?? `Ada ${(peopleSoFar += 1)}`): Promise<void> {
    signedIn.set(page.context(), { origin: app.origin, name })
    const session = await sessionOf(app, name)
    const attributes = { url: app.origin, httpOnly: true, sameSite: 'Lax' } as const
    await page.context().addCookies(session.map((cookie) => ({ ...cookie, ...attributes })))
  },
  async arrive(control: StandInControl, options: { referer?: string } = {}): Promise<PressedConnect> {
    const pressed = await control.pressConnect()
    await page.goto(pressed.link, options)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(connectTitle)
    await waitForReact(page)
    return pressed
  },
  /** Without `noWaitAfter` the click would return only after the response, and a test could not see the waiting page. */
  async typeAndConnect(address: string | null = walletAddress): Promise<void> {
    if (address !== null) await addressField(page).fill(address)
    await connectButton(page).click({ noWaitAfter: true })
  },
  async expectBackAtService(): Promise<void> {
    await expect(page).toHaveURL(/\/connect\/callback\?request_id=/)
  },
  async expectHeld(): Promise<void> {
    await page.goto(confirmPageOf(page))
    await expect(connectButton(page)).toBeVisible()
  },
  async expectNothingHeld(): Promise<void> {
    await page.goto(confirmPageOf(page))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('nothingToConnect.title'))
  },
})

function confirmPageOf(page: Page): string {
  const at = signedIn.get(page.context())
  if (!at) throw new Error('The browser must be signed in by signIn().')
  return `${at.origin}/connect/confirm`
}

/** Signs in as the operator, who may open the console. */
export const signInAsOperator = (page: Page, app: App) => pageSteps(page).signIn(app, operatorName)

/** Fills in the demo login's form on the current page. */
export async function signInOnPage(page: Page, name = 'Ada'): Promise<void> {
  await page.getByRole('textbox', { name: t('signIn.demo.nameLabel') }).fill(name)
  await page.getByRole('button', { name: t('signIn.demo.button'), exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/signin')
}

/** Finds the sign-in page's button for the OpenID provider. */
export const providerButton = (page: Page) =>
  page.getByRole('button', { name: t('signIn.provider.button', { provider: brand.name }) })

/**
 * Arrives again as another user in the same browser, at a reset service. This is faster than a new browser.
 */
export async function arriveAgain(page: Page, app: App, control: StandInControl): Promise<PressedConnect> {
  // The service's page may still send its code, which the reset stand-in does not have.
  await page.goto('about:blank')
  await control.reset()
  await control.set({ connectUrl: `${app.origin}/connect` })
  signedIn.delete(page.context())
  await pageSteps(page).signIn(app)
  return pageSteps(page).arrive(control)
}

/** The prefix of the names of hold cookies, before the link's ID. */
export const holdCookiePrefix = 'connect-hold-'

/** Deletes the hold cookies of the browser. */
export const loseLinks = (page: Page) => page.context().clearCookies({ name: new RegExp(`^${holdCookiePrefix}`) })

/** The heading of the page with the Connect button. */
export const connectTitle = t('confirm.title')

/** Finds the message of the page. Next has another alert outside of `main`, which announces navigations. */
export const alertOf = (page: Page) => page.getByRole('main').getByRole('alert')

/** Finds the text field for the wallet address. It is behind a button if the page has found a wallet. */
export const addressField = (page: Page) => page.getByRole('textbox', { name: t('confirm.walletLabel') })

/** Finds the primary button of the page. */
export const connectButton = (page: Page) => page.getByRole('button', { name: t('confirm.connect'), exact: true })

/**
 * Collects the texts of the submit buttons and of the status from now on. The page sends them itself, because
 * Playwright cannot query it while the browser waits for the response to a form.
 */
export async function listenToPage(page: Page): Promise<() => string> {
  const heard: string[] = []
  await page.exposeFunction('reportText', (text: string) => void heard.push(text))
  await page.evaluate(() => {
    const parts = 'main form [type=submit], main form [role=status]'
    const { reportText } = window as unknown as { reportText: (text: string) => void }
    const report = () => {
      for (const part of document.querySelectorAll(parts)) reportText(part.textContent ?? '')
    }
    new MutationObserver(report).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return () => heard.join('\n')
}

/** Prevents the form from being sent, but lets the page's script believe that it was sent. */
export async function holdForm(page: Page): Promise<void> {
  // React listens at the document, so it runs first.
  await page.evaluate(() => window.addEventListener('submit', (event) => event.preventDefault()))
}

/** Checks that the browser is back at the service, which has recorded the connection. */
export async function expectConnected(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connected')
}

/** Finds the field with the address that the form sends, even if it is hidden. */
export const addressInForm = (page: Page) => page.locator('input[name=wallet_address]')

/** Finds the button that shows the field for an address if the page has found a wallet. */
export const enterAddressButton = (page: Page) => page.getByRole('button', { name: t('wallet.enterAddress') })

/** Finds the button that tries again when only the operator can help. */
export const tryAgainButton = (page: Page) => page.getByRole('button', { name: t('refused.tryAgain') })

/** Presses Tab until the element has the focus, as a person without a mouse does. */
export async function tabTo(page: Page, find: () => Locator): Promise<void> {
  for (let presses = 0; presses < 15; presses += 1) {
    if (await find().evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The element cannot be reached with Tab.')
}
