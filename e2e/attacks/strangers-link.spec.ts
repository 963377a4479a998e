import type { Page, Request } from 'playwright/test'
import { t } from '../texts'
import { waitForReact } from '../fixtures'
import { connectForm } from '../harness/html'
import { walletAddress } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import type { StandInControl } from '../stand-in/control/client'
import { addressField, alertOf, expectConnected, showAddressField } from '../connect/page-steps'
import { arrive, expectBackAtService, expectNothingHeld, typeAndConnect } from '../steps'
import { callbackOf, expect, hiddenFields, test, type Site } from './site'

/*
 * A stranger presses Connect at the service with their account, and makes a user's browser open the link. If the user
 * confirmed it, the user's wallet would be connected to the stranger's account. Some tests use pages of a neighbour,
 * which is another host of the same site. They can do more than a page of another site.
 */

/** Signs in a user who has not pressed Connect before. */
async function signInAtSite(page: Page, site: Site): Promise<void> {
  const { cookies } = await site.newUser()
  const attributes = { url: site.app.origin, secure: true, httpOnly: true, sameSite: 'Lax' } as const
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, ...attributes })))
}

test.use({ ignoreHTTPSErrors: true })

/** Opens a page of the neighbour in another tab. */
async function openNeighbour(page: Page, neighbour: string, body: string): Promise<Page> {
  // The page comes from the test and has no network address. Chromium treats it as a public site, which needs a
  // permission to reach a server on loopback. A real neighbour's page needs none for this app's public host.
  await page.context().grantPermissions(['local-network-access'], { origin: neighbour })
  const tab = await page.context().newPage()
  await tab.route(`${neighbour}/**`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await tab.goto(`${neighbour}/`)
  return tab
}

const withoutNavigating = [
  (link: string) => `<img src="${link}">`,
  (link: string) => `<iframe src="${link}"></iframe>`,
  (link: string) => `<iframe credentialless src="${link}"></iframe>`,
  (link: string) => `<object data="${link}"></object>`,
  (link: string) => `<script src="${link}"></script>`,
  (link: string) => `<link rel="stylesheet" href="${link}">`,
  (link: string) => `<link rel="prefetch" href="${link}">`,
  (link: string) => `<script>fetch(${JSON.stringify(link)}, { mode: 'no-cors', credentials: 'include' })</script>`,
]

test('a neighbour’s page cannot hold a link without a navigation, and cannot set the hold cookie of its link', async ({
  page,
  site,
  control,
  expectedErrors,
}) => {
  // The browser reports these errors in the console of the neighbour's page.
  expectedErrors.push(
    /responded with a status of 403/,
    /violates .* "frame-ancestors 'none'"/,
    /^Refused to (execute script|apply style) from/,
  )
  const { app, neighbourOrigin } = site
  const context = page.context()
  await signInAtSite(page, site)
  const aliceLink = await arrive(page, control)
  const cookies = await context.cookies(app.origin)
  const links = await Promise.all(withoutNavigating.map(async () => (await control.pressConnect('bob')).link))
  // Each request has its response, or the browser has blocked it.
  const requested = new Set<string>()
  const note = (request: Request) => void requested.add(request.url())
  context.on('requestfinished', note)
  context.on('requestfailed', note)
  const body = withoutNavigating.map((bodyOf, at) => bodyOf(links[at] ?? '')).join('\n')
  const neighbour = await openNeighbour(page, neighbourOrigin, body)
  await expect.poll(() => links.filter((link) => !requested.has(link))).toEqual([])
  expect(await context.cookies(app.origin)).toEqual(cookies)

  await page.reload()
  await typeAndConnect(page)
  await expectConnected(page)
  expect(page.url()).toContain(aliceLink.request_id)
  expect(await control.connections()).toMatchObject([{ account: 'alice' }])

  await page.goto((await control.pressConnect('bob')).link)
  const cookie = (await context.cookies()).find(({ name }) => name.startsWith('__Host-connect-hold-'))
  await context.clearCookies({ name: cookie?.name ?? '' })
  await neighbour.evaluate(
    (text) => (document.cookie = text),
    `${cookie?.name}=${cookie?.value}; Domain=site.localhost; Path=/; Secure`,
  )
  await page.goto(`${app.origin}/connect/confirm`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('nothingToConnect.done'))
})

test('a stranger’s link makes the page ask which link is the user’s', async ({ page, site, control, standIn }) => {
  await signInAtSite(page, site)
  const aliceLink = await arrive(page, control, { referer: standIn.profileUrl })
  await expect(page.getByRole('main')).not.toContainText(t('confirm.othersLink'))
  // A refusal keeps the typed address only for this link.
  await control.script('confirm', { status: 200, text: '' })
  await typeAndConnect(page)
  await expect(alertOf(page)).toContainText(t('refused.title.answer_unreadable'))
  const strangers = await control.pressConnect('bob')
  await page.goto(strangers.link)

  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('whichLink.title'))
  await expect(main.getByRole('listitem')).toHaveCount(2)
  // The safe one is first, although it is older.
  await expect(main.getByRole('listitem').nth(0)).toContainText(t('whichLink.fromService'))
  await expect(main.getByRole('listitem').nth(1)).toContainText(t('whichLink.fromElsewhere'))
  await expect(main.locator('time')).toHaveCount(2)
  await expect(main.getByText(t('confirm.othersLink'))).toHaveCount(1)
  await expect(main).not.toContainText(aliceLink.request_id)
  await expect(main.getByRole('list').getByRole('button')).toHaveText([t('whichLink.choose'), t('whichLink.choose')])
  // The link from the service's own page stands out, and neither has the focus.
  await expect(main.locator('.button-primary')).toHaveAccessibleName(t('whichLink.choose'))
  await expect(main.getByRole('listitem').nth(0).locator('.button-primary')).toBeVisible()
  await expect(main.getByRole('button', { name: t('whichLink.startAgain') })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await waitForReact(page)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  expect(await page.content()).not.toContain(strangers.nonce)

  await main.getByRole('listitem').nth(0).getByRole('button').click()
  await showAddressField(page)
  await expect(addressField(page)).toHaveValue('')
  // The browser also holds another link, so the page shows the warning.
  await expect(main).toContainText(t('confirm.othersLink'))
  await expect(page.locator('input[name=signature]')).toHaveValue('')
  await typeAndConnect(page)
  await expect(page).toHaveURL(/\/connect\/callback\?request_id=/)
  expect(page.url()).toContain(aliceLink.request_id)
})

test('a second link does not replace the open link, and a press that fails keeps the form of the chosen one', async ({
  site,
  control,
}) => {
  const tab = new PlainBrowser(await site.newUser())
  const aliceLink = await arrive(tab, control)
  const other = new PlainBrowser(tab.visitor)
  const second = await control.pressConnect('bob')
  await other.goto(second.link)
  expect(other.heading).toBe(t('whichLink.title'))
  // The form of the first tab is older than the second link, so it does not show which link its user means.
  await typeAndConnect(tab)
  expect(tab.heading).toBe(t('whichLink.title'))
  expect(await control.received('confirm')).toEqual([])
  await tab.press(t('whichLink.choose'), {}, 1)
  await control.script('confirm', { status: 422, json: { error: 'No', reason: 'invalid_address' } })
  await typeAndConnect(tab)
  expect(tab.alert).toContain(t('refused.title.invalid_address'))
  await typeAndConnect(tab, null)
  await expectBackAtService(tab)
  expect(tab.url).toContain(aliceLink.request_id)
  const presses = (await control.received('confirm')).map(({ body }) => JSON.parse(body ?? '') as object)
  expect(presses).toMatchObject(Array(2).fill({ request_id: aliceLink.request_id }))
  // The remaining link still needs a choice.
  await other.goto(other.url)
  expect(other.heading).toBe(t('whichLink.title'))
  expect(other.text).toContain(t('confirm.othersLink'))
  await other.press(t('whichLink.choose'))
  await typeAndConnect(other)
  await expectBackAtService(other)
  expect(other.url).toContain(second.request_id)
})

test.describe('a stranger’s link that arrives while another answer is on its way', () => {
  /** Presses the stranger's form, as if an older tab still showed it, and expects the question. */
  async function expectAsked(browser: PlainBrowser, control: StandInControl, requestId: string): Promise<void> {
    await browser.goto('/connect/confirm')
    expect(browser.heading).toBe(t('whichLink.title'))
    expect(browser.buttons.filter((label) => label === t('whichLink.choose'))).toHaveLength(2)
    const ids = [...browser.visitor.cookies.keys()].flatMap((name) => name.split('connect-hold-')[1] ?? [])
    await browser.press(t('whichLink.choose'), {}, 1)
    const form = hiddenFields(browser.html, connectForm)
    const [strangers] = ids.filter((id) => id !== form['link'])
    const forged = { ...form, link: strangers ?? '', request_id: requestId, wallet_address: walletAddress }
    const { status, location } = await browser.visitor.send('/connect/confirm', { form: forged })
    expect([status, location]).toEqual([303, '/connect/confirm'])
    expect(await control.received('confirm')).toEqual([])
    await typeAndConnect(browser)
    await expectBackAtService(browser)
  }

  test('needs a choice when the answer is that of a sign-in', async ({ site, control }) => {
    const user = site.visitor()
    const browser = new PlainBrowser(user)
    const strangers = await control.pressConnect('bob')
    const long = new URL(strangers.link)
    long.searchParams.set('nonce', 'n'.repeat(200))
    await browser.goto(long.href)
    // The user's own link begins the login at the provider, and its page is the last before the callback.
    const own = await control.pressConnect()
    const { location } = await user.send(own.link)
    const late = await user.copy().send(await callbackOf(user, location, site))
    await user.send(strangers.link)
    user.keepCookies(late)
    await expectAsked(browser, control, strangers.request_id)
    expect(browser.url).toContain(own.request_id)
  })

  test('needs a choice when two links arrive at once, and one of them again', async ({ site, control }) => {
    for (const isStrangersLast of [true, false]) {
      await control.clearReceived()
      const user = await site.newUser()
      const [strangers, own] = [await control.pressConnect('bob'), await control.pressConnect()]
      await user.send(strangers.link)
      const again = new URL(strangers.link)
      again.searchParams.set('nonce', 'another')
      const before = user.copy()
      const [arrival, second] = await Promise.all([before.copy().send(own.link), before.copy().send(again.href)])
      for (const answer of isStrangersLast ? [arrival, second] : [second, arrival]) user.keepCookies(answer)
      const browser = new PlainBrowser(user)
      await expectAsked(browser, control, strangers.request_id)
      expect(browser.url).toContain(own.request_id)
    }
  })
})

test('the chosen link connects while a stranger’s tab opens its link again and again', async ({ site, control }) => {
  const browser = new PlainBrowser(await site.newUser())
  const own = await arrive(browser, control)
  const strangers = new URL((await control.pressConnect('bob')).link)
  await browser.goto(strangers.href)
  await browser.press(t('whichLink.choose'), {}, 1)
  for (const nonce of ['again', 'and-again']) {
    strangers.searchParams.set('nonce', nonce)
    await browser.visitor.send(strangers.href)
  }
  await typeAndConnect(browser)
  await expectBackAtService(browser)
  expect(browser.url).toContain(own.request_id)
})

test('Cancel sets the link of a stranger aside too', async ({ site, control }) => {
  const browser = new PlainBrowser(await site.newUser())
  await arrive(browser, control)
  await browser.goto((await control.pressConnect('bob')).link)
  await browser.press(t('confirm.cancel'))
  expect(browser.text).toContain(t('nothingToConnect.because.cancelled'))
  await expectNothingHeld(browser)
  expect(await control.received('confirm')).toEqual([])
})

test.describe('strangers’ links', () => {
  /** Makes a browser open links of a stranger's account, with nonces that the stranger has made. */
  async function openStrangers(browser: PlainBrowser, control: StandInControl, count: number): Promise<void> {
    for (let opened = 0; opened < count; opened += 1) {
      const url = new URL((await control.pressConnect('bob')).link)
      url.searchParams.set('nonce', String(opened).repeat(512))
      await browser.goto(url.href)
    }
  }

  test('do not remove the user’s link when they are many and long', async ({ site, control }) => {
    const browser = new PlainBrowser(await site.newUser())
    const aliceLink = await arrive(browser, control)
    await openStrangers(browser, control, 6)
    expect(browser.heading).toBe(t('whichLink.title'))
    expect(browser.text).toContain(t('whichLink.textDropped'))
    expect(browser.buttons.filter((label) => label === t('whichLink.choose'))).toHaveLength(4)

    // `hold-cookie.test.ts` measures the longest case. nginx accepts a header of 8 KB by default.
    const cookies = [...browser.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect(cookies.length).toBeLessThan(7000)

    await browser.press(t('whichLink.choose'), {}, 3)
    await typeAndConnect(browser)
    await expectBackAtService(browser)
    expect(browser.url).toContain(aliceLink.request_id)
  })

  test('make the page report a dropped link when they arrive first', async ({ site, control, standIn }) => {
    const browser = new PlainBrowser(await site.newUser())
    await openStrangers(browser, control, 4)
    await browser.goto((await control.pressConnect()).link)
    expect(browser.text).not.toContain(t('whichLink.fromService'))
    expect(browser.text).toContain(t('whichLink.textDropped'))

    await browser.press(t('whichLink.startAgain'))
    expect(browser.url).toBe(standIn.profileUrl)
    const again = await arrive(browser, control)
    await typeAndConnect(browser)
    await expectBackAtService(browser)
    expect(browser.url).toContain(again.request_id)
  })
})
