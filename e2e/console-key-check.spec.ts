import type { Page } from 'playwright/test'
import { expect, test, waitForReact } from './fixtures'
import { operatorName } from './harness/people'
import { alertOf, signInAsOperator } from './page-steps'
import { consoleT } from './texts'
import { plainBrowserAt } from './plain-steps'

/* The button on the overview that checks the key at the service. */

const path = '/console'
const checkButton = (page: Page) => page.getByRole('button', { name: consoleT('keyCheck.button') })

test('the button reports a valid key, ignores a second press, and reports when the app cannot be reached', async ({
  page,
  context,
  app,
  control,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await signInAsOperator(page, app)
  await page.goto(app.origin + path)
  await waitForReact(page)
  // The whole page must have loaded before the browser goes offline.
  await expect(page.getByRole('article').filter({ hasText: 'so far' })).toBeVisible()
  expect(await control.received('confirm')).toEqual([])

  await test.step('reports a valid key, with a connect request that does not exist', async () => {
    await checkButton(page).click()
    const result = page.getByRole('status').filter({ hasText: consoleT('keyCheck.fine.title') })
    await expect(result).toContainText('Status: 404')
    await expect(result).toBeFocused()
    expect(await control.received('confirm')).toHaveLength(1)
    expect(await control.connections()).toEqual([])
  })

  await test.step('shows that it waits, and ignores a second press', async () => {
    await control.clearReceived()
    await control.script('confirm', { waitsForRelease: true, status: 401, json: { error: 'x' } })
    await checkButton(page).click()
    await expect(page.getByText(consoleT('keyCheck.status'))).toBeVisible()
    await expect(page.getByRole('button', { name: consoleT('keyCheck.busy') })).toBeFocused()
    await page.keyboard.press('Enter')
    await control.release()
    await expect(alertOf(page).filter({ hasText: consoleT('keyCheck.unauthenticated.title') })).toBeFocused()
    expect(await control.received('confirm')).toHaveLength(1)
  })

  await test.step('says that the app cannot be reached', async () => {
    await context.setOffline(true)
    await checkButton(page).click()
    await expect(alertOf(page).filter({ hasText: consoleT('keyCheck.offline.title') })).toBeVisible()
  })
})

// lib/console/overview/key-check.test.ts tests each verdict.
test('the button reports a valid key and a rate limit when no script runs', async ({ startVariant, control }) => {
  // A separate app, because a 429 blocks the presses of all users.
  const app = await startVariant({ SERVICE_DEADLINE_SECONDS: '9' })
  const browser = await plainBrowserAt(app, operatorName)
  await browser.goto(path)
  expect(await control.received('confirm')).toEqual([])
  await browser.press(consoleT('keyCheck.button'))
  expect(browser.text).toContain(consoleT('keyCheck.fine.title'))
  expect(browser.text).toContain('Status: 404')

  await control.script('confirm', { status: 429, headers: { 'Retry-After': '9' }, json: { error: 'Slow down' } })
  await browser.press(consoleT('keyCheck.button'))
  for (const text of [consoleT('keyCheck.rate_limited.title'), consoleT('keyCheck.retryAfter', { seconds: 9 })]) {
    expect(browser.text).toContain(text)
  }
  expect(await control.received('confirm')).toHaveLength(2)
  expect(await control.connections()).toEqual([])
})
