import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import type { App } from './harness/app'
import { expect, test } from './fixtures'
import type { StandInControl } from './stand-in/control/client'
import { operatorName } from './harness/people'
import { alertOf, signInAsOperator } from './steps'

const path = '/console/task-runs'
const exportPath = `${path}/export`

async function open(page: Page, app: App, query = ''): Promise<void> {
  await signInAsOperator(page, app)
  await page.goto(app.origin + path + query)
}

type Record = Awaited<ReturnType<StandInControl['taskRuns']>>[number]

const ulidOf = (number: number) => `01JZZZZZZZZZZZZZZZZZZZZ${String(number).padStart(3, '0')}`
const timeOf = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString()

/** A run of which the service says that it was updated so long ago. */
function run(
  number: number,
  secondsSinceUpdate: number,
  fields: { [Field in keyof Record]?: string | number | boolean | null } = {},
) {
  return {
    task_run_id: ulidOf(number),
    task_id: '01HZZZZZZZZZZZZZZZZZZZZZZZ',
    event_id: `event-${number}`,
    status: 'in_progress',
    blockchain_status: 'running',
    validated_at: null,
    raw_data_invalid: false,
    force_ended: false,
    ingested_at: timeOf(secondsSinceUpdate + 60),
    updated_at: timeOf(secondsSinceUpdate),
    seconds_since_update: secondsSinceUpdate,
    ...fields,
  }
}

/** Has the service list these runs, as often as it is asked. */
const listed = (control: StandInControl, task_runs: ReturnType<typeof run>[], limit = 100) =>
  control.script('pending', {
    json: { status: 'success', data: { task_runs, count: task_runs.length, limit } },
    times: 20,
  })

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')
const row = (page: Page, number: number) => rows(page).filter({ hasText: ulidOf(number).slice(-6) })
const allRuns = (page: Page) => page.getByRole('link', { name: /^All pending/ })
const stuckRuns = (page: Page) => page.getByRole('link', { name: /^Stuck/ })
const threshold = (page: Page) => page.getByRole('spinbutton', { name: 'Stuck after, in minutes' })
const apply = (page: Page) => page.getByRole('button', { name: 'Apply' })
const refreshNow = (page: Page) => page.getByRole('button', { name: 'Refresh now' })

test.describe('the list', () => {
  test('has every pending run, in the order of the service, with all that is known of it', async ({
    page,
    app,
    control,
  }) => {
    await open(page, app)
    const pending = (await control.taskRuns())
      .filter((run) => run.blockchain_status !== 'finished')
      .sort((a, b) => a.updated_at.localeCompare(b.updated_at))
    await expect(rows(page)).toHaveCount(48)
    const shown = await rows(page).getByRole('rowheader').allInnerTexts()
    expect(shown.map((text) => text.slice(-6))).toEqual(pending.map((run) => run.task_run_id.slice(-6)))
    for (const name of ['Copy task run ID', 'Copy task ID', 'Copy event ID']) {
      await expect(page.getByRole('button', { name })).toHaveCount(48)
    }
    expect(await control.received('pending')).toHaveLength(1)
  })

  test('shows both statuses, the flags and what they mean', async ({ page, app, control }) => {
    await listed(control, [
      run(1, 90, { blockchain_status: 'pending' }),
      run(2, 80, { status: 'completed', raw_data_invalid: true }),
      run(3, 70, { status: 'completed', force_ended: true }),
      run(4, 60, { validated_at: timeOf(3600) }),
    ])
    await open(page, app)
    await expect(row(page, 1)).toContainText(/On time.*Pending.*In progress.*Not yet.*None/)
    await expect(row(page, 2)).toContainText(/Running.*Completed.*Never to be validated.*Raw data invalid/)
    await expect(row(page, 3)).toContainText(/Completed.*Not yet.*Without raw data/)
    await expect(row(page, 4)).toContainText(/On time.*1 hour ago.*None/)
    await page.getByText('What the words in this list mean').click()
    await expect(page.getByText('Ended by force, so no raw data were produced.')).toBeVisible()
  })

  test('shows a run that is completed on chain but not validated as waiting for that alone, however old', async ({
    page,
    app,
    control,
  }) => {
    const finished = { status: 'completed', blockchain_status: 'finished' }
    await listed(control, [
      run(1, 9_000_000, finished),
      run(2, 9_000_000, { ...finished, raw_data_invalid: true }),
      run(3, 9_000_000, { ...finished, validated_at: timeOf(60) }),
    ])
    await open(page, app)
    await expect(row(page, 1)).toContainText(/Waiting for validation.*Finished.*Not yet/)
    await expect(row(page, 2)).toContainText(/Never to be validated.*Finished/)
    await expect(row(page, 3)).toContainText(/Validated.*Finished/)
    await expect(stuckRuns(page)).toHaveText('Stuck 0')
  })

  test('shows words that it does not know as they come, as text', async ({ page, app, control }) => {
    await listed(control, [
      run(1, 10, { status: '<b>paused</b>', blockchain_status: 'constructor', event_id: '\u202e=1+1' }),
    ])
    await open(page, app)
    await expect(row(page, 1)).toContainText(/On time.*constructor.*<b>paused<\/b>/)
    await expect(row(page, 1)).toContainText('=1+1')
  })

  test('gives times by the service’s clock: exact on hover, on focus and in UTC', async ({ page, app, control }) => {
    // The service's clock is a day ahead of ours.
    const updated = new Date(Date.now() + 86_400_000)
    await listed(control, [run(1, 125, { updated_at: updated.toISOString(), ingested_at: timeOf(-86_000) })])
    await open(page, app)
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
    const notice = page.getByText('More runs are pending than are shown here.')
    await control.set({ data: { openRuns: 100 } })
    await open(page, app)
    await expect(notice).toBeVisible()
    await expect(allRuns(page)).toHaveText('All pending 100+')
    await control.set({ data: { openRuns: 99 } })
    await page.reload()
    await expect(rows(page)).toHaveCount(99)
    await expect(allRuns(page)).toHaveText('All pending 99')
    await expect(notice).toBeHidden()
  })

  test('says that more may be stuck where all that are listed are', async ({ page, app, control }) => {
    await listed(control, [run(1, 5000), run(2, 4000)], 2)
    await open(page, app)
    await expect(stuckRuns(page)).toHaveText('Stuck 2+')
    await expect(page.getByText('more of the others may be too')).toBeVisible()
  })

  test('that is empty says so', async ({ page, app, control }) => {
    await control.set({ data: { openRuns: 0 } })
    await open(page, app)
    await expect(page.getByText('No run is pending.')).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
  })

  test('says that it is being read', async ({ page, app, control }) => {
    await control.script('pending', { waitsForRelease: true, status: 404, json: { error: 'late' } })
    await signInAsOperator(page, app)
    await page.goto(app.origin + path, { waitUntil: 'commit' })
    await expect(page.getByRole('status').filter({ hasText: 'Reading the task runs' })).toBeVisible()
    await control.release()
    await expect(alertOf(page)).toBeVisible()
  })

  test('that cannot be read says why, and is read by a retry', async ({ page, app, control }) => {
    await control.script('pending', { status: 401, json: { error: 'Key expired' } })
    await open(page, app, '?show=stuck')
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
    await listed(control, someRuns)
    await open(page, app)
    await expect(rows(page)).toHaveCount(5)
    await expect(row(page, 1)).toContainText(/Stuck.*no update for 1 h 6 min/)
    await expect(row(page, 2)).toContainText('Stuck')
    await expect(row(page, 3)).toContainText('On time')
    const colourOf = (number: number) => row(page, number).evaluate((tr) => getComputedStyle(tr).backgroundColor)
    expect(await colourOf(2)).not.toBe(await colourOf(3))

    await expect(stuckRuns(page)).toHaveText('Stuck 2')
    await stuckRuns(page).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(page).toHaveURL(`${app.origin}${path}?show=stuck`)
    await expect(stuckRuns(page)).toHaveAttribute('aria-current', 'true')
    await page.goBack()
    await expect(rows(page)).toHaveCount(5)
    await page.goForward()
    await expect(rows(page)).toHaveCount(2)
    await page.reload()
    await expect(rows(page)).toHaveCount(2)
  })

  test('are so by a threshold that the page sets', async ({ page, app, control }) => {
    await listed(control, someRuns)
    await open(page, app, '?show=stuck')
    await expect(threshold(page)).toHaveValue('15')
    await threshold(page).fill('1')
    await apply(page).click()
    await expect(rows(page)).toHaveCount(4)
    await expect(page).toHaveURL(`${app.origin}${path}?show=stuck&minutes=1`)
    await allRuns(page).click()
    await expect(rows(page)).toHaveCount(5)
    await expect(row(page, 4)).toContainText('Stuck')
    await expect(page).toHaveURL(`${app.origin}${path}?minutes=1`)
    await page.goBack()
    await page.goBack()
    await expect(rows(page)).toHaveCount(2)
    await expect(threshold(page)).toHaveValue('15')
  })

  test('there are none: that is said, and the others are a link away', async ({ page, app, control }) => {
    await listed(control, someRuns)
    await open(page, app, '?show=stuck&minutes=600')
    await expect(page.getByText('No run is stuck.')).toBeVisible()
    await page.getByRole('link', { name: 'Show all pending runs' }).click()
    await expect(rows(page)).toHaveCount(5)
    await expect(threshold(page)).toHaveValue('600')
  })

  test('by a threshold in the address that is none are those of 15 minutes', async ({ page, app, control }) => {
    await listed(control, someRuns)
    for (const minutes of ['0', '10081', '1.5', 'soon', '']) {
      await open(page, app, `?minutes=${minutes}`)
      await expect(stuckRuns(page)).toHaveText('Stuck 2')
      await expect(alertOf(page)).toContainText('whole minutes from 1 to 10,080')
      await expect(threshold(page)).toHaveAttribute('aria-invalid', 'true')
    }
  })

  test('a wait for them says so, and keeps what was there', async ({ page, app, control }) => {
    await open(page, app)
    await control.script('pending', { waitsForRelease: true, status: 404, json: { error: 'late' } })
    await threshold(page).fill('30')
    await apply(page).click()
    await expect(page.getByRole('button', { name: 'Applying…' })).toBeVisible()
    await expect(rows(page)).toHaveCount(48)
    await control.release()
    await expect(alertOf(page)).toBeVisible()
  })
})

test.describe('refreshing', () => {
  test.beforeEach(({ page }) => page.clock.install())

  const reads = async (control: StandInControl) => (await control.received('pending')).length

  /** As if another tab were in front of it; a page that a test drives is always to be seen. */
  const setVisible = (page: Page, isVisible: boolean) =>
    page.evaluate(
      (state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      },
      isVisible ? 'visible' : 'hidden',
    )

  /** Until the page's script has taken over: the exact time of the read is then its own. */
  const ready = (page: Page) =>
    expect
      .poll(() => refreshNow(page).evaluate((button) => Object.keys(button).some((key) => key.startsWith('__react'))))
      .toBe(true)

  test('comes every 30 seconds, and not before', async ({ page, app, control }) => {
    await listed(control, [run(1, 10)])
    await open(page, app)
    await ready(page)
    await expect(page.getByText('Refreshes every 30 seconds.')).toBeVisible()
    await control.clearScripts()
    await listed(control, [run(2, 10), run(3, 5)])
    await page.clock.runFor(28_000)
    expect(await reads(control)).toBe(1)
    await page.clock.runFor(2500)
    await expect(rows(page)).toHaveCount(2)
    await expect(row(page, 3)).toBeVisible()
    expect(await reads(control)).toBe(2)
    await expect
      .poll(async () => {
        await page.clock.runFor(31_000)
        return reads(control)
      })
      .toBeGreaterThan(2)
  })

  test('changes what has changed and nothing else: no flicker, no lost focus, selection or scrolling', async ({
    page,
    app,
    control,
  }) => {
    await page.setViewportSize({ width: 500, height: 700 })
    const some = Array.from({ length: 30 }, (_, index) => run(index + 1, 1000 - index))
    await listed(control, some)
    await open(page, app)
    await ready(page)
    const region = page.getByRole('region', { name: 'Pending task runs' })
    await row(page, 20).getByRole('button', { name: 'Copy task run ID' }).focus()
    await region.evaluate((element) => element.scrollTo(60, 300))
    await page.evaluate(() => {
      const [cell] = document.querySelectorAll('tbody tr:nth-child(20) th span[title]')
      if (cell) getSelection()?.selectAllChildren(cell)
      // Whatever appears in place of the table, even for a moment, is a flicker.
      const seen = window as unknown as { removedTables: number }
      seen.removedTables = 0
      new MutationObserver((records) => {
        for (const node of records.flatMap((record) => [...record.removedNodes])) {
          if (node instanceof Element && (node.matches('table') || node.querySelector('table'))) seen.removedTables += 1
        }
      }).observe(document.body, { childList: true, subtree: true })
    })
    const kept = await row(page, 20).elementHandle()
    const selected = await page.evaluate(() => String(getSelection()))
    expect(selected).toContain(ulidOf(20).slice(-6))

    await control.clearScripts()
    await listed(control, [...some.slice(1), run(31, 1)])
    await page.clock.runFor(31_000)
    await expect(row(page, 31)).toHaveCount(1)
    await expect(row(page, 1)).toHaveCount(0)
    expect(await kept?.evaluate((element) => element.isConnected)).toBe(true)
    await expect(row(page, 20).getByRole('button', { name: 'Copy task run ID' })).toBeFocused()
    expect(await page.evaluate(() => String(getSelection()))).toBe(selected)
    expect(await region.evaluate((element) => [element.scrollLeft > 0, element.scrollTop > 200])).toEqual([true, true])
    expect(await page.evaluate(() => (window as unknown as { removedTables: number }).removedTables)).toBe(0)
    await expect(page.locator('#console-announcer')).toHaveText('')
  })

  test('pauses while the page is hidden, and is made up for as it is seen again', async ({ page, app, control }) => {
    await open(page, app)
    await ready(page)
    await setVisible(page, false)
    await page.clock.runFor(300_000)
    expect(await reads(control)).toBe(1)
    await setVisible(page, true)
    await page.clock.runFor(10)
    await expect.poll(() => reads(control)).toBe(2)
  })

  test('is not made up for where it is not due yet', async ({ page, app, control }) => {
    await open(page, app)
    await ready(page)
    await setVisible(page, false)
    await page.clock.runFor(10_000)
    await setVisible(page, true)
    await page.clock.runFor(15_000)
    expect(await reads(control)).toBe(1)
    await page.clock.runFor(6000)
    await expect.poll(() => reads(control)).toBe(2)
  })

  test('can be stopped, and started again', async ({ page, app, control }) => {
    await open(page, app)
    await ready(page)
    await page.getByRole('button', { name: 'Pause refreshing' }).click()
    await expect(page.getByText('Does not refresh by itself now.')).toBeVisible()
    await page.clock.runFor(120_000)
    expect(await reads(control)).toBe(1)
    await page.getByRole('button', { name: 'Resume refreshing' }).click()
    await page.clock.runFor(10)
    await expect.poll(() => reads(control)).toBe(2)
  })

  test('by the button is at once, said, and not twice', async ({ page, app, control }) => {
    await open(page, app, '?show=stuck')
    await ready(page)
    await control.set({ data: { openRuns: 0 } })
    await control.script('pending', { after: 'handle', waitsForRelease: true, status: 503 })
    await refreshNow(page).click()
    // By force: playwright would wait until the button is one to be pressed again.
    await page.getByRole('button', { name: 'Refreshing…' }).click({ force: true })
    await control.release()
    await expect(page.getByText('No run is pending.')).toBeVisible()
    await page.clock.runFor(100)
    await expect(page.locator('#console-announcer')).toHaveText('The list is up to date.')
    await expect(refreshNow(page)).toBeFocused()
    // The first answer was scripted away: its retry is the third, and a second press would be a fourth.
    expect(await reads(control)).toBe(3)
    await expect(page).toHaveURL(`${app.origin}${path}?show=stuck`)
  })

  test('that fails keeps the old rows and says how old they are, until one succeeds', async ({
    page,
    app,
    control,
  }) => {
    await listed(control, [run(1, 10), run(2, 5)])
    await open(page, app)
    await ready(page)
    const readAt = await page.getByRole('main').locator('p > time').first().innerText()
    await control.clearScripts()
    await control.script('pending', { status: 403, json: { error: 'No longer yours' }, times: 2 })
    await page.clock.runFor(31_000)
    await expect(alertOf(page)).toContainText('The key may not do this.')
    await expect(alertOf(page)).toContainText('No longer yours')
    await expect(page.getByText(`The list below is old: it is as it was at ${readAt}`)).toBeVisible()
    await expect(page.getByText(`Updated ${readAt}`)).toBeVisible()
    await expect(rows(page)).toHaveCount(2)

    await listed(control, [run(3, 5)])
    await refreshNow(page).click()
    await expect.poll(() => reads(control)).toBe(3)
    await expect(rows(page)).toHaveCount(2)
    // One that falls due while another is under way is left out, so the next may be the one after it.
    await expect(async () => {
      await page.clock.runFor(31_000)
      await expect(row(page, 3)).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(rows(page)).toHaveCount(1)
    await expect(alertOf(page)).toHaveCount(0)
    await expect(page.getByText('The list below is old')).toBeHidden()
  })

  test('that takes longer than the one before takes nothing away meanwhile', async ({ page, app, control }) => {
    await listed(control, [run(1, 10)])
    await open(page, app)
    await ready(page)
    await control.clearScripts()
    await control.script('pending', { waitsForRelease: true, status: 403, json: { error: 'Late' } })
    const kept = await row(page, 1).elementHandle()
    await page.clock.runFor(31_000)
    await expect.poll(() => reads(control)).toBe(2)
    expect(await kept?.evaluate((element) => element.isConnected)).toBe(true)
    await control.release()
    await expect(alertOf(page)).toContainText('The key may not do this.')
    expect(await kept?.evaluate((element) => element.isConnected)).toBe(true)
  })

  test('that fails under another filter shows no rows of the former one', async ({ page, app, control }) => {
    await listed(control, [run(1, 5000), run(2, 5)])
    await open(page, app)
    await ready(page)
    await control.clearScripts()
    await control.script('pending', { status: 403, json: { error: 'No' } })
    await stuckRuns(page).click()
    await expect(alertOf(page)).toContainText('The key may not do this.')
    await expect(rows(page)).toHaveCount(0)
  })

  test('waits as long as the service asks to', async ({ page, app, control }) => {
    await listed(control, [run(1, 10)])
    await open(page, app)
    await ready(page)
    await control.clearScripts()
    await control.script('pending', { status: 429, headers: { 'Retry-After': '120' }, json: { error: 'Slow down' } })
    await page.clock.runFor(31_000)
    await expect(alertOf(page)).toContainText('It asks to wait 120 seconds first.')
    await expect(page.getByText('It is tried again every 120 seconds.')).toBeVisible()
    await page.clock.runFor(110_000)
    expect(await reads(control)).toBe(2)
    await page.clock.runFor(11_000)
    await expect.poll(() => reads(control)).toBe(3)
    await expect(alertOf(page)).toHaveCount(0)
  })

  test.describe('without a network', () => {
    test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })
    test('keeps the page, says so, and goes on once there is one', async ({ page, context, app, control }) => {
      await open(page, app)
      await ready(page)
      await context.setOffline(true)
      await page.clock.runFor(31_000)
      await expect(alertOf(page)).toContainText('This console could not be reached.')
      await expect(alertOf(page)).toContainText('The list below is old')
      await expect(rows(page)).toHaveCount(48)
      await context.setOffline(false)
      await page.clock.runFor(31_000)
      await expect(alertOf(page)).toHaveCount(0)
      await expect.poll(() => reads(control)).toBe(2)
    })
  })

  test('leads to the sign-in, and back to the same runs, once the session is over', async ({ page, app, context }) => {
    await open(page, app, '?show=stuck&minutes=30')
    await ready(page)
    await context.clearCookies()
    await page.clock.runFor(31_000)
    await expect(page).toHaveURL(
      `${app.origin}/signin?callbackUrl=${encodeURIComponent(`${path}?show=stuck&minutes=30`)}`,
    )
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('list, filter, threshold and refreshing work', async ({ page, app, control }) => {
    await listed(control, [run(1, 4000), run(2, 100), run(3, 10)])
    await open(page, app)
    await expect(rows(page)).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Pause refreshing' })).toBeHidden()
    await expect(page.getByText('Refreshes every 30 seconds')).toBeHidden()
    await stuckRuns(page).click()
    await expect(rows(page)).toHaveCount(1)
    await threshold(page).fill('1')
    await apply(page).click()
    await expect(rows(page)).toHaveCount(2)
    await control.clearScripts()
    await listed(control, [run(1, 4000)])
    await refreshNow(page).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL((url) => url.search.startsWith('?show=stuck&minutes=1'))
  })

  test('a long list is whole, and in its place', async ({ page, app, control }) => {
    await control.set({ data: { openRuns: 100 } })
    await open(page, app)
    await expect(page.getByRole('main').getByRole('table').locator('tbody').getByRole('row')).toHaveCount(100)
    await expect(page.getByRole('row')).toHaveCount(101)
    await expect(page.getByText('Reading the task runs')).toBeHidden()
  })
})

test.describe('the export', () => {
  test('has all that is listed, under the interface’s own names, formulas escaped', async ({ page, app, control }) => {
    await listed(control, [
      run(1, 4000, { event_id: '=HYPERLINK("https://stranger.example")' }),
      run(2, 10, { raw_data_invalid: true, validated_at: '2026-01-31T12:00:00Z' }),
    ])
    await open(page, app)
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
    await listed(control, [run(1, 4000), run(2, 100), run(3, 10)])
    await open(page, app, '?show=stuck&minutes=1')
    const address = await page.getByRole('link', { name: 'Export all rows as JSON' }).getAttribute('href')
    const answer = await page.request.get(app.origin + address)
    expect(answer.headers()['content-disposition']).toContain('staging-stuck-task-runs-')
    const exported = (await answer.json()) as Record[]
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
  await listed(control, [run(1, 4000), run(2, 10)])
  await open(page, app)
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
