import type { Page } from 'playwright/test'
import { overflowOf } from '../accessibility/states'
import { violationsOf } from '../accessibility/axe'
import { expect, test, waitForReact, type SiteApp } from '../fixtures'
import { accounts, walletAddress } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
import { password } from '../own-site/start'
import { connectButton, expectConnected, providerButtonText, tabTo } from '../connect/page-steps'
import { t } from '../texts'

/*
 * The login at the operator's own site over https, through all pages of the app and of the site. Only the tests that
 * depend on a browser use a real one.
 */

test.use({ ignoreHTTPSErrors: true })
test.beforeEach(({ control, siteApp }) => control.set({ connectUrl: `${siteApp.origin}/connect` }))

/** Finds the sign-in page's link to the site. */
const siteLink = (page: Page) => page.getByRole('link', { name: providerButtonText })

/** Fills in the site's own sign-in form. */
async function logInAtSite(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Matches the URL of the site's sign-in page, with the nonce of a login that this browser has begun. */
const siteAddress = ({ ownSite }: SiteApp) => new RegExp(`^${ownSite.loginUrl}\\?nonce=[\\w-]{43}$`)

test('a user enters a password only once, Back opens the page before the login and the connect page after it, and no page keeps the token', async ({
  page,
  context,
  siteApp,
  control,
  standIn,
}) => {
  const { origin } = siteApp
  const ourCookies = async () =>
    (await context.cookies(origin)).filter(({ name }) => /next-auth|connect-hold/.test(name))
  const landing = '/landing/a;b?c=%7e~;d=#e;f;ac={ac}'
  await control.changeSuccess('confirm', { set: { return_url: `{origin}${landing}` } })
  const tokens: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/signin/return') tokens.push(searchParams.get('token') ?? '')
  })

  await test.step('the link leads to the site’s login, and Back to the sign-in page', async () => {
    await page.goto((await control.pressConnect()).link)
    await expect(page).toHaveURL(`${origin}/signin?callbackUrl=%2Fconnect%2Fconfirm`)
    await siteLink(page).click()
    await expect(page).toHaveURL(siteAddress(siteApp))
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signIn.title'))
    await siteLink(page).click()
    await expect(page).toHaveURL(siteAddress(siteApp))
  })

  await test.step('the login leads to the connect page, and leaves only cookies of this host', async () => {
    const begun = await ourCookies()
    expect(begun.map(({ name }) => name)).toContain('__Host-next-auth.nonce')
    await logInAtSite(page, siteApp.newUser('ada'))
    await expect(page).toHaveURL(`${origin}/connect/confirm`)
    await expect(page.getByText(accounts.ada.name)).toBeVisible()
    await expect(page.getByText(walletAddress).last()).toBeVisible()
    const signedIn = await ourCookies()
    expect(signedIn.map(({ name }) => name)).not.toContain('__Host-next-auth.nonce')
    for (const cookie of [...begun, ...signedIn]) {
      const attributes = { secure: true, httpOnly: true, sameSite: 'Lax', path: '/' }
      expect(cookie).toMatchObject({ name: expect.stringMatching(/^__Host-/), ...attributes })
    }
  })

  await test.step('no page keeps the token, and Back leads to the connect page', async () => {
    const { entries } = await (await context.newCDPSession(page)).send('Page.getNavigationHistory')
    const [token = ''] = tokens
    const recorded = JSON.stringify(entries) + (await page.content()) + siteApp.output()
    expect(token.length).toBeGreaterThan(100)
    expect(recorded).toContain(siteApp.ownSite.loginUrl)
    expect(recorded).not.toContain(token.slice(token.lastIndexOf('.')))
    await page.goBack()
    await expect(page).toHaveURL(`${origin}/connect/confirm`)
    await expect(connectButton(page)).toBeVisible()
    // The site has sent a second token, for a login that has ended.
    expect(tokens).toHaveLength(2)
  })

  await test.step('the press leads to the service, and a second login needs no password', async () => {
    await waitForReact(page)
    await connectButton(page).click()
    await page.waitForURL(/\/landing\//)
    expect(page.url().replace(/ac=[\w-]{16,}$/, 'ac={ac}')).toBe(standIn.origin + landing)

    await context.clearCookies({ name: /session-token/ })
    await page.goto((await control.pressConnect()).link)
    await siteLink(page).click()
    await expect(page).toHaveURL(`${origin}/connect/confirm`)
    await waitForReact(page)
    await connectButton(page).click()
    await expectConnected(page)
    expect(await control.received('confirm')).toHaveLength(2)
  })
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 320, height: 700 } })

  test('the sign-in page leads to the site when a user returns after 4 minutes', async ({ page, siteApp }) => {
    await page.clock.install()
    await page.goto(`${siteApp.origin}/signin`)
    await test.step('it reloads', async () => {
      await waitForReact(page, 'main a')
      await page.evaluate(() => document.body.setAttribute('data-first', ''))
      const isFirst = () => page.evaluate(() => document.body.hasAttribute('data-first'))
      const comeBack = () => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
      await page.clock.fastForward('03:59')
      await comeBack()
      expect(await isFirst()).toBe(true)
      const loaded = page.waitForEvent('load')
      await page.clock.fastForward('00:02')
      await comeBack()
      await loaded
      expect(await isFirst()).toBe(false)
    })
    await test.step('it meets WCAG 2.2 AA, in light and dark, and fits the screen', async () => {
      await expect(siteLink(page)).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      expect(await overflowOf(page)).toBe(0)
    })
    await test.step('it works with only the keyboard', async () => {
      await tabTo(page, () => siteLink(page))
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(siteAddress(siteApp))
    })
  })
})

test('signing out offers the sign-out of the site, and the site then asks for the password again', async ({
  siteApp,
}) => {
  const browser = new PlainBrowser(new Visitor(siteApp.origin))
  await browser.goto('/signin')
  await browser.follow(providerButtonText)
  expect(browser.url).toMatch(siteAddress(siteApp))
  await browser.press('Sign in', { name: siteApp.newUser('bob'), password })
  await browser.goto('/signin')
  await browser.press(t('signIn.signedIn.signOut'))
  expect(browser.text).toContain(t('signIn.signedOut.title'))
  // The session at the site lasts until the sign-out at the site.
  const other = browser.copy()
  await other.follow(providerButtonText)
  expect(other.url).toBe(`${siteApp.origin}/connect/confirm`)

  await browser.follow(t('signIn.signedOut.link'))
  expect(browser.url).toBe(siteApp.ownSite.signOutUrl)
  await browser.goto('/signin')
  // The page shows the offer only right after the sign-out.
  expect(browser.text).not.toContain(t('signIn.signedOut.title'))
  await browser.follow(providerButtonText)
  expect(browser.buttons).toEqual(['Sign in'])
})
