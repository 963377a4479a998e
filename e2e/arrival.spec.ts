import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sealData } from 'iron-session'
import type { Page } from 'playwright/test'
import { t } from './texts'
import { expect, test } from './fixtures'
import type { App } from './harness/app'
import { PlainBrowser } from './harness/plain-browser'
import { Visitor } from './harness/visitor'
import * as plain from './plain-steps'
import {
  alertOf,
  arrive,
  connectButton,
  expectNothingHeld,
  signIn,
  signInOnPage,
  signOutButton,
  walletAddress,
} from './steps'

/** How long a link is still good, in its last seconds. */
const lastSeconds = new RegExp(
  Array.from({ length: 10 }, (_, seconds) => t('confirm.expiresInSeconds', { seconds })).join('|'),
)

const requestId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const nothingTitle = t('nothingToConnect.title')
const bringBack = t('nothingToConnect.undo')
const bringBackButton = (page: Page) => page.getByRole('button', { name: bringBack })
/** One cookie a link; the link's id follows. */
const cookiePrefix = 'connect-hold-'
const sessionCookie = 'next-auth.session-token'

/** Name and value of the one hold cookie that a browser keeps. */
function holdCookieOf({ visitor }: PlainBrowser): [name: string, value: string] {
  const found = [...visitor.cookies].find(([name]) => name.startsWith(cookiePrefix))
  if (!found) throw new Error('the browser holds no link')
  return found
}

test.describe('a good link', () => {
  test('is held, and taken out of the address bar', async ({ page, app, control, context }) => {
    await signIn(page, app)
    const { nonce } = await arrive(page, control)
    await expect(page).toHaveURL(`${app.origin}/connect/confirm`)
    expect(await page.content()).not.toContain(nonce)
    const cookie = (await context.cookies()).find(({ name }) => name.startsWith(cookiePrefix))
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie?.value).not.toContain(nonce)
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 3590)
    expect(cookie?.expires).toBeLessThan(Date.now() / 1000 + 3601)
  })

  test('answers 303, never to be stored', async ({ request, app, control }) => {
    const { link } = await control.pressConnect()
    const answer = await request.get(link, { maxRedirects: 0 })
    expect(answer.status()).toBe(303)
    expect(answer.headers()).toMatchObject({ location: '/connect/confirm', 'cache-control': 'no-store' })
    expect((await request.get(`${app.origin}/connect`, { maxRedirects: 0 })).headers().location).toBe(
      '/connect/confirm',
    )
  })

  test('survives a login that comes after it', async ({ app, control }) => {
    const browser = new PlainBrowser(new Visitor(app.origin))
    await browser.goto((await control.pressConnect()).link)
    expect(browser.url).toContain('/signin')
    await browser.press(t('signIn.demo.button'), { name: 'Ada' })
    await plain.typeAndConnect(browser)
    plain.expectBackAtService(browser)
  })

  test('is still held when it arrives again, and nothing is asked', async ({ app, control }) => {
    const browser = await plain.plainBrowserAt(app)
    const { link } = await plain.arrive(browser, control)
    await browser.goto(link)
    await plain.typeAndConnect(browser)
    plain.expectBackAtService(browser)
  })

  test('with a slash behind the path arrives too, without a redirect that could be stored', async ({
    app,
    control,
  }) => {
    const browser = await plain.plainBrowserAt(app)
    const link = (await control.pressConnect()).link.replace('/connect?', '/connect/?')
    const answer = await browser.visitor.send(link)
    expect(answer.status).toBe(303)
    expect(answer.headers).toMatchObject({ location: '/connect/confirm', 'cache-control': 'no-store' })
    await plain.expectHeld(browser)
  })
})

test.describe('what is not a good link', () => {
  for (const [what, query] of Object.entries({
    'no nonce': `request_id=${requestId}`,
    'no request_id': 'nonce=n-1',
    'a request_id of another form': 'request_id=123&nonce=n-1',
    'a parameter twice': `request_id=${requestId}&nonce=n-1&nonce=n-2`,
    'a nonce that is too long': `request_id=${requestId}&nonce=${'n'.repeat(1025)}`,
    'a control character': `request_id=${requestId}&nonce=a%00b`,
    'a nonce of more than 1,024 bytes': `request_id=${requestId}&nonce=${encodeURIComponent('日'.repeat(342))}`,
  })) {
    test(`${what}: status 400, what to do, and the older link still there`, async ({ app, control, standIn }) => {
      const browser = await plain.plainBrowserAt(app)
      await plain.arrive(browser, control)
      const { status, body } = await browser.visitor.send(`/connect?${query}`)
      expect(status).toBe(400)
      expect(body).toContain(`<h1>${t('incompleteLink.title')}</h1>`)
      expect(body).toContain(`href="${standIn.profileUrl}"`)
      await plain.expectHeld(browser)
    })
  }

  test.describe('in a browser', () => {
    test.use({ expectedErrors: [/status of 400/] })
    test('shows the page, in which nothing of the query stands', async ({ page, app }) => {
      const answer = await page.goto(`${app.origin}/connect?request_id=x&nonce=a-nonce-to-look-for`)
      expect(answer?.status()).toBe(400)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('incompleteLink.title'))
      await expect(page.getByRole('link', { name: t('nothingToConnect.profileLink') })).toBeVisible()
      expect(await page.content()).not.toContain('a-nonce-to-look-for')
    })
  })
})

test('without a query the connect URL goes on to the page', async ({ app }) => {
  const browser = await plain.plainBrowserAt(app)
  await browser.goto('/connect')
  expect(browser.url).toBe(`${app.origin}/connect/confirm`)
  expect(browser.heading).toBe(nothingTitle)
  expect(browser.html).toContain(`${t('nothingToConnect.profileLink')}</a>`)
})

test.describe('asking without going there holds nothing', () => {
  test('HEAD', async ({ app, control }) => {
    const browser = await plain.plainBrowserAt(app)
    const answer = await browser.visitor.send((await control.pressConnect()).link, { method: 'HEAD' })
    expect([answer.status, answer.setCookies]).toEqual([303, []])
    await plain.expectNothingHeld(browser)
    expect((await browser.visitor.send('/connect?nonce=1', { method: 'HEAD' })).status).toBe(400)
  })

  for (const [header, value, status] of [
    ['Sec-Purpose', 'prefetch', 503],
    ['Sec-Purpose', 'prefetch;prerender', 503],
    ['Sec-Fetch-Dest', 'image', 403],
    ['Sec-Fetch-Dest', 'iframe', 403],
    ['Sec-Fetch-Dest', 'script', 403],
    ['Sec-Fetch-Dest', 'empty', 403],
  ] as const) {
    test(`${header}: ${value}`, async ({ app, control }) => {
      const browser = await plain.plainBrowserAt(app)
      const answer = await browser.visitor.send((await control.pressConnect()).link, { headers: { [header]: value } })
      expect([answer.status, answer.setCookies]).toEqual([status, []])
      await plain.expectNothingHeld(browser)
    })
  }

  test('a prefetch by the browser itself; following the link then does hold', async ({
    page,
    app,
    control,
    standIn,
  }) => {
    await signIn(page, app)
    const { link } = await control.pressConnect()
    await page.route(`${app.origin}/a-page-with-the-link`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<a href="${link}">Go</a><script type="speculationrules">{"prefetch":[{"urls":["${link}"],"eagerness":"immediate"}]}</script>`,
      }),
    )
    await page.goto(`${app.origin}/a-page-with-the-link`)
    await page.waitForTimeout(500)
    expect((await page.context().cookies()).filter(({ name }) => name.startsWith(cookiePrefix))).toEqual([])
    await page.getByRole('link', { name: 'Go' }).click()
    await expect(connectButton(page)).toBeVisible()
    expect(standIn.origin).not.toBe(app.origin)
  })
})

const foreign = randomBytes(32).toString('hex')
const id = 'a-link-id'

/** What a cookie of a link has sealed in it. */
const link = {
  id,
  requestId,
  nonce: 'n-1',
  digest: 'd-1',
  arrivedAt: Date.now(),
  status: 'open',
  changedAt: Date.now(),
  needsChoice: false,
}

test.describe('a cookie that is no link reads as none', () => {
  for (const [what, value] of Object.entries<() => string | Promise<string>>({
    'an oversized one': () => 'x'.repeat(3900),
    'one of a foreign key': () => sealData(link, { password: foreign, ttl: 1800 }),
    'no seal at all': () => 'hello',
  })) {
    test(what, async ({ app }) => {
      const browser = await plain.plainBrowserAt(app)
      browser.visitor.cookies.set(cookiePrefix + id, await value())
      await plain.expectNothingHeld(browser)
    })
  }

  test('a tampered one', async ({ app, control }) => {
    const browser = await plain.plainBrowserAt(app)
    await plain.arrive(browser, control)
    const [name, value] = holdCookieOf(browser)
    const tampered = value.replace(/.(?=.{10}$)/, (character) => (character === 'a' ? 'b' : 'a'))
    expect(tampered).not.toBe(value)
    browser.visitor.cookies.set(name, tampered)
    await plain.expectNothingHeld(browser)
  })

  test('another link’s', async ({ app, control }) => {
    const browser = await plain.plainBrowserAt(app)
    await plain.arrive(browser, control)
    const [name, value] = holdCookieOf(browser)
    browser.visitor.cookies.delete(name)
    browser.visitor.cookies.set(`${cookiePrefix}another`, value)
    await plain.expectNothingHeld(browser)
  })
})

test.describe('a link that was sealed elsewhere', () => {
  // One worker starts the app with these passwords, not each.
  test.describe.configure({ mode: 'default' })
  const password = randomBytes(32).toString('hex')
  const previous = randomBytes(32).toString('hex')
  const lifetimeMs = 30 * 60_000
  const variables = { HOLD_PASSWORD: password, HOLD_PASSWORD_PREVIOUS: previous }

  /** A browser that holds the link, of which so much time is left. */
  async function browserWith(app: App, leftMs: number, sealedBy = password): Promise<PlainBrowser> {
    const browser = await plain.plainBrowserAt(app)
    const held = { ...link, arrivedAt: Date.now() - lifetimeMs + leftMs }
    browser.visitor.cookies.set(cookiePrefix + held.id, await sealData(held, { password: sealedBy, ttl: 1800 }))
    return browser
  }

  test('and has expired, though it was sealed a moment ago, says so', async ({ startVariant }) => {
    const browser = await browserWith(await startVariant(variables), 0)
    await browser.goto('/connect/confirm')
    expect(browser.alert).toContain(t('refused.title.request_expired'))
    expect(browser.buttons).not.toContain(t('confirm.connect'))
  })

  test('and expires while its page is open says so without a press', async ({ page, startVariant, context }) => {
    const app = await startVariant(variables)
    await signIn(page, app)
    const expiring = { ...link, arrivedAt: Date.now() - lifetimeMs + 8000 }
    await context.addCookies([
      { name: cookiePrefix + link.id, value: await sealData(expiring, { password, ttl: 1800 }), url: app.origin },
    ])
    await page.goto(`${app.origin}/connect/confirm`)
    await expect(page.getByText(lastSeconds)).toBeVisible()
    await expect(alertOf(page)).toContainText(t('refused.title.request_expired'))
    await expect(page.getByRole('link', { name: t('nothingToConnect.profileLink') })).toBeVisible()
  })

  test('so it does without JavaScript', async ({ startVariant }) => {
    const browser = await browserWith(await startVariant(variables), 4000)
    await browser.goto('/connect/confirm')
    expect(browser.text).toMatch(lastSeconds)
    const seconds = browser.refreshSeconds ?? 0
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(5)
    await sleep(seconds * 1000)
    await browser.goto(browser.url)
    expect(browser.alert).toContain(t('refused.title.request_expired'))
    expect(browser.html).toContain(`${t('nothingToConnect.profileLink')}</a>`)
  })

  test('by HOLD_PASSWORD_PREVIOUS is good', async ({ startVariant }) => {
    await plain.expectHeld(await browserWith(await startVariant(variables), lifetimeMs, previous))
  })
})

test.describe('a hold belongs to its user', () => {
  test('another one does not see it, and the first one does', async ({ app, control }) => {
    const browser = await plain.plainBrowserAt(app, 'Ada')
    await plain.arrive(browser, control)
    const session = browser.visitor.cookies.get(sessionCookie) ?? ''
    await browser.signIn(app, 'Bob')
    await plain.expectNothingHeld(browser)
    browser.visitor.cookies.set(sessionCookie, session)
    await plain.expectHeld(browser)
  })

  // Names of their own: who signs out takes their session from every test that shares it.
  test('signing out sets it aside, for the same user alone to bring back', async ({ page, app, control }) => {
    await signIn(page, app, 'Sam')
    await arrive(page, control)
    await signOutButton(page).click()
    await expect(page).toHaveURL(/\/signin/)
    await signIn(page, app, 'Bob')
    await expectNothingHeld(page, app)
    await expect(bringBackButton(page)).toHaveCount(0)
    await page.context().clearCookies({ name: /session-token/ })
    await page.goto(`${app.origin}/signin`)
    await signInOnPage(page, 'Sam')
    await expectNothingHeld(page, app)
    await bringBackButton(page).click()
    await expect(connectButton(page)).toBeVisible()
  })

  test('signing out does so without JavaScript', async ({ app, control }) => {
    const browser = await plain.plainBrowserAt(app, 'Samira')
    await plain.arrive(browser, control)
    await browser.press(t('confirm.signOut'))
    expect(browser.url).toContain('/signin')
    expect(browser.visitor.cookies.has(sessionCookie)).toBe(false)
    await browser.signIn(app, 'Bob')
    await plain.expectNothingHeld(browser)
    expect(browser.buttons).not.toContain(bringBack)
    await browser.signIn(app, 'Samira')
    await plain.expectNothingHeld(browser)
    await browser.press(bringBack)
    expect(browser.buttons).toContain(t('confirm.connect'))
  })

  test('Cancel sets it aside, tells the service nothing, and can be undone', async ({ page, app, control }) => {
    await signIn(page, app)
    await arrive(page, control)
    await page.getByRole('button', { name: t('confirm.cancel') }).click()
    await expect(page.getByRole('main')).toContainText(t('nothingToConnect.because.cancelled'))
    await expectNothingHeld(page, app)
    expect(await control.received('confirm')).toEqual([])
    await bringBackButton(page).click()
    await expect(connectButton(page)).toBeVisible()
  })

  test('Cancel does so without JavaScript', async ({ app, control }) => {
    const browser = await plain.plainBrowserAt(app)
    await plain.arrive(browser, control)
    await browser.press(t('confirm.cancel'))
    expect(browser.text).toContain(t('nothingToConnect.because.cancelled'))
    await plain.expectNothingHeld(browser)
    expect(await control.received('confirm')).toEqual([])
    await browser.press(bringBack)
    expect(browser.buttons).toContain(t('confirm.connect'))
  })
})

test('nobody confirms without being signed in: the press leads to the login, and the link is kept', async ({
  app,
  control,
}) => {
  const browser = await plain.plainBrowserAt(app)
  await plain.arrive(browser, control)
  const session = browser.visitor.cookies.get(sessionCookie) ?? ''
  browser.visitor.cookies.delete(sessionCookie)
  await browser.press(t('confirm.connect'), { wallet_address: walletAddress })
  expect(browser.url).toContain('/signin')
  expect(await control.received('confirm')).toEqual([])
  browser.visitor.cookies.set(sessionCookie, session)
  await plain.expectHeld(browser)
  expect(browser.alert).toBe('')
})
