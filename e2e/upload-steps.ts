import type { Page } from 'playwright/test'
import type { App } from './app'
import { expect } from './fixtures'
import { signInAsOperator } from './steps'

export const megabyte = 1024 * 1024

/** A sound CSV with two rows. */
export const smallCsv = 'event_id,task_id\nrun-1,01ARZ3NDEKTSV4RRFFQ69G5FAV\nrun-2,01ARZ3NDEKTSV4RRFFQ69G5FAV\n'

/** A sound CSV of about so many bytes. */
export function largeCsv(bytes: number): Buffer {
  const row = `run,${'x'.repeat(995)}\n`
  return Buffer.concat([Buffer.from('event_id,note\n'), Buffer.alloc(Math.floor(bytes / row.length) * row.length, row)])
}

export const uploadsAddress = (app: App) => `${app.origin}/console/uploads`

export const uploadButton = (page: Page) => page.getByRole('button', { name: 'Upload', exact: true })

/** What the page says of a file without a fault. */
export const soundFile = (page: Page) => page.getByText(/^No fault found/)

export async function openUploads(page: Page, app: App): Promise<void> {
  await signInAsOperator(page, app)
  await page.goto(uploadsAddress(app))
}

/** Chooses a file, which is checked then. */
export async function chooseFile(page: Page, content: string | Buffer, name = 'runs.csv'): Promise<void> {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content
  await page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer })
}

/** Chooses a sound file and presses the button. */
export async function uploadFile(page: Page, content: string | Buffer = smallCsv): Promise<void> {
  await chooseFile(page, content)
  await expect(soundFile(page)).toBeVisible()
  await uploadButton(page).click()
}
