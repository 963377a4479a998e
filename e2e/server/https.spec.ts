import { expect, test } from '../fixtures'
import { expectConnected, signInOnPage } from '../connect/page-steps'
import { expectBackAtService, typeAndConnect } from '../steps'
import { t } from '../texts'

/*
 * The app as operators run it, behind a reverse proxy that terminates TLS. The proxy changes the Host header, so the
 * app must use NEXTAUTH_URL as its URL. It sends the body of each form in chunks, without a length.
 */

test.use({ ignoreHTTPSErrors: true })
test.beforeEach(({ control, httpsApp }) => control.set({ connectUrl: `${httpsApp.origin}/connect` }))

test('a user goes from a link through the login back to the service when a proxy terminates TLS', async ({
  page,
  context,
  httpsApp: app,
  control,
}) => {
  const { link, request_id } = await control.pressConnect()
  const response = await page.goto(link)
  expect(response?.headers()['strict-transport-security']).toBe('max-age=63072000')
  await expect(page).toHaveURL(`${app.origin}/signin?callbackUrl=%2Fconnect%2Fconfirm`)
  await signInOnPage(page)
  await expect(page).toHaveURL(`${app.origin}/connect/confirm`)
  await test.step('with cookies for this host and https only', async () => {
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
  })

  await typeAndConnect(page)
  await expectConnected(page)
  await expectBackAtService(page)
  expect(page.url()).toContain(request_id)
  expect(await control.received('confirm')).toHaveLength(1)
  await test.step('without a referrer', async () => {
    // The page there then sends another request itself.
    const callback = (await control.received()).find(({ path }) => path.startsWith('/connect/callback'))
    expect(callback?.method).toBe('GET')
    expect(callback?.headers['referer']).toBeUndefined()
  })
  await page.goto(`${app.origin}/connect/confirm`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('nothingToConnect.done'))
})
