import type { APIRequestContext } from 'playwright/test'
import { expect, test } from './fixtures'
import type { App } from './harness/app'
import { hiddenFields } from './harness/html'
import { PlainBrowser } from './harness/plain-browser'
import { Visitor } from './harness/visitor'
import * as plain from './plain-steps'
import {
  arrive,
  expectBackAtService,
  expectConnected,
  expectNothingHeld,
  signIn,
  signInOnPage,
  signOutButton,
  typeAndConnect,
  walletAddress,
} from './steps'
import { t } from './texts'

/*
 * The app as operators run it: behind a reverse proxy that ends TLS. What the app knows of its own
 * address is NEXTAUTH_URL; the Host that reaches it is another one.
 */

test.use({ ignoreHTTPSErrors: true })
// One worker starts the app behind its proxy, not each.
test.describe.configure({ mode: 'default' })
test.beforeEach(({ control, httpsApp }) => control.set({ connectUrl: `${httpsApp.origin}/connect` }))

test('a link leads through the login and back to the service', async ({ page, httpsApp: app, control }) => {
  const { link, request_id } = await control.pressConnect()
  await page.goto(link)
  await expect(page).toHaveURL(`${app.origin}/signin?callbackUrl=%2Fconnect%2Fconfirm`)
  await signInOnPage(page)
  await expect(page).toHaveURL(`${app.origin}/connect/confirm`)
  await typeAndConnect(page)
  await expectConnected(page)
  await expectBackAtService(page)
  expect(page.url()).toContain(request_id)
  expect(await control.received('confirm')).toHaveLength(1)
  await expectNothingHeld(page, app)
})

test('signing out works', async ({ page, httpsApp: app, control }) => {
  // A name of its own: a session that has ended is of no use to another test.
  await signIn(page, app, 'Sam')
  await arrive(page, control)
  await signOutButton(page).click()
  await expect(page).toHaveURL(`${app.origin}/signin`)
  await page.goto(`${app.origin}/connect/confirm`)
  await expect(page).toHaveURL(/\/signin/)
})

test.describe('without JavaScript', () => {
  test('a link leads through the login and back to the service', async ({ httpsApp: app, control }) => {
    const browser = new PlainBrowser(new Visitor(app.origin))
    const { link, request_id } = await control.pressConnect()
    await browser.goto(link)
    expect(browser.url).toBe(`${app.origin}/signin?callbackUrl=%2Fconnect%2Fconfirm`)
    await browser.press(t('signIn.demo.button'), { name: 'Ada' })
    expect(browser.url).toBe(`${app.origin}/connect/confirm`)
    await plain.typeAndConnect(browser)
    plain.expectBackAtService(browser)
    expect(browser.url).toContain(request_id)
    expect(await control.received('confirm')).toHaveLength(1)
    await plain.expectNothingHeld(browser)
  })

  test('signing out works', async ({ httpsApp: app, control }) => {
    const browser = await plain.plainBrowserAt(app, 'Samira')
    await plain.arrive(browser, control)
    await browser.press(t('confirm.signOut'))
    expect(browser.url).toBe(`${app.origin}/signin`)
    await browser.goto('/connect/confirm')
    expect(browser.url).toContain('/signin')
  })
})

test('the hold cookie is for this host and https alone', async ({ page, control, context }) => {
  const { link } = await control.pressConnect()
  const answer = await page.request.get(link, { maxRedirects: 0 })
  const cookies = answer
    .headersArray()
    .filter(({ name }) => name.toLowerCase() === 'set-cookie')
    .map(({ value }) => value)
  expect(cookies).toEqual([expect.stringMatching(/^__Host-connect-hold-[\w-]+=[^;]+;/)])
  const attributes = cookies[0]
    ?.split('; ')
    .slice(1)
    .map((attribute) => attribute.toLowerCase())
  expect(attributes).toEqual(expect.arrayContaining(['path=/', 'secure', 'httponly', 'samesite=lax']))
  expect(attributes?.filter((attribute) => attribute.startsWith('domain'))).toEqual([])
  await page.goto(link)
  expect((await context.cookies()).map(({ name }) => name)).toContainEqual(
    expect.stringMatching(/^__Host-connect-hold-/),
  )
})

test('every other cookie is for https alone too', async ({ page, httpsApp: app, context }) => {
  await page.goto(`${app.origin}/signin`)
  await signInOnPage(page)
  const cookies = await context.cookies()
  expect(cookies.find(({ name }) => name === '__Host-next-auth.session-token')).toMatchObject({
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
  })
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ name: expect.stringMatching(/^__Host-/), secure: true, httpOnly: true })
  }
})

for (const path of ['/', '/signin', '/connect', '/connect?nonce=1', '/no/such/page', '/api/auth/csrf']) {
  test(`${path} tells browsers to stay with https`, async ({ request, httpsApp: app }) => {
    const answer = await request.get(app.origin + path, { maxRedirects: 0 })
    expect(answer.headers()['strict-transport-security']).toBe('max-age=63072000')
  })
}

test.describe('a server action', () => {
  test('takes a post from the configured origin', async ({ requestAs, httpsApp: app, control, standIn }) => {
    const requests = await requestAs(app, 'Ada')
    await requests.get((await control.pressConnect()).link)
    const answer = await postConfirmForm(requests, app, app.origin)
    expect(answer.status()).toBe(303)
    expect(answer.headers().location).toContain(`${standIn.origin}/connect/callback`)
  })

  test('refuses one from the address that the proxy forwards to', async ({ requestAs, httpsApp: app, control }) => {
    const requests = await requestAs(app, 'Ada')
    await requests.get((await control.pressConnect()).link)
    const forwardedTo = app.address.replace('http:', 'https:')
    expect((await postConfirmForm(requests, app, forwardedTo)).status()).toBe(500)
    expect(await control.received('confirm')).toEqual([])
  })
})

/** Posts the form of the confirm page as a browser without JavaScript does, from a page of `origin`. */
async function postConfirmForm(requests: APIRequestContext, app: App, origin: string) {
  const address = `${app.origin}/connect/confirm`
  const fields = hiddenFields(await (await requests.get(address)).text(), { button: t('confirm.connect') })
  return requests.post(address, {
    headers: { Origin: origin },
    multipart: { ...fields, wallet_address: walletAddress },
    maxRedirects: 0,
  })
}
