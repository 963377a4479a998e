import { expect, test, type StaffApp } from '../fixtures'
import { operatorAccounts } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
import { consoleT, t } from '../texts'
import { logInAtProvider, providerButtonText } from '../connect/page-steps'

/*
 * A separate provider for staff. The sessions of users and of staff must not open each other's pages. e2e/logins tests
 * their cookies and callbacks.
 */

test.beforeEach(({ control, staffApp }) => control.set({ connectUrl: `${staffApp.origin}/connect` }))

const consolePath = '/console/balances'

/** Signs a browser in on the way to a page of the app. */
async function signedIn(
  { origin }: StaffApp,
  page: string,
  login: string,
  browser = new PlainBrowser(new Visitor(origin)),
) {
  await logInAtProvider(browser, page, login)
  expect(browser.url).toBe(origin + page)
  return browser
}

async function expectConsole(browser: PlainBrowser): Promise<void> {
  await browser.goto(consolePath)
  expect(browser.heading).toBe(consoleT('layout.pages.balances'))
}

async function expectUser(browser: PlainBrowser): Promise<void> {
  await browser.goto('/signin')
  expect(browser.text).toContain(t('signIn.signedIn.text', { name: operatorAccounts.noOperator.name }))
}

/** Checks that a page leads to the sign-in. */
async function expectSignIn(browser: PlainBrowser, page: string, app: StaffApp): Promise<void> {
  await browser.goto(page)
  expect(browser.url).toBe(`${app.origin}/signin?callbackUrl=${encodeURIComponent(page)}`)
  expect(browser.buttons).toEqual([providerButtonText])
}

test('one browser can have both sessions, and a sign-out of one keeps the other', async ({ staffApp }) => {
  const signedInAsBoth = async () =>
    signedIn(staffApp, '/connect/confirm', 'noOperator', await signedIn(staffApp, consolePath, 'byId'))
  const first = await signedInAsBoth()
  await expectUser(first)
  await first.press(t('signIn.signedIn.signOut'))
  expect(first.html).toContain(`${staffApp.usersProvider.issuer}/session/end`)
  await expectSignIn(first, '/connect/confirm', staffApp)
  await expectConsole(first)

  const second = await signedInAsBoth()
  await expectConsole(second)
  await second.press(consoleT('layout.signOut'))
  expect(second.url).toContain('/signin?callbackUrl=%2Fconsole')
  expect(second.html).toContain(`${staffApp.staffProvider.issuer}/session/end`)
  expect((await second.visitor.send(`${consolePath}/export`)).status).toBe(404)
  await expectSignIn(second, consolePath, staffApp)
  await expectUser(second)
})
