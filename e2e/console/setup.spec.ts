import { openConsole } from './steps'
import { expect, test, waitForReact } from '../fixtures'
import { alertOf } from '../connect/page-steps'
import { consoleT } from '../texts'

/* The page with the settings of the deployment. app/console/setup/page.test.tsx tests each fact. */

const path = '/console/setup'

// lib/console/key-check.test.ts tests each verdict.
test('the page copies the connect URL, and the key check shows each result', async ({
  page,
  context,
  app,
  control,
  expectedErrors,
}) => {
  const checkButton = page.getByRole('button', { name: consoleT('setup.keyCheck.button') })
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.origin })
  await openConsole(page, app, path)
  await waitForReact(page)
  await waitForReact(page, 'main dd button')
  expect(await control.received()).toEqual([])
  const what = consoleT('setup.connectUrl.copy')
  await page.getByRole('button', { name: consoleT('controls.copy.button', { what }) }).click()
  await expect(page.locator('#announcer')).toHaveText(consoleT('controls.copy.copied'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${app.origin}/connect`)

  await test.step('reports a valid key, with a connect request that does not exist', async () => {
    await checkButton.click()
    const result = page.getByRole('status').filter({ hasText: consoleT('setup.keyCheck.fine.title') })
    await expect(result).toContainText('Status: 404')
    await expect(result).toBeFocused()
    expect(await control.received('confirm')).toHaveLength(1)
    expect(await control.connections()).toEqual([])
  })

  await test.step('says that the app cannot be reached', async () => {
    await context.setOffline(true)
    await checkButton.click()
    await expect(alertOf(page).filter({ hasText: consoleT('controls.offline.title') })).toBeVisible()
    await context.setOffline(false)
  })

  await test.step('shows that it waits, ignores a second press, and says how long the service asks to wait', async () => {
    await control.clearReceived()
    const headers = { 'Retry-After': '1' }
    await control.script('confirm', { waitsForRelease: true, status: 429, headers, json: { error: 'Slow down' } })
    await checkButton.click()
    await expect(page.getByText(consoleT('setup.keyCheck.status'))).toBeVisible()
    await expect(page.getByRole('button', { name: consoleT('setup.keyCheck.busy') })).toBeFocused()
    await page.keyboard.press('Enter')
    await control.release()
    const result = alertOf(page).filter({ hasText: consoleT('setup.keyCheck.rate_limited.title') })
    await expect(result).toBeFocused()
    await expect(result).toContainText(consoleT('setup.keyCheck.retryAfter', { seconds: 1 }))
    await expect(result).toContainText('Slow down')
    expect(await control.received('confirm')).toHaveLength(1)
  })

  // A 429 makes all users wait. The test waits until a call is spare again, so that no other test has to.
  await expect(async () => {
    await checkButton.click()
    await expect(page.getByText(consoleT('setup.keyCheck.fine.title'))).toBeVisible({ timeout: 2000 })
  }).toPass()
})
