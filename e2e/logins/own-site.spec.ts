import type { Page } from 'playwright/test'
import { expect, test, waitForReact, type SiteApp } from '../fixtures'
import { accounts, walletAddress } from '../harness/people'
import { password } from '../own-site/start'
import { connectButton, providerButtonText } from '../connect/page-steps'
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

test('Back opens the page before the login and the connect page after it, and no page keeps the token', async ({
  page,
  context,
  siteApp,
  control,
  standIn,
}) => {
  const { origin } = siteApp
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

  await test.step('the login leads to the connect page', async () => {
    const hasNonce = async () => (await context.cookies(origin)).some(({ name }) => name === '__Host-next-auth.nonce')
    expect(await hasNonce()).toBe(true)
    await logInAtSite(page, siteApp.newUser('ada'))
    await expect(page).toHaveURL(`${origin}/connect/confirm`)
    await expect(page.getByText(accounts.ada.name)).toBeVisible()
    await expect(page.getByText(walletAddress).last()).toBeVisible()
    expect(await hasNonce()).toBe(false)
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

  await test.step('the press leads to the service', async () => {
    await waitForReact(page)
    await connectButton(page).click()
    await page.waitForURL(/\/landing\//)
    expect(page.url().replace(/ac=[\w-]{16,}$/, 'ac={ac}')).toBe(standIn.origin + landing)
    expect(await control.received('confirm')).toHaveLength(1)
  })
})

test('the sign-in page reloads when a user returns after 4 minutes', async ({ page, siteApp }) => {
  await page.clock.install()
  await page.goto(`${siteApp.origin}/signin`)
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
