import type { Page } from 'playwright/test'
import type { App } from './harness/app'
import type { StandInControl } from './stand-in/control/client'
import { signInAsOperator } from './page-steps'
import { consoleT } from './texts'

export const taskRunsPath = '/console/task-runs'

export async function openTaskRuns(page: Page, app: App, query = ''): Promise<void> {
  await signInAsOperator(page, app)
  await page.goto(app.origin + taskRunsPath + query)
}

/** A run of the stand-in, with the field names of the interface. */
export type TaskRunRecord = Awaited<ReturnType<StandInControl['taskRuns']>>[number]

export const ulidOf = (number: number) => `01JZZZZZZZZZZZZZZZZZZZZ${String(number).padStart(3, '0')}`
export const timeOf = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString()

/** Returns a run that was updated `secondsSinceUpdate` seconds ago. */
export function run(
  number: number,
  secondsSinceUpdate: number,
  fields: { [Field in keyof TaskRunRecord]?: string | number | boolean | null } = {},
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

/** Makes the service list these runs in its next 20 answers. */
export const listRuns = (control: StandInControl, task_runs: ReturnType<typeof run>[], limit = 100) =>
  control.script('pending', {
    json: { status: 'success', data: { task_runs, count: task_runs.length, limit } },
    times: 20,
  })

export const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')
export const row = (page: Page, number: number) => rows(page).filter({ hasText: ulidOf(number).slice(-6) })
export const allRuns = (page: Page) => page.getByRole('link', { name: consoleT('taskRuns.filter.all') })
export const stuckRuns = (page: Page) => page.getByRole('link', { name: consoleT('taskRuns.filter.stuck') })
/** Opens the menu with the form for the threshold. */
export const openThreshold = (page: Page) =>
  page
    .locator('summary')
    .filter({ hasText: consoleT('taskRuns.threshold.menu', { duration: '' }).trim() })
    .click()
export const threshold = (page: Page) => page.getByRole('spinbutton', { name: consoleT('taskRuns.threshold.label') })
export const apply = (page: Page) => page.getByRole('button', { name: consoleT('taskRuns.threshold.apply') })
export const refreshNow = (page: Page) => page.getByRole('button', { name: consoleT('taskRunsRefresh.now') })
