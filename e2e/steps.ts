import type { BrowserContext, Locator, Page } from 'playwright/test'
import type { App } from './harness/app'
import { expect, waitForScript } from './fixtures'
import { operatorName, walletAddress, type accounts } from './harness/people'
import { brand, t } from './texts'
import { sessionOf } from './sessions'
import type { StandInControl } from './stand-in/control/client'
import type { PressedConnect } from './stand-in/control/messages'

export { walletAddress }

/** Who uses a browser, where a test does not say: nobody else does, since each person may press only a few times a minute. */
const people = new WeakMap<BrowserContext, string>()
let peopleSoFar = 0

function personOf(context: BrowserContext): string {
  const name = people.get(context) ?? `Ada ${(peopleSoFar += 1)}`
  people.set(context, name)
  return name
}

/**
 * Has somebody signed in, by the session of whoever signed in to this app with that name before. What
 * happens at the sign-in itself is for `signInOnPage` to see. A test that signs somebody out uses a name that
 * no other test uses.
 */
export async function signIn(page: Page, app: App, name = personOf(page.context())): Promise<void> {
  const session = await sessionOf(app, name)
  const attributes = { url: app.origin, httpOnly: true, sameSite: 'Lax' } as const
  await page.context().addCookies(session.map((cookie) => ({ ...cookie, ...attributes })))
}

/** Signs in as who may open the console; everybody else may not. */
export const signInAsOperator = (page: Page, app: App) => signIn(page, app, operatorName)

/** Fills in the demo login's form, which is on the page already. */
export async function signInOnPage(page: Page, name = 'Ada'): Promise<void> {
  await page.getByRole('textbox', { name: t('signIn.demo.nameLabel') }).fill(name)
  await page.getByRole('button', { name: t('signIn.demo.button'), exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/signin')
}

/** The sign-in page's button for the OpenID provider. */
export const providerButton = (page: Page) =>
  page.getByRole('button', { name: t('signIn.provider.button', { provider: brand.name }) })

/** Logs in on the provider's own page. */
export async function logInAtProvider(page: Page, login: keyof typeof accounts = 'ada'): Promise<void> {
  await page.getByRole('textbox', { name: 'Login' }).fill(login)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Presses Connect at the service and follows the link to the page with the button; somebody is signed in. */
export async function arrive(
  page: Page,
  control: StandInControl,
  /** `referer`: the page of the service that led here, where it says so. */
  options: { referer?: string } = {},
): Promise<PressedConnect> {
  const pressed = await control.pressConnect()
  await page.goto(pressed.link, options)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(connectTitle)
  await waitForScript(page)
  return pressed
}

/**
 * Arrives once more in the same browser, whose pages load sooner then than in a new one: as somebody else, at a service
 * that remembers nothing of what was before.
 */
export async function arriveAgain(page: Page, app: App, control: StandInControl): Promise<PressedConnect> {
  // The service's page may still be spending its code, which a stand-in that was reset does not know.
  await page.goto('about:blank')
  await control.reset()
  await control.set({ connectUrl: `${app.origin}/connect` })
  people.delete(page.context())
  await signIn(page, app)
  return arrive(page, control)
}

/** What the cookies of held links begin with; the link's id follows. */
export const holdCookiePrefix = 'connect-hold-'

/** The browser loses the links that it holds. */
export const loseLinks = (page: Page) => page.context().clearCookies({ name: new RegExp(`^${holdCookiePrefix}`) })

/** The heading of the page with the Connect button. */
export const connectTitle = t('confirm.title')

/** The page's own message; Next keeps an alert for itself outside of `main`, to announce navigations. */
export const alertOf = (page: Page) => page.getByRole('main').getByRole('alert')

/** The text field for the wallet address; where the page has found a wallet, it is behind a button. */
export const addressField = (page: Page) => page.getByRole('textbox', { name: t('confirm.walletLabel') })

/** The one primary button of the page. */
export const connectButton = (page: Page) => page.getByRole('button', { name: t('confirm.connect'), exact: true })

/**
 * Types an address and presses Connect. The browser posts the form itself: without `noWaitAfter` the click would
 * return only once the response is there, and a test could not see the page that waits for it.
 */
export async function typeAndConnect(page: Page, address = walletAddress): Promise<void> {
  await addressField(page).fill(address)
  await connectButton(page).click({ noWaitAfter: true })
}

/**
 * Collects what the submit buttons and the status of a page say, from now on. While the browser waits for the
 * response to a form, nothing can ask the page: it must tell by itself.
 */
export async function listenToPage(page: Page): Promise<() => string> {
  const heard: string[] = []
  await page.exposeFunction('tellTest', (text: string) => void heard.push(text))
  await page.evaluate(() => {
    const parts = 'main form [type=submit], main form [role=status]'
    const { tellTest } = window as unknown as { tellTest: (text: string) => void }
    const tell = () => {
      for (const part of document.querySelectorAll(parts)) tellTest(part.textContent ?? '')
    }
    new MutationObserver(tell).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return () => heard.join('\n')
}

/** Keeps the browser on the page with the form while the page believes that the form is on its way. */
export async function holdForm(page: Page): Promise<void> {
  await page.locator('main form[data-watched]').evaluateAll((forms) => {
    // The page's own listener is there already, and has its say first.
    for (const form of forms) form.addEventListener('submit', (event) => event.preventDefault())
  })
}

/** The browser is back at the service, which has recorded the connection. */
export async function expectConnected(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connected')
}

/** The browser is back at the service, with the code; without JavaScript its page cannot spend it. */
export async function expectBackAtService(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/connect\/callback\?request_id=/)
}

/** The address that would go with the form, whether its field is shown or not. */
export const addressInForm = (page: Page) => page.locator('input[name=wallet_address]')

/** The quiet button that signs out whoever came with the wrong account. */
export const signOutButton = (page: Page) => page.getByRole('button', { name: t('confirm.signOut') })

/** The button that shows the field for an address, where the page has found a wallet. */
export const enterAddressButton = (page: Page) => page.getByRole('button', { name: t('wallet.enterAddress') })

/** Tries once more where only the operator can help. */
export const tryAgainButton = (page: Page) => page.getByRole('button', { name: t('refused.tryAgain') })

/** The link is still held: after a reload the page shows the button. */
export async function expectHeld(page: Page, app: App): Promise<void> {
  await page.goto(`${app.origin}/connect/confirm`)
  await expect(connectButton(page)).toBeVisible()
}

/** No link is held (any more). */
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
