import type { BrowserContext, Locator, Page } from 'playwright/test'
import type { App } from './harness/app'
import { expect, waitForScript } from './fixtures'
import { operatorName, walletAddress, type accounts } from './harness/people'
import { brand, t } from './texts'
import { sessionOf } from './sessions'
import type { StandInControl } from './stand-in/control/client'
import type { PressedConnect } from './stand-in/control/messages'

export { walletAddress }

/** The default user of each browser. Browsers share no user, because each user may press only a few times a minute. */
const people = new WeakMap<BrowserContext, string>()
let peopleSoFar = 0

function personOf(context: BrowserContext): string {
  const name = people.get(context) ?? `Ada ${(peopleSoFar += 1)}`
  people.set(context, name)
  return name
}

/**
 * Signs a user in with a session that earlier tests may have used. `signInOnPage` tests the sign-in itself. A test that
 * signs out must use a name that no other test uses.
 */
export async function signIn(page: Page, app: App, name = personOf(page.context())): Promise<void> {
  const session = await sessionOf(app, name)
  const attributes = { url: app.origin, httpOnly: true, sameSite: 'Lax' } as const
  await page.context().addCookies(session.map((cookie) => ({ ...cookie, ...attributes })))
}

/** Signs in as the operator, who may open the console. */
export const signInAsOperator = (page: Page, app: App) => signIn(page, app, operatorName)

/** Fills in the demo login's form on the current page. */
export async function signInOnPage(page: Page, name = 'Ada'): Promise<void> {
  await page.getByRole('textbox', { name: t('signIn.demo.nameLabel') }).fill(name)
  await page.getByRole('button', { name: t('signIn.demo.button'), exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/signin')
}

/** Finds the sign-in page's button for the OpenID provider. */
export const providerButton = (page: Page) =>
  page.getByRole('button', { name: t('signIn.provider.button', { provider: brand.name }) })

/** Logs in on the provider's own page. */
export async function logInAtProvider(page: Page, login: keyof typeof accounts = 'ada'): Promise<void> {
  await page.getByRole('textbox', { name: 'Login' }).fill(login)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Presses Connect at the service and follows the link to the page with the button. The user must be signed in. */
export async function arrive(
  page: Page,
  control: StandInControl,
  /** `referer`: the page of the service that has the link. */
  options: { referer?: string } = {},
): Promise<PressedConnect> {
  const pressed = await control.pressConnect()
  await page.goto(pressed.link, options)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(connectTitle)
  await waitForScript(page)
  return pressed
}

/**
 * Arrives again as another user in the same browser, at a reset service. This is faster than a new browser.
 */
export async function arriveAgain(page: Page, app: App, control: StandInControl): Promise<PressedConnect> {
  // The service's page may still send its code, which the reset stand-in does not have.
  await page.goto('about:blank')
  await control.reset()
  await control.set({ connectUrl: `${app.origin}/connect` })
  people.delete(page.context())
  await signIn(page, app)
  return arrive(page, control)
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
 * Types an address and presses Connect. Without `noWaitAfter` the click would return only after the response, and a
 * test could not see the waiting page.
 */
export async function typeAndConnect(page: Page, address = walletAddress): Promise<void> {
  await addressField(page).fill(address)
  await connectButton(page).click({ noWaitAfter: true })
}

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
  await page.locator('main form[data-watched]').evaluateAll((forms) => {
    // The page added its listener earlier, so it runs first.
    for (const form of forms) form.addEventListener('submit', (event) => event.preventDefault())
  })
}

/** Checks that the browser is back at the service, which has recorded the connection. */
export async function expectConnected(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connected')
}

/**
 * Checks that the browser is back at the service, with the code. Without JavaScript, the service's page cannot use the
 * code.
 */
export async function expectBackAtService(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/connect\/callback\?request_id=/)
}

/** Finds the field with the address that the form sends, even if it is hidden. */
export const addressInForm = (page: Page) => page.locator('input[name=wallet_address]')

/** Finds the secondary button that signs out a user with the wrong account. */
export const signOutButton = (page: Page) => page.getByRole('button', { name: t('confirm.signOut') })

/** Finds the button that shows the field for an address if the page has found a wallet. */
export const enterAddressButton = (page: Page) => page.getByRole('button', { name: t('wallet.enterAddress') })

/** Finds the button that tries again when only the operator can help. */
export const tryAgainButton = (page: Page) => page.getByRole('button', { name: t('refused.tryAgain') })

/** Checks that the browser still holds the link. The page then shows the button after a reload. */
export async function expectHeld(page: Page, app: App): Promise<void> {
  await page.goto(`${app.origin}/connect/confirm`)
  await expect(connectButton(page)).toBeVisible()
}

/** Checks that the browser holds no link. */
export async function expectNothingHeld(page: Page, app: App): Promise<void> {
  await page.goto(`${app.origin}/connect/confirm`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('nothingToConnect.title'))
}

/** Presses Tab until the element has the focus, as a person without a mouse does. */
export async function tabTo(page: Page, find: () => Locator): Promise<void> {
  for (let presses = 0; presses < 15; presses += 1) {
    if (await find().evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The element cannot be reached with Tab.')
}
