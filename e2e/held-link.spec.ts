import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sealData } from 'iron-session'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import type { App } from './harness/app'
import type { PlainBrowser } from './harness/plain-browser'
import * as plain from './plain-steps'
import {
  alertOf,
  arrive,
  arriveAnew,
  connectButton,
  expectNothingHeld,
  holdCookiePrefix,
  signIn,
  signInOnPage,
  signOutButton,
  walletAddress,
} from './steps'
import { t } from './texts'

/* A link that is held: in a sealed cookie, for half an hour, for the user who brought it, until they set it aside. */

/** How long a link is still good, in its last seconds. */
const lastSeconds = new RegExp(
  Array.from({ length: 10 }, (_, seconds) => t('confirm.expiresInSeconds', { seconds })).join('|'),
)

const bringBack = t('nothingToConnect.undo')
const bringBackButton = (page: Page) => page.getByRole('button', { name: bringBack })
const sessionCookie = 'next-auth.session-token'

/** Name and value of the one hold cookie that a browser keeps. */
function holdCookieOf({ visitor }: PlainBrowser): [name: string, value: string] {
  const found = [...visitor.cookies].find(([name]) => name.startsWith(holdCookiePrefix))
  if (!found) throw new Error('the browser holds no link')
  return found
}

const foreign = randomBytes(32).toString('hex')
const id = 'a-link-id'

/** What a cookie of a link has sealed in it. */
const link = {
  id,
  requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
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
      browser.visitor.cookies.set(holdCookiePrefix + id, await value())
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
    browser.visitor.cookies.set(`${holdCookiePrefix}another`, value)
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
    browser.visitor.cookies.set(holdCookiePrefix + held.id, await sealData(held, { password: sealedBy, ttl: 1800 }))
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
      { name: holdCookiePrefix + link.id, value: await sealData(expiring, { password, ttl: 1800 }), url: app.origin },
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

  test('signing out and Cancel set it aside, for the same user alone to bring back', async ({ page, app, control }) => {
    await test.step('signing out', async () => {
      // A name of its own: who signs out takes their session from every test that shares it.
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
    await test.step('Cancel, which tells the service nothing', async () => {
      await arriveAnew(page, app, control)
      await page.getByRole('button', { name: t('confirm.cancel') }).click()
      await expect(page.getByRole('main')).toContainText(t('nothingToConnect.because.cancelled'))
      await expectNothingHeld(page, app)
      expect(await control.received('confirm')).toEqual([])
      await bringBackButton(page).click()
      await expect(connectButton(page)).toBeVisible()
    })
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
