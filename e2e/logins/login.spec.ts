import type { App } from '../harness/app'
import { textOf } from '../harness/html'
import { expect, oidcVariables, test, waitForReact } from '../fixtures'
import { accounts } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
import { startScriptedProvider } from '../idp/scripted'
import { alertOf, providerButton, providerButtonText } from '../connect/page-steps'
import { expectBackAtService, expectHeld, expectNothingHeld, plainBrowserAt, typeAndConnect } from '../steps'
import type { StandInControl } from '../stand-in/control/client'
import { consoleT, t } from '../texts'

/** Follows a connect link to the provider's page, without a real browser. */
async function arriveAtProvider(app: App, control: StandInControl) {
  await control.set({ connectUrl: `${app.origin}/connect` })
  const { link } = await control.pressConnect()
  const browser = new PlainBrowser(new Visitor(app.origin))
  await browser.goto(link)
  expect(browser.textFields).toEqual(['login'])
  return { browser, link }
}

/** Returns a browser that holds the same link, without a session here or at the provider. */
function withOnlyTheLink({ visitor }: PlainBrowser): PlainBrowser {
  const visitorWithLink = new Visitor(visitor.origin)
  for (const [name, value] of visitor.cookies) {
    if (name.includes('connect-hold-')) visitorWithLink.cookies.set(name, value)
  }
  expect(visitorWithLink.cookies.size).toBe(1)
  return new PlainBrowser(visitorWithLink)
}

test('Back at the provider returns to the service, and the link then opens the sign-in page', async ({
  page,
  oidcApp,
  control,
  standIn,
}) => {
  await control.set({ connectUrl: `${oidcApp.origin}/connect` })
  await page.goto(standIn.profileUrl)
  const { link } = await control.pressConnect()
  await page.goto(link)
  await expect(page.getByRole('textbox', { name: 'Login' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(standIn.profileUrl)

  // The user may not want to log in at the provider, so the app now asks first.
  await page.goto(link)
  await expect(page.getByText(t('signIn.next'))).toBeVisible()
  await expect(alertOf(page)).toHaveCount(0)
  await providerButton(page).click()
  await expect(page.getByRole('textbox', { name: 'Login' })).toBeVisible()
})

test.describe('a login', () => {
  test('at a provider gives the link to the first user who signs in, who can connect', async ({ oidcApp, control }) => {
    const { browser } = await arriveAtProvider(oidcApp, control)
    await browser.press('Continue', { login: 'ada' })
    expect(textOf(browser.page.querySelector('header'))).toContain(accounts.ada.name)
    await expectHeld(browser)
    const later = withOnlyTheLink(browser)
    await later.goto('/signin')
    await later.press(providerButtonText)
    await later.press('Continue', { login: 'bob' })
    await expectNothingHeld(later)
    await typeAndConnect(browser)
    await expectBackAtService(browser)
  })

  test('can be cancelled and repeated, and keeps the link', async ({ oidcApp, control }) => {
    const { browser, link } = await arriveAtProvider(oidcApp, control)
    await browser.press('Cancel')
    expect(browser.alert).toContain(t('signIn.problem.unfinished.title'))
    // The link opens the sign-in page, because the user has just cancelled at the provider.
    await browser.goto(link)
    expect(browser.heading).toBe(t('signIn.title'))
    await browser.press(providerButtonText)
    await browser.press('Continue', { login: 'ada' })
    await expectHeld(browser)
  })
})

test('the button at a failed sign-in copies the support code and confirms it', async ({ page, context, app }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.origin })
  await page.goto(`${app.origin}/signin?error=OAuthCallback&code=0ACCESS0XY`)
  const button = page.getByRole('button', { name: t('support.copy') })
  // The script of the button loads later than the script of the form.
  await waitForReact(page, 'main [role="alert"] button')
  await button.click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('0ACCESS0XY')
  await expect(page.locator('#announcer')).toHaveText(t('support.copied'))
  await expect(button).toHaveAttribute('title', t('support.copied'))
})

test('staff sign out of the console, and stay signed in as a user', async ({ startVariant }) => {
  const provider = await startScriptedProvider({ discovery: { end_session_endpoint: '{issuer}/end' } })
  const app = await startVariant({ ...oidcVariables('CONSOLE_OIDC', provider), CONSOLE_USERS: provider.sub })
  const browser = await plainBrowserAt(app, 'Bob')
  await browser.goto('/console')
  await browser.press(providerButtonText)
  expect(browser.heading).toBe(consoleT('layout.pages.overview'))
  await browser.press(consoleT('layout.signOut'))
  expect(browser.url).toContain('/signin?callbackUrl=%2Fconsole')
  expect(browser.html).toContain(`${provider.issuer}/end`)
  await browser.goto('/console')
  expect(browser.url).toContain('/signin?callbackUrl=%2Fconsole')
  await browser.goto('/signin')
  expect(browser.text).toContain(t('signIn.signedIn.text', { name: 'Bob' }))
  await provider.close()
})

test('the paths of next-auth that the app does not use answer 404 or 405', async ({ app }) => {
  const visitor = new Visitor(app.origin)
  for (const path of ['signin', 'signout', 'error', 'session', 'csrf', 'callback/demo']) {
    expect((await visitor.send(`/api/auth/${path}`)).status, path).toBe(404)
  }
  for (const path of ['signin/demo', 'callback/demo', 'signout', '_log']) {
    expect((await visitor.send(`/api/auth/${path}`, { method: 'POST' })).status, path).toBe(405)
  }
  // The request of a link checker must not use up a login.
  expect((await visitor.send('/api/auth/callback/oidc?code=1&state=2', { method: 'HEAD' })).status).toBe(405)
})
