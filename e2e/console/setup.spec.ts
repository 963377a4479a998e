import { openConsole } from './steps'
import { expect, test, waitForReact } from '../fixtures'
import { operatorName } from '../harness/people'
import packageJson from '@/package.json' with { type: 'json' }
import { alertOf } from '../connect/page-steps'
import { plainBrowserAt } from '../connect/plain-steps'
import { readConsolePage } from '../received-page'
import { consoleT } from '../texts'
import { visitorAs } from '../sessions'

/* The page with the settings of the deployment. app/console/setup/page.test.tsx tests each fact. */

const path = '/console/setup'

test('the page has the facts of the deployment, no secret, and calls nothing', async ({ app, control, standIn }) => {
  const { text } = await readConsolePage(app, path)
  for (const fact of [standIn.subnetId, packageJson.version, process.version]) expect(text).toContain(fact)
  for (const name of ['SIGNATURE_FIELD', 'PARAM_FROM', 'PARAM_UNTIL', 'PARAM_PAGE', 'PARAM_LIMIT', 'PARAM_ADDRESS']) {
    expect(text).toContain(`SERVICE_${name}`)
  }
  const { body } = await (await visitorAs(app, operatorName)).send(path)
  expect(body).not.toContain(standIn.apiKey)
  expect(await control.received()).toEqual([])
})

test('the page has a button to copy the connect URL', async ({ page, context, app }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.origin })
  await openConsole(page, app, path)
  await waitForReact(page, 'main dd button')
  const what = consoleT('setup.connectUrl.copy')
  await page.getByRole('button', { name: consoleT('controls.copy.button', { what }) }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${app.origin}/connect`)
  await expect(page.locator('#announcer')).toHaveText(consoleT('controls.copy.copied'))
})

// lib/console/key-check.test.ts tests each verdict.
test('the key check shows each result', async ({ page, context, app, control, expectedErrors }) => {
  const checkButton = page.getByRole('button', { name: consoleT('setup.keyCheck.button') })
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await openConsole(page, app, path)
  await waitForReact(page)
  expect(await control.received('confirm')).toEqual([])

  await test.step('reports a valid key, with a connect request that does not exist', async () => {
    await checkButton.click()
    const result = page.getByRole('status').filter({ hasText: consoleT('setup.keyCheck.fine.title') })
    await expect(result).toContainText('Status: 404')
    await expect(result).toBeFocused()
    expect(await control.received('confirm')).toHaveLength(1)
    expect(await control.connections()).toEqual([])
  })

  await test.step('shows that it waits, and ignores a second press', async () => {
    await control.clearReceived()
    await control.script('confirm', { waitsForRelease: true, status: 401, json: { error: 'x' } })
    await checkButton.click()
    await expect(page.getByText(consoleT('setup.keyCheck.status'))).toBeVisible()
    await expect(page.getByRole('button', { name: consoleT('setup.keyCheck.busy') })).toBeFocused()
    await page.keyboard.press('Enter')
    await control.release()
    await expect(alertOf(page).filter({ hasText: consoleT('setup.keyCheck.unauthenticated.title') })).toBeFocused()
    expect(await control.received('confirm')).toHaveLength(1)
  })

  await test.step('says that the app cannot be reached', async () => {
    await context.setOffline(true)
    await checkButton.click()
    await expect(alertOf(page).filter({ hasText: consoleT('controls.offline.title') })).toBeVisible()
    await context.setOffline(false)
  })
})

test('the key check explains a page of a CDN and a rate limit when no script runs', async ({ app, control }) => {
  const browser = await plainBrowserAt(app, operatorName)
  await browser.goto(path)
  const press = () => browser.press(consoleT('setup.keyCheck.button'))
  await control.script('confirm', { status: 403, headers: { 'Content-Type': 'text/html' }, text: '<h1>No</h1>' })
  await press()
  expect(browser.text).toContain(consoleT('setup.keyCheck.not_the_service.title'))
  expect(browser.text).toContain('Status: 403, text/html')
  await control.script('confirm', { status: 429, headers: { 'Retry-After': '1' }, json: { error: 'Slow down' } })
  await press()
  expect(browser.text).toContain(consoleT('setup.keyCheck.rate_limited.title'))
  expect(browser.text).toContain(consoleT('setup.keyCheck.retryAfter', { seconds: 1 }))
  // A 429 makes all users wait. The test waits until a call is spare again, so that no other test has to.
  await expect(async () => {
    await press()
    expect(browser.text).toContain(consoleT('setup.keyCheck.fine.title'))
  }).toPass()
})
