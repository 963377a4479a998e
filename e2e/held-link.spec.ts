import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sealData } from 'iron-session'
import { expect, test } from './fixtures'
import type { App } from './harness/app'
import type { PlainBrowser } from './harness/plain-browser'
import { walletAddress } from './harness/people'
import { addressField, alertOf, connectButton, holdCookiePrefix } from './page-steps'
import { plainBrowserAt } from './plain-steps'
import { arrive, expectHeld, expectNothingHeld, signIn } from './steps'
import { brand, literally, t } from './texts'

/* A hold keeps a link in a sealed cookie for 30 minutes, or until the user cancels it. */

/** The text with the time when a link expires, in the browser's time zone. */
const worksUntil = new RegExp(literally(t('confirm.worksUntil', { time: 'TIME' })).replace('TIME', '\\d+:\\d+.*'))

const sessionCookie = 'next-auth.session-token'

/** Returns the name and value of the only hold cookie of a browser. */
function holdCookieOf({ visitor }: PlainBrowser): [name: string, value: string] {
  const found = [...visitor.cookies].find(([name]) => name.startsWith(holdCookiePrefix))
  if (!found) throw new Error('the browser holds no link')
  return found
}

const foreignPassword = randomBytes(32).toString('hex')
const id = 'a-held-link0'

/** The content of a hold cookie, before it is sealed. */
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

test.describe('the page has nothing to connect when the cookie', () => {
  for (const [what, value] of Object.entries<() => string | Promise<string>>({
    'is too large': () => 'x'.repeat(3900),
    'has another key': () => sealData(link, { password: foreignPassword, ttl: 1800 }),
    'has no seal': () => 'hello',
  })) {
    test(what, async ({ app }) => {
      const browser = await plainBrowserAt(app)
      browser.visitor.cookies.set(holdCookiePrefix + id, await value())
      await expectNothingHeld(browser)
    })
  }

  test('was changed', async ({ app, control }) => {
    const browser = await plainBrowserAt(app)
    await arrive(browser, control)
    const [name, value] = holdCookieOf(browser)
    const tampered = value.replace(/.(?=.{10}$)/, (character) => (character === 'a' ? 'b' : 'a'))
    expect(tampered).not.toBe(value)
    browser.visitor.cookies.set(name, tampered)
    await expectNothingHeld(browser)
  })

  test('has the name of another link', async ({ app, control }) => {
    const browser = await plainBrowserAt(app)
    await arrive(browser, control)
    const [name, value] = holdCookieOf(browser)
    browser.visitor.cookies.delete(name)
    browser.visitor.cookies.set(`${holdCookiePrefix}another-link`, value)
    await expectNothingHeld(browser)
  })
})

test.describe('a held link', () => {
  // One worker runs these tests, so that it starts the app with these passwords once.
  test.describe.configure({ mode: 'default' })
  const password = randomBytes(32).toString('hex')
  const previous = randomBytes(32).toString('hex')
  const lifetimeMs = 30 * 60_000
  const variables = { HOLD_PASSWORD: password, HOLD_PASSWORD_PREVIOUS: previous }

  /** Returns a browser that holds the link, with `leftMs` until it expires. */
  async function browserWith(
    app: App,
    leftMs: number,
    { sealedBy = password, ...change }: { sealedBy?: string; needsChoice?: boolean; othersDropped?: boolean } = {},
  ): Promise<PlainBrowser> {
    const browser = await plainBrowserAt(app)
    const held = { ...link, arrivedAt: Date.now() - lifetimeMs + leftMs, ...change }
    browser.visitor.cookies.set(holdCookiePrefix + held.id, await sealData(held, { password: sealedBy, ttl: 1800 }))
    return browser
  }

  test('reports that it has expired, even when its cookie was sealed later', async ({ startVariant }) => {
    const browser = await browserWith(await startVariant(variables), 0)
    await browser.goto('/connect/confirm')
    expect(browser.alert).toContain(t('refused.title.request_expired'))
    expect(browser.buttons).not.toContain(t('confirm.connect'))
  })

  test('reports that it has expired while its page is open', async ({ page, startVariant, context }) => {
    const app = await startVariant(variables)
    await signIn(page, app)
    const expiring = { ...link, arrivedAt: Date.now() - lifetimeMs + 8000 }
    await context.addCookies([
      { name: holdCookiePrefix + link.id, value: await sealData(expiring, { password, ttl: 1800 }), url: app.origin },
    ])
    await page.goto(`${app.origin}/connect/confirm`)
    await expect(page.getByText(worksUntil)).toBeVisible()
    await addressField(page).fill(walletAddress)
    await expect(alertOf(page)).toContainText(t('refused.title.request_expired'))
    await expect(alertOf(page)).toBeFocused()
    await expect(page).toHaveTitle(`${t('refused.title.request_expired')} · ${brand.name}`)
    // The user can copy the typed address for the next link.
    await expect(page.getByRole('main')).toContainText(`${t('refused.enteredAddress')} ${walletAddress}`)
    await expect(page.getByRole('link', { name: t('nothingToConnect.profileLink') })).toBeVisible()
  })

  test('reloads its page when it expires and no script runs', async ({ startVariant }) => {
    const browser = await browserWith(await startVariant(variables), 4000)
    await browser.goto('/connect/confirm')
    expect(browser.text).toContain(t('confirm.minutesLeft', { minutes: 0 }))
    const seconds = browser.refreshSeconds ?? 0
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(5)
    await sleep(seconds * 1000)
    await browser.goto(browser.url)
    expect(browser.alert).toContain(t('refused.title.request_expired'))
    expect(browser.html).toContain(`${t('nothingToConnect.profileLink')}</a>`)
  })

  test('has no Connect button when it needs a choice and the app has dropped other links', async ({ startVariant }) => {
    const left = { needsChoice: true, othersDropped: true }
    const browser = await browserWith(await startVariant(variables), lifetimeMs, left)
    await expectNothingHeld(browser)
    expect(browser.text).toContain(t('nothingToConnect.because.others_dropped'))
    expect(browser.text).toContain(t('nothingToConnect.next'))
    expect(browser.html).toContain(`${t('nothingToConnect.profileLink')}</a>`)
    expect(browser.text).not.toContain(link.requestId)
  })

  test('has a Connect button when its cookie is sealed with HOLD_PASSWORD_PREVIOUS', async ({ startVariant }) => {
    await expectHeld(await browserWith(await startVariant(variables), lifetimeMs, { sealedBy: previous }))
  })
})

test.describe('a held link of a user', () => {
  test('appears only to this user', async ({ app, control }) => {
    const browser = await plainBrowserAt(app, 'Ada')
    await arrive(browser, control)
    const session = browser.visitor.cookies.get(sessionCookie) ?? ''
    await signIn(browser, app, 'Bob')
    await expectNothingHeld(browser)
    browser.visitor.cookies.set(sessionCookie, session)
    await expectHeld(browser)
  })

  // e2e/without-javascript.spec.ts tests signing out.
  test('is set aside after Cancel, without a call, until the user brings it back', async ({ page, app, control }) => {
    await signIn(page, app)
    await arrive(page, control)
    await page.getByRole('button', { name: t('confirm.cancel') }).click()
    await expect(page.getByRole('main')).toContainText(t('nothingToConnect.because.cancelled'))
    await expectNothingHeld(page)
    expect(await control.received('confirm')).toEqual([])
    await page.getByRole('button', { name: t('nothingToConnect.undo') }).click()
    await expect(connectButton(page)).toBeVisible()
  })
})

test('a press opens the sign-in and keeps the link when the session has ended', async ({ app, control }) => {
  const browser = await plainBrowserAt(app)
  await arrive(browser, control)
  const session = browser.visitor.cookies.get(sessionCookie) ?? ''
  browser.visitor.cookies.delete(sessionCookie)
  await browser.press(t('confirm.connect'), { wallet_address: walletAddress })
  expect(browser.url).toContain('/signin')
  expect(await control.received('confirm')).toEqual([])
  browser.visitor.cookies.set(sessionCookie, session)
  await expectHeld(browser)
  expect(browser.alert).toBe('')
})
