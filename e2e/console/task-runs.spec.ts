import type { Page } from 'playwright/test'
import {
  listRuns,
  openConsole,
  rows,
  run,
  runRow as row,
  stuckRuns,
  taskRunsPath,
  threshold,
  thresholdMenu,
  timeOf,
  ulidOf,
} from './steps'
import { expect, test } from '../fixtures'
import { rowsOfCsv } from '../harness/csv'
import { textOf } from '../harness/html'
import { operatorName } from '../harness/people'
import { readConsolePage, type ReceivedPage } from '../received-page'
import { visitorAs } from '../sessions'
import { consoleT } from '../texts'

/*
 * app/console/task-runs/runs.test.tsx tests the texts about each state of a run and of the list.
 * e2e/accessibility/console.spec.ts opens a list that is not whole.
 */

const runsIn = ({ cells }: ReceivedPage) => cells.map(([id]) => id?.slice(-3))

const ages = [4000, 901, 900, 61, 60]
const someRuns = ages.map((age, index) => run(index + 1, age))

test('the list marks and filters stuck runs by its threshold, and exports them', async ({ app, control, standIn }) => {
  await listRuns(control, someRuns)
  const all = await readConsolePage(app, taskRunsPath)
  expect(all.rows[0]).toMatch(/Stuck.*No end reported\./)
  expect(all.rows.map((row) => /Stuck|On track/.exec(row)?.[0])).toEqual([
    'Stuck',
    'Stuck',
    'On track',
    'On track',
    'On track',
  ])
  // Each row has one copy button, and its details have one for each ID.
  const labels = all.elements('tbody button').map((button) => button.getAttribute('aria-label') ?? '')
  expect(labels.filter((label) => label.startsWith('Copy '))).toHaveLength(4 * 5)
  expect(all.link('Stuck 2')).toBe(`${taskRunsPath}?show=stuck`)
  const stuck = await readConsolePage(app, all.link('Stuck 2'))
  expect(runsIn(stuck)).toEqual(['001', '002'])
  expect(stuck.elements('a[aria-current="true"]').map(textOf)).toEqual(['Stuck 2'])
  expect(stuck.elements('.menu > button').map(textOf)).toContain(
    consoleT('taskRuns.threshold.menu', { duration: '15 min' }),
  )
  expect(all.links(`${consoleT('taskRuns.filter.force_ended')} 0`)).toEqual([])

  const lower = stuck.submit(consoleT('taskRuns.threshold.apply'), { minutes: '1' })
  expect(lower).toBe(`${taskRunsPath}?show=stuck&minutes=1`)
  const more = await readConsolePage(app, lower)
  expect(runsIn(more)).toEqual(['001', '002', '003', '004'])
  expect(more.link('Pending 5')).toBe(`${taskRunsPath}?minutes=1`)
  const csv = await (await visitorAs(app, operatorName)).send(more.link(consoleT('shared.exportLinks.csvLabel')))
  expect(csv.headers['content-disposition']).toContain(`staging-stuck-task-runs-${standIn.subnetId}-`)
  expect(rowsOfCsv(csv.body).map((row) => row['seconds_since_update'])).toEqual(['4000', '901', '900', '61'])

  const none = await readConsolePage(app, `${taskRunsPath}?show=stuck&minutes=600`)
  expect(none.text).toContain(consoleT('taskRuns.noneStuck.title'))
  const again = await readConsolePage(app, none.link(consoleT('taskRuns.showAll')))
  expect(again.rows).toHaveLength(5)
  expect(again.elements('input[name="minutes"][type="number"][value="600"]').length).toBe(1)

  // app/console/task-runs/list.test.ts tests each invalid threshold.
  const invalid = await readConsolePage(app, `${taskRunsPath}?minutes=10081`)
  expect(invalid.links('Stuck 2')).toHaveLength(1)
  expect(invalid.alerts.join()).toContain('a whole number from 1 to 10,080')
  expect(invalid.elements('input[name="minutes"][type="number"][aria-invalid="true"]').length).toBe(1)
})

test('the list links each ID to all its runs, and has it or the filter in the title', async ({ app, control }) => {
  const task = '01JTASKTASKTASKTASKTASK001'
  await listRuns(control, [run(1, 90, { task_id: task }), run(2, 80), run(3, 70, { task_id: task })])
  const all = await readConsolePage(app, taskRunsPath)
  const ids = all.elements('a').filter((link) => textOf(link) === task)
  const ofTask = `${taskRunsPath}?find=${task}`
  expect(ids.map((link) => link.getAttribute('href'))).toEqual([ofTask, ofTask])
  const found = await readConsolePage(app, ofTask)
  expect(runsIn(found)).toEqual(['001', '003'])
  expect(found.link(consoleT('shared.exportLinks.csvLabel'))).toBe(`${taskRunsPath}/export?find=${task}`)
  expect((await readConsolePage(app, found.link(consoleT('taskRuns.showAll')))).rows).toHaveLength(3)
  const none = await readConsolePage(app, `${taskRunsPath}?find=nothing`)
  expect(none.text).toContain(consoleT('taskRuns.found.none'))
  for (const [query, title] of [
    ['', /^Task runs · /],
    ['?show=no_end', /^Task runs, No end reported · /],
    ['?find=event-1', /^Task runs, event-1 · /],
    ['?minutes=soon', /^Error: Task runs · /],
  ] as const) {
    const { elements } = await readConsolePage(app, taskRunsPath + query)
    expect(elements('title').map(textOf), query).toEqual([expect.stringMatching(title)])
  }
})

test('the list has exact times on hover and on focus, and needs no pointer', async ({ page, app, control }) => {
  await test.step('shows exact times', async () => {
    // The service's clock is a day ahead of ours.
    const updated = new Date(Date.now() + 86_400_000)
    await listRuns(control, [run(1, 125, { updated_at: updated.toISOString(), ingested_at: timeOf(-86_000) })])
    await openConsole(page, app, taskRunsPath)
    const time = row(page, 1).locator('.relative-time')
    const [relative, exact] = [time.locator('span').first(), time.locator('span').last()]
    await expect(relative).toHaveText('2 minutes ago')
    await expect(relative).toHaveCSS('opacity', '1')
    const exactText = `${updated.toISOString().slice(0, 19).replace('T', ' ')} UTC`
    await expect(exact).toHaveText(exactText)
    await time.hover()
    await expect(exact).toBeVisible()
    await expect(relative).toHaveCSS('opacity', '0')
    await page.mouse.move(0, 0)
    await expect(exact).toBeHidden()
    await details(page, 1).focus()
    await expect(exact).toBeVisible()
    await details(page, 1).press('Enter')
    await expect(row(page, 1).getByRole('definition').filter({ hasText: exactText })).toBeVisible()
  })

  await test.step('marks stuck runs, and works with the keyboard', async () => {
    await control.clearScripts()
    await listRuns(control, [run(1, 4000), run(2, 10)])
    await openConsole(page, app, taskRunsPath)
    await expect(rows(page)).toHaveCount(2)
    const styleOf = (number: number, name: 'boxShadow' | 'backgroundColor') =>
      row(page, number).evaluate((tr, name) => getComputedStyle(tr)[name], name)
    expect(await styleOf(1, 'boxShadow')).not.toBe(await styleOf(2, 'boxShadow'))
    expect(await styleOf(1, 'backgroundColor')).toBe(await styleOf(2, 'backgroundColor'))
    const menu = thresholdMenu(page)
    const showAll = page.getByRole('link', { name: consoleT('taskRuns.showAll') })
    const state = page.getByRole('link', { name: consoleT('taskRuns.columns.state') })
    const pause = page.getByRole('button', { name: consoleT('taskRuns.refresh.pause') })
    await page.evaluate(() => {
      addEventListener('focusin', ({ target }) => (target as Element).setAttribute('data-reached', ''))
    })
    for (let tabs = 0; tabs < 60; tabs += 1) await page.keyboard.press('Tab')
    for (const control of [menu, stuckRuns(page), state, pause, details(page, 2)]) {
      await expect(control).toHaveAttribute('data-reached')
    }
    await menu.press('Enter')
    await threshold(page).press('ControlOrMeta+a')
    await page.keyboard.type('600')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/minutes=600/)
    await stuckRuns(page).press('Enter')
    await expect(page.getByText(consoleT('taskRuns.noneStuck.title'))).toBeVisible()
    await expect(stuckRuns(page)).toBeFocused()
    await expect(page.locator('#announcer')).toHaveText('Stuck: 0 runs.')
    await showAll.press('Enter')
    await expect(rows(page)).toHaveCount(2)
    await state.press('Enter')
    await expect(page.locator('#announcer')).toHaveText('Pending: 2 runs. Sorted by State, descending')
    await pause.press('Space')
    await expect(page.getByRole('button', { name: consoleT('taskRuns.refresh.resume') })).toBeFocused()
    await details(page, 2).press('Enter')
    await expect(row(page, 2).getByText('event-2')).toBeVisible()
  })
})

test('the runs of a group can be copied for a ticket', async ({ page, context, app, control }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await listRuns(control, [run(1, 4000), run(2, 3000), run(3, 2000), run(4, 10)])
  await openConsole(page, app, `${taskRunsPath}?show=no_end`)

  await page.getByRole('button', { name: consoleT('taskRuns.refresh.copy'), exact: true }).click()
  await expect(page.locator('#announcer')).toHaveText(consoleT('controls.copy.copied'))
  const ticket = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  expect(ticket).toHaveLength(4)
  expect(ticket[0]).toBe(consoleT('taskRuns.todo.no_end', { count: 3, minutes: 15 }))
  expect(ticket[1]).toMatch(
    new RegExp(
      `^run ${ulidOf(1)}, task 01H\\w+, event event-1, last update \\S+ \\S+ UTC, Stuck \\(blockchain_status running, status in_progress\\)$`,
    ),
  )
})

/** Finds the button that opens a run's details. */
const details = (page: Page, number: number) => row(page, number).locator('summary')
