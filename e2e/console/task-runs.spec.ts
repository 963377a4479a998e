import type { Page } from 'playwright/test'
import { listRuns, menuButton, openConsole, run, runRow as row, stuckRuns, taskRunsPath, timeOf, ulidOf } from './steps'
import { expect, test } from '../fixtures'
import { rowsOfCsv } from '../harness/csv'
import { textOf } from '../harness/html'
import { operatorName } from '../harness/people'
import { readConsolePage, type ReceivedPage } from '../received-page'
import { visitorAs } from '../sessions'
import { consoleT } from '../texts'

/*
 * app/console/task-runs tests the states, the filters, the texts and the links of a run.
 * e2e/accessibility/console.spec.ts opens a list that is not whole.
 */

const runsIn = ({ cells }: ReceivedPage) => cells.map(([id]) => id?.slice(-3))

test('the list filters stuck runs by its threshold, under their causes, and exports them', async ({
  app,
  control,
  standIn,
}) => {
  await listRuns(
    control,
    [4000, 901, 900, 61, 60].map((age, index) => run(index + 1, age)),
  )
  const causesIn = ({ elements }: ReceivedPage) => elements('.group-head').map(textOf)
  const all = await readConsolePage(app, taskRunsPath)
  expect(runsIn(all)).toEqual(['001', '002', '003', '004', '005'])
  expect(causesIn(all)).toEqual([
    expect.stringContaining('2 runs, oldest 1 h 6 min'),
    expect.stringContaining('3 runs'),
  ])
  const stuck = await readConsolePage(app, all.link('Stuck 2'))
  expect(runsIn(stuck)).toEqual(['001', '002'])
  expect(stuck.elements('a[aria-current="true"]').map(textOf)).toEqual(['Stuck 2'])
  const lower = stuck.submit(consoleT('taskRuns.threshold.apply'), { minutes: '1' })
  expect(lower).toBe(`${taskRunsPath}?show=stuck&minutes=1`)
  const more = await readConsolePage(app, lower)
  expect(runsIn(more)).toEqual(['001', '002', '003', '004'])
  expect(causesIn(more)).toEqual([expect.stringContaining('4 runs')])
  expect(more.link('Pending 5')).toBe(`${taskRunsPath}?minutes=1`)
  const csv = await (await visitorAs(app, operatorName)).send(more.link(consoleT('shared.exportLinks.csvLabel')))
  expect(csv.headers['content-disposition']).toContain(`staging-stuck-task-runs-${standIn.subnetId}-`)
  expect(rowsOfCsv(csv.body).map((row) => row['seconds_since_update'])).toEqual(['4000', '901', '900', '61'])
  const none = await readConsolePage(app, `${taskRunsPath}?show=stuck&minutes=600`)
  const again = await readConsolePage(app, none.link(consoleT('taskRuns.showAll')))
  expect(again.rows).toHaveLength(5)
  expect(again.elements('input[name="minutes"][type="number"][value="600"]').length).toBe(1)

  const invalid = await readConsolePage(app, `${taskRunsPath}?minutes=10081`)
  expect(invalid.links('Stuck 2')).toHaveLength(1)
  expect(invalid.alerts.join()).toContain('a whole number from 1 to 10,080')
  expect(invalid.elements('input[name="minutes"][aria-invalid="true"]').length).toBe(1)
})

test('the list has exact times on hover and in the details', async ({ page, app, control }) => {
  // The service's clock is a day ahead of ours.
  const updated = new Date(Date.now() + 86_400_000)
  await listRuns(control, [run(1, 125, { updated_at: updated.toISOString(), ingested_at: timeOf(-86_000) })])
  await openConsole(page, app, taskRunsPath)
  const exact = `${updated.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  await expect(row(page, 1).locator('time').first()).toHaveText('2 minutes ago')
  await expect(row(page, 1).locator('time').first()).toHaveAttribute('title', exact)
  await details(page, 1).press('Enter')
  await expect(row(page, 1).getByText(exact)).toBeVisible()
})

test('the list works with the keyboard, and the IDs of the runs with one cause can be copied', async ({
  page,
  context,
  app,
  control,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await listRuns(control, [run(1, 4000), run(2, 10)])
  await openConsole(page, app, taskRunsPath)
  const styleOf = (number: number, name: 'boxShadow' | 'backgroundColor') =>
    row(page, number).evaluate((tr, name) => getComputedStyle(tr)[name], name)
  expect(await styleOf(1, 'boxShadow')).not.toBe(await styleOf(2, 'boxShadow'))
  expect(await styleOf(1, 'backgroundColor')).toBe(await styleOf(2, 'backgroundColor'))
  const menu = menuButton(page, consoleT('taskRuns.threshold.menu', { duration: '' }).trim())
  const copyIds = page.getByRole('button', { name: 'Copy the ID', exact: true })
  const updated = page.getByRole('link', { name: consoleT('taskRuns.columns.updated_at') })
  const pause = page.getByRole('button', { name: consoleT('taskRuns.refresh.pause') })
  await page.evaluate(() => {
    addEventListener('focusin', ({ target }) => (target as Element).setAttribute('data-reached', ''))
  })
  for (let tabs = 0; tabs < 60; tabs += 1) await page.keyboard.press('Tab')
  for (const control of [menu, stuckRuns(page), updated, copyIds.first(), pause, details(page, 2)])
    await expect(control).toHaveAttribute('data-reached')
  await menu.press('Enter')
  const threshold = page.getByRole('spinbutton', { name: consoleT('taskRuns.threshold.label') })
  await threshold.press('ControlOrMeta+a')
  await page.keyboard.type('30')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/minutes=30/)
  await stuckRuns(page).press('Enter')
  await expect(stuckRuns(page)).toBeFocused()
  await expect(page.locator('#announcer')).toHaveText('Stuck: 1 run.')
  await updated.press('Enter')
  await expect(page.locator('#announcer')).toHaveText('Stuck: 1 run. Sorted by Last update, descending')
  await copyIds.first().press('Enter')
  await expect(page.locator('#announcer')).toHaveText(consoleT('controls.copy.copied'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ulidOf(1))
})

test('the first run of a phone is in the upper half of the screen', async ({ page, app, control }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await listRuns(control, [run(1, 4000, { status: 'completed', force_ended: true }), run(2, 10)])
  await openConsole(page, app, taskRunsPath)
  expect((await row(page, 1).boundingBox())?.y).toBeLessThan(400)
})

/** Finds the button that opens a run's details. */
const details = (page: Page, number: number) => row(page, number).locator('summary')
