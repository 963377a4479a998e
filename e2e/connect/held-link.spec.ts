import { randomBytes } from 'node:crypto'
import { sealData } from 'iron-session'
import { expect, test, waitForReact } from '../fixtures'
import type { App } from '../harness/app'
import { walletAddress } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
import { addressField, alertOf, holdCookiePrefix, providerButtonText, showAddressField } from './page-steps'
import { password as sitePassword } from '../own-site/start'
import {
  browserWithLink,
  expectBackAtService,
  expectHeld,
  expectNothingHeld,
  plainBrowserAt,
  signIn,
  typeAndConnect,
} from '../steps'
import type { StandInControl } from '../stand-in/control/client'
import { brand, literally, t } from '../texts'

/* A hold keeps a link in a sealed cookie for 30 minutes, or until the user cancels it. */

/** The text with the time when a link expires, in the browser's time zone. */
const worksUntil = new RegExp(literally(t('confirm.worksUntil', { time: 'TIME' })).replace('TIME', '\\d+:\\d+.*'))

const sessionCookie = 'next-auth.session-token'
const lifetimeMs = 30 * 60_000
const fiveMinutesMs = 5 * 60_000
const requestId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const newPassword = () => randomBytes(32).toString('hex')
const [password, previous] = [newPassword(), newPassword()]
const variables = { HOLD_PASSWORD: password, HOLD_PASSWORD_PREVIOUS: previous, SUBNET_USER_ID: 'plain' }

interface Held {
  /** The time until the link expires. @default all of it */
  leftMs?: number
  sealedBy?: string
}

/** Seals a link as the app with these `variables` does. */
async function holdCookie({ leftMs = lifetimeMs, sealedBy = password }: Held = {}) {
  const id = 'a-held-link0'
  const arrivedAt = Date.now() - lifetimeMs + leftMs
  const link = { id, requestId, nonce: 'n-1', digest: 'd-1', arrivedAt, status: 'open' }
  const value = await sealData({ ...link, changedAt: arrivedAt }, { password: sealedBy, ttl: 1800 })
  return { name: holdCookiePrefix + id, value }
}

async function browserWith(app: App, held?: Held): Promise<PlainBrowser> {
  const browser = await plainBrowserAt(app)
  const { name, value } = await holdCookie(held)
  browser.visitor.cookies.set(name, value)
  return browser
}

// lib/connect/hold-cookie.test.ts tests other cookies that the app has not sealed.
test('the page has nothing to connect when a character of the cookie is another', async ({ app, control }) => {
  const browser = await browserWithLink(app, control)
  const { cookies } = browser.visitor
  const [[name, value] = ['', '']] = [...cookies].filter(([name]) => name.startsWith(holdCookiePrefix))
  cookies.set(
    name,
    value.replace(/.(?=.{10}$)/, (old) => (old === 'a' ? 'b' : 'a')),
  )
  await expectNothingHeld(browser)
  cookies.set(name, value)
  await expectHeld(browser)
})

test.describe('a held link', () => {
  test('expires while its page is open, which then says so and keeps the typed address for the next link', async ({
    page,
    startVariant,
    context,
  }) => {
    const app = await startVariant(variables)
    await signIn(page, app)
    const hold = async (held?: Held) => context.addCookies([{ ...(await holdCookie(held)), url: app.origin }])
    await page.clock.install()
    await hold()
    await page.goto(`${app.origin}/connect/confirm`)

    // The time left counts from when the script starts.
    await waitForReact(page, 'main [name="wallet_address"]')
    await expect(page.getByText(worksUntil)).toHaveCount(0)
    await page.clock.fastForward(lifetimeMs - fiveMinutesMs)
    await expect(page.getByText(worksUntil)).toBeVisible()
    // The link ends when its time has passed, whatever the device says about the time of day.
    const setBy = async (ms: number) => page.clock.setSystemTime(await page.evaluate((by) => Date.now() + by, ms))
    for (const hours of [2, -4, 2]) {
      await setBy(hours * 3_600_000)
      await page.clock.runFor(1000)
    }
    await expect(page.getByText(worksUntil)).toBeVisible()
    await showAddressField(page)
    await addressField(page).fill(walletAddress)
    await hold({ leftMs: 0 })
    // The device sleeps.
    await setBy(fiveMinutesMs)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await page.clock.runFor(1000)
    await expect(alertOf(page)).toContainText(t('refused.title.request_expired'))
    await expect(alertOf(page)).toBeFocused()
    await expect(page).toHaveTitle(`${t('refused.title.request_expired')} · ${brand.name}`)
    await expect(page.getByRole('main')).toContainText(`${t('refused.enteredAddress')} ${walletAddress}`)
    await expect(page.getByRole('link', { name: t('nothingToConnect.profileLink') })).toBeVisible()
  })

  test('asks which link is the user’s when it is pressed after its end and a stranger’s link has arrived', async ({
    startVariant,
    control,
  }) => {
    const app = await startVariant(variables)
    await control.set({ connectUrl: `${app.origin}/connect` })
    const browser = await browserWith(app, { leftMs: 60_000 })
    await browser.goto('/connect/confirm')
    const stale = browser.copy()
    const { name, value } = await holdCookie({ leftMs: 0 })
    for (const each of [browser, stale]) each.visitor.cookies.set(name, value)
    await stale.goto('/connect/confirm')
    expect(stale.alert).toContain(t('refused.title.request_expired'))
    const strangers = new PlainBrowser(browser.visitor)
    await strangers.goto((await control.pressConnect('bob')).link)
    expect(strangers.heading).toBe(t('confirm.title'))
    await typeAndConnect(browser)
    expect(browser.heading).toBe(t('whichLink.title'))
    expect(browser.text).toContain(t('refused.title.request_expired'))
    expect(await control.received('confirm')).toEqual([])
  })

  test('reloads its page at its end when no script runs', async ({ startVariant }) => {
    const browser = await browserWith(await startVariant(variables), { leftMs: 59_000 })
    await browser.goto('/connect/confirm')
    expect(browser.text).toContain(t('confirm.minutesLeft', { minutes: 0 }))
    expect(browser.refreshSeconds).toBeGreaterThan(1)
    expect(browser.refreshSeconds).toBeLessThanOrEqual(60)
  })

  test('has no Connect button when it needs a choice and the app has dropped other links', async ({ startVariant }) => {
    const browser = await browserWith(await startVariant(variables))
    const at = Date.now()
    const trace = { id: 'found-noroom', requestId, digest: '', arrivedAt: at, status: 'no_room', changedAt: at }
    browser.visitor.cookies.set(`connect-past-${trace.id}`, await sealData(trace, { password, ttl: 1800 }))
    await expectNothingHeld(browser)
    expect(browser.text).toContain(t('nothingToConnect.because.others_dropped'))
    expect(browser.text).toContain(t('nothingToConnect.next'))
    expect(browser.html).toContain(`${t('nothingToConnect.profileLink')}</a>`)
    expect(browser.text).not.toContain(requestId)
  })

  test('has a Connect button when its cookie is sealed with HOLD_PASSWORD_PREVIOUS', async ({ startVariant }) => {
    await expectHeld(await browserWith(await startVariant(variables), { sealedBy: previous }))
  })

  // e2e/connect/without-javascript.spec.ts tests signing out.
  test('appears only to its user', async ({ app, control }) => {
    const browser = await browserWithLink(app, control)
    const session = browser.visitor.cookies.get(sessionCookie) ?? ''
    await signIn(browser, app)
    await expectNothingHeld(browser)
    browser.visitor.cookies.set(sessionCookie, session)
    await expectHeld(browser)
  })
})

test('a press opens the sign-in and keeps the link when the session has ended', async ({ app, control }) => {
  const browser = await browserWithLink(app, control)
  const session = browser.visitor.cookies.get(sessionCookie) ?? ''
  browser.visitor.cookies.delete(sessionCookie)
  await typeAndConnect(browser)
  expect(browser.url).toContain('/signin')
  expect(await control.received('confirm')).toEqual([])
  browser.visitor.cookies.set(sessionCookie, session)
  await expectHeld(browser)
  expect(browser.alert).toBe('')
})

// This test is here because the app of this file has the variable.
test('the page shows and sends the plain identifier when SUBNET_USER_ID is plain', async ({
  startVariant,
  control,
}) => {
  const app = await startVariant(variables)
  await control.set({ connectUrl: `${app.origin}/connect` })
  const browser = await browserWithLink(app, control, 'Ada')
  expect(browser.text).toContain(t('confirm.toldPlain', { id: 'demo:ada' }))
  await typeAndConnect(browser)
  await expectBackAtService(browser)
  const [call] = await control.received('confirm')
  expect(JSON.parse(call?.body ?? '')).toMatchObject({ subnet_user_id: 'demo:ada' })
})

/* Proxies accept 4 KB of headers by default, and a browser can hold four links. */
test.describe('four held links', () => {
  /** How a browser that the app has sent to the login signs in as a user. */
  type LogIn = (browser: PlainBrowser, user: string) => Promise<void>
  const atDemo: LogIn = (browser, name) => browser.press(t('signIn.demo.button'), { name })
  const atSite: LogIn = async (browser, name) => {
    await browser.follow(providerButtonText)
    await browser.press('Sign in', { name, password: sitePassword })
  }
  const atProvider: LogIn = async (browser, login) => {
    if (browser.heading === t('signIn.title')) await browser.press(providerButtonText)
    await browser.press('Continue', { login })
  }

  /** Opens links without a session, one more than the browser can hold. */
  async function browserWithFour(app: App, control: StandInControl, nonceLength?: number): Promise<PlainBrowser> {
    await control.set({ connectUrl: `${app.origin}/connect` })
    const browser = new PlainBrowser(new Visitor(app.origin))
    for (let opened = 0; opened < 5; opened += 1) {
      const url = new URL((await control.pressConnect()).link)
      if (nonceLength) url.searchParams.set('nonce', String(opened).repeat(nonceLength))
      await browser.goto(url.href)
    }
    return browser
  }
  const choices = ({ buttons }: PlainBrowser) => buttons.filter((label) => label === t('whichLink.choose')).length
  const deleteCookies = ({ visitor }: PlainBrowser, part: string) => {
    for (const name of visitor.cookies.keys()) if (name.includes(part)) visitor.cookies.delete(name)
  }

  test('never make an answer with more than 4,000 bytes of headers, even with the longest nonces', async ({
    siteApp,
    oidcApp,
    control,
  }) => {
    for (const [app, logIn, user] of [
      [siteApp, atSite, siteApp.newUser('bob')],
      [oidcApp, atProvider, 'bob'],
    ] as const) {
      const browser = await browserWithFour(app, control, 512)
      await logIn(browser, user)
      expect(choices(browser), user).toBe(4)
      await browser.press(t('whichLink.choose'), {}, 2)
      const error = 'This address is refused. '.repeat(20)
      await control.script('confirm', { status: 422, json: { error, reason: 'invalid_address' } })
      await typeAndConnect(browser)
      expect(browser.alert).toContain(t('refused.title.invalid_address'))
      await browser.press(t('confirm.cancel'))
      expect(browser.text).toContain(t('nothingToConnect.because.cancelled'))
      await browser.press(t('nothingToConnect.undo'))
      expect(choices(browser)).toBe(4)
      await browser.goto((await control.pressConnect()).link)
      expect(choices(browser)).toBe(4)
      await browser.press(t('whichLink.choose'), {}, 1)
      await browser.press(t('confirm.signOut'))
      expect(browser.url).toMatch(/\/signin/)
      expect(browser.visitor.longestHead.bytes, browser.visitor.longestHead.path).toBeLessThanOrEqual(4000)
    }
  })

  test('belong to the user who signs in, and to no other user when that session ends', async ({ app, control }) => {
    for (const end of ['a sign-out', 'a lost session']) {
      const browser = await browserWithFour(app, control)
      await browser.goto('/signin?callbackUrl=%2Fconnect%2Fconfirm')
      await atDemo(browser, `Rae ${end}`)
      expect(choices(browser), end).toBe(4)
      // The user's own choice survives a sign-out.
      await browser.press(t('whichLink.choose'))
      if (end === 'a sign-out') {
        await browser.press(t('confirm.signOut'))
        // Whoever uses the browser next may delete single cookies.
        deleteCookies(browser, 'connect-links')
      } else deleteCookies(browser, 'session-token')
      for (const [name, isHeld] of [
        [`Sol ${end}`, false],
        [`Rae ${end}`, true],
      ] as const) {
        deleteCookies(browser, 'session-token')
        await browser.goto('/signin?callbackUrl=%2Fconnect%2Fconfirm')
        await atDemo(browser, name)
        const [links, canUndo] = [choices(browser), browser.buttons.includes(t('nothingToConnect.undo'))]
        const isOpen = links > 0 || browser.buttons.includes(t('confirm.connect'))
        expect(isOpen || canUndo, `${name} after ${end}`).toBe(isHeld)
      }
    }
  })
})
