import { expect, test } from './fixtures'
import type { App } from './harness/app'
import { connectForm, hiddenFields } from './harness/html'
import { Visitor } from './harness/visitor'
import { visitorAs } from './sessions'
import { walletAddress } from './harness/people'
import { expectConnected, signInOnPage, signOutButton } from './page-steps'
import { arrive, expectBackAtService, expectNothingHeld, signIn, typeAndConnect } from './steps'
import type { StandInControl } from './stand-in/control/client'

/*
 * The app as operators run it, behind a reverse proxy that terminates TLS. The proxy changes the Host header, so the
 * app must use NEXTAUTH_URL as its URL.
 */

test.use({ ignoreHTTPSErrors: true })
// One worker runs these tests, so that it starts the app and its proxy once.
test.describe.configure({ mode: 'default' })
test.beforeEach(({ control, httpsApp }) => control.set({ connectUrl: `${httpsApp.origin}/connect` }))

test('a user goes from a link through the login back to the service, with cookies for this host and https only', async ({
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
  await expectNothingHeld(page)
})

test('signing out ends the session', async ({ page, httpsApp: app, control }) => {
  // A separate user, because signing out ends the session that other tests share.
  await signIn(page, app, 'Sam')
  await arrive(page, control)
  await signOutButton(page).click()
  await expect(page).toHaveURL(`${app.origin}/signin`)
  await page.goto(`${app.origin}/connect/confirm`)
  await expect(page).toHaveURL(/\/signin/)
})

test('every response has Strict-Transport-Security', async ({ httpsApp: app }) => {
  const visitor = new Visitor(app.origin)
  for (const path of ['/', '/signin', '/connect', '/connect?nonce=1', '/no/such/page', '/api/auth/csrf']) {
    const { headers } = await visitor.send(path)
    expect(headers['strict-transport-security'], path).toBe('max-age=63072000')
  }
})

test.describe('a server action', () => {
  test('accepts a post from the configured origin', async ({ httpsApp: app, control, standIn }) => {
    const { status, location } = await postConfirmForm(app, control, app.origin)
    expect(status).toBe(303)
    expect(location).toContain(`${standIn.origin}/connect/callback`)
  })

  test('refuses a post from the origin that the proxy forwards to', async ({ httpsApp: app, control }) => {
    expect((await postConfirmForm(app, control, app.address.replace('http:', 'https:'))).status).toBe(403)
    expect(await control.received('confirm')).toEqual([])
  })
})

/** Posts the form of the confirm page as a browser without JavaScript does, from a page of `origin`. */
async function postConfirmForm(app: App, control: StandInControl, origin: string) {
  const visitor = await visitorAs(app, 'Ada')
  const { body } = await visitor.follow((await control.pressConnect()).link)
  const form = { ...hiddenFields(body, connectForm), wallet_address: walletAddress }
  return visitor.send('/connect/confirm', { form, headers: { Origin: origin } })
}
