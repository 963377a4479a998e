import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, test, waitForReact } from './fixtures'
import { alertOf } from './page-steps'
import { consoleT } from './texts'
import { chooseFile, openUploads, smallCsv, soundFile, uploadButton, uploadFile } from './upload-steps'

/* Choosing a file, its check, and its result. console-uploads-sending.spec.ts tests the sending. */

test('an operator sees, sends and lists a valid file, then sends another, and the same file only after a warning', async ({
  page,
  app,
  control,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  await openUploads(page, app)
  const csv = 'event_id,task_id\nrun-1,01ARZ3NDEKTSV4RRFFQ69G5FAV\nrun-2,01ARZ3NDEKTSV4RRFFQ69G5FAV\n'

  await test.step('the page shows its contents before the upload', async () => {
    await chooseFile(page, csv, 'läufe "1".csv')
    await expect(soundFile(page)).toHaveText(consoleT('uploadForm.check.sound', { count: 2 }))
    const table = page.getByRole('table', { name: consoleT('uploadForm.check.preview', { count: 2 }) })
    await expect(table.getByRole('row').nth(1)).toHaveText('2run-101ARZ3NDEKTSV4RRFFQ69G5FAV')
    // The field has the name of the file, and the page announces the check.
    await expect(page.getByLabel('CSV file')).toHaveValue(/läufe "1"\.csv$/)
    await expect(page.locator('#announcer')).toHaveText(consoleT('uploadForm.check.sound', { count: 2 }))
    expect(await control.received('upload')).toEqual([])
  })

  const result = page.getByRole('status').filter({ hasText: '2 rows queued' })
  await test.step('the button sends it', async () => {
    await uploadButton(page).click()
    await expect(result).toBeFocused()
    const [batch] = await control.uploads()
    expect(batch).toMatchObject({ file_name: 'läufe %221%22.csv', queued: 2, failed: 0 })
    await expect(result).toContainText(batch?.id ?? 'no batch')
    await expect(result.getByRole('button', { name: 'Copy Batch ID' })).toBeVisible()
    await expect(uploadButton(page)).toHaveCount(0)
    await control.advanceClock(30_000)
    expect((await control.taskRuns()).map((run) => run.event_id)).toEqual(expect.arrayContaining(['run-1', 'run-2']))
  })

  await test.step('another file can follow', async () => {
    await uploadFile(page, 'a,b\n1,2\n')
    await expect(page.getByText('1 row queued')).toBeVisible()
    expect(await control.uploads()).toHaveLength(2)
  })

  await test.step('the list has it with its batch, and a second upload needs an answer to a warning', async () => {
    const [batch] = await control.uploads()
    const batches = page.getByRole('table', { name: consoleT('uploads.batches.title') })
    await expect(batches.getByRole('row').filter({ hasText: batch?.id ?? 'no batch' })).toContainText(
      /läufe "1"\.csv.*Olga/,
    )
    await uploadFile(page, csv)
    await expect(alertOf(page)).toContainText(consoleT('uploadForm.outcomes.sent_before.title'))
    await expect(alertOf(page)).toContainText(batch?.id ?? 'no batch')
    expect(await control.uploads()).toHaveLength(2)
    await page.getByRole('button', { name: consoleT('uploadForm.uploadTwice') }).click()
    await expect(page.getByText('2 rows queued')).toBeVisible()
    expect(await control.uploads()).toHaveLength(3)
  })

  await test.step('its batch has a page', async () => {
    const batch = (await control.uploads()).at(-1)
    await result.getByRole('link', { name: consoleT('uploadForm.outcomes.taken.page') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(consoleT('uploads.batch.heading'))
    await expect(page.getByRole('definition').first()).toHaveText(batch?.id ?? 'no batch')
    await expect(page).toHaveTitle(new RegExp(`^Batch ${batch?.id} · `))
  })

  await page.getByRole('link', { name: consoleT('uploads.batch.taskRuns') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Task runs')
})

test('a single file can be dropped or chosen, appears as text, and cannot be sent when it has a fault', async ({
  page,
  app,
}) => {
  await openUploads(page, app)

  await test.step('one file can be dropped, but not two at once', async () => {
    await drop(page, ['one.csv', 'two.csv'])
    await expect(alertOf(page)).toHaveText(consoleT('uploadForm.file.several'))
    await drop(page, ['one.csv'])
    await expect(alertOf(page)).toHaveCount(0)
    await expect(page.getByText('one.csv')).toBeVisible()
    await expect(page.getByLabel('CSV file')).toHaveValue(/one\.csv$/)
    await expect(page.getByLabel('CSV file')).toBeFocused()
    await expect(soundFile(page)).toHaveText(consoleT('uploadForm.check.sound', { count: 1 }))
  })

  await test.step('markup appears as text', async () => {
    await chooseFile(page, '<img src=x onerror=alert(1)>,b\n<b>bold</b>,"two\nlines"\n', '<i>name</i>.csv')
    await expect(page.getByRole('cell', { name: '<b>bold</b>' })).toBeVisible()
    await expect(page.getByText('<i>name</i>.csv')).toBeVisible()
  })

  // lib/console/uploads/csv-check.test.ts tests each fault.
  for (const [content, message] of [
    [Buffer.from('a,b\n1,caf\u00e9\n', 'latin1'), consoleT('uploadForm.faults.not_utf8', { line: 2 })],
    ['a,b,a\n1,2,3\n', 'Line 1: more than one column is named a.'],
  ] as const) {
    await test.step(`a file with a fault cannot be sent, but its corrected version can: ${message}`, async () => {
      await chooseFile(page, content)
      await expect(alertOf(page)).toContainText(consoleT('uploadForm.check.faultsThatStop'))
      await expect(alertOf(page)).toContainText(message)
      await expect(uploadButton(page)).toHaveCount(0)
      // Corrected, under the same name.
      await chooseFile(page, smallCsv())
      await expect(uploadButton(page)).toBeEnabled()
    })
  }

  await test.step('rows with too few or too many cells can be downloaded, and the file can still be sent', async () => {
    await chooseFile(page, 'a,b\n1,2\n3\n=4,5,6\n')
    await expect(alertOf(page)).toContainText('2 rows have more or fewer cells than the header, which has 2.')
    await expect(alertOf(page)).toContainText('Line 3: 1 cell')
    await expect(alertOf(page)).toContainText('Line 4: 3 cells')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: consoleT('uploadForm.oddRows.download') }).click(),
    ])
    expect(download.suggestedFilename()).toBe('runs-odd-rows.csv')
    expect(await readFile(await download.path(), 'utf8')).toBe(
      '\ufeffLine,Problem,a,b\r\n' +
        '3,1 cell where the header has 2,3\r\n' +
        "4,3 cells where the header has 2,'=4,5,6\r\n",
    )
    await uploadButton(page).click()
    await expect(alertOf(page).filter({ hasText: '1 row queued, 2 failed' })).toBeFocused()
  })
})

/** Drops files with these names on the page. */
async function drop(page: Page, names: string[]): Promise<void> {
  await waitForReact(page, 'main input[type=file]')
  const data = await page.evaluateHandle((names) => {
    const transfer = new DataTransfer()
    for (const name of names) transfer.items.add(new File(['a,b\n1,2\n'], name))
    return transfer
  }, names)
  await page.getByText(consoleT('uploadForm.file.hint')).dispatchEvent('drop', { dataTransfer: data })
}
