import bs58 from 'bs58'
import nacl from 'tweetnacl'
import { expect, test } from '../fixtures'
import type { App } from '../harness/app'
import type { PlainBrowser } from '../harness/plain-browser'
import { holdCookiePrefix } from '../page-steps'
import { arrive, expectBackAtService, typeAndConnect } from '../steps'
import { visitorAs } from '../sessions'
import type { StandInControl } from '../stand-in/control/client'
import { t } from '../texts'
import { linkIn, phoneBrowser, signLinkIn } from '../wallet/app-steps'
import { DeepLinkApp } from '../wallet/deep-link-app'

/*
 * The app must not trust an answer of a wallet app before it has decrypted it, because any site can send a browser to
 * the answer URLs.
 */

/** Returns the user's phone on the page with the wallets, and the URL for an app's answer. */
async function arrives(app: App, control: StandInControl, name: string) {
  const browser = await phoneBrowser(app, name)
  const pressed = await arrive(browser, control)
  const connectLink = linkIn(browser, 'Phantom')
  const parameters = new URL(connectLink).searchParams
  return { browser, ...pressed, connectLink, redirectLink: parameters.get('redirect_link') ?? '' }
}

/** Returns the same after the user has signed the message in the wallet app, before the browser continues. */
async function signs(app: App, control: StandInControl, name: string) {
  const { browser, ...pressed } = await arrives(app, control, name)
  const wallet = new DeepLinkApp()
  await browser.goto(wallet.approve(pressed.connectLink))
  const answer = wallet.approve(signLinkIn(browser))
  const back = await browser.visitor.send(answer)
  expect([back.status, back.location, back.headers['cache-control']]).toEqual([303, '/connect/confirm', 'no-store'])
  const page = await browser.visitor.send('/connect/confirm')
  const continueUrl = /content="0; url=([^"]+)"/.exec(page.body)?.[1] ?? ''
  expect(continueUrl).toMatch(/^\/connect\/confirm\/signed\?link=/)
  expect(page.body).toContain(t('confirm.connectingStatus'))
  return { browser, ...pressed, answer, continueUrl }
}

/** Checks that no wallet is chosen, and the user can connect the link. */
async function expectUnharmed(browser: PlainBrowser, control: StandInControl): Promise<void> {
  await browser.goto('/connect/confirm')
  expect(browser.textFields).toEqual(['wallet_address'])
  expect(await control.received('confirm')).toEqual([])
  await typeAndConnect(browser)
  await expectBackAtService(browser)
}

test('a forged answer chooses no address, and the link stays open', async ({ app, control }) => {
  const { browser, connectLink, redirectLink } = await arrives(app, control, 'Ada and a made-up answer')
  const stranger = new DeepLinkApp()
  // Encrypted for the stranger's key.
  const strangerLink = new URL(connectLink)
  strangerLink.searchParams.set('dapp_encryption_public_key', bs58.encode(nacl.box.keyPair().publicKey))
  // With a weak key, whose shared secret is the same for everyone.
  const weakKey = new Uint8Array(32)
  const nonce = nacl.randomBytes(24)
  const content = JSON.stringify({ public_key: stranger.account.address, session: 'made up' })
  const data = nacl.box(Buffer.from(content), nonce, weakKey, nacl.box.keyPair().secretKey)
  const weak = new URLSearchParams({
    phantom_encryption_public_key: bs58.encode(weakKey),
    nonce: bs58.encode(nonce),
    data: bs58.encode(data),
  })
  const answer = new URL(stranger.approve(connectLink))
  for (const made of [
    stranger.approve(strangerLink.href),
    `${redirectLink}?${weak}`,
    `${redirectLink}?data=x&data=y&nonce=z`,
    `${redirectLink}?x`,
    `${redirectLink}?data=${'5'.repeat(6000)}`,
    answer.href.replace('data=', 'data=1'),
  ]) {
    await browser.goto(made)
    expect(browser.alert, made.slice(0, 200)).toContain(t('walletApp.problem.unreadable.title', { wallet: 'Phantom' }))
    expect(browser.url).toBe(`${app.origin}/connect/confirm`)
    expect(browser.text).not.toContain(stranger.account.address)
  }
  // Without a key, a stranger can report that the user declined, but this changes only the message.
  await browser.goto(`${redirectLink}?errorCode=4001&errorMessage=${encodeURIComponent('<b>Send funds</b>')}`)
  expect(browser.alert).toContain(t('walletApp.problem.declined.title', { wallet: 'Phantom' }))
  expect(browser.html).not.toContain('Send funds')
  await expectUnharmed(browser, control)
})

test('the answer URL answers 404 when the wallet or the method is unknown', async ({ app, control }) => {
  const { browser, redirectLink } = await arrives(app, control, 'Ada at odd addresses')
  for (const [from, to] of [
    ['/phantom/', '/coinbase/'],
    ['/phantom/', '/constructor/'],
    [/connect$/, 'signTransaction'],
    [/connect$/, 'constructor'],
  ] as const) {
    expect((await browser.visitor.send(redirectLink.replace(from, to))).status).toBe(404)
  }
  await expectUnharmed(browser, control)
})

test('the app ignores an answer when it is embedded, prefetched, or not requested by GET', async ({ app, control }) => {
  const { browser, connectLink } = await arrives(app, control, 'Ada on a page that loads answers')
  const wallet = new DeepLinkApp()
  const answer = wallet.approve(connectLink)
  const embedded = { 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Site': 'cross-site' }
  for (const [status, request] of [
    [403, { headers: embedded }],
    [503, { headers: { 'Sec-Purpose': 'prefetch' } }],
    [200, { method: 'HEAD' }],
    [405, { method: 'POST', body: '' }],
  ] as const) {
    const { setCookies, ...back } = await browser.visitor.send(answer, request)
    expect(back.status).toBe(status)
    expect(setCookies.filter((line) => line.startsWith(holdCookiePrefix))).toEqual([])
  }
  await expectUnharmed(browser, control)
})

test('the confirming URL confirms once, and only when its user navigates to it', async ({ app, control }) => {
  const { browser, continueUrl, request_id } = await signs(app, control, 'Ada who signs in an app')
  const { visitor } = browser
  const image = { 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Site': 'cross-site' }
  expect((await visitor.send(continueUrl, { headers: image })).status).toBe(403)
  expect((await visitor.send(continueUrl, { headers: { 'Sec-Purpose': 'prefetch' } })).status).toBe(503)
  expect((await visitor.send(continueUrl, { method: 'HEAD' })).location).toBe('/connect/confirm')
  const mallory = await visitorAs(app, 'Mallory beside a signature')
  for (const [name, value] of visitor.cookies) if (name.startsWith(holdCookiePrefix)) mallory.cookies.set(name, value)
  expect((await mallory.send(continueUrl)).location).toBe('/connect/confirm')
  const other = continueUrl.replace(/link=.*/, 'link=abcdefghijkl')
  expect((await visitor.send(other)).location).toBe('/connect/confirm')
  expect(await control.received('confirm')).toEqual([])

  const connected = await visitor.send(continueUrl)
  expect(connected.status).toBe(303)
  expect(connected.location).toContain(`request_id=${request_id}`)
  expect(connected.headers['cache-control']).toBe('no-store')
  expect((await visitor.send(continueUrl)).location).toBe('/connect/confirm')
  expect(await control.received('confirm')).toHaveLength(1)
})

test('the confirming URL confirms nothing when no wallet app has signed', async ({ app, control }) => {
  const { browser, redirectLink } = await arrives(app, control, 'Ada who has not signed')
  const id = redirectLink.split('/').at(-2) ?? ''
  expect((await browser.visitor.send(`/connect/confirm/signed?link=${id}`)).location).toBe('/connect/confirm')
  await expectUnharmed(browser, control)
})

test('the app calls the service once when two requests for the confirming URL overlap', async ({ app, control }) => {
  const { browser, continueUrl } = await signs(app, control, 'Ada who goes on twice')
  const [first, second] = await Promise.all([browser.visitor.send(continueUrl), browser.visitor.send(continueUrl)])
  expect(first?.location).toContain('/connect/callback')
  expect(second?.location).toBe(first?.location)
  expect(await control.received('confirm')).toHaveLength(1)
})

test('a signature confirms nothing when a stranger’s link has arrived meanwhile', async ({ app, control }) => {
  const { browser, connectLink } = await arrives(app, control, 'Ada with a stranger')
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
