import { randomBytes } from 'node:crypto'
import { sealData } from 'iron-session'
import type { Page } from 'playwright/test'
import { t } from './texts'
import { expect, test } from './fixtures'
import {
  alertOf,
  arrive,
  connectButton,
  expectConnected,
  expectHeld,
  expectNothingHeld,
  signIn,
  signInOnPage,
  signOutButton,
  typeAndConnect,
} from './steps'

const requestId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const bringBackButton = (page: Page) => page.getByRole('button', { name: 'Bring the link back' })
/** One cookie a link; the link's id follows. */
const cookiePrefix = 'connect-hold-'

test.describe('a good link', () => {
  test('is held, and taken out of the address bar', async ({ page, app, control, context }) => {
    await signIn(page, app)
    const { nonce } = await arrive(page, control)
    await expect(page).toHaveURL(`${app.origin}/connect/confirm`)
    expect(await page.content()).not.toContain(nonce)
    const cookie = (await context.cookies()).find(({ name }) => name.startsWith(cookiePrefix))
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie?.value).not.toContain(nonce)
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 3590)
    expect(cookie?.expires).toBeLessThan(Date.now() / 1000 + 3601)
  })

  test('answers 303, never to be stored', async ({ request, app, control }) => {
    const { link } = await control.pressConnect()
    const answer = await request.get(link, { maxRedirects: 0 })
    expect(answer.status()).toBe(303)
    expect(answer.headers()).toMatchObject({ location: '/connect/confirm', 'cache-control': 'no-store' })
    expect((await request.get(`${app.origin}/connect`, { maxRedirects: 0 })).headers().location).toBe(
      '/connect/confirm',
    )
  })

  test('survives a login that comes after it', async ({ page, control }) => {
    const { link } = await control.pressConnect()
    await page.goto(link)
    await expect(page).toHaveURL(/\/signin/)
    await signInOnPage(page, 'Ada')
    await typeAndConnect(page)
    await expectConnected(page)
  })

  test('is still held when it arrives again, and nothing is asked', async ({ page, app, control }) => {
    await signIn(page, app)
    const { link } = await arrive(page, control)
    await page.goto(link)
    await typeAndConnect(page)
    await expectConnected(page)
  })

  test('with a slash behind the path arrives too, without a redirect that could be stored', async ({
    page,
    app,
    control,
  }) => {
    await signIn(page, app)
    const link = (await control.pressConnect()).link.replace('/connect?', '/connect/?')
    const answer = await page.request.get(link, { maxRedirects: 0 })
    expect(answer.status()).toBe(303)
    expect(answer.headers()).toMatchObject({ location: '/connect/confirm', 'cache-control': 'no-store' })
    await expectHeld(page, app)
  })
})

test.describe('what is not a good link', () => {
  for (const [what, query] of Object.entries({
    'no nonce': `request_id=${requestId}`,
    'no request_id': 'nonce=n-1',
    'a request_id of another form': 'request_id=123&nonce=n-1',
    'a parameter twice': `request_id=${requestId}&nonce=n-1&nonce=n-2`,
    'a nonce that is too long': `request_id=${requestId}&nonce=${'n'.repeat(1025)}`,
    'a control character': `request_id=${requestId}&nonce=a%00b`,
    'a nonce of more than 1,024 bytes': `request_id=${requestId}&nonce=${encodeURIComponent('日'.repeat(342))}`,
  })) {
    test(`${what}: status 400, what to do, and the older link still there`, async ({ page, app, control, standIn }) => {
      await signIn(page, app)
      await arrive(page, control)
      const answer = await page.request.get(`${app.origin}/connect?${query}`)
      expect(answer.status()).toBe(400)
      const text = await answer.text()
      expect(text).toContain('<h1>This link is incomplete</h1>')
      expect(text).toContain(`href="${standIn.profileUrl}"`)
      await expectHeld(page, app)
    })
  }

  test.describe('in a browser', () => {
    test.use({ expectedErrors: [/status of 400/] })
    test('shows the page, in which nothing of the query stands', async ({ page, app }) => {
      const answer = await page.goto(`${app.origin}/connect?request_id=x&nonce=a-nonce-to-look-for`)
      expect(answer?.status()).toBe(400)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is incomplete')
      await expect(page.getByRole('link', { name: 'Go to my profile page' })).toBeVisible()
      expect(await page.content()).not.toContain('a-nonce-to-look-for')
    })
  })
})

test('without a query the connect URL goes on to the page', async ({ page, app }) => {
  await signIn(page, app)
  await page.goto(`${app.origin}/connect`)
  await expect(page).toHaveURL(`${app.origin}/connect/confirm`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing to connect')
  await expect(page.getByRole('link', { name: 'Go to my profile page' })).toBeVisible()
})

test.describe('asking without going there holds nothing', () => {
  test('HEAD', async ({ page, app, control }) => {
    await signIn(page, app)
    const { link } = await control.pressConnect()
    const answer = await page.request.head(link, { maxRedirects: 0 })
    expect(answer.status()).toBe(303)
    expect(answer.headers()['set-cookie']).toBeUndefined()
    await expectNothingHeld(page, app)
    expect((await page.request.head(`${app.origin}/connect?nonce=1`)).status()).toBe(400)
  })

  for (const purpose of ['prefetch', 'prefetch;prerender']) {
    test(`Sec-Purpose: ${purpose}`, async ({ page, app, control }) => {
      await signIn(page, app)
      const { link } = await control.pressConnect()
      const answer = await page.request.get(link, { maxRedirects: 0, headers: { 'Sec-Purpose': purpose } })
      expect(answer.status()).toBe(503)
      expect(answer.headers()['set-cookie']).toBeUndefined()
      await expectNothingHeld(page, app)
    })
  }

  for (const destination of ['image', 'iframe', 'script', 'empty']) {
    test(`Sec-Fetch-Dest: ${destination}`, async ({ page, app, control }) => {
      await signIn(page, app)
      const { link } = await control.pressConnect()
      const answer = await page.request.get(link, { maxRedirects: 0, headers: { 'Sec-Fetch-Dest': destination } })
      expect(answer.status()).toBe(403)
      expect(answer.headers()['set-cookie']).toBeUndefined()
      await expectNothingHeld(page, app)
    })
  }

  test('a prefetch by the browser itself; following the link then does hold', async ({
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
    expect((await page.context().cookies()).filter(({ name }) => name.startsWith(cookiePrefix))).toEqual([])
    await page.getByRole('link', { name: 'Go' }).click()
    await expect(connectButton(page)).toBeVisible()
    expect(standIn.origin).not.toBe(app.origin)
  })
})

test.describe('a cookie that is no link reads as none', () => {
  const foreign = randomBytes(32).toString('hex')
  const id = 'a-link-id'
  const link = {
    id,
    requestId,
    nonce: 'n-1',
    digest: 'd-1',
    arrivedAt: Date.now(),
    status: 'open',
    changedAt: Date.now(),
    needsChoice: false,
  }
  for (const [what, value] of Object.entries<() => string | Promise<string>>({
    'an oversized one': () => 'x'.repeat(3900),
    'one of a foreign key': () => sealData(link, { password: foreign, ttl: 1800 }),
    'no seal at all': () => 'hello',
  })) {
    test(what, async ({ page, app, context }) => {
      await signIn(page, app)
      await context.addCookies([{ name: cookiePrefix + id, value: await value(), url: app.origin }])
      await expectNothingHeld(page, app)
    })
  }

  test('a tampered one', async ({ page, app, control, context }) => {
    await signIn(page, app)
    await arrive(page, control)
    const cookie = (await context.cookies()).find(({ name }) => name.startsWith(cookiePrefix))
    const value = cookie?.value.replace(/.(?=.{10}$)/, (character) => (character === 'a' ? 'b' : 'a')) ?? ''
    await context.addCookies([{ name: cookie?.name ?? '', value, url: app.origin }])
    await expectNothingHeld(page, app)
  })

  test('another link’s', async ({ page, app, control, context }) => {
    await signIn(page, app)
    await arrive(page, control)
    const cookie = (await context.cookies()).find(({ name }) => name.startsWith(cookiePrefix))
    await context.clearCookies({ name: cookie?.name ?? '' })
    await context.addCookies([{ name: `${cookiePrefix}another`, value: cookie?.value ?? '', url: app.origin }])
    await expectNothingHeld(page, app)
  })

  const password = randomBytes(32).toString('hex')
  const previous = randomBytes(32).toString('hex')

  test('one that has expired, sealed a moment ago, says so', async ({ page, startVariant, context }) => {
    const app = await startVariant({ HOLD_PASSWORD: password, HOLD_PASSWORD_PREVIOUS: previous })
    await signIn(page, app)
    const expired = { ...link, arrivedAt: Date.now() - 30 * 60_000 }
    await context.addCookies([
      { name: cookiePrefix + id, value: await sealData(expired, { password, ttl: 1800 }), url: app.origin },
    ])
    await page.goto(`${app.origin}/connect/confirm`)
    await expect(alertOf(page)).toContainText(t('refused.title.request_expired'))
    await expect(connectButton(page)).toHaveCount(0)
  })

  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
      test.use({ javaScriptEnabled })
      test('one that expires while its page is open says so without a press', async ({
        page,
        startVariant,
        context,
      }) => {
        const app = await startVariant({ HOLD_PASSWORD: password, HOLD_PASSWORD_PREVIOUS: previous })
        await signIn(page, app)
        const expiring = { ...link, arrivedAt: Date.now() - 30 * 60_000 + 6000 }
        await context.addCookies([
          { name: cookiePrefix + id, value: await sealData(expiring, { password, ttl: 1800 }), url: app.origin },
        ])
        await page.goto(`${app.origin}/connect/confirm`)
        await expect(page.getByText(/^Link expires in \d seconds?$/)).toBeVisible()
        await expect(alertOf(page)).toContainText(t('refused.title.request_expired'))
        await expect(page.getByRole('link', { name: 'Go to my profile page' })).toBeVisible()
      })
    })
  }

  test('while one that HOLD_PASSWORD_PREVIOUS sealed is good', async ({ page, startVariant, context }) => {
    const app = await startVariant({ HOLD_PASSWORD: password, HOLD_PASSWORD_PREVIOUS: previous })
    await signIn(page, app)
    const value = await sealData(link, { password: previous, ttl: 1800 })
    await context.addCookies([{ name: cookiePrefix + id, value, url: app.origin }])
    await expectHeld(page, app)
  })
})

test.describe('a hold belongs to its user', () => {
  test('another one does not see it, and the first one does', async ({ page, app, control, context }) => {
    await signIn(page, app, 'Ada')
    await arrive(page, control)
    const session = (await context.cookies()).filter(({ name }) => name.startsWith('next-auth'))
    await context.clearCookies({ name: 'next-auth.session-token' })
    await signIn(page, app, 'Bob')
    await expectNothingHeld(page, app)
    await context.addCookies(session)
    await expectHeld(page, app)
  })

  test('one that arrived before login belongs to whoever signed in first', async ({ page, app, control, context }) => {
    await page.goto((await control.pressConnect()).link)
    await signInOnPage(page, 'Ada')
    await expect(connectButton(page)).toBeVisible()
    await context.clearCookies({ name: 'next-auth.session-token' })
    await page.goto(`${app.origin}/signin`)
    await signInOnPage(page, 'Bob')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing to connect')
  })

  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
      test.use({ javaScriptEnabled })

      test('signing out sets it aside, for the same user alone to bring back', async ({ page, app, control }) => {
        // A name of its own: who signs out takes their session from every test that shares it.
        const name = javaScriptEnabled ? 'Sam' : 'Samira'
        await signIn(page, app, name)
        await arrive(page, control)
        await signOutButton(page).click()
        await expect(page).toHaveURL(/\/signin/)
        await signIn(page, app, 'Bob')
        await expectNothingHeld(page, app)
        await expect(bringBackButton(page)).toHaveCount(0)
        await page.context().clearCookies({ name: /session-token/ })
        await page.goto(`${app.origin}/signin`)
        await signInOnPage(page, name)
        await expectNothingHeld(page, app)
        await bringBackButton(page).click()
        await expect(connectButton(page)).toBeVisible()
      })

      test('Cancel sets it aside, tells the service nothing, and can be undone', async ({ page, app, control }) => {
        await signIn(page, app)
        await arrive(page, control)
        await page.getByRole('button', { name: 'Cancel' }).click()
        await expect(page.getByRole('main')).toContainText('Cancelled. Nothing was sent')
        await expectNothingHeld(page, app)
        expect(await control.received('confirm')).toEqual([])
        await bringBackButton(page).click()
        await expect(connectButton(page)).toBeVisible()
      })
    })
  }
})

test('nobody confirms without being signed in: the press leads to the login, and the link is kept', async ({
  page,
  app,
  control,
  context,
}) => {
  await signIn(page, app)
  await arrive(page, control)
  await context.clearCookies({ name: 'next-auth.session-token' })
  await typeAndConnect(page)
  await expect(page).toHaveURL(/\/signin/)
  expect(await control.received('confirm')).toEqual([])
  await signIn(page, app)
  await expectHeld(page, app)
  await expect(alertOf(page)).toHaveCount(0)
})
