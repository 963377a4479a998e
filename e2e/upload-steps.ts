import { randomUUID } from 'node:crypto'
import { stat, writeFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import type { App } from './harness/app'
import { expect, test } from './fixtures'
import { signInAsOperator } from './page-steps'

export const megabyte = 1024 * 1024

/**
 * Returns a valid CSV with two rows. It differs each time, because the console recognizes files that were sent before.
 */
export const smallCsv = () => {
  const run = randomUUID()
  return `event_id,task_id\n${run}-1,01ARZ3NDEKTSV4RRFFQ69G5FAV\n${run}-2,01ARZ3NDEKTSV4RRFFQ69G5FAV\n`
}

/** A file on disk. A browser reads it faster than data from the test. */
interface LargeFile {
  path: string
  sizeBytes: number
}

/** Writes a valid CSV of about `bytes` bytes to the test's output folder. */
export async function largeCsv(bytes: number): Promise<LargeFile> {
  const row = `run,${'x'.repeat(995)}\n`
  const rows = Buffer.alloc(Math.floor(bytes / row.length) * row.length, row)
  const path = test.info().outputPath('runs.csv')
  await writeFile(path, [`event_id,note\n${randomUUID()},first\n`, rows])
  return { path, sizeBytes: (await stat(path)).size }
}

export const uploadsAddress = (app: App) => `${app.origin}/console/uploads`

export const uploadButton = (page: Page) => page.getByRole('button', { name: 'Upload', exact: true })

/** Finds the message of the page for a file without a fault. */
export const soundFile = (page: Page) => page.getByRole('main').getByText(/^No problems found/)

export async function openUploads(page: Page, app: App): Promise<void> {
  await signInAsOperator(page, app)
  await page.goto(uploadsAddress(app))
}

/** Chooses a file, which the page then checks. */
export async function chooseFile(page: Page, file: string | Buffer | LargeFile, name = 'runs.csv'): Promise<void> {
  const field = page.getByLabel('CSV file')
  // The file dialog does this too. Otherwise the browser sees no change when the user chooses the same file again.
  await field.setInputFiles([])
  if (typeof file === 'object' && 'path' in file) await field.setInputFiles(file.path)
  else await field.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(file) })
}

/** Chooses a valid file and presses Upload. */
export async function uploadFile(page: Page, file: string | LargeFile = smallCsv()): Promise<void> {
  await chooseFile(page, file)
  await expect(soundFile(page)).toBeVisible()
  await uploadButton(page).click()
}
