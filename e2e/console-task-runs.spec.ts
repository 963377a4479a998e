import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { operatorName } from './harness/people'
import { alertOf, signInAsOperator } from './steps'
import { consoleT } from './texts'
import {
  allRuns,
  apply,
  listRuns,
  openTaskRuns,
  refreshNow,
  row,
  rows,
  run,
  stuckRuns,
  taskRunsPath,
  threshold,
  timeOf,
  ulidOf,
  type TaskRunRecord,
} from './task-run-steps'

const exportPath = `${taskRunsPath}/export`

test.describe('the list', () => {
  test('has every pending run, in the order of the service, with all that is known of it', async ({
    page,
    app,
    control,
  }) => {
    await openTaskRuns(page, app)
    const pending = (await control.taskRuns())
      .filter((run) => run.blockchain_status !== 'finished')
      .sort((a, b) => a.updated_at.localeCompare(b.updated_at))
    await expect(rows(page)).toHaveCount(48)
    const shown = await rows(page).getByRole('rowheader').allInnerTexts()
    expect(shown.map((text) => text.slice(-6))).toEqual(pending.map((run) => run.task_run_id.slice(-6)))
    for (const what of ['runId', 'taskId', 'eventId'] as const) {
      const name = consoleT('controls.copy.button', { what: consoleT(`taskRuns.${what}`) })
      await expect(page.getByRole('button', { name })).toHaveCount(48)
    }
    expect(await control.received('pending')).toHaveLength(1)
  })

  test('has IDs that lead to all runs of them, which can be exported too', async ({ page, app, control }) => {
    await listRuns(control, [
      run(1, 90, { task_id: '01JTASKTASKTASKTASKTASK001' }),
      run(2, 80),
      run(3, 70, { task_id: '01JTASKTASKTASKTASKTASK001' }),
    ])
    await openTaskRuns(page, app)
    await row(page, 3).getByRole('link', { name: 'ASK001' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(page).toHaveURL(`${app.origin}${taskRunsPath}?find=01JTASKTASKTASKTASKTASK001`)
    const address = await page.getByRole('link', { name: 'Export all rows as JSON' }).getAttribute('href')
    const exported = (await (await page.request.get(app.origin + address)).json()) as TaskRunRecord[]
    expect(exported.map((run) => run.task_run_id)).toEqual([ulidOf(1), ulidOf(3)])
    await page.getByRole('link', { name: consoleT('taskRuns.showAll') }).click()
    await expect(rows(page)).toHaveCount(3)
    await openTaskRuns(page, app, '?find=nothing')
    await expect(page.getByText(consoleT('taskRuns.found.none'))).toBeVisible()
  })

  test('gives times by the service’s clock: exact on hover, on focus and in UTC', async ({ page, app, control }) => {
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

  test('says that more are pending than fit where it is as long as its limit', async ({ page, app, control }) => {
    const notice = page.getByText(consoleT('taskRuns.more.title', { limit: 100 }))
    await control.set({ data: { openRuns: 100 } })
    await openTaskRuns(page, app)
    await expect(notice).toBeVisible()
    await expect(allRuns(page)).toHaveText('All pending 100+')
    await control.set({ data: { openRuns: 99 } })
    await page.reload()
    await expect(rows(page)).toHaveCount(99)
    await expect(allRuns(page)).toHaveText('All pending 99')
    await expect(notice).toBeHidden()
  })

  test('says that more may be stuck where all that are listed are', async ({ page, app, control }) => {
    await listRuns(control, [run(1, 5000), run(2, 4000)], 2)
    await openTaskRuns(page, app)
    await expect(stuckRuns(page)).toHaveText('Stuck 2+')
    await expect(page.getByText(consoleT('taskRuns.more.allStuck'))).toBeVisible()
  })

  test('that is empty says so', async ({ page, app, control }) => {
    await control.set({ data: { openRuns: 0 } })
    await openTaskRuns(page, app)
    await expect(page.getByText(consoleT('taskRuns.none.title'))).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
  })

  test('says that it is being read', async ({ page, app, control }) => {
    await control.script('pending', { waitsForRelease: true, status: 404, json: { error: 'late' } })
    await signInAsOperator(page, app)
    await page.goto(app.origin + taskRunsPath, { waitUntil: 'commit' })
    await expect(
      page.getByRole('status').filter({ hasText: consoleT('shared.loading', { what: consoleT('taskRuns.what') }) }),
    ).toBeVisible()
    await control.release()
    await expect(alertOf(page)).toBeVisible()
  })

  test('that cannot be read says why, and is read by a retry', async ({ page, app, control }) => {
    await control.script('pending', { status: 401, json: { error: 'Key expired' } })
    await openTaskRuns(page, app, '?show=stuck')
    await expect(alertOf(page)).toContainText(consoleT('problems.unauthenticated.title'))
    await expect(alertOf(page)).toContainText('Key expired')
    await page.getByRole('link', { name: consoleT('problems.retry') }).click()
    await expect(page.getByRole('table', { name: 'Stuck task runs' })).toBeVisible()
    await expect(alertOf(page)).toHaveCount(0)
  })
})

test.describe('stuck runs', () => {
  const ages = [4000, 901, 900, 61, 60]
  const someRuns = ages.map((age, index) => run(index + 1, age))

  test('stand out, and can be seen alone; Back leads back', async ({ page, app, control }) => {
    await listRuns(control, someRuns)
    await openTaskRuns(page, app)
    await expect(rows(page)).toHaveCount(5)
    await expect(row(page, 1)).toContainText(/Stuck.*No update for 1 h 6 min\. If the work is done, send task_end/)
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

  test('are so by a threshold that the page sets', async ({ page, app, control }) => {
    await listRuns(control, someRuns)
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

  test('there are none: that is said, and the others are a link away', async ({ page, app, control }) => {
    await listRuns(control, someRuns)
    await openTaskRuns(page, app, '?show=stuck&minutes=600')
    await expect(page.getByText(consoleT('taskRuns.noneStuck.title'))).toBeVisible()
    await page.getByRole('link', { name: consoleT('taskRuns.showAll') }).click()
    await expect(rows(page)).toHaveCount(5)
    await expect(threshold(page)).toHaveValue('600')
  })

  test('by a threshold in the address that is none are those of 15 minutes', async ({ page, app, control }) => {
    await listRuns(control, someRuns)
    for (const minutes of ['0', '10081', '1.5', 'soon', '']) {
      await openTaskRuns(page, app, `?minutes=${minutes}`)
      await expect(stuckRuns(page)).toHaveText('Stuck 2')
      await expect(alertOf(page)).toContainText('a whole number from 1 to 10,080')
      await expect(threshold(page)).toHaveAttribute('aria-invalid', 'true')
    }
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('list, filter, threshold and refreshing work', async ({ page, app, control }) => {
    await listRuns(control, [run(1, 4000), run(2, 100), run(3, 10)])
    await openTaskRuns(page, app)
    await expect(rows(page)).toHaveCount(3)
    await expect(page.getByRole('button', { name: consoleT('taskRunsRefresh.pause') })).toBeHidden()
    await expect(page.getByText(consoleT('taskRunsRefresh.every', { seconds: 30 }))).toBeHidden()
    await stuckRuns(page).click()
    await expect(rows(page)).toHaveCount(1)
    await threshold(page).fill('1')
    await apply(page).click()
    await expect(rows(page)).toHaveCount(2)
    await control.clearScripts()
    await listRuns(control, [run(1, 4000)])
    await refreshNow(page).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL((url) => url.search.startsWith('?show=stuck&minutes=1'))
  })

  test('a long list is whole, and in its place', async ({ page, app, control }) => {
    await control.set({ data: { openRuns: 100 } })
    await openTaskRuns(page, app)
    await expect(page.getByRole('main').getByRole('table').locator('tbody').getByRole('row')).toHaveCount(100)
    await expect(page.getByRole('row')).toHaveCount(101)
    await expect(page.getByText(consoleT('shared.loading', { what: consoleT('taskRuns.what') }))).toBeHidden()
  })
})

test.describe('the export', () => {
  test('has all that is listed, under the interface’s own names, formulas escaped', async ({ page, app, control }) => {
    await listRuns(control, [
      run(1, 4000, { event_id: '=HYPERLINK("https://stranger.example")' }),
      run(2, 10, { raw_data_invalid: true, validated_at: '2026-01-31T12:00:00Z' }),
    ])
    await openTaskRuns(page, app)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export all rows as CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^staging-pending-task-runs-\d{4}-\d\d-\d\d\.csv$/)
    const [head, first, second, ...rest] = (await readFile(await file.path(), 'utf8')).split('\r\n')
    expect(head).toBe(
      '\ufefftask_run_id,task_id,event_id,status,blockchain_status,validated_at,raw_data_invalid,force_ended,' +
        'ingested_at,updated_at,seconds_since_update',
    )
    expect(first).toContain(`"'=HYPERLINK(""https://stranger.example"")",in_progress,running,,false,false,`)
    expect(second).toContain('event-2,in_progress,running,2026-01-31T12:00:00Z,true,false,')
    expect(second?.endsWith(',10')).toBe(true)
    expect(rest).toEqual([''])
  })

  test('has what the filter leaves', async ({ page, app, control }) => {
    await listRuns(control, [run(1, 4000), run(2, 100), run(3, 10)])
    await openTaskRuns(page, app, '?show=stuck&minutes=1')
    const address = await page.getByRole('link', { name: 'Export all rows as JSON' }).getAttribute('href')
    const answer = await page.request.get(app.origin + address)
    expect(answer.headers()['content-disposition']).toContain('staging-stuck-task-runs-')
    const exported = (await answer.json()) as TaskRunRecord[]
    expect(exported.map((run) => run.task_run_id)).toEqual([ulidOf(1), ulidOf(2)])
  })

  test('that fails is no file, but words', async ({ requestAs, app, control }) => {
    await control.script('pending', { status: 401, json: { error: 'Bad key' } })
    const answer = await (await requestAs(app, operatorName)).get(`${app.origin}${exportPath}?format=csv`)
    expect(answer.status()).toBe(502)
    expect(answer.headers()).not.toHaveProperty('content-disposition')
    expect(await answer.text()).toContain(consoleT('problems.unauthenticated.title'))
  })
})

test('everything on the page can be reached and done by the keyboard alone', async ({ page, app, control }) => {
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
