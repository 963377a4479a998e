import { expect, test, waitForReact } from './fixtures'
import { textOf } from './harness/html'
import { operatorName } from './harness/people'
import packageJson from '@/package.json' with { type: 'json' }
import { readConsolePage } from './received-page'
import { signInAsOperator } from './page-steps'
import { consoleT } from './texts'
import { visitorAs } from './sessions'

/* The page with the settings of the deployment. lib/console/setup/setup.test.ts tests each fact. */

const path = '/console/setup'

test('the page has the facts of the deployment and no secret', async ({ app, standIn }) => {
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
  expect(elements('h2').map(textOf)).toContain(consoleT('overview.names.title'))
  for (const name of ['SIGNATURE_FIELD', 'PARAM_FROM', 'PARAM_UNTIL', 'PARAM_PAGE', 'PARAM_LIMIT', 'PARAM_ADDRESS']) {
    expect(text).toContain(`SERVICE_${name}`)
  }
  const { body } = await (await visitorAs(app, operatorName)).send(path)
  expect(body).not.toContain(standIn.apiKey)
})

test('the page opens for staff and not for users, and sends the service no request', async ({ app, control }) => {
  expect((await (await visitorAs(app)).send(path)).location).toBe(`/signin?callbackUrl=${encodeURIComponent(path)}`)
  expect((await (await visitorAs(app, 'Ada')).send(path)).status).toBe(404)
  expect((await (await visitorAs(app, operatorName)).send(path)).status).toBe(200)
  expect(await control.received()).toEqual([])
})

// lib/console/shared/connect-url.test.ts tests each rule.
test('the page shows the connect URL with the rule that it breaks', async ({ app }) => {
  const { elements } = await readConsolePage(app, path)
  const rules = elements('li').map(textOf)
  expect(rules).toContainEqual(expect.stringContaining(consoleT('overview.connectUrl.rules.https')))
  const broken = rules.filter((rule) => rule.includes(consoleT('overview.connectUrl.broken')))
  expect(broken).toEqual([expect.stringContaining(consoleT('overview.connectUrl.rules.https'))])
})

test('the page has buttons to copy its URLs and the subnet ID', async ({ page, context, app, standIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.origin })
  await signInAsOperator(page, app)
  await page.goto(app.origin + path)
  await waitForReact(page, 'main dd button')
  for (const [what, value] of [
    [consoleT('overview.deployment.baseUrl'), standIn.baseUrl],
    [consoleT('overview.deployment.subnetId'), standIn.subnetId],
    [consoleT('overview.connectUrl.copy'), `${app.origin}/connect`],
  ] as const) {
    await expect(page.getByText(value, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: consoleT('controls.copy.button', { what }) }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value)
    await expect(page.locator('#announcer')).toHaveText(consoleT('controls.copy.copied'))
  }
})
