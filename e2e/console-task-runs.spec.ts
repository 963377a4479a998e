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
} from './console-steps'
import { expect, test } from './fixtures'
import { textOf } from './harness/html'
import { readConsolePage, type ReceivedPage } from './received-page'
import { alertOf } from './page-steps'
import { consoleT } from './texts'

/*
 * app/console/task-runs/runs.test.tsx tests the texts about each state of a run and of the list.
 * e2e/accessibility/console.spec.ts opens a list that is not whole.
 */

const runsIn = ({ cells }: ReceivedPage) => cells.map(([id]) => id?.slice(-3))

test.describe('the list', () => {
  test('has every pending run with all its data, and can be sorted by the last update', async ({ app, control }) => {
    const list = await readConsolePage(app, `${taskRunsPath}?sort=updated_at&order=ascending`)
    const pending = (await control.taskRuns())
      .filter((run) => run.blockchain_status !== 'finished')
      .sort((a, b) => a.updated_at.localeCompare(b.updated_at))
    expect(list.rows).toHaveLength(48)
    expect(list.cells.map(([id]) => id?.slice(-6))).toEqual(pending.map((run) => run.task_run_id.slice(-6)))
    for (const [index, { task_run_id, task_id, event_id, ingested_at }] of pending.entries()) {
      const details = list.cells[index]?.at(-1)
      for (const known of [task_run_id, task_id, event_id, ingested_at.slice(0, 10)]) expect(details).toContain(known)
    }
    // Each row has one copy button, and its details have one for each ID.
    const labels = list.elements('tbody button').map((button) => button.getAttribute('aria-label') ?? '')
    expect(labels.filter((label) => label.startsWith('Copy '))).toHaveLength(4 * 48)
    expect(await control.received('pending')).toHaveLength(1)
  })

  test('groups the runs by what an operator must do, and has a link for each group', async ({ app, control }) => {
    await listRuns(control, [
      run(1, 4000),
      run(2, 3000, { blockchain_status: 'pending' }),
      run(3, 2000, { status: 'completed' }),
      run(4, 100, { raw_data_invalid: true }),
      run(5, 50),
    ])
    const all = await readConsolePage(app, taskRunsPath)
    expect(runsIn(all)).toEqual(['002', '003', '001', '004', '005'])
    const todo = (['ask_service', 'no_end', 'raw_data_invalid'] as const).map((group, index) =>
      consoleT(`taskRuns.todo.${group}`, { count: [2, 1, 1][index] ?? 0, minutes: 15 }),
    )
    expect(all.text).toContain(todo.join(' · '))
    const ask = await readConsolePage(app, all.link(`${consoleT('taskRuns.filter.ask_service')} 2`))
    expect(runsIn(ask)).toEqual(['002', '003'])
    expect(all.links(`${consoleT('taskRuns.filter.no_end')} 1`)).toHaveLength(1)
    expect(all.links(`${consoleT('taskRuns.filter.force_ended')} 0`)).toEqual([])
    const byRun = await readConsolePage(app, all.link(consoleT('taskRuns.columns.task_run_id')))
    expect(runsIn(byRun)).toEqual(['001', '002', '003', '004', '005'])
  })

  test('names the filter, the search text or an error of the URL in its title', async ({ app, control }) => {
    await listRuns(control, [run(1, 10)])
    const titleOf = async (query: string) =>
      textOf((await readConsolePage(app, taskRunsPath + query)).elements('title')[0] ?? null)
    expect(await titleOf('')).toMatch(/^Task runs · /)
    expect(await titleOf('?show=no_end')).toMatch(/^Task runs, No end reported · /)
    expect(await titleOf('?find=event-1')).toMatch(/^Task runs, event-1 · /)
    expect(await titleOf('?minutes=soon')).toMatch(/^Error: Task runs · /)
  })

  test('links each ID to all runs with this ID, and to their export', async ({ app, control }) => {
    const task = '01JTASKTASKTASKTASKTASK001'
    await listRuns(control, [run(1, 90, { task_id: task }), run(2, 80), run(3, 70, { task_id: task })])
    const all = await readConsolePage(app, taskRunsPath)
    const ids = all.elements('a').filter((link) => textOf(link) === task)
    const ofTask = `${taskRunsPath}?find=${task}`
    expect(ids.map((link) => link.getAttribute('href'))).toEqual([ofTask, ofTask])
    const found = await readConsolePage(app, ofTask)
    expect(found.rows).toHaveLength(2)
    expect(found.link(consoleT('shared.exportLinks.csvLabel'))).toBe(`${taskRunsPath}/export?find=${task}`)
    expect((await readConsolePage(app, found.link(consoleT('taskRuns.showAll')))).rows).toHaveLength(3)
    const none = await readConsolePage(app, `${taskRunsPath}?find=nothing`)
    expect(none.text).toContain(consoleT('taskRuns.found.none'))
  })

  test('shows that it is empty, or why it cannot be read, and loads on retry', async ({ app, control }) => {
    await control.script('pending', { status: 401, json: { error: 'Key expired' } })
    const failed = await readConsolePage(app, `${taskRunsPath}?show=stuck`)
    expect(failed.alerts.join()).toContain(consoleT('problems.unauthenticated.title'))
    expect(failed.alerts.join()).toContain('Key expired')
    const again = await readConsolePage(app, failed.link(consoleT('problems.retry')))
    expect(again.elements('caption').map(textOf)).toEqual([expect.stringMatching(/^Stuck task runs/)])
    expect(again.alerts).toEqual([])

    await control.set({ data: { openRuns: 0 } })
    const list = await readConsolePage(app, taskRunsPath)
    expect(list.text).toContain(consoleT('taskRuns.empty.title'))
    expect(list.elements('table').map(textOf)).toEqual([])
  })

  test('shows that it waits, marks stuck runs, has exact times on hover and on focus, and needs no pointer', async ({
    page,
    app,
    control,
  }) => {
    await test.step('says that it is loading', async () => {
      await control.script('pending', { waitsForRelease: true, status: 404, json: { error: 'late' } })
      await openConsole(page, app, taskRunsPath, 'commit')
      await expect(
        page.getByRole('status').filter({ hasText: consoleT('shared.loading', { what: consoleT('taskRuns.what') }) }),
      ).toBeVisible()
      await control.release()
      await expect(alertOf(page)).toBeVisible()
    })

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
      const status = page.getByRole('link', { name: consoleT('taskRuns.columns.status') })
      const pause = page.getByRole('button', { name: consoleT('taskRuns.refresh.pause') })
      await page.evaluate(() => {
        addEventListener('focusin', ({ target }) => (target as Element).setAttribute('data-reached', ''))
      })
      for (let tabs = 0; tabs < 60; tabs += 1) await page.keyboard.press('Tab')
      for (const control of [menu, stuckRuns(page), status, pause, details(page, 2)]) {
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
      await expect(page.locator('#announcer')).toHaveText('Stuck: 0 runs')
      await showAll.press('Enter')
      await expect(rows(page)).toHaveCount(2)
      await status.press('Enter')
      await expect(page.locator('#announcer')).toHaveText('Sorted by Status, ascending')
      await pause.press('Space')
      await expect(page.getByRole('button', { name: consoleT('taskRuns.refresh.resume') })).toBeFocused()
      await details(page, 2).press('Enter')
      await expect(row(page, 2).getByText('event-2')).toBeVisible()
    })
  })
})

test.describe('stuck runs', () => {
  const ages = [4000, 901, 900, 61, 60]
  const someRuns = ages.map((age, index) => run(index + 1, age))

  test('have a mark and a filter, and follow the threshold of the page', async ({ app, control }) => {
    await listRuns(control, someRuns)
    const all = await readConsolePage(app, taskRunsPath)
    expect(all.rows[0]).toMatch(/Stuck.*No end reported.*No update for 1 h 6 min\./)
    expect(all.rows.map((row) => /Stuck|On track/.exec(row)?.[0])).toEqual([
      'Stuck',
      'Stuck',
      'On track',
      'On track',
      'On track',
    ])
    const stuck = await readConsolePage(app, all.link('Stuck 2'))
    expect(all.link('Stuck 2')).toBe(`${taskRunsPath}?show=stuck`)
    expect(runsIn(stuck)).toEqual(['001', '002'])
    expect(stuck.elements('a[aria-current="true"]').map(textOf)).toEqual(['Stuck 2'])
    expect(stuck.elements('.menu > button').map(textOf)).toContain(
      consoleT('taskRuns.threshold.menu', { duration: '15 min' }),
    )

    const lower = stuck.submit(consoleT('taskRuns.threshold.apply'), { minutes: '1' })
    expect(lower).toBe(`${taskRunsPath}?show=stuck&minutes=1`)
    const more = await readConsolePage(app, lower)
    expect(runsIn(more)).toEqual(['001', '002', '003', '004'])
    expect(more.link('Pending 5')).toBe(`${taskRunsPath}?minutes=1`)

    const none = await readConsolePage(app, `${taskRunsPath}?show=stuck&minutes=600`)
    expect(none.text).toContain(consoleT('taskRuns.noneStuck.title'))
    const again = await readConsolePage(app, none.link(consoleT('taskRuns.showAll')))
    expect(again.rows).toHaveLength(5)
    expect(again.elements('input[name="minutes"][type="number"][value="600"]').length).toBe(1)
  })

  test('use 15 minutes when the threshold in the URL is invalid', async ({ app, control }) => {
    await listRuns(control, someRuns)
    // app/console/task-runs/query.test.ts tests each invalid threshold.
    const list = await readConsolePage(app, `${taskRunsPath}?minutes=10081`)
    expect(list.links('Stuck 2')).toHaveLength(1)
    expect(list.alerts.join()).toContain('a whole number from 1 to 10,080')
    expect(list.elements('input[name="minutes"][type="number"][aria-invalid="true"]').length).toBe(1)
  })
})

test.describe('the runs of a group', () => {
  const group = `${taskRunsPath}?show=no_end`
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  test('can be copied for a ticket', async ({ page, context, app, control }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await listRuns(control, [run(1, 4000), run(2, 3000), run(3, 2000), run(4, 10)])
    await openConsole(page, app, group)

    await button(page, consoleT('taskRuns.refresh.copy')).click()
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
})

/** Finds the button that opens a run's details. */
const details = (page: Page, number: number) => row(page, number).locator('summary')
