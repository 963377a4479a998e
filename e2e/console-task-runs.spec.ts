import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { textOf } from './harness/html'
import { readConsolePage } from './received-page'
import { alertOf, signInAsOperator } from './steps'
import { consoleT } from './texts'
import {
  allRuns,
  apply,
  listRuns,
  openTaskRuns,
  row,
  rows,
  run,
  stuckRuns,
  taskRunsPath,
  threshold,
  timeOf,
  ulidOf,
} from './task-run-steps'

test.describe('the list', () => {
  test('has every pending run, in the order of the service, with all that is known of it', async ({ app, control }) => {
    const list = await readConsolePage(app, taskRunsPath)
    const pending = (await control.taskRuns())
      .filter((run) => run.blockchain_status !== 'finished')
      .sort((a, b) => a.updated_at.localeCompare(b.updated_at))
    expect(list.rows).toHaveLength(48)
    expect(list.cells.map(([id]) => id?.slice(-6))).toEqual(pending.map((run) => run.task_run_id.slice(-6)))
    for (const what of ['runId', 'taskId', 'eventId'] as const) {
      const name = consoleT('controls.copy.button', { what: consoleT(`taskRuns.${what}`) })
      const labels = list.elements('button').map((button) => button.getAttribute('aria-label'))
      expect(labels.filter((label) => label === name)).toHaveLength(48)
    }
    expect(await control.received('pending')).toHaveLength(1)
  })

  test('has IDs that lead to all runs of them, and to their export', async ({ app, control }) => {
    const task = '01JTASKTASKTASKTASKTASK001'
    await listRuns(control, [run(1, 90, { task_id: task }), run(2, 80), run(3, 70, { task_id: task })])
    const all = await readConsolePage(app, taskRunsPath)
    const ids = all.elements('a').filter((link) => textOf(link).endsWith(task.slice(-6)))
    const ofTask = `${taskRunsPath}?find=${task}`
    expect(ids.map((link) => link.getAttribute('href'))).toEqual([ofTask, ofTask])
    const found = await readConsolePage(app, ofTask)
    expect(found.rows).toHaveLength(2)
    expect(found.link(consoleT('shared.exportLinks.csvLabel'))).toBe(`${taskRunsPath}/export?find=${task}&format=csv`)
    expect((await readConsolePage(app, found.link(consoleT('taskRuns.showAll')))).rows).toHaveLength(3)
    const none = await readConsolePage(app, `${taskRunsPath}?find=nothing`)
    expect(none.text).toContain(consoleT('taskRuns.found.none'))
  })

  test('says that more may be pending when it is as long as its limit', async ({ app, control }) => {
    const notice = consoleT('taskRuns.more.title', { limit: 100 })
    await control.set({ data: { openRuns: 100 } })
    const full = await readConsolePage(app, taskRunsPath)
    expect(full.text).toContain(notice)
    expect(full.links('Pending 100+')).toHaveLength(1)
    const missing = await readConsolePage(app, `${taskRunsPath}?find=${ulidOf(999)}`)
    expect(missing.text).toContain(consoleT('taskRuns.found.noneTextOfMore', { limit: 100 }))
    await control.set({ data: { openRuns: 99 } })
    const whole = await readConsolePage(app, taskRunsPath)
    expect(whole.rows).toHaveLength(99)
    expect(whole.links('Pending 99')).toHaveLength(1)
    expect(whole.text).not.toContain(notice)
  })

  test('says so when it is empty', async ({ app, control }) => {
    await control.set({ data: { openRuns: 0 } })
    const list = await readConsolePage(app, taskRunsPath)
    expect(list.text).toContain(consoleT('taskRuns.none.title'))
    expect(list.elements('table').map(textOf)).toEqual([])
  })

  test('says why when it cannot be read, and is read by the retry', async ({ app, control }) => {
    await control.script('pending', { status: 401, json: { error: 'Key expired' } })
    const failed = await readConsolePage(app, `${taskRunsPath}?show=stuck`)
    expect(failed.alerts.join()).toContain(consoleT('problems.unauthenticated.title'))
    expect(failed.alerts.join()).toContain('Key expired')
    const again = await readConsolePage(app, failed.link(consoleT('problems.retry')))
    expect(again.elements('caption').map(textOf)).toEqual([expect.stringMatching(/^Stuck task runs/)])
    expect(again.alerts).toEqual([])
  })

  test('says when it waits, shows exact times on hover and focus, and can be used by keyboard alone', async ({
    page,
    app,
    control,
  }) => {
    await test.step('it is being read', async () => {
      await control.script('pending', { waitsForRelease: true, status: 404, json: { error: 'late' } })
      await signInAsOperator(page, app)
      await page.goto(app.origin + taskRunsPath, { waitUntil: 'commit' })
      await expect(
        page.getByRole('status').filter({ hasText: consoleT('shared.loading', { what: consoleT('taskRuns.what') }) }),
      ).toBeVisible()
      await control.release()
      await expect(alertOf(page)).toBeVisible()
    })

    await test.step('times', async () => {
      // The service's clock is a day ahead of ours.
      const updated = new Date(Date.now() + 86_400_000)
      await listRuns(control, [run(1, 125, { updated_at: updated.toISOString(), ingested_at: timeOf(-86_000) })])
      await openTaskRuns(page, app)
      const time = row(page, 1).locator('time').first()
      const [relative, exact] = [time.locator('span').first(), time.locator('span').last()]
      await expect(relative).toHaveText('2 minutes ago')
      await expect(relative).toHaveCSS('opacity', '1')
      const exactText = `${updated.toISOString().slice(0, 19).replace('T', ' ')} UTC`
      await expect(exact).toHaveText(exactText)
      await time.hover()
      await expect(exact).toHaveCSS('opacity', '1')
      await expect(relative).toHaveCSS('opacity', '0')
      await page.mouse.move(0, 0)
      await expect(exact).toHaveCSS('opacity', '0')
      await time.focus()
      await expect(exact).toHaveCSS('opacity', '1')
    })

    await test.step('by the keyboard', async () => {
      await control.clearScripts()
      await listRuns(control, [run(1, 4000), run(2, 10)])
      await openTaskRuns(page, app)
      await expect(rows(page)).toHaveCount(2)
      const press = async (find: (page: Page) => ReturnType<typeof allRuns>, key: string) => {
        for (let tabs = 0; !(await find(page).evaluate((element) => element === document.activeElement)); tabs += 1) {
          expect(tabs).toBeLessThan(40)
          await page.keyboard.press('Tab')
        }
        await page.keyboard.press(key)
      }
      await press(stuckRuns, 'Enter')
      await expect(rows(page)).toHaveCount(1)
      await expect(stuckRuns(page)).toBeFocused()
      await press(threshold, 'ControlOrMeta+a')
      await page.keyboard.type('600')
      await page.keyboard.press('Enter')
      await expect(page.getByText(consoleT('taskRuns.noneStuck.title'))).toBeVisible()
      await press((page) => page.getByRole('link', { name: consoleT('taskRuns.showAll') }), 'Enter')
      await expect(rows(page)).toHaveCount(2)
      await page.reload()
      await press((page) => page.getByRole('button', { name: consoleT('taskRunsRefresh.pause') }), 'Space')
      await expect(page.getByRole('button', { name: consoleT('taskRunsRefresh.resume') })).toBeFocused()
      await press((page) => page.getByRole('region', { name: 'Pending task runs' }), 'ArrowDown')
      await press((page) => row(page, 2).locator('time').first(), 'Tab')
    })
  })
})

test.describe('stuck runs', () => {
  const ages = [4000, 901, 900, 61, 60]
  const someRuns = ages.map((age, index) => run(index + 1, age))

  test('stand out, can be shown alone, and follow the threshold of the page, and Back leads back', async ({
    page,
    app,
    control,
  }) => {
    await listRuns(control, someRuns)
    await openTaskRuns(page, app)
    await test.step('they stand out, and can be seen alone', async () => {
      await expect(rows(page)).toHaveCount(5)
      await expect(row(page, 1)).toContainText(/Stuck.*No update for 1 h 6 min\. The start is on chain/)
      await expect(row(page, 2)).toContainText('Stuck')
      await expect(row(page, 3)).toContainText('On track')
      const colourOf = (number: number) => row(page, number).evaluate((tr) => getComputedStyle(tr).backgroundColor)
      expect(await colourOf(2)).not.toBe(await colourOf(3))

      await expect(stuckRuns(page)).toHaveText('Stuck 2')
      await stuckRuns(page).click()
      await expect(rows(page)).toHaveCount(2)
      await expect(page).toHaveURL(`${app.origin}${taskRunsPath}?show=stuck`)
      await expect(stuckRuns(page)).toHaveAttribute('aria-current', 'true')
      await page.goBack()
      await expect(rows(page)).toHaveCount(5)
      await page.goForward()
      await expect(rows(page)).toHaveCount(2)
      await page.reload()
      await expect(rows(page)).toHaveCount(2)
    })

    await test.step('by a threshold', async () => {
      await openTaskRuns(page, app, '?show=stuck')
      await expect(threshold(page)).toHaveValue('15')
      await threshold(page).fill('1')
      await apply(page).click()
      await expect(rows(page)).toHaveCount(4)
      await expect(page).toHaveURL(`${app.origin}${taskRunsPath}?show=stuck&minutes=1`)
      await allRuns(page).click()
      await expect(rows(page)).toHaveCount(5)
      await expect(row(page, 4)).toContainText('Stuck')
      await expect(page).toHaveURL(`${app.origin}${taskRunsPath}?minutes=1`)
      await page.goBack()
      await page.goBack()
      await expect(rows(page)).toHaveCount(2)
      await expect(threshold(page)).toHaveValue('15')
    })
  })

  test('say so when there are none, with a link to the others', async ({ app, control }) => {
    await listRuns(control, someRuns)
    const none = await readConsolePage(app, `${taskRunsPath}?show=stuck&minutes=600`)
    expect(none.text).toContain(consoleT('taskRuns.noneStuck.title'))
    const all = await readConsolePage(app, none.link(consoleT('taskRuns.showAll')))
    expect(all.rows).toHaveLength(5)
    expect(all.elements('input[name="minutes"][type="number"][value="600"]').length).toBe(1)
  })

  test('are those of 15 minutes when the threshold in the address is invalid', async ({ app, control }) => {
    await listRuns(control, someRuns)
    // Each invalid threshold: lib/console/task-runs/query.test.ts.
    const list = await readConsolePage(app, `${taskRunsPath}?minutes=10081`)
    expect(list.links('Stuck 2')).toHaveLength(1)
    expect(list.alerts.join()).toContain('a whole number from 1 to 10,080')
    expect(list.elements('input[name="minutes"][type="number"][aria-invalid="true"]').length).toBe(1)
  })
})
