import { expect, test, type StaffApp } from '../fixtures'
import { operatorAccounts } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
import { consoleT, t } from '../texts'
import { logInAtProvider, providerButtonText } from '../connect/plain-steps'

/*
 * A separate provider for staff. The sessions of users and of staff must not open each other's pages. e2e/logins tests
 * their cookies and callbacks.
 */

test.beforeEach(({ control, staffApp }) => control.set({ connectUrl: `${staffApp.origin}/connect` }))

type Account = keyof typeof operatorAccounts

const consolePath = '/console/balances'
const consoleSignIn = (app: StaffApp) => `${app.origin}/signin?callbackUrl=${encodeURIComponent(consolePath)}`

const newBrowser = (app: StaffApp) => new PlainBrowser(new Visitor(app.origin))

async function signedInAsUser(app: StaffApp, login: Account, browser = newBrowser(app)): Promise<PlainBrowser> {
  await logInAtProvider(browser, '/connect/confirm', login)
  expect(browser.url).toBe(`${app.origin}/connect/confirm`)
  return browser
}

async function signedInAsStaff(app: StaffApp, login: Account, browser = newBrowser(app)): Promise<PlainBrowser> {
  await logInAtProvider(browser, consolePath, login)
  expect(browser.url).toBe(app.origin + consolePath)
  return browser
}

async function expectConsole(browser: PlainBrowser): Promise<void> {
  await browser.goto(consolePath)
  expect(browser.heading).toBe(consoleT('layout.pages.balances'))
}

/** Checks that the console's page redirects to the staff's sign-in, and its export answers 404. */
async function expectNoConsole(browser: PlainBrowser, app: StaffApp): Promise<void> {
  expect((await browser.visitor.send(`${consolePath}/export`)).status).toBe(404)
  await browser.goto(consolePath)
  expect(browser.url).toBe(consoleSignIn(app))
  expect(browser.buttons).toEqual([providerButtonText])
}

async function expectUser(browser: PlainBrowser, login: Account): Promise<void> {
  await browser.goto('/signin')
  expect(browser.text).toContain(t('signIn.signedIn.text', { name: operatorAccounts[login].name }))
}

async function expectNoUser(browser: PlainBrowser, app: StaffApp): Promise<void> {
  await browser.goto('/connect/confirm')
  expect(browser.url).toBe(`${app.origin}/signin?callbackUrl=%2Fconnect%2Fconfirm`)
}

test('one browser can have both sessions, and a sign-out of one keeps the other', async ({ staffApp }) => {
  const signedInAsBoth = async () => signedInAsUser(staffApp, 'noOperator', await signedInAsStaff(staffApp, 'byId'))
  const first = await signedInAsBoth()
  await expectUser(first, 'noOperator')
  await first.press(t('signIn.signedIn.signOut'))
  expect(first.html).toContain(`${staffApp.usersProvider.issuer}/session/end`)
  await expectNoUser(first, staffApp)
  await expectConsole(first)

  const second = await signedInAsBoth()
  await expectConsole(second)
  await second.press(consoleT('layout.signOut'))
  expect(second.url).toContain('/signin?callbackUrl=%2Fconsole')
  expect(second.html).toContain(`${staffApp.staffProvider.issuer}/session/end`)
  await expectNoConsole(second, staffApp)
  await expectUser(second, 'noOperator')
})
