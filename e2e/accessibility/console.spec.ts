import type { Page } from 'playwright/test'
import { expect, waitForReact } from '../fixtures'
import type { App } from '../harness/app'
import type { StandInControl } from '../stand-in/control/client'
import { walletAddress } from '../harness/people'
import { alertOf, expectConnected, signInAsOperator } from '../page-steps'
import { arrive, signIn, typeAndConnect } from '../steps'
import { consoleT } from '../texts'
import { chooseFile, openUploads, smallCsv, soundFile, uploadButton, uploadFile } from '../upload-steps'
import { testStates } from './states'

/*
 * Every page and every part of the console, once. All lists use the same parts to wait, to fail and to be empty, with
 * other texts. Tables have only a few rows of each kind, because axe checks every cell and needs half a minute for 100
 * rows.
 */

const conversionThatDoesNotAddUp = {
  status: 'success',
  data: {
    conversions: [
      {
        conversion_id: 'odd',
        converted_at: '2026-01-05T01:00:00Z',
        period_started_at: '2025-12-29T00:00:00Z',
        period_ended_at: '2026-01-05T00:00:00Z',
        total_subnet_points_in_pool: 1,
        gross_bolts_allocation: 2,
        total_bolts_distributed: 3,
        user_bolts_distributed: 4,
        owner_bolts_distributed: 5,
        user_breakdown: [],
      },
    ],
    pagination: { page: 1, limit: 1, total: 1 },
  },
}

testStates('the overview', {
  "the console's overview": async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console`)
    await expect(page.getByText('so far')).toBeVisible()
  },
  'the overview, waiting': async (page, app, control) => {
    for (const operation of ['pending', 'balances', 'conversions'] as const) {
      await control.script(operation, { drop: 'hang' })
    }
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console`, { waitUntil: 'commit' })
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).not.toHaveCount(0)
  },
  'the overview, failing': async (page, app, control) => {
    for (const operation of ['pending', 'balances', 'conversions'] as const) {
      await control.script(operation, { status: 403, json: { error: 'No'.repeat(200) } })
    }
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console`)
    await expect(alertOf(page)).toHaveCount(3)
  },
  'the switch between consoles, open': async (page, _app, _control, startVariant) => {
    const others = Array.from(
      { length: 12 },
      (_, index) => `Subnet ${index}=https://subnet-${index}.example.com/console`,
    )
    const app = await startVariant({ CONSOLE_SIBLINGS: others.join(',') })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/setup`)
    await page.getByRole('button', { name: consoleT('layout.account') }).click()
    await page.getByText(consoleT('layout.siblings.others')).click()
    await expect(page.getByRole('link', { name: 'Subnet 11' })).toBeVisible()
  },
  'a refused key': async (page, app, control) => {
    await control.script('confirm', { status: 403, json: { error: 'Not yours' } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console`)
    await page.getByRole('button', { name: consoleT('keyCheck.button') }).click()
    await expect(alertOf(page)).toBeVisible()
  },
})

/** Makes the service refuse a user's press, then opens the page as an operator. */
async function openConnectsAfterRefusal(page: Page, app: App, control: StandInControl): Promise<void> {
  await signIn(page, app)
  await arrive(page, control)
  await control.script('confirm', { status: 410, json: { error: 'Expired', reason: 'request_expired' } })
  await typeAndConnect(page)
  await expect(alertOf(page)).toBeVisible()
  await page.context().clearCookies()
  await signInAsOperator(page, app)
  await page.goto(`${app.origin}/console/connects`)
  await expect(page.getByRole('table')).toBeVisible()
}

testStates('the connects', {
  'the connects': openConnectsAfterRefusal,
  'an attempt that was found': async (page, app, control) => {
    await openConnectsAfterRefusal(page, app, control)
    await page.getByRole('table').locator('tbody').getByRole('link').first().click()
    await expect(page.getByText(consoleT('connects.attempt.tell')).first()).toBeVisible()
  },
  'connects with users, and messages that have not arrived': async (page, _app, control, startVariant) => {
    const app = await startVariant({
      CONNECT_RECORDS: 'full',
      CONNECTED_WEBHOOK_URL: 'http://127.0.0.1:1/',
      CONNECTED_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24).toString('base64')}`,
    })
    await control.set({ connectUrl: `${app.origin}/connect` })
    await signIn(page, app)
    await arrive(page, control)
    await typeAndConnect(page)
    await expectConnected(page)
    await page.context().clearCookies()
    await signInAsOperator(page, app)
    await expect(async () => {
      await page.goto(`${app.origin}/console/connects`)
      await expect(page.getByRole('button', { name: consoleT('connects.webhooks.again') })).toBeVisible({
        timeout: 500,
      })
    }).toPass()
  },
})

testStates('the task runs', {
  'the task runs': async (page, app, control) => {
    const task_runs = (await control.taskRuns()).slice(0, 12)
    await control.script('pending', { json: { status: 'success', data: { task_runs, count: 12, limit: 12 } } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/task-runs?minutes=none`)
    await expect(page.getByText(consoleT('taskRuns.more.title', { limit: 12 }))).toBeVisible()
  },
  'task runs that are old, and no longer refreshed': async (page, app, control) => {
    await control.set({ data: { openRuns: 12 } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/task-runs`)
    await page.getByRole('button', { name: consoleT('taskRunsRefresh.pause') }).click()
    await expect(page.getByText(consoleT('taskRunsRefresh.paused'))).toBeVisible()
    await control.script('pending', { status: 403, json: { error: 'No'.repeat(200) } })
    await page.getByRole('button', { name: consoleT('taskRunsRefresh.now') }).click()
    await expect(page.getByText(consoleT('taskRunsRefresh.old'))).toBeVisible()
  },
})

testStates('the search and a user', {
  'an ID with several meanings': async (page, app, control) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/search?q=${(await control.user(0)).user_id}`)
    await expect(page.getByText(consoleT('searchPage.several.title'))).toBeVisible()
  },
  'a user': async (page, app, control) => {
    await control.set({ data: { users: 40, breakdownUsers: 40, conversions: 5 } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/users/${(await control.user(0)).user_id}`)
    await expect(page.getByRole('table')).toHaveCount(2)
  },
})

testStates('the resources', {
  'many resources': async (page, app, control) => {
    const resources = Array.from({ length: 120 }, (_, index) => ({
      id: `resource ${index}`,
      name: 'n'.repeat(200),
      resource_type: 't'.repeat(200),
      resource_subtype: '',
      resource_pda: '',
      active: index % 2 === 0,
    }))
    await control.script('resources', { json: { status: 'success', resources } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/resources?address=${walletAddress}&rows=10`)
    await expect(page.getByText(consoleT('resources.found', { count: 120 }))).toBeVisible()
  },
  'an invalid wallet address': async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/resources?address=nonsense`)
    await expect(alertOf(page)).toBeVisible()
  },
})

testStates('the uploads', {
  'a valid file, and a JWT': async (page, app) => {
    await openUploads(page, app)
    await chooseFile(page, smallCsv())
    await expect(soundFile(page)).toBeVisible()
    await page.getByRole('radio', { name: 'A subnet admin’s JWT' }).check()
    await uploadButton(page).click()
    await expect(alertOf(page)).toBeVisible()
  },
  'a file with faults': async (page, app) => {
    await openUploads(page, app)
    await chooseFile(page, `${'a'.repeat(200)},b,b,\n1,2,3,4\n1\n`, `${'long'.repeat(50)}.csv`)
    await expect(alertOf(page)).toHaveCount(2)
  },
  'an upload under way': async (page, app, control) => {
    await control.script('upload', { drop: 'hang' })
    await openUploads(page, app)
    await uploadFile(page)
    await expect(page.getByRole('progressbar')).toBeVisible()
  },
  'an upload that was taken': async (page, app) => {
    await openUploads(page, app)
    await uploadFile(page)
    await expect(page.getByText('2 rows queued')).toBeVisible()
  },
})

testStates('the conversions', {
  'the conversions': async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/conversions?rows=5`)
    await expect(page.getByRole('table')).toBeVisible()
  },
  'conversions with invalid dates': async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/conversions?from=2026-02-01&until=2026-01-01`)
    await expect(alertOf(page)).toBeVisible()
  },
  'a conversion': async (page, app, control) => {
    await control.set({ data: { breakdownUsers: 5 } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/conversions?rows=5`)
    await page.getByRole('rowheader').first().getByRole('link').click()
    await expect(page.getByRole('table')).toHaveCount(1)
    // The title of the list has the same end. Between the two titles, the page has no title for a moment.
    await expect(page).toHaveTitle(new RegExp(`^${consoleT('conversions.one.titleOf', { id: '' })}`))
  },
  'a conversion that does not add up': async (page, app, control) => {
    await control.script('conversions', { json: conversionThatDoesNotAddUp })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/conversions/odd?at=1`)
    await expect(alertOf(page)).toBeVisible()
  },
  'the bolts of one user': async (page, app, control) => {
    await control.set({ data: { users: 20, breakdownUsers: 20, conversions: 5 } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/conversions/by-user?user=${(await control.user(1)).user_id}`)
    await expect(page.getByRole('main').getByText(/entr(y|ies) across 5 conversions\.$|^Not in any/)).toBeVisible()
  },
})

testStates('the balances', {
  'a balance that was found': async (page, app, control) => {
    const { user_id } = await control.user(321)
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/balances?rows=5&find=${user_id}&after=${Date.now()}`)
    await expect(
      page.getByRole('main').getByText(consoleT('balancesSearch.whole', { hits: 1, searched: 5000 })),
    ).toBeVisible()
  },
  'a search that is still running': async (page, app, control) => {
    await control.set({ data: { users: 1000 }, quirks: { readDelayMs: 2000 } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/balances?rows=5&find=nobody&after=${Date.now()}`)
    await expect(page.getByRole('progressbar')).toHaveAttribute('value', /\d/)
  },
})

testStates('the frame', {
  'the search with suggestions, and the settings': async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/search`)
    await waitForReact(page, 'search form')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('con')
    await expect(page.getByRole('option').first()).toBeVisible()
  },
  'the view settings': async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/search`)
    // On a narrow screen the menu is behind a button.
    const account = page.getByRole('button', { name: consoleT('layout.account') })
    if (await account.isVisible()) await account.click()
    await page
      .locator('summary')
      .filter({ hasText: consoleT('layout.view') })
      .click()
    await expect(page.getByRole('radio', { name: consoleT('controls.view.scheme.dark') })).toBeVisible()
  },
  'an export menu, and the details of a row': async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/balances?rows=5`)
    await page.locator('.row-details summary').first().click()
    await page
      .locator('summary')
      .filter({ hasText: consoleT('shared.exportLinks.menu') })
      .click()
    await expect(page.getByRole('link', { name: consoleT('shared.exportLinks.csvLabel') })).toBeVisible()
  },
  'the setup': async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/setup`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Setup')
  },
  'the audit': async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/resources?address=${walletAddress}`)
    await page.goto(`${app.origin}/console/audit`)
    await expect(page.getByRole('table')).toBeVisible()
  },
})

testStates('the preview', {
  'the preview': async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/preview`)
    await expect(page.getByRole('button', { name: 'Show' })).toBeVisible()
  },
})
