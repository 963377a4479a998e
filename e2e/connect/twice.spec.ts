import type { Page } from 'playwright/test'
import { t } from '../texts'
import { expect, test, waitForReact } from '../fixtures'
import type { App } from '../harness/app'
import { walletAddress } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import { addressField, connectButton, expectConnected, showAddressField } from './page-steps'
import { browserWithLink, expectBackAtService, expectNothingHeld, signInAndArrive, typeAndConnect } from '../steps'
import type { StandInControl } from '../stand-in/control/client'

/*
 * Users press Connect twice, go back and reload. attacks/strangers-link.spec.ts connects the links of two tabs.
 */

/** Arrives again as another user. */
async function arriveAgain(page: Page, app: App, control: StandInControl): Promise<void> {
  await control.clearReceived()
  await signInAndArrive(page, app, control)
}

/**
 * Collects the texts of the submit buttons and of the status from now on. The page sends them itself, because
 * Playwright cannot query it while the browser waits for the response to a form.
 */
async function listenToPage(page: Page): Promise<() => string> {
  const heard: string[] = []
  await page.exposeFunction('reportText', (text: string) => void heard.push(text))
  await page.evaluate(() => {
    const parts = 'main form [type=submit], main form [role=status]'
    const { reportText } = window as unknown as { reportText: (text: string) => void }
    const report = () => {
      for (const part of document.querySelectorAll(parts)) reportText(part.textContent ?? '')
    }
    new MutationObserver(report).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return () => heard.join('\n').replaceAll('\u00a0', ' ')
}

test.describe('pressing twice', () => {
  test('counts as one press, and so does a press after a reload, and going back sends nothing', async ({
    page,
    app,
    control,
  }) => {
    await test.step('by the button', async () => {
      await arriveAgain(page, app, control)
      await control.script('confirm', { after: 'handle', delayMs: 300, status: 503 })
      await showAddressField(page)
      await addressField(page).fill(walletAddress)
      const heard = await listenToPage(page)
      await connectButton(page).dblclick()
      await expectConnected(page)
      expect(heard()).toContain(t('confirm.connecting'))
      expect(heard()).toContain(t('confirm.connectingStatus'))
      // The first answer is lost on purpose, so the second call is its retry and not a second press.
      expect((await control.received('confirm')).map(({ status }) => status)).toEqual([503, 409])
    })
    await test.step('by Enter', async () => {
      await arriveAgain(page, app, control)
      await showAddressField(page)
      await addressField(page).fill(walletAddress)
      await Promise.all([addressField(page).press('Enter'), addressField(page).press('Enter')])
      await expectConnected(page)
      expect(await control.received('confirm')).toHaveLength(1)
    })
    await test.step('Back after success says that the user is done', async () => {
      await page.goBack()
      await expect(page).toHaveURL(`${app.origin}/connect/confirm`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('nothingToConnect.done'))
      await expect(page.getByRole('link', { name: t('nothingToConnect.profileLink') })).toBeVisible()
      expect(await control.received('confirm')).toHaveLength(1)
    })
    await test.step('by the button again, after a reload during the first press', async () => {
      await arriveAgain(page, app, control)
      await control.script('confirm', { after: 'handle', waitsForRelease: true, status: 418 })
      await typeAndConnect(page)
      await expect.poll(() => control.received('confirm')).toHaveLength(1)
      await page.goto(`${app.origin}/connect/confirm`)
      // The script fills in the typed address, at the same time as a test that does not wait.
      await waitForReact(page)
      await control.release()
      // The interrupted press has reached the service, so the answer to the next press is a 409 with the code.
      await expect.poll(async () => (await control.received('confirm')).map(({ status }) => status)).toEqual([418])
      await typeAndConnect(page)
      await expectConnected(page)
    })
  })

  test('is possible again after Stop, and when the answer to the first press has no page', async ({
    page,
    app,
    control,
  }) => {
    await page.clock.install()
    await test.step('after Stop', async () => {
      await arriveAgain(page, app, control)
      await control.script('confirm', { after: 'handle', waitsForRelease: true, status: 418 })
      await typeAndConnect(page)
      await expect.poll(() => control.received('confirm')).toHaveLength(1)
      await (await page.context().newCDPSession(page)).send('Page.stopLoading')
      await expect(connectButton(page)).toBeEnabled()
      await control.release()
      await connectButton(page).click()
      await expectConnected(page)
    })
    await test.step('after an answer without a page, when the app can answer no more', async () => {
      await arriveAgain(page, app, control)
      await page.route('**/connect/confirm', (route) => route.fulfill({ status: 204 }))
      await typeAndConnect(page)
      await expect(page.getByRole('button', { name: t('confirm.connecting') })).toBeDisabled()
      await page.unroute('**/connect/confirm')
      await page.clock.runFor(30_000)
      await connectButton(page).click()
      await expectConnected(page)
    })
  })

  test('makes one call, which returns both tabs to the service, when two posts overlap', async ({ app, control }) => {
    const tab = await browserWithLink(app, control)
    const second = new PlainBrowser(tab.visitor)
    await second.goto('/connect/confirm')
    await control.script('confirm', { after: 'handle', status: 503, delayMs: 1500 })
    await Promise.all([typeAndConnect(tab), typeAndConnect(second)])
    for (const each of [tab, second]) await expectBackAtService(each)
    // The first answer is lost on purpose, so the second call is its retry.
    expect((await control.received('confirm')).map(({ status }) => status)).toEqual([503, 409])
  })
})

test('a press that is under way when the link ends reaches the service', async ({ page, app, control }) => {
  await arriveAgain(page, app, control)
  await control.script('confirm', { after: 'handle', waitsForRelease: true, status: 503 })
  await page.evaluate(() => {
    const endLink = () => {
      const now = performance.now.bind(performance)
      performance.now = () => now() + 3_600_000
      // The page has had time to reload, and the test cannot ask it meanwhile.
      setTimeout(() => void fetch('/api/health'), 1000)
    }
    addEventListener('submit', () => setTimeout(endLink, 300))
  })
  const linkHasEnded = page.waitForRequest('**/api/health')
  await typeAndConnect(page)
  await linkHasEnded
  await control.release()
  await expectConnected(page)
})

test('the page says that the user is done only to the user who has connected', async ({ app, control }) => {
  const browser = await browserWithLink(app, control, 'Done and gone')
  await typeAndConnect(browser)
  await expectBackAtService(browser)
  await expectNothingHeld(browser)
  expect(browser.text).toContain(t('nothingToConnect.done'))
  await browser.goto('/signin')
  await browser.press(t('signIn.signedIn.signOut'))
  await browser.goto('/signin')
  await browser.press(t('signIn.demo.button'), { name: 'Next at this browser' })
  await expectNothingHeld(browser)
  expect(browser.text).toContain(t('nothingToConnect.because.none'))
  expect(browser.text).not.toContain(t('nothingToConnect.done'))
})

test('a tab shows what to do when another tab has used the link', async ({ app, control }) => {
  const tab = await browserWithLink(app, control)
  const other = new PlainBrowser(tab.visitor)
  await other.goto('/connect/confirm')
  await typeAndConnect(tab)
  await expectBackAtService(tab)
  await typeAndConnect(other)
  expect(other.heading).toBe(t('nothingToConnect.done'))
  expect(await control.received('confirm')).toHaveLength(1)
})
