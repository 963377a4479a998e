import type { App } from '../harness/app'
import type { accounts } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
import { signIn } from '../steps'
import { brand, t } from '../texts'

/** Returns a browser of a user who has signed in to the app with the demo login. */
export async function plainBrowserAt(app: App, name?: string): Promise<PlainBrowser> {
  const browser = new PlainBrowser(new Visitor(app.origin))
  await signIn(browser, app, name)
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
