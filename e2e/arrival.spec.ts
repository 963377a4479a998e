import { t } from './texts'
import { expect, test } from './fixtures'
import { Visitor } from './harness/visitor'
import { connectButton, holdCookiePrefix } from './page-steps'
import { plainBrowserAt } from './plain-steps'
import { arrive, expectBackAtService, expectHeld, expectNothingHeld, signIn, typeAndConnect } from './steps'

const requestId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

test.describe('a connect link', () => {
  test('sets a hold cookie and disappears from the address bar', async ({ page, app, control, context }) => {
    await signIn(page, app)
    const { nonce } = await arrive(page, control)
    await expect(page).toHaveURL(`${app.origin}/connect/confirm`)
    expect(await page.content()).not.toContain(nonce)
    const cookie = (await context.cookies()).find(({ name }) => name.startsWith(holdCookiePrefix))
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie?.value).not.toContain(nonce)
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 3590)
    expect(cookie?.expires).toBeLessThan(Date.now() / 1000 + 3601)
  })

  test('answers a 303 that no cache may store', async ({ app, control }) => {
    const visitor = new Visitor(app.origin)
    const { status, headers } = await visitor.send((await control.pressConnect()).link)
    expect(status).toBe(303)
    expect(headers).toMatchObject({ location: '/connect/confirm', 'cache-control': 'no-store' })
    expect((await visitor.send('/connect')).location).toBe('/connect/confirm')
  })

  test('stays held when it arrives again', async ({ app, control }) => {
    const browser = await plainBrowserAt(app)
    const { link } = await arrive(browser, control)
    await browser.goto(link)
    await typeAndConnect(browser)
    await expectBackAtService(browser)
  })

  test('arrives when its path ends with a slash', async ({ app, control }) => {
    const browser = await plainBrowserAt(app)
    const link = (await control.pressConnect()).link.replace('/connect?', '/connect/?')
    const answer = await browser.visitor.send(link)
    expect(answer.status).toBe(303)
    expect(answer.headers).toMatchObject({ location: '/connect/confirm', 'cache-control': 'no-store' })
    await expectHeld(browser)
  })
})

test.describe('an incomplete link', () => {
  test('answers 400, says what to do, and keeps the older link', async ({ app, control, standIn }) => {
    const browser = await plainBrowserAt(app)
    await arrive(browser, control)
    for (const query of [`request_id=${requestId}`, `request_id=${requestId}&nonce=${'n'.repeat(513)}`]) {
      const { status, body } = await browser.visitor.send(`/connect?${query}`)
      expect(status).toBe(400)
      expect(body).toContain(`<h1>${t('incompleteLink.title')}</h1>`)
      expect(body).toContain(`href="${standIn.profileUrl}"`)
    }
    await expectHeld(browser)
  })

  test.describe('in a browser', () => {
    test.use({ expectedErrors: [/status of 400/] })
    test('shows a page without the nonce of the link', async ({ page, app }) => {
      const answer = await page.goto(`${app.origin}/connect?request_id=x&nonce=a-nonce-to-look-for`)
      expect(answer?.status()).toBe(400)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('incompleteLink.title'))
      await expect(page.getByRole('link', { name: t('nothingToConnect.profileLink') })).toBeVisible()
      expect(await page.content()).not.toContain('a-nonce-to-look-for')
    })
  })
})

test('the connect URL redirects to the confirm page when it has no query', async ({ app }) => {
  const browser = await plainBrowserAt(app)
  await browser.goto('/connect')
  expect(browser.url).toBe(`${app.origin}/connect/confirm`)
  expect(browser.heading).toBe(t('nothingToConnect.title'))
  expect(browser.html).toContain(`${t('nothingToConnect.profileLink')}</a>`)
})

test.describe('a request that is not a navigation', () => {
  test('holds nothing when its method is HEAD', async ({ app, control }) => {
    const browser = await plainBrowserAt(app)
    const answer = await browser.visitor.send((await control.pressConnect()).link, { method: 'HEAD' })
    expect([answer.status, answer.setCookies]).toEqual([303, []])
    await expectNothingHeld(browser)
    expect((await browser.visitor.send('/connect?nonce=1', { method: 'HEAD' })).status).toBe(400)
  })

  test('holds nothing when it is a prefetch or embedded', async ({ app, control }) => {
    const browser = await plainBrowserAt(app)
    for (const [header, value, expected] of [
      ['Sec-Purpose', 'prefetch;prerender', 503],
      ['Sec-Fetch-Dest', 'iframe', 403],
    ] as const) {
      const headers = { [header]: value }
      const { status, setCookies } = await browser.visitor.send((await control.pressConnect()).link, { headers })
      expect([status, setCookies], value).toEqual([expected, []])
    }
    await expectNothingHeld(browser)
  })

  test('holds nothing when a browser prefetches the link, and the user can still follow the link', async ({
    page,
    app,
    control,
    standIn,
  }) => {
    await signIn(page, app)
    const { link } = await control.pressConnect()
    await page.route(`${app.origin}/a-page-with-the-link`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<a href="${link}">Go</a><script type="speculationrules">{"prefetch":[{"urls":["${link}"],"eagerness":"immediate"}]}</script>`,
      }),
    )
    await page.goto(`${app.origin}/a-page-with-the-link`)
    await page.waitForTimeout(500)
    expect((await page.context().cookies()).filter(({ name }) => name.startsWith(holdCookiePrefix))).toEqual([])
    await page.getByRole('link', { name: 'Go' }).click()
    await expect(connectButton(page)).toBeVisible()
    expect(standIn.origin).not.toBe(app.origin)
  })
})
