import type { Page } from 'playwright/test'
import { listRuns, openConsole, rows, run, runRow as row, stuckRuns, taskRunsPath, ulidOf } from './steps'
import { expect, test } from '../fixtures'
import type { App } from '../harness/app'
import type { StandInControl } from '../stand-in/control/client'
import { alertOf } from '../connect/page-steps'
import { consoleT } from '../texts'

/* Each test moves the page's clock itself. Otherwise a refresh could run between two steps of a test. */
test.beforeEach(async ({ page }) => {
  const now = Date.now()
  // A new clock is running, and can only be paused at a future time.
  await page.clock.install({ time: now - 3_600_000 })
  await page.clock.pauseAt(now)
})

const refreshNow = (page: Page) => page.getByRole('button', { name: consoleT('taskRuns.refresh.now') })
const reads = async (control: StandInControl) => (await control.received('pending')).length

/** Moves the page's clock in steps until `isTrue`. */
const runUntil = (page: Page, stepMs: number, isTrue: () => Promise<boolean | undefined>) =>
  expect
    .poll(
      async () => {
        await page.clock.runFor(stepMs)
        return isTrue()
      },
      { intervals: [100], timeout: 40_000 },
    )
    .toBe(true)

/** Hides or shows the page, as a switch of tabs does. A page in a test is otherwise always visible. */
const setVisible = (page: Page, isVisible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    isVisible ? 'visible' : 'hidden',
  )

/**
 * Opens the list, and waits until the timer of the first refresh runs. It starts some time after hydration, and moving
 * the clock earlier has no effect. The list says when it was updated as soon as its timer runs.
 */
async function openList(page: Page, app: App, query = ''): Promise<void> {
  await openConsole(page, app, taskRunsPath + query)
  // React uses timers to show streamed content.
  await runUntil(page, 50, () => page.getByText(consoleT('taskRuns.refresh.updated', { age: '0 s' })).isVisible())
}

/** Makes the service list these runs from now on. */
async function listInstead(control: StandInControl, ...runs: ReturnType<typeof run>[]): Promise<void> {
  await control.clearScripts()
  await listRuns(control, runs)
}

/** Waits until the page shows this run, and the refresh has therefore ended. */
const shows = (page: Page, number: number, stepMs = 10) =>
  runUntil(page, stepMs, async () => row(page, number).isVisible())

test('the refresh runs every 30 seconds while the page is visible, online and not paused', async ({
  page,
  context,
  app,
  control,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  await listRuns(control, [run(1, 10)])
  await openList(page, app)

  await test.step('runs after 30 seconds and not earlier', async () => {
    await expect(page.getByText(consoleT('taskRuns.refresh.updated', { age: '0 s' }))).toBeVisible()
    await listInstead(control, run(2, 10), run(3, 5))
    await page.clock.runFor(29_900)
    expect(await reads(control)).toBe(1)
    await page.clock.runFor(100)
    await shows(page, 3)
    await expect(rows(page)).toHaveCount(2)
    expect(await reads(control)).toBe(2)
  })

  await test.step('pauses while the page is hidden, and runs within a second when it is visible again', async () => {
    await setVisible(page, false)
    await page.clock.runFor(61_000)
    expect(await reads(control)).toBe(2)
    await listInstead(control, run(5, 10))
    await setVisible(page, true)
    await shows(page, 5)
    expect(await reads(control)).toBe(3)
  })

  await test.step('does not run when the page is visible again before it is due', async () => {
    await setVisible(page, false)
    await page.clock.runFor(10_000)
    await setVisible(page, true)
    await listInstead(control, run(6, 10))
    await page.clock.runFor(19_000)
    expect(await reads(control)).toBe(3)
    await page.clock.runFor(1000)
    await shows(page, 6)
    expect(await reads(control)).toBe(4)
  })

  await test.step('can be paused and resumed', async () => {
    await page.getByRole('button', { name: consoleT('taskRuns.refresh.pause') }).click()
    await expect(page.getByText(consoleT('taskRuns.refresh.paused'))).toBeVisible()
    await page.clock.runFor(61_000)
    expect(await reads(control)).toBe(4)
    await listInstead(control, run(7, 10))
    await page.getByRole('button', { name: consoleT('taskRuns.refresh.resume') }).click()
    await shows(page, 7)
    expect(await reads(control)).toBe(5)
  })

  await test.step('keeps the rows and shows a message while offline, and continues when online', async () => {
    await context.setOffline(true)
    // On a busy machine, a request fails before React renders that it has begun.
    await page.evaluate(() => {
      const send = window.fetch
      window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
      window.addEventListener('online', () => (window.fetch = send))
    })
    await page.clock.runFor(31_000)
    await expect(alertOf(page)).toContainText(consoleT('taskRuns.refresh.unreachable.title'))
    await expect(alertOf(page)).toContainText(consoleT('taskRuns.refresh.old'))
    await expect(row(page, 7)).toBeVisible()
    await listInstead(control, run(8, 10))
    await context.setOffline(false)
    // In short steps, because the limit of 10 seconds on reaching the app runs on the page's clock too.
    await shows(page, 8, 1000)
    await expect(alertOf(page)).toHaveCount(0)
  })
})

test('the refresh keeps the focus, selection, scroll position and open details', async ({ page, app, control }) => {
  await page.setViewportSize({ width: 1100, height: 400 })
  const some = Array.from({ length: 30 }, (_, index) => run(index + 1, 1000 - index))
  await listRuns(control, some)
  await openList(page, app)
  const copyRunId = consoleT('controls.copy.button', { what: consoleT('taskRuns.ids.task_run_id') })
  const focused = row(page, 20).getByRole('button', { name: copyRunId })
  await row(page, 15).locator('summary').press('Enter')
  await focused.focus()
  await page.evaluate(() => {
    // The first row is the heading of the group.
    const [cell] = document.querySelectorAll('tbody tr:nth-child(21) th span[title]')
    if (cell) getSelection()?.selectAllChildren(cell)
  })
  // A row that is replaced, even for a moment, flickers.
  const keptRow = await row(page, 20).elementHandle()
  const isKept = () => keptRow?.evaluate((element) => element.isConnected)
  const state = () => page.evaluate(() => ({ selected: String(getSelection()), isScrolled: window.scrollY > 200 }))
  const before = await state()
  expect(before).toEqual({ selected: expect.stringContaining(ulidOf(20).slice(-6)), isScrolled: true })

  await listInstead(control, ...some.slice(1), run(31, 1))
  await page.clock.runFor(31_000)
  await expect(row(page, 31)).toHaveCount(1)
  await expect(row(page, 1)).toHaveCount(0)
  await expect(focused).toBeFocused()
  expect([await isKept(), await state()]).toEqual([true, before])
  await expect(row(page, 15).locator('details[open]')).toBeVisible()
  await expect(page.locator('#announcer')).toHaveText('')

  await test.step('keeps the rows when it takes longer than the refresh before', async () => {
    await control.clearScripts()
    await control.script('pending', { waitsForRelease: true, status: 403, json: { error: 'Late' } })
    await page.clock.runFor(31_000)
    await expect.poll(() => reads(control)).toBe(3)
    expect(await isKept()).toBe(true)
    await control.release()
    await expect(alertOf(page)).toContainText(consoleT('problems.forbidden.title'))
    expect(await isKept()).toBe(true)
  })
})

test('a failed refresh waits as long as the service asks, and keeps the old rows', async ({ page, app, control }) => {
  await listRuns(control, [run(1, 10)])
  await openList(page, app)

  await test.step('waits as long as the service asks', async () => {
    await control.clearScripts()
    await control.script('pending', { status: 429, headers: { 'Retry-After': '120' }, json: { error: 'Slow down' } })
    await page.clock.runFor(31_000)
    await expect(alertOf(page)).toContainText(consoleT('problems.retryAfter', { seconds: 120 }))
    await expect(page.getByText(consoleT('taskRuns.refresh.again', { seconds: 120 }))).toBeVisible()
    await listInstead(control, run(1, 10), run(2, 5))
    await page.clock.runFor(119_000)
    expect(await reads(control)).toBe(2)
    await page.clock.runFor(2000)
    await shows(page, 2)
    await expect(alertOf(page)).toHaveCount(0)
  })

  await test.step('keeps the old rows with their age until a refresh succeeds', async () => {
    await control.clearScripts()
    await control.script('pending', { status: 403, json: { error: 'No longer yours' } })
    await listRuns(control, [run(3, 5000)])
    await page.clock.runFor(31_000)
    await expect(alertOf(page)).toContainText('No longer yours')
    await expect(page.getByText(new RegExp(`${consoleT('taskRuns.refresh.old')} \\S+ \\S+ UTC\\.`))).toBeVisible()
    // The age counts from the last successful read.
    await expect(page.getByText(/^Updated [23]\d s ago\.$/)).toBeVisible()
    await expect(rows(page)).toHaveCount(2)
    await refreshNow(page).click()
    await shows(page, 3)
    await expect(rows(page)).toHaveCount(1)
    await expect(alertOf(page)).toHaveCount(0)
    await expect(page.getByText(consoleT('taskRuns.refresh.old'))).toBeHidden()
  })

  await test.step('shows no rows of the former filter', async () => {
    await control.clearScripts()
    await control.script('pending', { status: 403, json: { error: 'No' }, times: 20 })
    await stuckRuns(page).click()
    await expect(page).toHaveURL(`${app.origin}${taskRunsPath}?show=stuck`)
    await expect(alertOf(page)).toContainText(consoleT('problems.forbidden.title'))
    await expect(rows(page)).toHaveCount(0)
    await expect(page.getByText(/^Updated /)).toHaveCount(0)
  })
})

test('the refresh button reads once, and without a session the refresh opens the sign-in', async ({
  page,
  context,
  app,
  control,
}) => {
  const query = '?show=stuck&minutes=30'
  await openList(page, app, query)
  await control.set({ data: { openRuns: 0 } })
  await control.script('pending', { after: 'handle', waitsForRelease: true, status: 503 })
  await refreshNow(page).click()
  // By force, because Playwright would wait until the button is enabled again.
  await page.getByRole('button', { name: consoleT('taskRuns.refresh.refreshing') }).click({ force: true })
  await control.release()
  await expect(page.getByText(consoleT('taskRuns.empty.title'))).toBeVisible()
  const announced = consoleT('taskRuns.refresh.done')
  await runUntil(page, 50, async () => (await page.locator('#announcer').textContent()) === announced)
  await expect(refreshNow(page)).toBeFocused()
  // The three reads are the first page, the press, and its retry after the 503. A second press would add a fourth.
  expect(await reads(control)).toBe(3)
  await expect(page).toHaveURL(`${app.origin}${taskRunsPath}${query}`)

  await context.clearCookies()
  await page.clock.runFor(31_000)
  await expect(page).toHaveURL((url) => url.pathname === '/signin')
  expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(taskRunsPath + query)
})
