import { expect, test } from './fixtures'
import { connectForm, hiddenFields } from './harness/html'
import { walletAddress } from './harness/people'
import { Visitor } from './harness/visitor'
import { expectConnected, signInOnPage } from './page-steps'
import { plainBrowserAt } from './plain-steps'
import { visitorAs } from './sessions'
import { arrive, expectBackAtService, typeAndConnect } from './steps'
import { t } from './texts'

/*
 * The app as operators run it, behind a reverse proxy that terminates TLS. The proxy changes the Host header, so the
 * app must use NEXTAUTH_URL as its URL. It sends the body of each form in chunks, without a length.
 */

test.use({ ignoreHTTPSErrors: true })
test.beforeEach(({ control, httpsApp }) => control.set({ connectUrl: `${httpsApp.origin}/connect` }))

test('a user goes from a link through the login back to the service, with cookies for this host and https only, and without a referrer', async ({
  page,
  context,
  httpsApp: app,
  control,
}) => {
  const { link, request_id } = await control.pressConnect()
  await page.goto(link)
  await expect(page).toHaveURL(`${app.origin}/signin?callbackUrl=%2Fconnect%2Fconfirm`)
  await signInOnPage(page)
  await expect(page).toHaveURL(`${app.origin}/connect/confirm`)
  const cookies = await context.cookies()
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({
      name: expect.stringMatching(/^__Host-/),
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    })
  }
  expect(cookies.map(({ name }) => name)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^__Host-connect-hold-/), '__Host-next-auth.session-token']),
  )

  await typeAndConnect(page)
  await expectConnected(page)
  await expectBackAtService(page)
  expect(page.url()).toContain(request_id)
  expect(await control.received('confirm')).toHaveLength(1)
  // The page there then sends another request itself.
  const callback = (await control.received()).find(({ path }) => path.startsWith('/connect/callback'))
  expect(callback?.method).toBe('GET')
  expect(callback?.headers['referer']).toBeUndefined()
  await page.goto(`${app.origin}/connect/confirm`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('nothingToConnect.title'))
})

test('signing out ends the session', async ({ httpsApp: app, control }) => {
  // A separate user, because signing out ends the session that other tests share.
  const browser = await plainBrowserAt(app, 'Sam')
  await arrive(browser, control)
  await browser.press(t('confirm.signOut'))
  expect(browser.url).toBe(`${app.origin}/signin`)
  await browser.goto('/connect/confirm')
  expect(browser.url).toContain('/signin')
})

test('every response has Strict-Transport-Security', async ({ httpsApp: app }) => {
  const visitor = new Visitor(app.origin)
  for (const path of ['/', '/signin', '/connect', '/connect?nonce=1', '/no/such/page', '/api/auth/csrf']) {
    const { headers } = await visitor.send(path)
    expect(headers['strict-transport-security'], path).toBe('max-age=63072000')
  }
})

test('a server action accepts a post from the configured origin, and not from the origin that the proxy forwards to', async ({
  httpsApp: app,
  control,
  standIn,
}) => {
  const visitor = await visitorAs(app, 'Ada')
  const { body } = await visitor.follow((await control.pressConnect()).link)
  const form = { ...hiddenFields(body, connectForm), wallet_address: walletAddress }
  const postFrom = (origin: string) => visitor.send('/connect/confirm', { form, headers: { Origin: origin } })

  expect((await postFrom(app.address.replace('http:', 'https:'))).status).toBe(403)
  expect(await control.received('confirm')).toEqual([])
  const { status, location } = await postFrom(app.origin)
  expect(status).toBe(303)
  expect(location).toContain(`${standIn.origin}/connect/callback`)
})
