import type { Page } from 'playwright/test'
import { toString as qrCode } from 'qrcode'
import { textOf } from '../harness/html'
import type { Visitor } from '../harness/visitor'
import { brand, literally, t } from '../texts'
import { expect, test, waitForReact } from '../fixtures'
import { enterAddressButton, expectConnected, holdCookiePrefix, loseLinks, otherWays } from './page-steps'
import { arrive, expectBackAtService, plainBrowserAt, signInAndArrive, typeAndConnect } from '../steps'
import { visitorAs } from '../sessions'
import { installWallet } from '../wallet/install'
import { newAccount } from '../wallet/keys'
import { associationLink, installPhoneApp, letPageCallApps } from '../wallet/phone-app'
import {
  android,
  chooseAnother,
  chooseWallet,
  expectAddress,
  expectMessage,
  expectWaiting,
  iPhone,
  linkIn,
  listButton,
  phoneBrowser,
  signAndConnect,
  signButton,
  stopWaiting,
  tryAgain,
  walletButton,
  walletList,
} from '../wallet/steps'

const mobile = 'Mobile Wallet Adapter'

/** Finds the row for the browsers of wallet apps, among the other ways. */
const ownBrowsers = (page: Page) => page.getByText(t('walletApp.ownBrowser'))
async function showOwnBrowsers(page: Page): Promise<void> {
  await otherWays(page).click()
  await ownBrowsers(page).click()
}
const openIn = (page: Page, app: string) => page.getByRole('button', { name: t('wallet.openIn', { app }) })

test.describe('on a phone', () => {
  test.use({ userAgent: iPhone, viewport: { width: 390, height: 844 } })

  test('the link opens in the browser of a wallet app, and the user connects there', async ({ page, app, control }) => {
    const phantomLink = page.getByRole('link', { name: 'Phantom', exact: true })
    const { link, nonce, request_id } = await signInAndArrive(page, app, control)
    await test.step('the page opens the link in the app', async () => {
      expect(await page.content()).not.toContain(nonce)
      const rows = walletList(page).getByRole('listitem')
      const icons = ['/wallets/phantom.svg', '/wallets/solflare.svg', '/wallets/backpack.svg']
      for (const [index, icon] of icons.entries()) {
        await expect(rows.nth(index).locator('img')).toHaveAttribute('src', icon)
      }
      await showOwnBrowsers(page)
      await expect(openIn(page, 'Phantom')).toHaveAccessibleDescription(t('walletApp.ownBrowserText'))
      await openIn(page, 'Phantom').click()
      const encoded = `browse/${encodeURIComponent(link)}?ref=${encodeURIComponent(app.origin)}`
      const hrefOf = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href')
      expect(await hrefOf(t('wallet.openIn', { app: 'Phantom' }))).toBe(`https://phantom.app/ul/${encoded}`)
      // Any app can claim a scheme, so the only other way of a link with the nonce is to copy it.
      await expect(page.getByRole('link', { name: t('walletApp.didNotOpen', { wallet: 'Phantom' }) })).toHaveCount(0)
    })
    await test.step('the user can copy the link', async () => {
      const field = page.getByLabel(t('walletApp.yourLink'))
      await expect(field).toHaveValue(link)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: t('walletApp.copyLink') }).click()
      await expect(page.getByRole('status')).toHaveText(t('support.copied'))
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined })
        document.execCommand = () => false
      })
      await page.getByRole('button', { name: t('walletApp.copyLink') }).click()
      await expect(page.getByRole('status')).toHaveText(t('support.notCopied'))
      expect(await field.evaluate((input: HTMLInputElement) => input.selectionEnd)).toBe(link.length)
    })
    // The browser of the app has a wallet, and no cookie of the link.
    await loseLinks(page)
    const wallet = await installWallet(page, { registers: 'when told' })
    await test.step('the page offers no wallet app in a browser that has a wallet', async () => {
      await page.goto(link)
      await expect(phantomLink).toHaveCount(1)
      await wallet.register()
      await expect(phantomLink).toHaveCount(0)
      await otherWays(page).click()
      await expect(ownBrowsers(page)).toBeHidden()
    })
    await test.step('and leaves the typed address when a wallet has no account for Solana', async () => {
      const empty = await installWallet(page, { name: 'Empty Wallet', onConnect: 'no account' })
      await page.reload()
      await waitForReact(page)
      await chooseWallet(page, empty.name)
      await expectMessage(page, t('wallet.problem.no_account.title', { wallet: empty.name }))
      await chooseAnother(page).click()
      await otherWays(page).click()
      await expect(enterAddressButton(page)).toBeVisible()
    })
    await wallet.register()
    await walletButton(page).click()
    await signAndConnect(page)
    const lines = app.output().split('\n')
    const confirmed = lines.find((line) => line.includes(request_id) && line.includes('"event":"confirmed"'))
    expect(confirmed).toContain('"way":"in_app_browser"')
  })
})

test.describe('on a desktop without a wallet', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  const phoneRow = (page: Page) => page.getByText(t('wallet.phone.button'))
  const phoneCode = (page: Page) => page.getByRole('img', { name: t('wallet.phone.image') })

  test('a QR code has the link for a phone, and neither page nor log has it', async ({ page, app, control }) => {
    const { link, nonce, request_id } = await signInAndArrive(page, app, control)
    await expect(phoneCode(page)).toHaveCount(0)
    await test.step('the page shows that the code did not load, and loads it when the user opens it again', async () => {
      await page.route('**/connect/phone-code**', (route) => route.abort())
      await phoneRow(page).click()
      await expect(page.getByRole('main').getByRole('alert')).toHaveText(t('wallet.unavailable.text'))
      await page.unroute('**/connect/phone-code**')
      await phoneRow(page).click()
    })
    const [answer] = await Promise.all([page.waitForResponse(/phone-code/), phoneRow(page).click()])
    await expect(phoneCode(page)).toBeVisible()
    // The test cannot read an image, so it compares the server's image with the code of the expected link.
    expect(await answer.text()).toBe(await qrCode(link, { type: 'svg' }))
    expect(await phoneCode(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await page.content()).not.toContain(nonce)
    expect(app.output()).toContain(`"event":"shown as a QR code","requestId":"${request_id}"`)
    expect(app.output()).not.toContain(nonce)

    await phoneRow(page).click()
    await expect(phoneCode(page)).toHaveCount(0)
    await test.step('the page links to wallets, and has no app and no list that could be empty', async () => {
      await expect(ownBrowsers(page)).toHaveCount(0)
      await page.getByText(t('wallet.get')).click()
      const toGet = page.getByRole('main').getByRole('link')
      await expect(toGet).toHaveText(['Phantom', 'Solflare', 'Backpack', 'Coinbase Wallet', 'Trust Wallet'])
      for (const link of await toGet.all()) {
        await expect(link).toHaveAttribute('href', /^https:/)
        await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
        const described = new RegExp(`: ${literally(`${t('wallet.getIt')} ${t('wallet.newTab')}`)}$`)
        await expect(link).toHaveAccessibleName(described)
      }
      await expect(listButton(page)).toHaveCount(0)
    })
    await test.step('the list has an extension that does not register itself', async () => {
      await page.addInitScript(() =>
        Object.assign(window, { isPhantomInstalled: true, phantom: { solana: { isPhantom: true } } }),
      )
      await page.reload()
      await listButton(page).click()
      await expect(walletButton(page, 'Phantom')).toBeVisible()
    })
    await test.step('a wallet without an account for Solana leaves the code and the typed address', async () => {
      await installWallet(page, { onConnect: 'no account' })
      await page.reload()
      await waitForReact(page)
      await expect(phoneRow(page)).toBeHidden()
      await chooseWallet(page)
      await expectMessage(page, t('wallet.problem.no_account.title', { wallet: 'Test Wallet' }))
      await chooseAnother(page).click()
      await otherWays(page).click()
      await expect(phoneRow(page)).toBeVisible()
      await typeAndConnect(page)
      await expectConnected(page)
    })
  })

  test('the page with the code says that the user has connected on the phone', async ({ page, app, control }) => {
    const { link } = await signInAndArrive(page, app, control, 'Ada with a code')
    await phoneRow(page).click()
    await expect(page.getByText(t('wallet.phone.text'))).toBeVisible()
    const phone = await phoneBrowser(app, 'Ada with a code')
    await phone.goto(link)
    await page.waitForResponse((answer) => answer.url().includes('/phone-code/confirmed') && answer.status() === 204)
    await typeAndConnect(phone)
    await expect(page.getByRole('status').filter({ hasText: t('nothingToConnect.done') })).toBeFocused()
    expect(await page.context().cookies()).not.toContainEqual(
      expect.objectContaining({ name: expect.stringMatching(`^${holdCookiePrefix}`) }),
    )
  })
})

test('the answer about a confirm on a phone tells only a browser of the same user that holds the link', async ({
  app,
  control,
}) => {
  const desktop = await plainBrowserAt(app, 'Ada with a phone')
  const { link } = await arrive(desktop, control)
  const mallory = await plainBrowserAt(app, 'Mallory with the link')
  await mallory.goto(link)
  const [[cookie, hold] = ['', '']] = [...desktop.visitor.cookies].filter(([name]) => name.startsWith(holdCookiePrefix))
  const ask = async ({ visitor }: { visitor: Visitor }, id = desktop.valueOf('link'), site = 'same-origin') => {
    const path = `/connect/phone-code/confirmed?link=${id}`
    const { status, body, setCookies, headers } = await visitor.send(path, { headers: { 'Sec-Fetch-Site': site } })
    return [status, body, setCookies.length, headers['cache-control']]
  }
  const nothing = [204, '', 0, 'no-store']
  const strangersLearnNothing = async () => {
    const [signedOut, other] = [await visitorAs(app), await visitorAs(app, 'Mallory')]
    for (const each of [signedOut, other]) each.cookies.set(cookie, hold)
    for (const visitor of [signedOut, other]) expect(await ask({ visitor })).toEqual(nothing)
    for (const id of [desktop, mallory].map((browser) => browser.valueOf('link'))) {
      expect(await ask(mallory, id)).toEqual(nothing)
    }
    expect(await ask(desktop, 'another')).toEqual(nothing)
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect(await ask(desktop, desktop.valueOf('link'), site)).toEqual([403, '', 0, 'no-store'])
    }
  }
  await strangersLearnNothing()
  expect(await ask(desktop)).toEqual(nothing)

  const phone = await phoneBrowser(app, 'Ada with a phone')
  await phone.goto(link)
  await typeAndConnect(phone)
  await expectBackAtService(phone)
  await strangersLearnNothing()
  const [status, body] = await ask(desktop)
  expect([status, body, desktop.visitor.cookies.has(cookie)]).toEqual([200, '', false])
  await desktop.goto('/connect/confirm')
  expect(desktop.text).toContain(t('nothingToConnect.done'))
  expect(await ask(desktop)).toEqual(nothing)
})

test('a press leads to a page with the link, and no log has it', async ({ app, control }) => {
  const browser = await phoneBrowser(app, 'Ada', android)
  const { nonce, request_id } = await arrive(browser, control)
  expect(browser.html).not.toContain(nonce)
  const didNotOpen = t('walletApp.didNotOpen', { wallet: 'Phantom' })
  expect(linkIn(browser, didNotOpen)).toMatch(/^intent:\/\/phantom\.app\/ul\/v1\/connect\?/)
  await browser.press(t('wallet.openIn', { app: 'Phantom' }))
  expect([browser.status, browser.heading]).toEqual([200, t('wallet.openIn', { app: 'Phantom' })])
  expect(browser.url).not.toContain(nonce)
  expect(linkIn(browser, t('wallet.openIn', { app: 'Phantom' }))).toContain('https://phantom.app/ul/browse/')
  // Only Phantom itself can open the intent.
  expect(linkIn(browser, didNotOpen)).toMatch(/^intent:\/\/phantom\.app\/ul\/browse\/.*package=app\.phantom;/)
  expect(browser.html).toContain(nonce)
  expect(app.output()).toContain(`"event":"opened in wallet","requestId":"${request_id}","wallet":"phantom"`)
  expect(app.output()).not.toContain(nonce)
  const { visitor } = browser
  for (const refused of [
    await visitor.send('/connect/open', { body: '', headers: formType }),
    await visitor.send('/connect/open', { body: '{}', headers: { 'Content-Type': 'application/json' } }),
    await visitor.send('/connect/open'),
  ]) {
    expect([refused.status, refused.location, refused.body.includes(nonce)]).toEqual([303, '/connect/confirm', false])
  }
})

/** The answers with the nonce: how a page of this site asks for one, and its statuses without the link and the user. */
const answersWithNonce = [
  {
    path: '/connect/open',
    isForm: true,
    type: 'text/html; charset=utf-8',
    policy: /^default-src 'self'; script-src 'self' 'nonce-/,
    refusals: [303, 303],
  },
  {
    path: '/connect/phone-code',
    type: 'image/svg+xml',
    // A browser that opens the image as a page must not load or run anything.
    policy: /^default-src 'none'; sandbox$/,
    refusals: [404, 401],
  },
  {
    path: '/connect/proof-message',
    type: 'text/plain; charset=utf-8',
    policy: /^default-src 'self'; script-src /,
    refusals: [404, 401],
  },
]

for (const { path, isForm, type, policy, refusals } of answersWithNonce) {
  test(`${path} answers only a page of this site, and only while its user has the link open`, async ({
    app,
    control,
  }) => {
    const browser = await plainBrowserAt(app)
    const { visitor } = browser
    const { nonce } = await arrive(browser, control)
    const [[name, value] = ['', '']] = [...visitor.cookies].filter(([name]) => name.startsWith(holdCookiePrefix))
    const id = name.slice(holdCookiePrefix.length)
    const ask = (by = visitor, headers: Record<string, string> = {}, link = id) =>
      isForm
        ? by.send(path, { body: `link=${link}&to=phantom`, headers: { ...formType, ...headers } })
        : by.send(`${path}?link=${link}`, { headers })
    const answer = await ask(visitor, { 'Sec-Fetch-Site': 'same-origin' })
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'cache-control': expect.stringMatching(/^no-store/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(policy),
    })
    for (const site of ['cross-site', 'same-site', 'none']) {
      const refused = await ask(visitor, { 'Sec-Fetch-Site': site })
      expect([refused.status, refused.body], site).toEqual([403, ''])
    }
    const [unknown, signedOut] = refusals
    const [stranger, mallory] = [await visitorAs(app), await visitorAs(app, 'Mallory')]
    for (const each of [stranger, mallory]) each.cookies.set(name, value)
    const refused = [await ask(visitor, {}, 'another'), await ask(mallory), await ask(stranger)]
    expect(refused.map(({ status }) => status)).toEqual([unknown, unknown, signedOut])
    await browser.press(t('confirm.cancel'))
    const ended = await ask()
    expect([ended.status, ended.headers['cache-control']]).toEqual([unknown, 'no-store'])
    for (const { body } of [...refused, ended]) expect(body).not.toContain(nonce)
    if (isForm) {
      expect(answer.headers['referrer-policy']).toBe('no-referrer')
      expect((await ask(visitor, { Origin: 'https://elsewhere.example' })).status).toBe(403)
    }
  })
}

const formType = { 'Content-Type': 'application/x-www-form-urlencoded' }

// lib/wallets/index.test.ts has each browser.
test('a browser in which wallet apps do not work leads to one in which they do', async ({ app, control }) => {
  const inApp = iPhone.replace(' Safari/604.1', '').replace('Version/18.5 ', '')
  const firefox = 'Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0'
  for (const [userAgent, better, place] of [
    [firefox, 'Chrome', 3],
    [inApp, 'Safari', 0],
    [android, null, -1],
  ] as const) {
    const browser = await phoneBrowser(app, 'Ada', userAgent)
    const { link } = await arrive(browser, control)
    const row = t('walletApp.openPageIn', { browser: better ?? 'Chrome' })
    const rows = browser.page.querySelectorAll('main ul:has(.wallet-row) > li .wallet-row').map(textOf)
    expect(rows.indexOf(row), userAgent).toBe(place)
    // The page has no QR code for a phone, because it is open on one.
    expect(browser.text).not.toContain(t('wallet.phone.button'))
    if (better === null) continue
    await browser.press(row)
    expect([browser.heading, browser.valueOf('link')]).toEqual([row, undefined])
    expect(browser.page.querySelector('#link')?.getAttribute('value')).toBe(link)
    const intent = `${link.replace('http:', 'intent:')}#Intent;scheme=http;package=com.android.chrome;end`
    expect(linkIn(browser, row)).toBe(better === 'Chrome' ? intent : '')
  }
})

test('repeated requests for a QR code write one line, and a long nonce has no QR code, which would take long to draw', async ({
  app,
}) => {
  for (const [nonceLength, isDrawn, requestId] of [
    [43, true, '01ARZ3NDEKTSV4RRFFQ69G5QR1'],
    [512, false, '01ARZ3NDEKTSV4RRFFQ69G5QR2'],
  ] as const) {
    const browser = await plainBrowserAt(app, `Nell ${nonceLength}`)
    await browser.goto(`/connect?request_id=${requestId}&nonce=${'n'.repeat(nonceLength)}`)
    expect(browser.text.includes(t('wallet.phone.button'))).toBe(isDrawn)
    const hold = [...browser.visitor.cookies.keys()].find((name) => name.startsWith(holdCookiePrefix)) ?? ''
    const ask = () => browser.visitor.send(`/connect/phone-code?link=${hold.slice(holdCookiePrefix.length)}`)
    const answers = [await ask(), await ask(), await ask()]
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill(isDrawn ? 200 : 404))
    const lines = app.output().split(`"event":"shown as a QR code","requestId":"${requestId}"`).length - 1
    expect(lines).toBe(isDrawn ? 1 : 0)
  }
})

test.describe('on Android', () => {
  const anyApp = (page: Page) => page.getByRole('button', { name: t('wallet.anyApp') })

  test.use({
    userAgent: android,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    // The adapter does not await its connect, so its error is not caught.
    expectedErrors: [
      /^page error: (Found no installed|authorization request|The wallet session)|^WebSocket connection to|ERR_CONNECTION_REFUSED/,
    ],
  })

  test.describe('in an app', () => {
    test.use({ userAgent: android.replace(')', '; wv)').replace('Chrome', 'Version/4.0 Chrome') })

    test('the page has no mobile adapter', async ({ page, app, control }) => {
      await signInAndArrive(page, app, control)
      await expect(page.getByRole('button', { name: t('walletApp.openPageIn', { browser: 'Chrome' }) })).toBeVisible()
      await expect(anyApp(page)).toHaveCount(0)
    })
  })

  test('the page calls an app only with the permission of the user', async ({ page, app, control, context }) => {
    await page.clock.install()
    await signInAndArrive(page, app, control)
    await test.step('a wallet that the phone does not have is in the phone’s store', async () => {
      await otherWays(page).click()
      await page.getByText(t('wallet.get')).click()
      const trust = page.getByRole('link', { name: /^Trust Wallet/ })
      await expect(trust).toHaveAttribute('href', /^https:\/\/play\.google\.com\/.*id=com\.wallet\.crypto\.trustapp$/)
    })
    await test.step('without the permission, the page calls no app', async () => {
      await anyApp(page).click()
      await expectMessage(page, t('wallet.problem.apps_blocked.title'))
    })
    await test.step('with the permission, the user can choose the wallet again', async () => {
      await page.route('http://localhost/', async (route) => {
        await context.grantPermissions(['local-network-access'])
        await route.abort('connectionrefused')
      })
      await tryAgain(page).click()
      await expectMessage(page, t('wallet.problem.apps_allowed.title'))
    })
    await test.step('the page says that there is no app', async () => {
      await tryAgain(page).click()
      await expectWaiting(page, mobile, 'connecting')
      // The adapter waits three seconds for an app to cover the browser.
      await page.clock.runFor(3000)
      await expectMessage(page, t('wallet.problem.no_app.title'))
    })
    await test.step('the security policy allows the connection to an app', async () => {
      await letPageCallApps(page)
      await page.reload()
      // A policy that forbids the connection would cause another message.
      const refusedConnection = page.waitForEvent('console', (message) => /ERR_CONNECTION_REFUSED/.test(message.text()))
      await anyApp(page).click()
      await expectWaiting(page, mobile, 'connecting')
      expect((await associationLink(page)).pathname).toBe('/v1/associate/local')
      expect((await refusedConnection).text()).toMatch(
        /^WebSocket connection to 'ws:\/\/localhost:\d+\/solana-wallet' failed/,
      )
      // The adapter covers the page while it waits, and a tap on the cover ends the wait.
      await page.touchscreen.tap(180, 370)
      await expectMessage(page, t('wallet.problem.given_up.title', { wallet: mobile }))
    })
  })

  test('an app of this phone signs, also after it has declined and after it has forgotten the user', async ({
    page,
    app,
    control,
  }) => {
    const account = newAccount()
    const phoneApp = await installPhoneApp(page, account)
    await signInAndArrive(page, app, control)
    phoneApp.authorizes = false
    await anyApp(page).click()
    await expectMessage(page, t('wallet.problem.declined.title', { wallet: mobile }))
    phoneApp.authorizes = true
    const connect = async () => {
      await tryAgain(page).click()
      await expect(page.getByRole('heading', { name: `${mobile} ${t('wallet.isConnected')}` })).toBeFocused()
    }
    await connect()
    await expectAddress(page, account.address)
    const icon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
    expect(phoneApp.shown).toEqual({ name: brand.name, uri: app.origin, icon: icon?.slice(1) })
    await test.step('the adapter never answers when the app has forgotten the user', async () => {
      Object.assign(phoneApp, { authorizes: false, shown: undefined })
      await signButton(page).click()
      await expect.poll(() => phoneApp.shown).toBeDefined()
      // The press waits until the adapter has read the answer and removed its cover.
      await stopWaiting(page).click()
      await expectMessage(page, t('wallet.problem.disconnected.title', { wallet: mobile }))
      phoneApp.authorizes = true
    })
    await connect()
    await signAndConnect(page)
    expect(await control.connections()).toMatchObject([{ address: account.address, proven: true }])
    // The adapter stores no authorization.
    const [origin] = (await page.context().storageState()).origins
    expect(origin?.localStorage).toEqual([{ name: 'last-wallet', value: mobile }])
  })
})
