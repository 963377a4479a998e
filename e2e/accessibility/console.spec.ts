import {
  chooseFile,
  conversionWith,
  menuButton,
  openConsole,
  resource,
  resourcesPath,
  smallCsv,
  soundFile,
  taskRunsPath,
  uploadButton,
  uploadFile,
  uploadsPath,
} from '../console/steps'
import { expect, waitForReact } from '../fixtures'
import { alertOf, expectConnected } from '../connect/page-steps'
import { signInAndArrive, typeAndConnect } from '../steps'
import { consoleT } from '../texts'
import { testStates } from './states'

/*
 * One state of each kind. All lists use the same parts to wait, to fail and to be empty, with other texts. Tables have
 * only a few rows of each kind, because axe checks every cell and needs half a minute for 100 rows.
 */

/** Variables of an app in production, which keeps full records, and whose messages do not arrive. */
const variables = {
  SERVICE_ENVIRONMENT: 'production',
  CONNECT_RECORDS: 'full',
  CONSOLE_SIBLINGS: 'North=https://north.example.com/console, South & West=https://south.example.com/console',
  CONNECTED_WEBHOOK_URL: 'http://127.0.0.1:1/',
  CONNECTED_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24).toString('base64')}`,
}

testStates({
  'the overview with work, a figure that is late, and one that fails': async (page, _app, control, startVariant) => {
    await control.script('pending', { status: 403, json: { error: 'No'.repeat(200) } })
    await control.script('conversions', { drop: 'hang' })
    await openConsole(page, await startVariant(variables), '/console', 'commit')
    await expect(page.getByText(consoleT('overview.work.title'))).toBeVisible()
    await expect(alertOf(page)).toHaveCount(2)
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).not.toHaveCount(0)
  },
  'the setup in production, with the result of a key check': async (page, _app, _control, startVariant) => {
    await openConsole(page, await startVariant(variables), '/console/setup')
    await waitForReact(page)
    await page.getByRole('button', { name: consoleT('setup.keyCheck.button') }).click()
    const result = page.getByRole('status').filter({ hasText: consoleT('setup.keyCheck.fine.title') })
    await expect(result).toBeVisible()
    await expect(alertOf(page)).toHaveCount(1)
  },
  'an unknown URL, and the settings of the view': async (page, _app, _control, startVariant) => {
    await openConsole(page, await startVariant(variables), '/console/no-such-page')
    await expect(page.getByRole('heading', { name: consoleT('layout.unknown.title') })).toBeVisible()
    await waitForReact(page, 'search form')
    await page.getByRole('button', { name: consoleT('layout.account') }).click()
    await expect(menuButton(page, consoleT('layout.siblings.others'))).toBeVisible()
    await menuButton(page, consoleT('layout.view')).click()
    await expect(page.getByRole('radio', { name: consoleT('controls.view.scheme.dark') })).toBeVisible()
  },
  'a search with results of several kinds': async (page, app, control) => {
    const { user_id: user, wallets } = await control.user(0)
    await openConsole(page, app, `/console/search?q=${wallets[0]}&all=1`)
    const results = page.getByRole('main').getByRole('listitem')
    await expect(results.filter({ hasText: user })).toBeVisible()
    await expect(results).toHaveCount(2)
  },
  'the preview': async (page, app) => {
    await openConsole(page, app, '/console/preview')
    await expect(page.getByRole('button', { name: 'Show' })).toBeVisible()
  },
  'connects with users, and messages that have not arrived': async (page, _app, control, startVariant) => {
    const app = await startVariant(variables)
    await control.set({ connectUrl: `${app.origin}/connect` })
    await signInAndArrive(page, app, control)
    await typeAndConnect(page)
    await expectConnected(page)
    await page.context().clearCookies()
    await expect(async () => {
      await openConsole(page, app, '/console/connects?tab=webhooks')
      await expect(page.getByRole('button', { name: consoleT('connects.webhooks.columns.again') })).toBeVisible({
        timeout: 500,
      })
    }).toPass()
  },
  'the overview with figures of connects': async (page, _app, _control, startVariant) => {
    await openConsole(page, await startVariant(variables))
    await expect(page.getByText(consoleT('connects.rate.funnel'))).toBeVisible()
    await page.getByRole('slider').press('ArrowLeft')
  },
  'the figures of connects': async (page, _app, _control, startVariant) => {
    await openConsole(page, await startVariant(variables), '/console/connects?tab=figures')
    await expect(page.getByText(consoleT('connects.rate.funnel'))).toBeVisible()
  },
  'a connect that was found': async (page, _app, _control, startVariant) => {
    await openConsole(page, await startVariant(variables), '/console/connects?outcome=confirmed')
    await page.getByRole('table').locator('tbody').getByRole('link').first().click()
    for (const fold of ['ask', 'facts'] as const)
      await page
        .getByText(consoleT(`connects.link.${fold}`))
        .first()
        .click()
    await expect(page.getByRole('button', { name: consoleT('connects.ask.button') }).first()).toBeVisible()
  },
  'task runs that are not all, are old and are no longer refreshed': async (page, app, control) => {
    const task_runs = (await control.taskRuns()).slice(0, 12)
    await control.script('pending', { json: { status: 'success', data: { task_runs, count: 12, limit: 12 } } })
    await openConsole(page, app, taskRunsPath)
    await expect(page.getByText(consoleT('taskRuns.more.title', { limit: 12 }))).toBeVisible()
    await page.getByRole('button', { name: consoleT('taskRuns.refresh.pause') }).click()
    await expect(page.getByText(consoleT('taskRuns.refresh.paused'))).toBeVisible()
    await control.script('pending', { status: 403, json: { error: 'No'.repeat(200) } })
    await page.getByRole('button', { name: consoleT('taskRuns.refresh.now') }).click()
    await expect(page.getByText(consoleT('taskRuns.refresh.old'))).toBeVisible()
  },
  'a user, with resources that have long names': async (page, app, control) => {
    await control.set({ data: { users: 40, conversions: 5 } })
    const fields = { name: 'n'.repeat(200), resource_type: 't'.repeat(200), resource_subtype: '', active: false }
    const resources = Array.from({ length: 12 }, (_, index) => resource(index, fields))
    await control.script('resources', { json: { status: 'success', resources } })
    await openConsole(page, app, `/console/users/one?id=${(await control.user(0)).user_id}`)
    await expect(page.getByRole('table')).toHaveCount(2)
    await page.getByText(consoleT('users.forget.title')).click()
    await expect(page.getByRole('button', { name: consoleT('users.forget.button'), exact: true })).toBeVisible()
  },
  'a form with an invalid field': async (page, app) => {
    await openConsole(page, app, `${resourcesPath}?address=nonsense`)
    await expect(alertOf(page)).toBeVisible()
  },
  'the conversions, the details of one, and the menu of exports': async (page, app) => {
    await openConsole(page, app, '/console/conversions?rows=10')
    await page.locator('.row-details summary').first().click()
    await menuButton(page, consoleT('shared.exportLinks.menu')).click()
    await expect(page.getByRole('link', { name: consoleT('shared.exportLinks.csvLabel') })).toBeVisible()
  },
  'a conversion that does not add up': async (page, app, control) => {
    const { answer } = conversionWith({ conversion_id: 'odd', total_bolts_distributed: 3 })
    await control.script('conversions', { json: answer, times: 3 })
    await openConsole(page, app, '/console/conversions/one?id=odd&at=1')
    await expect(alertOf(page)).toBeVisible()
    await expect(page.getByRole('table')).toBeVisible()
  },
  'a file with faults': async (page, app) => {
    await openConsole(page, app, uploadsPath)
    await chooseFile(page, `${'a'.repeat(200)},b,b,\n1,2,3,4\n1\n`, `${'long'.repeat(50)}.csv`)
    await expect(alertOf(page)).toHaveCount(2)
  },
  'a valid file, and a missing JWT': async (page, app) => {
    await openConsole(page, app, uploadsPath)
    await chooseFile(page, smallCsv())
    await expect(soundFile(page)).toBeVisible()
    await page.getByRole('radio', { name: 'A subnet admin’s JWT' }).check()
    await uploadButton(page).click()
    await expect(alertOf(page)).toBeVisible()
  },
  'an upload under way': async (page, app, control) => {
    await control.script('upload', { drop: 'hang' })
    await openConsole(page, app, uploadsPath)
    await uploadFile(page)
    await expect(page.getByRole('progressbar')).toBeVisible()
  },
})
