import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import type { App } from '../harness/app'
import { expect } from '../fixtures'
import { operatorName } from '../harness/people'
import type { Visitor } from '../harness/visitor'
import type { ReceivedPage } from '../received-page'
import type { StandInControl } from '../stand-in/control/client'
import { signIn } from '../steps'
import { consoleT } from '../texts'

/* What several tests of the console share: paths, answers of the service, and steps. */

/** Opens a page of the console in Chromium as an operator. With `commit`, it does not wait until the page is whole. */
export async function openConsole(
  page: Page,
  app: App,
  path = '/console',
  waitUntil: 'load' | 'commit' = 'load',
): Promise<void> {
  await signIn(page, app, operatorName)
  await page.goto(app.origin + path, { waitUntil })
}

/** Finds the menu in the head of a page that has this button. */
export const menuButton = (page: Page, text: string): Locator =>
  page.locator('.menu > button').filter({ hasText: text })

export const conversionsPath = '/console/conversions'

/** Returns the query strings of the requests for conversions that the service received. */
export async function askedConversions(control: StandInControl): Promise<string[]> {
  return (await control.received('conversions')).map(({ target }) => target.split('?')[1] ?? '')
}

/** Returns the time of the conversion in a row of the list, and the URL of its page. `row` starts at 0. */
export function linkTo(list: ReceivedPage, row: number): { time: string; address: string } {
  const link = list.elements('tbody th a')[row]
  if (!link) throw new Error(`The list has no row ${row}.`)
  return {
    time: link.querySelector('time')?.getAttribute('datetime') ?? '',
    address: link.getAttribute('href') ?? '',
  }
}

/** Returns an answer of the service with one conversion. Its amounts add up unless `change` alters them. */
export function conversionWith(change: Record<string, unknown>) {
  const user_breakdown = [
    { wallet_address: '=1+1', user_id: 'user 1', subnet_points: 30, share_percentage: 75, bolts_earned: 60.5 },
    { wallet_address: 'wallet 2', user_id: 'user 2', subnet_points: 10, share_percentage: 25, bolts_earned: 20 },
  ]
  const conversion = {
    conversion_id: 'good',
    converted_at: '2026-01-05T01:00:00Z',
    period_started_at: '2025-12-29T00:00:00Z',
    period_ended_at: '2026-01-05T00:00:00Z',
    total_subnet_points_in_pool: 40,
    gross_bolts_allocation: 100,
    total_bolts_distributed: 100,
    user_bolts_distributed: 80.5,
    owner_bolts_distributed: 19.5,
    user_breakdown,
    ...change,
  }
  const data = { conversions: [conversion], pagination: { page: 1, limit: 1, total: 1 } }
  return { answer: { status: 'success', data } }
}

export const resourcesPath = '/console/resources'

/** Returns a resource in the format of the service. */
export const resource = (number: number, fields = {}) => ({
  id: `01J00000000000000000000${String(number).padStart(3, '0')}`,
  name: `Resource ${number}`,
  resource_type: 'device',
  resource_subtype: 'dashcam',
  resource_pda: `1111111111111111111111111111111111111111${String(number).padStart(3, '0')}`,
  active: true,
  ...fields,
})

export const taskRunsPath = '/console/task-runs'

/** A run of the stand-in, with the field names of the interface. */
type TaskRunRecord = Awaited<ReturnType<StandInControl['taskRuns']>>[number]

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

/** Finds the rows of the tables, without the headings of their groups. */
export const rows = (page: Page) =>
  page
    .getByRole('table')
    .locator('tbody')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
export const runRow = (page: Page, number: number) => rows(page).filter({ hasText: ulidOf(number).slice(-6) })
export const stuckRuns = (page: Page) => page.getByRole('link', { name: consoleT('taskRuns.filter.stuck') })

export const uploadsPath = '/console/uploads'

/**
 * Returns a valid CSV with two rows. It differs each time, because the console recognizes files that were sent before.
 */
export const smallCsv = () => {
  const run = randomUUID()
  return `event_id,task_id\n${run}-1,01ARZ3NDEKTSV4RRFFQ69G5FAV\n${run}-2,01ARZ3NDEKTSV4RRFFQ69G5FAV\n`
}

/** Sends a file to the route handler, as the page's script does. */
export function postFile(visitor: Visitor, headers: Record<string, string> = {}): ReturnType<Visitor['send']> {
  const body = smallCsv()
  const ofFile = { 'Content-Type': 'text/csv', 'X-File-Name': 'runs.csv' }
  return visitor.send(`${uploadsPath}/file`, { body, headers: { Origin: visitor.origin, ...ofFile, ...headers } })
}

/** A file on disk. A browser reads it faster than data from the test. */
export interface FileOnDisk {
  path: string
}

export const uploadButton = (page: Page) => page.getByRole('button', { name: 'Upload', exact: true })

/** Finds the message of the page for a file without a fault. */
export const soundFile = (page: Page) => page.getByRole('main').getByText(/^No problems found/)

/** Chooses a file, which the page then checks. */
export async function chooseFile(page: Page, file: string | Buffer | FileOnDisk, name = 'runs.csv'): Promise<void> {
  const field = page.getByLabel('CSV file')
  // The file dialog does this too. Otherwise the browser sees no change when the user chooses the same file again.
  await field.setInputFiles([])
  if (typeof file === 'object' && 'path' in file) await field.setInputFiles(file.path)
  else await field.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(file) })
}

/** Chooses a valid file and presses Upload. */
export async function uploadFile(page: Page, file: string | FileOnDisk = smallCsv()): Promise<void> {
  await chooseFile(page, file)
  await expect(soundFile(page)).toBeVisible()
  await uploadButton(page).click()
}
