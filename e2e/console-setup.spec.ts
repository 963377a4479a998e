import { openConsole } from './console-steps'
import { expect, test, waitForReact } from './fixtures'
import { textOf } from './harness/html'
import { operatorName } from './harness/people'
import packageJson from '@/package.json' with { type: 'json' }
import { readConsolePage } from './received-page'
import { consoleT } from './texts'
import { visitorAs } from './sessions'

/* The page with the settings of the deployment. app/console/setup/facts.test.tsx tests each fact. */

const path = '/console/setup'

// lib/console/connect-url.test.ts tests each rule of the connect URL.
test('the page has the facts of the deployment, no secret, and calls nothing', async ({ app, control, standIn }) => {
  const { text, elements } = await readConsolePage(app, path)
  for (const fact of [
    standIn.baseUrl,
    standIn.subnetId,
    `${app.origin}/connect`,
    consoleT('setup.login.demoText'),
    consoleT('setup.login.named', { count: 1, variable: 'CONSOLE_USERS' }),
    consoleT('setup.kept.process'),
    consoleT('setup.kept.connectionsNot'),
    packageJson.version,
    process.version,
  ]) {
    expect(text).toContain(fact)
  }
  expect(elements('h2').map(textOf)).toContain(consoleT('setup.names.title'))
  for (const name of ['SIGNATURE_FIELD', 'PARAM_FROM', 'PARAM_UNTIL', 'PARAM_PAGE', 'PARAM_LIMIT', 'PARAM_ADDRESS']) {
    expect(text).toContain(`SERVICE_${name}`)
  }
  const broken = elements('li')
    .map(textOf)
    .filter((rule) => rule.includes(consoleT('setup.connectUrl.broken')))
  expect(broken).toEqual([expect.stringContaining(consoleT('setup.connectUrl.rules.https'))])
  const { body } = await (await visitorAs(app, operatorName)).send(path)
  expect(body).not.toContain(standIn.apiKey)
  expect(await control.received()).toEqual([])
})

test('the page has buttons to copy its URLs and the subnet ID', async ({ page, context, app, standIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.origin })
  await openConsole(page, app, path)
  await waitForReact(page, 'main dd button')
  for (const [what, value] of [
    [consoleT('setup.deployment.baseUrl'), standIn.baseUrl],
    [consoleT('setup.deployment.subnetId'), standIn.subnetId],
    [consoleT('setup.connectUrl.copy'), `${app.origin}/connect`],
  ] as const) {
    await expect(page.getByText(value, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: consoleT('controls.copy.button', { what }) }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value)
    await expect(page.locator('#announcer')).toHaveText(consoleT('controls.copy.copied'))
  }
})
