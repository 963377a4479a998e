import { t } from './texts'
import { expect, test } from './fixtures'
import {
  addressField,
  alertOf,
  arrive,
  arriveAndChoose,
  connectButton,
  expectBackAtService,
  expectConnected,
  expectNothingHeld,
  listenToPage,
  signIn,
  typeAndConnect,
  walletAddress,
} from './steps'

/* People press twice, open two links, go back and reload. Each ends in the right place. */

test.describe('pressing twice', () => {
  test('with JavaScript: one call, one redirect', async ({ page, app, control }) => {
    await signIn(page, app)
    await arrive(page, control)
    await control.script('confirm', { after: 'handle', delayMs: 300, status: 503 })
    await addressField(page).fill(walletAddress)
    const heard = await listenToPage(page)
    await connectButton(page).dblclick()
    await expectConnected(page)
    expect(heard()).toContain('Connecting…')
    expect(heard()).toContain('Asking the service')
    // The scripted answer was lost on purpose; what follows is the retry, not a second press.
    expect((await control.received('confirm')).map(({ status }) => status)).toEqual([503, 409])
  })

  test('by Enter and by the button', async ({ page, app, control }) => {
    await signIn(page, app)
    await arrive(page, control)
    await addressField(page).fill(walletAddress)
    await Promise.all([addressField(page).press('Enter'), addressField(page).press('Enter')])
    await expectConnected(page)
    expect(await control.received('confirm')).toHaveLength(1)
  })

  test('two posts of one hold that overlap share one call and one outcome', async ({ page, app, control, context }) => {
    await signIn(page, app)
    await arrive(page, control)
    const second = await context.newPage()
    await second.goto(`${app.origin}/connect/confirm`)
    await control.script('confirm', {
      delayMs: 600,
      status: 410,
      json: { error: 'One call', reason: 'request_expired' },
    })
    await Promise.all([typeAndConnect(page), typeAndConnect(second)])
    await expect(alertOf(page)).toContainText('One call')
    await expect(alertOf(second)).toContainText('One call')
    expect(await control.received('confirm')).toHaveLength(1)
  })

  test.describe('at the same time in two tabs', () => {
    // Both bring the same code to the service, which is good for one of them.
    test.use({ expectedErrors: [/status of 409/] })
    test('both end at the service', async ({ page, app, control, context }) => {
      await signIn(page, app)
      await arrive(page, control)
      const second = await context.newPage()
      await second.goto(`${app.origin}/connect/confirm`)
      await control.script('confirm', { after: 'handle', delayMs: 400, status: 503 })
      await Promise.all([typeAndConnect(page), typeAndConnect(second)])
      await expectBackAtService(page)
      await expectBackAtService(second)
    })
  })

  test('on two instances of the app: the second meets 409 with the code, and gets the same redirect', async ({
    page,
    startVariant,
    control,
    context,
  }) => {
    const shared = {
      NEXTAUTH_SECRET: 's'.repeat(32),
      HOLD_PASSWORD: 'h'.repeat(32),
      SUBNET_USER_ID_KEY: 'k'.repeat(32),
    }
    const first = await startVariant(shared)
    const other = await startVariant({ ...shared, LOG_LEVEL: 'warn' })
    await control.set({ connectUrl: `${first.origin}/connect` })
    await signIn(page, first)
    await arrive(page, control)
    // Cookies know no ports: the other instance finds the same session and the same hold.
    const held = await context.cookies()
    const second = await context.newPage()
    await second.goto(`${other.origin}/connect/confirm`)
    await control.changeSuccess('confirm', { set: { return_url: '{origin}/landing/same#ac={ac}' }, times: 2 })
    await typeAndConnect(page)
    await page.waitForURL(/\/landing\/same/)
    // The first answer has cleared the hold in this browser; a press that was on its way had it still.
    await context.addCookies(held)
    await typeAndConnect(second)
    await second.waitForURL(/\/landing\/same/)
    expect(second.url()).toBe(page.url())
    expect((await control.received('confirm')).map(({ status }) => status)).toEqual([200, 409])
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })
    test('the press that the browser drops does not spoil the one that follows', async ({ page, app, control }) => {
      await signIn(page, app)
      await arrive(page, control)
      await control.script('confirm', { after: 'handle', delayMs: 500, status: 503 })
      await addressField(page).fill(walletAddress)
      await connectButton(page).focus()
      // The keyboard alone, since a click would wait for the page that the first press leads to.
      await page.keyboard.press('Enter')
      await page.waitForTimeout(150)
      await page.keyboard.press('Enter')
      await expectBackAtService(page)
      await expectNothingHeld(page, app)
    })
  })
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'two tabs, with JavaScript' : 'two tabs, without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('each connects its own link, whichever is first', async ({ page, app, control, context }) => {
      await signIn(page, app)
      const older = await arrive(page, control)
      const newerTab = await context.newPage()
      const newer = await arriveAndChoose(newerTab, control)
      await typeAndConnect(page)
      await expectBackAtService(page)
      expect(page.url()).toContain(older.request_id)
      await typeAndConnect(newerTab)
      await expectBackAtService(newerTab)
      expect(newerTab.url()).toContain(newer.request_id)
      await expectNothingHeld(page, app)
    })

    test('a press that fails keeps its own link’s form, beside a link that came meanwhile', async ({
      page,
      app,
      control,
      context,
    }) => {
      await signIn(page, app)
      const own = await arrive(page, control)
      await (await context.newPage()).goto((await control.pressConnect('bob')).link)
      await control.script('confirm', { status: 422, json: { error: 'No', reason: 'invalid_address' } })
      await typeAndConnect(page)
      await expect(alertOf(page)).toContainText(t('refused.title.invalid_address'))
      await connectButton(page).click()
      await expectBackAtService(page)
      expect(page.url()).toContain(own.request_id)
      await page.goto(`${app.origin}/connect/confirm`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which link is yours?')
    })
  })
}

test('the other tab, after its link was used: says so, and what to do', async ({ page, app, control, context }) => {
  await signIn(page, app)
  await arrive(page, control)
  const other = await context.newPage()
  await other.goto(`${app.origin}/connect/confirm`)
  await typeAndConnect(page)
  await expectConnected(page)
  await typeAndConnect(other)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Nothing to connect')
  await expect(other.getByRole('main')).toContainText(t('nothingToConnect.because.none'))
  expect(await control.received('confirm')).toHaveLength(1)
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'Back, with JavaScript' : 'Back, without JavaScript', () => {
    test.use({ javaScriptEnabled })
    test('after success shows that there is nothing to connect, and sends nothing again', async ({
      page,
      app,
      control,
    }) => {
      await signIn(page, app)
      await arrive(page, control)
      await typeAndConnect(page)
      await expectBackAtService(page)
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing to connect')
      expect(await control.received('confirm')).toHaveLength(1)
    })
  })
}

test('a reload in the middle: the next press ends at the service', async ({ page, app, control }) => {
  await signIn(page, app)
  await arrive(page, control)
  await control.script('confirm', { after: 'handle', delayMs: 3000, status: 418 })
  const heard = await listenToPage(page)
  await addressField(page).fill(walletAddress)
  // The page does it by itself: nothing can be asked of it while the browser waits for the response.
  await page.evaluate(() => setTimeout(() => window.location.assign('/connect/confirm'), 700))
  await Promise.all([page.waitForEvent('load'), connectButton(page).click({ noWaitAfter: true })])
  expect(heard()).toContain('Connecting…')
  await expect(connectButton(page)).toBeVisible()
  await typeAndConnect(page)
  // The press that was reloaded away has reached the service: what comes now is its 409 with the code.
  await connectButton(page)
    .click()
    .catch(() => undefined)
  await expectConnected(page)
})
