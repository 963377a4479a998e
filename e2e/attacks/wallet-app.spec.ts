import { randomBytes } from 'node:crypto'
import bs58 from 'bs58'
import { expect, test } from '../fixtures'
import type { App } from '../harness/app'
import { holdCookiePrefix } from '../connect/page-steps'
import { arrive, expectBackAtService, typeAndConnect } from '../steps'
import { visitorAs } from '../sessions'
import type { StandInControl } from '../stand-in/control/client'
import { t } from '../texts'
import { linkIn, phoneBrowser, signLinkIn } from '../wallet/steps'
import { DeepLinkApp } from '../wallet/deep-link-app'

/*
 * The app must not trust an answer of a wallet app before it has decrypted it, because any site can send a browser to
 * the answer URLs.
 */

/** Returns the user's phone on the page with the wallets, and the URL for an app's answer. */
async function arrives(app: App, control: StandInControl) {
  const browser = await phoneBrowser(app)
  const pressed = await arrive(browser, control)
  const connectLink = linkIn(browser, 'Phantom')
  const parameters = new URL(connectLink).searchParams
  return { browser, ...pressed, connectLink, redirectLink: parameters.get('redirect_link') ?? '' }
}

/** The headers of a request for a picture on another site's page. */
const embedded = { 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Site': 'cross-site' }

test('the app ignores an answer that is forged or not navigated to', async ({ app, control }) => {
  const { browser, connectLink, redirectLink } = await arrives(app, control)
  const { visitor } = browser
  await test.step('encrypted for the key of a stranger’s link', async () => {
    const stranger = new DeepLinkApp()
    const strangerLink = new URL(connectLink)
    strangerLink.searchParams.set('dapp_encryption_public_key', bs58.encode(randomBytes(32)))
    await browser.goto(stranger.approve(strangerLink.href))
    expect(browser.alert).toContain(t('walletApp.problem.unreadable.title', { wallet: 'Phantom' }))
    expect(browser.url).toBe(`${app.origin}/connect/confirm`)
    expect(browser.text).not.toContain(stranger.account.address)
  })
  await test.step('without a key, a stranger can change only the message', async () => {
    await browser.goto(`${redirectLink}?errorCode=4001&errorMessage=${encodeURIComponent('<b>Send funds</b>')}`)
    expect(browser.alert).toContain(t('walletApp.problem.declined.title', { wallet: 'Phantom' }))
    expect(browser.html).not.toContain('Send funds')
  })
  await test.step('embedded, prefetched, or not requested by GET', async () => {
    const answer = new DeepLinkApp().approve(connectLink)
    for (const [status, request] of [
      [403, { headers: embedded }],
      [403, { headers: { 'Sec-Purpose': 'prefetch' } }],
      [200, { method: 'HEAD' }],
      [405, { method: 'POST', body: '' }],
    ] as const) {
      const { setCookies, ...back } = await visitor.send(answer, request)
      expect(back.status).toBe(status)
      expect(setCookies.filter((line) => line.startsWith(holdCookiePrefix))).toEqual([])
    }
  })
  await test.step('for an unknown wallet or method', async () => {
    for (const [from, to] of [
      ['/phantom/', '/coinbase/'],
      ['/phantom/', '/constructor/'],
      [/connect$/, 'signTransaction'],
      [/connect$/, 'constructor'],
    ] as const) {
      expect((await visitor.send(redirectLink.replace(from, to))).status).toBe(404)
    }
  })
  await test.step('the confirming URL, when no wallet app has signed', async () => {
    const id = redirectLink.split('/').at(-2) ?? ''
    expect((await visitor.send(`/connect/confirm/signed?link=${id}`)).location).toBe('/connect/confirm')
  })
  await browser.goto('/connect/confirm')
  expect(browser.textFields).toEqual(['wallet_address'])
  expect(await control.received('confirm')).toEqual([])
  await typeAndConnect(browser)
  await expectBackAtService(browser)
})

test('the confirming URL confirms once, and only when its user navigates to it', async ({ app, control, standIn }) => {
  const { browser, connectLink, request_id } = await arrives(app, control)
  const { visitor } = browser
  const wallet = new DeepLinkApp()
  await browser.goto(wallet.approve(connectLink))
  // The user signs in the wallet app, and the browser does not continue yet.
  const back = await visitor.send(wallet.approve(signLinkIn(browser)))
  expect([back.status, back.location, back.headers['cache-control']]).toEqual([303, '/connect/confirm', 'no-store'])
  const page = await visitor.send('/connect/confirm')
  const continueUrl = /content="0; url=([^"]+)"/.exec(page.body)?.[1] ?? ''
  expect(continueUrl).toMatch(/^\/connect\/confirm\/signed\?link=/)
  expect(page.body.replaceAll('\u00a0', ' ')).toContain(t('confirm.connectingStatus'))

  expect((await visitor.send(continueUrl, { headers: embedded })).status).toBe(403)
  expect((await visitor.send(continueUrl, { headers: { 'Sec-Purpose': 'prefetch' } })).status).toBe(403)
  expect((await visitor.send(continueUrl, { method: 'HEAD' })).location).toBe('/connect/confirm')
  const mallory = await visitorAs(app, 'Mallory beside a signature')
  for (const [name, value] of visitor.cookies) if (name.startsWith(holdCookiePrefix)) mallory.cookies.set(name, value)
  expect((await mallory.send(continueUrl)).location).toBe('/connect/confirm')
  const other = continueUrl.replace(/link=.*/, 'link=abcdefghijkl')
  expect((await visitor.send(other)).location).toBe('/connect/confirm')
  expect(await control.received('confirm')).toEqual([])

  // Two requests that overlap share one call. The service answers after the app has taken both.
  const return_url = `${standIn.origin}/connect/callback?request_id=${request_id}#ac=once`
  const json = { status: 'success', auth_code: 'once', return_url }
  await control.script('confirm', { after: 'handle', waitsForRelease: true, json })
  const first = visitor.send(continueUrl)
  await expect.poll(() => control.received('confirm')).toHaveLength(1)
  const overlapping = visitor.send(continueUrl)
  await visitor.send('/connect/confirm')
  await control.release()
  const [connected, second] = await Promise.all([first, overlapping])
  expect(connected.status).toBe(303)
  expect(connected.location).toContain(`/connect/callback?request_id=${request_id}`)
  expect(connected.headers['cache-control']).toBe('no-store')
  expect(second.location).toBe(connected.location)
  expect((await visitor.send(continueUrl)).location).toBe('/connect/confirm')
  expect(await control.received('confirm')).toHaveLength(1)
})

test('a signature confirms nothing when a stranger’s link has arrived meanwhile', async ({ app, control }) => {
  const { browser, connectLink } = await arrives(app, control)
  const wallet = new DeepLinkApp()
  await browser.goto(wallet.approve(connectLink))
  const signUrl = signLinkIn(browser)
  await browser.goto((await control.pressConnect('bob')).link)
  await browser.goto(wallet.approve(signUrl))
  expect(browser.heading).toBe(t('whichLink.title'))
  expect(await control.received('confirm')).toEqual([])

  // After choosing their link, the user must choose the wallet again, because an answer is valid for only one request.
  await browser.press(t('whichLink.choose'), {}, 1)
  expect(browser.heading).toBe(t('confirm.title'))
  expect(browser.text).not.toContain(wallet.account.address)
  expect(await control.received('confirm')).toEqual([])
})
