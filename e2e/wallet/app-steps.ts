import type { App } from '../harness/app'
import { textOf } from '../harness/html'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
import { signIn } from '../steps'
import { t } from '../texts'

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
