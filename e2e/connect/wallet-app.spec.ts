import type { Page } from 'playwright/test'
import { expect, test } from '../fixtures'
import { textOf } from '../harness/html'
import type { PlainBrowser } from '../harness/plain-browser'
import { addressField, alertOf, expectConnected, holdCookiePrefix, signInOnPage } from './page-steps'
import { arrive, expectBackAtService, signIn, signInAndArrive, typeAndConnect } from '../steps'
import type { StandInControl } from '../stand-in/control/client'
import { brand, t } from '../texts'
import { iPhone, linkIn, newPhoneBrowser, phoneBrowser, signLinkIn } from '../wallet/steps'
import { DeepLinkApp } from '../wallet/deep-link-app'

/*
 * Wallet apps of a phone, by their deep links. A link opens the app, and the app opens our answer URL with its answer.
 * The app here is a stand-in that follows the documentation of its maker. The tests open the answer URL in a new tab,
 * as a phone does.
 */

const phone = { userAgent: iPhone, viewport: { width: 390, height: 844 } }

const appLink = (page: Page, name = 'Phantom') => page.getByRole('link', { name, exact: true })
const signLink = (page: Page) => page.getByRole('link', { name: t('confirm.signAndConnect') })

/**
 * Taps a link to an app, and approves the request in the app. The page stays open, as it does on a phone.
 *
 * @returns the URL that the app opens with its answer.
 */
async function tapAndApprove(link: ReturnType<typeof appLink>, wallet: DeepLinkApp) {
  const page = link.page()
  await page.route('https://phantom.app/**', (route) => route.fulfill({ status: 204 }))
  const [request] = await Promise.all([page.waitForRequest('https://phantom.app/**'), link.click()])
  return wallet.approve(request.url())
}

/** Collects the texts that a page paints. The page sends them itself, because Playwright cannot query it while it waits. */
async function listenToPaints(page: Page): Promise<() => string> {
  const painted: string[] = []
  await page.exposeFunction('reportText', (text: string) => void painted.push(text))
  await page.addInitScript(() => {
    const { reportText } = window as unknown as { reportText: (text: string) => void }
    new PerformanceObserver(() => reportText(document.body.innerText)).observe({ type: 'paint', buffered: true })
  })
  return () => painted.join('\n').replaceAll('\u00a0', ' ')
}

/** Arrives, chooses Phantom and returns from it. */
async function choosePhantom(browser: PlainBrowser, control: StandInControl, wallet: DeepLinkApp) {
  const pressed = await arrive(browser, control)
  await browser.goto(wallet.approve(linkIn(browser, 'Phantom')))
  expect(browser.text).toContain(wallet.account.address)
  return pressed
}

test.describe('on a phone', () => {
  test.use(phone)

  test('a wallet app proves its address with only one sign-in', async ({ page, context, app, control }) => {
    const wallet = new DeepLinkApp()
    const { link, nonce, request_id } = await control.pressConnect()
    const signIns: string[] = []
    context.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/signin')) signIns.push(request.url())
    })
    await page.goto(link)
    await signInOnPage(page, 'Ada with a phone')
    expect(await page.content()).not.toContain(nonce)
    for (const name of ['Phantom', 'Solflare', 'Backpack']) await expect(appLink(page, name)).toBeVisible()

    const connectAnswer = await tapAndApprove(appLink(page), wallet)
    const tab = await context.newPage()
    const painted = await listenToPaints(tab)
    await tab.goto(connectAnswer)
    expect(tab.url()).toBe(`${app.origin}/connect/confirm`)
    await expect(tab.getByRole('status').filter({ hasText: 'Phantom' })).toBeFocused()
    await expect(tab.getByRole('main')).toContainText(wallet.account.address)
    await expect(alertOf(tab)).toHaveCount(0)
    await expect(addressField(tab)).toHaveCount(0)
    expect(await tab.content()).not.toContain(nonce)

    const signAnswer = await tapAndApprove(signLink(tab), wallet)
    await control.script('confirm', { after: 'handle', waitsForRelease: true, status: 503 })
    await tab.goto(signAnswer, { waitUntil: 'commit' })
    await expect.poll(painted).toContain(t('confirm.connectingStatus'))
    await control.release()
    await expectBackAtService(tab)
    expect(tab.url()).toContain(`request_id=${request_id}`)
    expect(signIns).toHaveLength(1)
    await expectConnected(tab)
    expect(await control.connections()).toMatchObject([{ address: wallet.account.address, proven: true }])
  })

  test('another address of a link appears only when the page is still shown after a press', async ({
    page,
    app,
    control,
  }) => {
    await page.clock.install()
    await page.route(/^https:\/\/phantom\.app\//, (route) => route.fulfill({ status: 204 }))
    await signInAndArrive(page, app, control)
    const other = page.getByRole('link', { name: t('walletApp.didNotOpen', { wallet: 'Phantom' }) })
    await test.step('not when the app has opened', async () => {
      await appLink(page).click()
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await page.clock.runFor(5000)
      await expect(appLink(page)).toBeVisible()
      await expect(other).toBeHidden()
    })
    await test.step('below the link of this app, for keyboards and screen readers too', async () => {
      await appLink(page).focus()
      await page.keyboard.press('Enter')
      await page.clock.runFor(5000)
      await expect(other).toBeVisible()
      await expect(appLink(page)).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(other).toBeFocused()
      await expect(page.locator('[aria-live=polite]', { has: other })).toHaveCount(1)
      await expect(page.getByRole('link', { name: t('walletApp.didNotOpen', { wallet: 'Solflare' }) })).toBeHidden()
    })
    await test.step('for the signature too', async () => {
      const wallet = new DeepLinkApp()
      await page.goto(wallet.approve((await other.getAttribute('href')) ?? ''))
      await expect(signLink(page)).toBeVisible()
      await expect(other).toBeHidden()
      await signLink(page).click()
      await page.clock.runFor(5000)
      await expect(other).toBeVisible()
      await page.goto(wallet.approve((await other.getAttribute('href')) ?? ''))
      await expectBackAtService(page)
    })
  })

  test('another address of a link appears after Back from the web page that has opened', async ({
    page,
    app,
    control,
  }) => {
    await page.route('https://phantom.app/**', (route) => route.fulfill({ body: 'Get Phantom' }))
    await signInAndArrive(page, app, control)
    const other = page.getByRole('link', { name: t('walletApp.didNotOpen', { wallet: 'Phantom' }) })
    // A page that the browser has kept as it was loads again.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(other).toBeVisible()
    await appLink(page).click()
    await expect(page.getByText('Get Phantom')).toBeVisible()
    await page.goBack()
    await expect(other).toBeVisible()
  })

  test('the page offers no wallet app while it waits to press by itself, and one after its user has stopped it', async ({
    page,
    app,
    control,
  }) => {
    await page.clock.install()
    await signInAndArrive(page, app, control)
    // The 429 stops the presses of all users of the app, so its wait is short. The clock of the page stands still.
    await page.clock.pauseAt(Date.now() + 1000)
    await control.script('confirm', { status: 429, headers: { 'Retry-After': '1' }, json: { error: 'Too many' } })
    await typeAndConnect(page)
    await expect(alertOf(page)).toContainText(t('wait.title'))
    await expect(appLink(page)).toBeHidden()
    // The server's HTML has the button to stop too, which needs the script.
    await expect(page.getByRole('main')).toContainText(t('wait.turnInSeconds', { seconds: 1 }))
    await page.getByRole('button', { name: t('wait.notByItself') }).click()
    await page.getByRole('button', { name: t('wallet.choose') }).click()
    await expect(appLink(page)).toBeVisible()
    await page.clock.runFor(2000)
    await expect(page.getByRole('main')).toContainText(t('wait.now'))
    expect(await control.received('confirm')).toHaveLength(1)
  })
})

test('a wallet app proves its address without JavaScript, and neither page nor log has a secret', async ({
  app,
  control,
}) => {
  const browser = await phoneBrowser(app)
  const wallet = new DeepLinkApp()
  const { nonce, request_id } = await arrive(browser, control)
  const asked = linkIn(browser, 'Phantom')
  const answer = wallet.approve(asked)
  const older = browser.copy()
  await browser.goto(answer)
  expect(browser.url).toBe(`${app.origin}/connect/confirm`)
  // The browser moves the focus there by itself.
  expect(textOf(browser.page.querySelector('main [role="status"][autofocus]'))).toContain('Phantom')
  expect(browser.text).toContain(wallet.account.address)
  expect(browser.textFields).toEqual([])
  expect(browser.html).not.toContain(nonce)
  await test.step('an older page confirms no address other than the address from the app', async () => {
    for (const [name, value] of browser.visitor.cookies) older.visitor.cookies.set(name, value)
    await typeAndConnect(older)
    expect(older.text).toContain(wallet.account.address)
    expect(await control.received('confirm')).toEqual([])
  })

  const signAsked = signLinkIn(browser)
  const signAnswer = wallet.approve(signAsked)
  await browser.goto(signAnswer)
  await expectBackAtService(browser)
  expect(browser.url).toContain(`request_id=${request_id}`)

  // The log has no request to the app and no answer from it.
  const log = app.output()
  for (const url of [asked, answer, signAsked, signAnswer]) {
    for (const secret of new URL(url).searchParams.values()) {
      if (secret.length > 20 && !secret.startsWith('http')) expect(log).not.toContain(secret)
    }
  }
  const events = log.split('\n').filter((line) => line.includes(request_id))
  expect(events.filter((line) => line.includes('"event":"wallet app answered"'))).toHaveLength(2)
  expect(events.find((line) => line.includes('"event":"confirmed"'))).toContain('"way":"deep_link"')
})

// lib/connect/deep-link.test.ts has each answer of an app.
test('a user who declines can choose another wallet app, or connect unsigned', async ({ app, control }) => {
  const browser = await phoneBrowser(app)
  await arrive(browser, control)
  const [phantom, solflare] = [new DeepLinkApp(), new DeepLinkApp('solflare')]
  await browser.goto(phantom.approve(linkIn(browser, 'Phantom')))
  await browser.press(t('wallet.change'))
  await browser.goto(solflare.approve(linkIn(browser, 'Solflare')))
  await browser.goto(solflare.decline(signLinkIn(browser)))
  expect(browser.alert).toContain(t('walletApp.problem.declined.title', { wallet: 'Solflare' }))
  expect(browser.text).toContain(solflare.account.address)
  await browser.press(t('confirm.connectUnsigned'))
  await expectBackAtService(browser)
  const [call] = await control.received('confirm')
  expect(JSON.parse(call?.body ?? '')).toMatchObject({ wallet_address: solflare.account.address })
  expect(call?.body).not.toContain('"signature"')
})

test('a wrong signature of a wallet app calls no service, and the app can sign again', async ({ app, control }) => {
  const browser = await phoneBrowser(app)
  const wallet = new DeepLinkApp()
  await choosePhantom(browser, control, wallet)
  const signUrl = signLinkIn(browser)
  await browser.goto(wallet.answer(signUrl, { signature: '5'.repeat(88) }))
  expect(browser.alert).toContain(t('wallet.refused.refused.title'))
  expect(browser.alert).toContain(t('wallet.problem.not_signed.text'))
  expect(browser.text).toContain(wallet.account.address)
  expect(await control.received('confirm')).toEqual([])
  await browser.goto(wallet.approve(signUrl))
  await expectBackAtService(browser)
})

test('a link that a wallet app has signed waits for a press after Cancel', async ({ app, control }) => {
  const browser = await phoneBrowser(app)
  const wallet = new DeepLinkApp()
  await choosePhantom(browser, control, wallet)
  const signLink = signLinkIn(browser)
  const other = browser.copy()
  // The user has signed, but the browser has not followed the redirect.
  await browser.visitor.send(wallet.approve(signLink))
  for (const [name, value] of browser.visitor.cookies) other.visitor.cookies.set(name, value)
  await other.press(t('confirm.cancel'))
  expect(other.heading).toBe(t('nothingToConnect.cancelled'))
  await other.goto(wallet.approve(signLink))
  expect(other.heading).toBe(t('nothingToConnect.cancelled'))
  await other.press(t('nothingToConnect.undo'))
  expect(other.heading).toBe(t('confirm.title'))
  expect(other.text).toContain(t('wallet.signed'))
  expect(await control.received('confirm')).toEqual([])
  await other.press(t('confirm.connect'))
  await expectBackAtService(other)
})

test('an answer that arrives after the sign-out counts after the next sign-in', async ({ app, control }) => {
  const name = 'Ada who was signed out'
  const browser = await phoneBrowser(app, name)
  const wallet = new DeepLinkApp()
  await arrive(browser, control)
  const answer = wallet.approve(linkIn(browser, 'Phantom'))
  const holds = [...browser.visitor.cookies].filter(([cookie]) => cookie.startsWith(holdCookiePrefix))
  browser.visitor.cookies.clear()
  for (const [cookie, value] of holds) browser.visitor.cookies.set(cookie, value)
  await browser.goto(answer)
  expect(browser.heading).toBe(t('signIn.title'))
  expect(browser.url).not.toContain('phantom')
  await signIn(browser, app, name)
  await browser.goto('/connect/confirm')
  expect(browser.text).toContain(wallet.account.address)
})

test.describe('a browser that does not hold the link', () => {
  test('shows that it has no link, and offers a new one here or in the app', async ({ app, control }) => {
    const browser = await phoneBrowser(app)
    const wallet = new DeepLinkApp()
    await arrive(browser, control)
    const answer = wallet.approve(linkIn(browser, 'Phantom'))
    for (const other of [newPhoneBrowser(app), await phoneBrowser(app, 'Mallory on a phone')]) {
      await other.goto(answer)
      expect([other.status, other.heading]).toEqual([200, t('walletApp.otherBrowser.title')])
      expect(other.text).toContain(t('walletApp.otherBrowser.text', { wallet: 'Phantom' }))
      const startAgain = linkIn(other, t('whichLink.startAgain'))
      const openIn = linkIn(other, t('walletApp.otherBrowser.openIn', { wallet: 'Phantom' }))
      const ref = encodeURIComponent(app.origin)
      expect(openIn).toBe(`https://phantom.app/ul/browse/${encodeURIComponent(startAgain)}?ref=${ref}`)
      // The answer is neither in the address bar nor in any part of the page.
      expect(other.url).toBe(answer.replace(/\?.*/, ''))
      expect(other.html).not.toContain(new URL(answer).searchParams.get('data'))
    }
    // Another user of the same browser neither sees nor changes the link.
    const holds = [...browser.visitor.cookies].filter(([cookie]) => cookie.startsWith(holdCookiePrefix))
    const mallory = await phoneBrowser(app, 'Mallory on a phone')
    for (const [cookie, value] of holds) mallory.visitor.cookies.set(cookie, value)
    await mallory.goto(answer)
    expect(mallory.heading).toBe(t('walletApp.otherBrowser.title'))

    await browser.goto(answer)
    expect(browser.text).toContain(wallet.account.address)
    expect(app.output()).toContain(
      '"event":"wallet app answered another browser","wallet":"phantom","method":"connect"',
    )
  })

  test('shows that the link is gone, or the refusal when the link has ended', async ({ app, control }) => {
    const browser = await phoneBrowser(app)
    const wallet = new DeepLinkApp()
    await choosePhantom(browser, control, wallet)
    await control.script('confirm', { status: 410, json: { error: 'Too late', reason: 'request_expired' } })
    const late = wallet.approve(signLinkIn(browser))
    await browser.goto(late)
    await browser.goto(late)
    expect(browser.alert).toContain(t('refused.title.request_expired'))

    await choosePhantom(browser, control, wallet)
    const signed = wallet.approve(signLinkIn(browser))
    await browser.goto(signed)
    await expectBackAtService(browser)
    await browser.goto(signed)
    expect(browser.heading).toBe(t('walletApp.otherBrowser.title'))
  })

  test('names the site when the URL has no answer, and keeps the link', async ({ app, control }) => {
    const browser = await phoneBrowser(app)
    await arrive(browser, control)
    const redirectLink = new URL(linkIn(browser, 'Phantom')).searchParams.get('redirect_link') ?? ''
    const stranger = newPhoneBrowser(app)
    await stranger.goto(redirectLink)
    const name = stranger.page.querySelector('meta[property="og:title"]')?.getAttribute('content')
    expect([stranger.status, name]).toEqual([200, brand.name])
    await browser.goto(redirectLink)
    expect([browser.heading, browser.alert]).toEqual([t('confirm.title'), ''])
  })
})
