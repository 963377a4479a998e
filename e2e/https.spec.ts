import getPort from 'get-port'
import type { Page } from 'playwright/test'
import { startApp } from './app'
import { appVariables } from './app-variables'
import { expect, test as base } from './fixtures'
import {
  arrive,
  expectBackAtService,
  expectConnected,
  expectNothingHeld,
  signIn,
  signInOnPage,
  typeAndConnect,
  walletAddress,
} from './steps'
import { startTlsProxy } from './tls-proxy'

/*
 * The app as operators run it: behind a reverse proxy that ends TLS. What the app knows of its own
 * address is NEXTAUTH_URL; the Host that reaches it is another one.
 */

const test = base.extend<object, { upstreamPort: number }>({
  upstreamPort: [async ({}, use) => use(await getPort()), { scope: 'worker' }],
  app: [
    async ({ service, upstreamPort: port }, use) => {
      const proxy = await startTlsProxy(port)
      const { origin } = proxy
      // The demo login may stay: by https too, localhost is this machine.
      const variables = { ...appVariables({ service, port }), NEXTAUTH_URL: origin }
      const app = await startApp({ port, origin, variables })
      await use(app)
      await app.close()
      await proxy.close()
    },
    { scope: 'worker' },
  ],
})

test.use({ ignoreHTTPSErrors: true })

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a link leads through the login and back to the service', async ({ page, app, control }) => {
      const { link, request_id } = await control.pressConnect()
      await page.goto(link)
      await expect(page).toHaveURL(`${app.origin}/signin?callbackUrl=%2Fconnect%2Fconfirm`)
      await signInOnPage(page)
      await expect(page).toHaveURL(`${app.origin}/connect/confirm`)
      await typeAndConnect(page)
      if (javaScriptEnabled) await expectConnected(page)
      await expectBackAtService(page)
      expect(page.url()).toContain(request_id)
      expect(await control.received('confirm')).toHaveLength(1)
      await expectNothingHeld(page, app)
    })

    test('signing out works', async ({ page, app, control }) => {
      await signIn(page, app)
      await arrive(page, control)
      await page.getByRole('button', { name: 'Not you? Sign out' }).click()
      await expect(page).toHaveURL(`${app.origin}/signin`)
      await page.goto(`${app.origin}/connect/confirm`)
      await expect(page).toHaveURL(/\/signin/)
    })
  })
}

test('the hold cookie is for this host and https alone', async ({ page, control, context }) => {
  const { link } = await control.pressConnect()
  const answer = await page.request.get(link, { maxRedirects: 0 })
  const cookies = answer
    .headersArray()
    .filter(({ name }) => name.toLowerCase() === 'set-cookie')
    .map(({ value }) => value)
  expect(cookies).toEqual([expect.stringMatching(/^__Host-connect-hold=[^;]+;/)])
  const attributes = cookies[0]
    ?.split('; ')
    .slice(1)
    .map((attribute) => attribute.toLowerCase())
  expect(attributes).toEqual(expect.arrayContaining(['path=/', 'secure', 'httponly', 'samesite=lax']))
  expect(attributes?.filter((attribute) => attribute.startsWith('domain'))).toEqual([])
  await page.goto(link)
  expect((await context.cookies()).map(({ name }) => name)).toContain('__Host-connect-hold')
})

test('every other cookie is for https alone too', async ({ page, app, context }) => {
  await page.goto(`${app.origin}/signin`)
  await signInOnPage(page)
  const cookies = await context.cookies()
  expect(cookies.find(({ name }) => name === '__Secure-next-auth.session-token')).toMatchObject({
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
  })
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ name: expect.stringMatching(/^__(Host|Secure)-/), secure: true, httpOnly: true })
  }
})

for (const path of ['/', '/signin', '/connect', '/connect?nonce=1', '/no/such/page', '/api/auth/csrf']) {
  test(`${path} tells browsers to stay with https`, async ({ request, app }) => {
    const answer = await request.get(app.origin + path, { maxRedirects: 0 })
    expect(answer.headers()['strict-transport-security']).toBe('max-age=63072000')
  })
}

test.describe('a server action', () => {
  test('takes a post from the configured origin', async ({ page, app, control, service }) => {
    await signIn(page, app)
    await arrive(page, control)
    const answer = await postForm(page, app.origin)
    expect(answer.status()).toBe(303)
    expect(answer.headers().location).toContain(`${service.origin}/connect/callback`)
  })

  test('refuses one from the address that the proxy forwards to', async ({ page, app, control, upstreamPort }) => {
    await signIn(page, app)
    await arrive(page, control)
    expect((await postForm(page, `https://127.0.0.1:${upstreamPort}`)).status()).toBe(500)
    expect(await control.received('confirm')).toEqual([])
  })
})

/** Posts the form of the confirm page as a browser without JavaScript does, from a page of `origin`. */
async function postForm(page: Page, origin: string) {
  const hidden = await page
    .locator('form', { has: page.getByRole('button', { name: 'Connect', exact: true }) })
    .locator('input[type=hidden]')
    .evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ name, value }) => [name, value] as const))
  return page.request.post(page.url(), {
    headers: { Origin: origin },
    multipart: { ...Object.fromEntries(hidden), wallet_address: walletAddress },
    maxRedirects: 0,
  })
}
