import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { operatorName } from './harness/people'
import { readConsolePage } from './received-page'
import { alertOf, signInAsOperator } from './steps'
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
    requestAs,
    app,
    control,
  }) => {
    const list = await readConsolePage(requestAs, app, taskRunsPath)
    const pending = (await control.taskRuns())
      .filter((run) => run.blockchain_status !== 'finished')
      .sort((a, b) => a.updated_at.localeCompare(b.updated_at))
    expect(list.rows).toHaveLength(48)
    for (const [index, run] of pending.entries()) {
      for (const id of [run.task_run_id, run.task_id, run.event_id]) expect(list.rows[index]).toContain(id.slice(-6))
    }
    for (const name of ['Copy task run ID', 'Copy task ID', 'Copy event ID']) {
      expect(list.html.split(`aria-label="${name}"`)).toHaveLength(49)
    }
    expect(await control.received('pending')).toHaveLength(1)
  })

  test('shows both statuses, the flags and what they mean', async ({ requestAs, app, control }) => {
    await listRuns(control, [
      run(1, 90, { blockchain_status: 'pending' }),
      run(2, 80, { status: 'completed', raw_data_invalid: true }),
      run(3, 70, { status: 'completed', force_ended: true }),
      run(4, 60, { validated_at: timeOf(3600) }),
    ])
    const { rows, text } = await readConsolePage(requestAs, app, taskRunsPath)
    expect(rows[0]).toMatch(/On time.*Pending.*In progress.*Not yet.*None/)
    expect(rows[1]).toMatch(/Running.*Completed.*Never to be validated.*Raw data invalid/)
    expect(rows[2]).toMatch(/Completed.*Not yet.*Without raw data/)
    expect(rows[3]).toMatch(/On time.*1 hour ago.*None/)
    expect(text).toContain('Ended by force, so no raw data were produced.')
  })

  test('shows a run that is completed on chain but not validated as waiting for that alone, however old', async ({
    requestAs,
    app,
    control,
  }) => {
    const finished = { status: 'completed', blockchain_status: 'finished' }
    await listRuns(control, [
      run(1, 9_000_000, finished),
      run(2, 9_000_000, { ...finished, raw_data_invalid: true }),
      run(3, 9_000_000, { ...finished, validated_at: timeOf(60) }),
    ])
    const { rows, text } = await readConsolePage(requestAs, app, taskRunsPath)
    expect(rows[0]).toMatch(/Waiting for validation.*Finished.*Not yet/)
    expect(rows[1]).toMatch(/Never to be validated.*Finished/)
    expect(rows[2]).toMatch(/Validated.*Finished/)
    expect(text).toMatch(/ Stuck 0 /)
  })

  test('shows words that it does not know as they come, as text', async ({ requestAs, app, control }) => {
    await listRuns(control, [
      run(1, 10, { status: '<b>paused</b>', blockchain_status: 'constructor', event_id: '\u202e=1+1' }),
    ])
    const { rows, html } = await readConsolePage(requestAs, app, taskRunsPath)
    expect(rows[0]).toMatch(/On time.*constructor.*<b>paused<\/b>/)
    expect(rows[0]).toContain('=1+1')
    expect(html).not.toContain('<b>paused')
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

  test('says that more are pending than fit where it is as long as its limit', async ({ requestAs, app, control }) => {
    const notice = 'More runs are pending than are shown here.'
    await control.set({ data: { openRuns: 100 } })
    const full = await readConsolePage(requestAs, app, taskRunsPath)
    expect(full.text).toContain(notice)
    expect(full.text).toContain('All pending 100+')
    await control.set({ data: { openRuns: 99 } })
    const whole = await readConsolePage(requestAs, app, taskRunsPath)
    expect(whole.rows).toHaveLength(99)
    expect(whole.text).toMatch(/All pending 99 /)
    expect(whole.text).not.toContain(notice)
  })

  test('says that more may be stuck where all that are listed are', async ({ requestAs, app, control }) => {
    await listRuns(control, [run(1, 5000), run(2, 4000)], 2)
    const { text } = await readConsolePage(requestAs, app, taskRunsPath)
    expect(text).toContain('Stuck 2+')
    expect(text).toContain('more of the others may be too')
  })

  test('that is empty says so', async ({ requestAs, app, control }) => {
    await control.set({ data: { openRuns: 0 } })
    const { text, html } = await readConsolePage(requestAs, app, taskRunsPath)
    expect(text).toContain('No run is pending.')
    expect(html).not.toContain('<table')
  })

  test('says that it is being read', async ({ page, app, control }) => {
    await control.script('pending', { waitsForRelease: true, status: 404, json: { error: 'late' } })
    await signInAsOperator(page, app)
    await page.goto(app.origin + taskRunsPath, { waitUntil: 'commit' })
    await expect(page.getByRole('status').filter({ hasText: 'Reading the task runs' })).toBeVisible()
    await control.release()
    await expect(alertOf(page)).toBeVisible()
  })

  test('that cannot be read says why, and is read by a retry', async ({ page, app, control }) => {
    await control.script('pending', { status: 401, json: { error: 'Key expired' } })
    await openTaskRuns(page, app, '?show=stuck')
    await expect(alertOf(page)).toContainText('The key was not accepted.')
    await expect(alertOf(page)).toContainText('Key expired')
    await page.getByRole('link', { name: 'Try again' }).click()
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
    await expect(row(page, 1)).toContainText(/Stuck.*no update for 1 h 6 min/)
    await expect(row(page, 2)).toContainText('Stuck')
    await expect(row(page, 3)).toContainText('On time')
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

  test('there are none: that is said, and the others are a link away', async ({ requestAs, app, control }) => {
    await listRuns(control, someRuns)
    const none = await readConsolePage(requestAs, app, `${taskRunsPath}?show=stuck&minutes=600`)
    expect(none.text).toContain('No run is stuck.')
    const all = await readConsolePage(requestAs, app, none.link('Show all pending runs'))
    expect(all.rows).toHaveLength(5)
    expect(all.attributesOf('input', { name: 'minutes' })['value']).toBe('600')
  })

  test('by a threshold in the address that is none are those of 15 minutes', async ({ requestAs, app, control }) => {
    await listRuns(control, someRuns)
    for (const minutes of ['0', '10081', '1.5', 'soon', '']) {
      const { text, attributesOf } = await readConsolePage(requestAs, app, `${taskRunsPath}?minutes=${minutes}`)
      expect(text).toMatch(/ Stuck 2 /)
      expect(text).toContain('whole minutes from 1 to 10,080')
      expect(attributesOf('input', { name: 'minutes' })).toMatchObject({ value: '15', 'aria-invalid': 'true' })
    }
  })

  test('a wait for them says so, and keeps what was there', async ({ page, app, control }) => {
    await openTaskRuns(page, app)
    await control.script('pending', { waitsForRelease: true, status: 404, json: { error: 'late' } })
    await threshold(page).fill('30')
    await apply(page).click()
    await expect(page.getByRole('button', { name: 'Applying…' })).toBeVisible()
    await expect(rows(page)).toHaveCount(48)
    await control.release()
    await expect(alertOf(page)).toBeVisible()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('list, filter, threshold and refreshing work', async ({ page, app, control }) => {
    await listRuns(control, [run(1, 4000), run(2, 100), run(3, 10)])
    await openTaskRuns(page, app)
    await expect(rows(page)).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Pause refreshing' })).toBeHidden()
    await expect(page.getByText('Refreshes every 30 seconds')).toBeHidden()
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
    await expect(page.getByText('Reading the task runs')).toBeHidden()
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

  test('has what the filter leaves', async ({ requestAs, app, control }) => {
    await listRuns(control, [run(1, 4000), run(2, 100), run(3, 10)])
    const address = (await readConsolePage(requestAs, app, `${taskRunsPath}?show=stuck&minutes=1`)).link(
      'Export all rows as JSON',
    )
    const answer = await (await requestAs(app, operatorName)).get(app.origin + address)
    expect(answer.headers()['content-disposition']).toContain('staging-stuck-task-runs-')
    const exported = (await answer.json()) as TaskRunRecord[]
    expect(exported.map((run) => run.task_run_id)).toEqual([ulidOf(1), ulidOf(2)])
  })

  test('that fails is no file, but words', async ({ requestAs, app, control }) => {
    await control.script('pending', { status: 401, json: { error: 'Bad key' } })
    const answer = await (await requestAs(app, operatorName)).get(`${app.origin}${exportPath}?format=csv`)
    expect(answer.status()).toBe(502)
    expect(answer.headers()).not.toHaveProperty('content-disposition')
    expect(await answer.text()).toContain('The key was not accepted.')
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
  await expect(page.getByText('No run is stuck.')).toBeVisible()
  await expect(threshold(page)).toBeFocused()
  await press((page) => page.getByRole('link', { name: 'Show all pending runs' }), 'Enter')
  await expect(rows(page)).toHaveCount(2)
  await page.reload()
  await press((page) => page.getByRole('button', { name: 'Pause refreshing' }), 'Space')
  await expect(page.getByRole('button', { name: 'Resume refreshing' })).toBeFocused()
  await press((page) => page.getByRole('region', { name: 'Pending task runs' }), 'ArrowDown')
  await press((page) => row(page, 2).locator('time').first(), 'Tab')
})
