import type { BrowserContext, Page } from 'playwright/test'
import type { App } from './app'
import { expect, waitForScript } from './fixtures'
import { operatorName, walletAddress, type accounts } from './people'
import type { ServiceControl } from './service/control'
import type { PressedConnect } from './service/control/messages'

export { walletAddress }

/** The session cookies of who has signed in before, by app and name. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()

/**
 * Signs in with the demo login; where the same person has signed in to this app before, by the cookie
 * of that time. What happens at the sign-in itself is for `signInOnPage` to see.
 */
export async function signIn(page: Page, app: App, name = 'Ada'): Promise<void> {
  const key = `${app.origin} ${name}`
  const session = sessions.get(key)
  if (session) return page.context().addCookies(session)
  await page.goto(`${app.origin}/signin`)
  await signInOnPage(page, name)
  const cookies = await page.context().cookies(app.origin)
  sessions.set(
    key,
    cookies.filter((cookie) => cookie.name.includes('next-auth.session-token')),
  )
}

/** Signs in as who may open the console; everybody else may not. */
export const signInAsOperator = (page: Page, app: App) => signIn(page, app, operatorName)

/** Fills in the demo login's form, which is on the page already. */
export async function signInOnPage(page: Page, name = 'Ada'): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/signin')
}

/** The sign-in page's button for the OpenID provider. */
export const providerButton = (page: Page) => page.getByRole('button', { name: 'Sign in with your account' })

/** Logs in on the provider's own page. */
export async function logInAtProvider(page: Page, login: keyof typeof accounts = 'ada'): Promise<void> {
  await page.getByRole('textbox', { name: 'Login' }).fill(login)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Presses Connect at the service and follows the link to the page with the button; somebody is signed in. */
export async function arrive(page: Page, control: ServiceControl): Promise<PressedConnect> {
  const pressed = await control.pressConnect()
  await page.goto(pressed.link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect your wallet')
  await waitForScript(page)
  return pressed
}

/** The page's own message; Next keeps an alert for itself outside of `main`, to announce navigations. */
export const alertOf = (page: Page) => page.getByRole('main').getByRole('alert')

/** The text field for the wallet address. */
export const addressField = (page: Page) => page.getByRole('textbox', { name: 'Wallet address' })

/** The one primary button of the page. */
export const connectButton = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true })

/** Types an address and presses Connect. */
export async function typeAndConnect(page: Page, address = walletAddress): Promise<void> {
  await addressField(page).fill(address)
  await connectButton(page).click()
}

/** The browser is back at the service, which has recorded the connection. */
export async function expectConnected(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connected')
}

/** The browser is back at the service, with the code; without JavaScript its page cannot spend it. */
export async function expectBackAtService(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/connect\/callback\?request_id=/)
}

/** The link is still held: after a reload the page shows the button. */
export async function expectHeld(page: Page, app: App): Promise<void> {
  await page.goto(`${app.origin}/connect/confirm`)
  await expect(connectButton(page)).toBeVisible()
}

/** No link is held (any more). */
export async function expectNothingHeld(page: Page, app: App): Promise<void> {
  await page.goto(`${app.origin}/connect/confirm`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing to connect')
}
