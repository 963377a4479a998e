import type { Page } from 'playwright/test'
import { expect, test } from '../fixtures'
import { walletAddress } from '../harness/people'
import { addressField, alertOf, connectButton, showAddressField } from './page-steps'
import { browserWithLink, expectBackAtService, plainBrowserAt, signInAndArrive, typeAndConnect } from '../steps'
import { literally, t } from '../texts'
import { installWallet } from '../wallet/install'
import { chooseAnother, walletButton } from '../wallet/steps'

/* A press that must wait for the service, for the user's limit, or for the network. */

/** Matches the text in place of the Connect button while it waits `first` to `last` seconds. */
const waitingFor = (what: 'turnIn' | 'pressIn', first: number, last: number) => {
  const waits = Array.from({ length: last - first + 1 }, (_, more) => first + more)
  return new RegExp(`^(${waits.map((seconds) => literally(t(`wait.${what}Seconds`, { seconds }))).join('|')})$`)
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

const slowDown = (retryAfter: string) => ({
  status: 429,
  json: { error: 'Slow down' },
  headers: { 'Retry-After': retryAfter },
})

test('a 429 makes all users wait, and a page does not press by itself after its user has stopped it', async ({
  page,
  startVariant,
  control,
}) => {
  // A separate app, because the 429 stops the presses of all users.
  const app = await startVariant({ SERVICE_DEADLINE_SECONDS: '3' })
  await control.set({ connectUrl: `${app.origin}/connect` })
  const waiting = (first: number, last: number, what: 'turnIn' | 'pressIn' = 'turnIn') =>
    page
      .getByRole('paragraph')
      .filter({ hasText: waitingFor(what, first, last) })
      .filter({ visible: true })
  const pressIn = new RegExp(literally(t('wait.pressInSeconds', { seconds: 77 })).replace('77', '(\\d+)'))

  await test.step('the page says when to press when Retry-After is a date and no script runs', async () => {
    const browser = await browserWithLink(app, control)
    await control.script('confirm', slowDown(new Date(Date.now() + 110_000).toUTCString()))
    await typeAndConnect(browser)
    expect(browser.alert).toContain('Slow down')
    // Without Retry-After, it would be at most a minute.
    const seconds = Number(pressIn.exec(browser.alert)?.[1])
    expect(seconds).toBeGreaterThan(60)
    expect(seconds).toBeLessThanOrEqual(111)
    // An early press makes no call.
    await typeAndConnect(browser, null)
    expect(browser.alert).toMatch(pressIn)
  })

  await test.step('the page counts down outside of live regions, in place of the button', async () => {
    await page.clock.install()
    await signInAndArrive(page, app, control)
    await typeAndConnect(page)
    await expect(alertOf(page)).toBeFocused()
    await expect(waiting(50, 119)).toBeVisible()
    await expect(connectButton(page)).toHaveCount(0)
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    const left = Number(/\d+/.exec(await waiting(50, 119).innerText())?.[0])
    const heard = await listenToLiveRegions(page)
    // Each second of a running clock paints the page, so the clock jumps between the seconds that matter.
    await page.clock.runFor(2000)
    await page.clock.fastForward((left - 65) * 1000)
    await page.clock.runFor(2000)
    expect(heard()).toEqual([])
    await page.clock.runFor(4000)
    await page.clock.fastForward(43_000)
    await page.clock.runFor(5000)
    await expect(waiting(8, 10)).toBeVisible()
    const turnIn = (seconds: number) => expect.stringContaining(t('wait.turnInSeconds', { seconds }))
    expect(heard()).toEqual([turnIn(60), turnIn(10)])
  })

  const wallet = await installWallet(page, { registers: 'when told' })
  const presses: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && presses.push(request.url())))
  await test.step('the page does not press after its user has stopped it, typed another address and opened the wallets', async () => {
    await page.clock.resume()
    await page.goto(`${app.origin}/connect/confirm`)
    // Only the running countdown has the text, and the clock must not jump before.
    await expect(waiting(1, 119)).toBeVisible()
    await expect(page.getByRole('main')).toContainText(t('wait.byItself'))
    // The panel stands in place of the form.
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button')).toHaveText([t('wait.notByItself'), t('confirm.cancel')])
    await page.getByRole('button', { name: t('wait.notByItself') }).click()
    await expect(page.getByRole('main')).not.toContainText(t('wait.byItself'))
    await expect(waiting(1, 119, 'pressIn')).toBeVisible()
    await expect(addressField(page)).toBeFocused()
    await expect(addressField(page)).toHaveValue(walletAddress)
    await addressField(page).fill('something else')
    await wallet.register()
    await chooseAnother(page).click()
    await expect(walletButton(page)).toBeFocused()
    await page.clock.fastForward(120_000)
    const status = page.getByRole('main').getByRole('status')
    await expect(status.filter({ hasText: t('wait.now') })).toBeAttached()
    await showAddressField(page)
    await expect(connectButton(page)).toBeVisible()
    expect(presses).toEqual([])
  })
  expect(await control.received('confirm')).toHaveLength(1)
})

test('a user who presses too often waits in every browser, and other users do not', async ({ app, control }) => {
  const name = 'Who presses often'
  const browser = await browserWithLink(app, control, name)
  await control.script('confirm', { status: 422, json: { error: 'No', reason: 'invalid_address' }, times: 5 })
  for (let press = 0; press < 5; press += 1) {
    await typeAndConnect(browser)
    expect(browser.alert).toContain(t('refused.title.invalid_address'))
  }
  await typeAndConnect(browser, null)
  const second = await browserWithLink(app, control, name)
  await typeAndConnect(second)
  for (const each of [browser, second]) {
    expect(each.alert).toContain(t('wait.tooManyAttempts'))
    expect(each.valueOf('wallet_address')).toBe(walletAddress)
  }
  expect(await control.received('confirm')).toHaveLength(5)

  const other = await plainBrowserAt(app)
  await other.goto((await control.pressConnect('bob')).link)
  await typeAndConnect(other)
  await expectBackAtService(other)
})
