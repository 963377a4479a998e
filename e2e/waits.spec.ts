import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { walletAddress } from './harness/people'
import { addressField, alertOf, arriveAgain, connectButton, expectConnected, tabTo } from './page-steps'
import { plainBrowserAt } from './plain-steps'
import { arrive, expectBackAtService, signIn, typeAndConnect } from './steps'
import type { StandInControl } from './stand-in/control/client'
import { literally, t } from './texts'
import { openWallets } from './wallet/steps'

/* A press that must wait for the service, for the user's limit, or for the network. */

const secondsFrom = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, more) => first + more)

/** Matches the message that says when to press. */
const pressIn = (first: number, last: number) =>
  new RegExp(
    secondsFrom(first, last)
      .map((seconds) => literally(t('wait.pressInSeconds', { seconds })))
      .join('|'),
  )

/** Matches the text of the button while it waits `first` to `last` seconds. */
const waitingFor = (first: number, last: number) =>
  new RegExp(
    `^(${secondsFrom(first, last)
      .map((seconds) => literally(t('confirm.waitingButton', { seconds })))
      .join('|')})$`,
  )

/** Checks that the wait is over, and the page has not pressed Connect by itself. */
async function expectNotPressed(page: Page, control: StandInControl): Promise<void> {
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: t('wait.now') }),
  ).toBeAttached()
  await expect(page.getByRole('main')).toContainText(t('wait.now'))
  expect(await control.received('confirm')).toHaveLength(1)
}

/** Collects the new texts of the page's live regions from now on. */
async function listenToLiveRegions(page: Page): Promise<() => string[]> {
  const heard: string[] = []
  await page.exposeFunction('reportText', (text: string) => void heard.push(text))
  await page.evaluate(() => {
    const { reportText } = window as unknown as { reportText: (text: string) => void }
    const observer = new MutationObserver((changes) => {
      const regions = changes.map(({ target }) =>
        (target instanceof Element ? target : target.parentElement)?.closest(
          '[role=alert], [role=status], [aria-live]',
        ),
      )
      for (const region of new Set(regions)) if (region) reportText(region.textContent ?? '')
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => heard
}

test.describe('a 429', () => {
  const slowDown = (retryAfter: string) => ({
    status: 429,
    json: { error: 'Slow down' },
    headers: { 'Retry-After': retryAfter },
  })

  test('makes the page count down and press Connect by itself, unless the user changes something', async ({
    page,
    app,
    control,
  }) => {
    await test.step('with the same address', async () => {
      await arriveAgain(page, app, control)
      await control.script('confirm', slowDown('3'))
      await typeAndConnect(page)
      await expect(alertOf(page)).toContainText('Slow down')
      await expect(page.getByRole('main')).toContainText(t('wait.byItself'))
      await expect(page.getByRole('button', { name: waitingFor(1, 3) })).toBeDisabled()
      await expectConnected(page)
      expect((await control.received('confirm')).map(({ status }) => status)).toEqual([429, 200])
    })
    await test.step('not with another address', async () => {
      await arriveAgain(page, app, control)
      await control.script('confirm', slowDown('5'))
      await typeAndConnect(page)
      await expect(alertOf(page)).toContainText('Slow down')
      await addressField(page).fill('something else')
      await expectNotPressed(page, control)
      await expect(addressField(page)).toHaveValue('something else')
    })
    await test.step('not when the user chooses a wallet meanwhile', async () => {
      await arriveAgain(page, app, control)
      await control.script('confirm', slowDown('5'))
      await typeAndConnect(page)
      await expect(alertOf(page)).toContainText('Slow down')
      await openWallets(page)
      await expect(page.getByRole('heading', { name: t('wallet.choose') })).toBeFocused()
      await expectNotPressed(page, control)
    })
    await test.step('not when the user has switched it off', async () => {
      await arriveAgain(page, app, control)
      await control.script('confirm', slowDown('5'))
      await typeAndConnect(page)
      await page.getByRole('button', { name: t('wait.notByItself') }).click()
      await expect(page.getByRole('main')).not.toContainText(t('wait.byItself'))
      await expectNotPressed(page, control)
    })
  })

  test('makes the page count down outside of live regions, with a button that the keyboard can reach', async ({
    page,
    startVariant,
    control,
  }) => {
    // A separate app, because the 429 stops the presses of all users.
    const app = await startVariant({ SERVICE_DEADLINE_SECONDS: '3' })
    await control.set({ connectUrl: `${app.origin}/connect` })
    await page.clock.install()
    await signIn(page, app)
    await arrive(page, control)
    await control.script('confirm', slowDown('59'))
    await typeAndConnect(page)
    await expect(alertOf(page)).toBeFocused()
    await tabTo(page, () => page.getByRole('button', { name: waitingFor(1, 59) }))
    const heard = await listenToLiveRegions(page)
    await page.clock.runFor(30_000)
    await expect(page.getByRole('button', { name: waitingFor(1, 29) })).toBeVisible()
    expect(heard()).toEqual([])
    await page.clock.runFor(20_000)
    await expect(page.getByRole('button', { name: waitingFor(1, 9) })).toBeVisible()
    expect(heard()).toEqual([expect.stringContaining(t('wait.turnInSeconds', { seconds: 10 }))])
  })

  test('makes the page say when to press Connect when Retry-After is a date and no script runs', async ({
    page,
    startVariant,
    control,
  }) => {
    // A separate app, because the 429 stops the presses of all users.
    const app = await startVariant({ SERVICE_DEADLINE_SECONDS: '2' })
    await control.set({ connectUrl: `${app.origin}/connect` })
    const name = 'Whoever waits'
    const browser = await plainBrowserAt(app, name)
    const { link } = await arrive(browser, control)
    await control.script('confirm', slowDown(new Date(Date.now() + 90_000).toUTCString()))
    await typeAndConnect(browser)
    expect(browser.alert).toContain('Slow down')
    expect(browser.alert).toMatch(pressIn(80, 99))
    // An early press makes no call.
    await browser.press(t('confirm.connect'))
    expect(browser.alert).toMatch(pressIn(0, 99))
    expect(await control.received('confirm')).toHaveLength(1)

    await signIn(page, app, name)
    await page.goto(link)
    await typeAndConnect(page)
    await expect(page.getByRole('button', { name: waitingFor(70, 99) })).toBeDisabled()
    expect(await control.received('confirm')).toHaveLength(1)
  })
})

test('a user who presses too often waits in every tab, and other users do not', async ({ page, app, control }) => {
  const name = 'Who presses often'
  const browser = await plainBrowserAt(app, name)
  await arrive(browser, control)
  await control.script('confirm', { status: 422, json: { error: 'No', reason: 'invalid_address' }, times: 5 })
  for (let press = 0; press < 5; press += 1) {
    await typeAndConnect(browser)
    expect(browser.alert).toContain(t('refused.title.invalid_address'))
  }
  await browser.press(t('confirm.connect'))
  expect(browser.alert).toContain(t('wait.tooManyAttempts'))
  expect(browser.valueOf('wallet_address')).toBe(walletAddress)

  await signIn(page, app, name)
  await arrive(page, control)
  await typeAndConnect(page)
  await expect(alertOf(page)).toContainText(t('wait.tooManyAttempts'))
  await expect(addressField(page)).toHaveValue(walletAddress)
  expect(await control.received('confirm')).toHaveLength(5)

  const other = await plainBrowserAt(app)
  await other.goto((await control.pressConnect('bob')).link)
  await typeAndConnect(other)
  await expectBackAtService(other)
})

test.describe('without a connection', () => {
  // The scripts for wallets may still be loading.
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('the page reports that it cannot reach the site, and keeps the link', async ({
    page,
    app,
    control,
    context,
  }) => {
    await signIn(page, app)
    await arrive(page, control)
    await context.setOffline(true)
    await typeAndConnect(page)
    await expect(alertOf(page)).toContainText(t('offline.title'))
    await expect(addressField(page)).toHaveValue(walletAddress)
    await context.setOffline(false)
    await connectButton(page).click()
    await expectConnected(page)
  })
})
