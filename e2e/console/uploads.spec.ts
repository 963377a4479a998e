import type { Page } from 'playwright/test'
import { chooseFile, openConsole, postFile, smallCsv, soundFile, uploadButton, uploadFile, uploadsPath } from './steps'
import { expect, test, waitForReact } from '../fixtures'
import { textOf } from '../harness/html'
import { operatorName, viewerName } from '../harness/people'
import { alertOf } from '../connect/page-steps'
import { readConsolePage } from '../received-page'
import { visitorAs } from '../sessions'
import { consoleT } from '../texts'

/*
 * Choosing a file, its check, its result and the list of batches. uploads-sending.spec.ts tests the sending, and
 * app/console/uploads/file/route.test.ts the requests to the handler for files.
 */

test('an operator sees, sends and lists a valid file, and sends it again only after a warning', async ({
  page,
  app,
  control,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  await openConsole(page, app, uploadsPath)
  const csv = 'event_id,task_id\nrun-1,01ARZ3NDEKTSV4RRFFQ69G5FAV\nrun-2,01ARZ3NDEKTSV4RRFFQ69G5FAV\n'

  await test.step('the page shows its contents before the upload', async () => {
    await chooseFile(page, csv, 'läufe "1".csv')
    const sound = consoleT('uploads.form.check.sound', { count: 2 })
    await expect(soundFile(page)).toHaveText(sound)
    await expect(page.getByRole('row').nth(1)).toHaveText('2run-101ARZ3NDEKTSV4RRFFQ69G5FAV')
    // The field has the name of the file, and the page announces the check.
    await expect(page.getByLabel('CSV file')).toHaveValue(/läufe "1"\.csv$/)
    await expect(page.locator('#announcer')).toHaveText(sound)
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
    await expect(result.getByRole('link', { name: consoleT('uploads.form.outcomes.taken.page') })).toHaveAttribute(
      'href',
      `${uploadsPath}/one?id=${batch?.id}`,
    )
    // The result is in the place of the form, and only another file brings it back.
    await expect(page.getByRole('radio')).toHaveCount(0)
    await expect(page.getByLabel(consoleT('uploads.form.file.more'))).toBeEnabled()
    await control.advanceClock(30_000)
    expect((await control.taskRuns()).map((run) => run.event_id)).toEqual(expect.arrayContaining(['run-1', 'run-2']))
  })

  await test.step('the list has it with its batch, and a second upload needs an answer to a warning', async () => {
    const [batch] = await control.uploads()
    const batches = page.getByRole('table', { name: consoleT('uploads.caption') })
    await expect(batches.getByRole('row').filter({ hasText: batch?.id ?? 'no batch' })).toContainText(
      /läufe "1"\.csv.*Olga/,
    )
    await uploadFile(page, csv)
    await expect(alertOf(page)).toContainText(consoleT('uploads.form.outcomes.sent_before.title'))
    await expect(alertOf(page)).toContainText(batch?.id ?? 'no batch')
    expect(await control.uploads()).toHaveLength(1)
    await page.getByRole('button', { name: consoleT('uploads.form.uploadTwice') }).click()
    await expect(page.getByText('2 rows queued')).toBeVisible()
    expect(await control.uploads()).toHaveLength(2)
  })
})

test('a single file can be dropped or chosen, and cannot be sent when it has a fault', async ({ page, app }) => {
  await openConsole(page, app, uploadsPath)

  await test.step('one file can be dropped, but not two at once', async () => {
    // React does not see a drop before it has hydrated the whole form.
    await expect(async () => {
      await drop(page, ['one.csv', 'two.csv'])
      await expect(alertOf(page)).toHaveText(consoleT('uploads.form.file.several'), { timeout: 1000 })
    }).toPass()
    await drop(page, ['one.csv'])
    await expect(alertOf(page)).toHaveCount(0)
    await expect(page.getByText('one.csv')).toBeVisible()
    await expect(page.getByLabel('CSV file')).toHaveValue(/one\.csv$/)
    await expect(page.getByLabel('CSV file')).toBeFocused()
    await expect(soundFile(page)).toHaveText(consoleT('uploads.form.check.sound', { count: 1 }))
  })

  await test.step('markup appears as text', async () => {
    await chooseFile(page, '<img src=x onerror=alert(1)>,b\n<b>bold</b>,"two\nlines"\n', '<i>name</i>.csv')
    await expect(page.getByRole('cell', { name: '<b>bold</b>' })).toBeVisible()
    await expect(page.getByText('<i>name</i>.csv')).toBeVisible()
  })

  // app/console/uploads/csv-check.test.ts tests each fault.
  await test.step('a file with a fault cannot be sent, but its corrected version can', async () => {
    await chooseFile(page, Buffer.from('a,b\n1,caf\u00e9\n', 'latin1'))
    await expect(alertOf(page)).toContainText(consoleT('uploads.form.check.faultsThatStop'))
    await expect(uploadButton(page)).toHaveCount(0)
    // Corrected, under the same name.
    await chooseFile(page, smallCsv())
    await expect(uploadButton(page)).toBeEnabled()
  })

  await test.step('a file with odd rows can be sent by a button that counts them', async () => {
    await chooseFile(page, 'a,b\n1,2\n3\n=4,5,6\n')
    await expect(alertOf(page)).toContainText('2 rows have more or fewer cells than the header, which has 2.')
    await expect(uploadButton(page)).toHaveCount(0)
    await page.getByRole('button', { name: consoleT('uploads.form.uploadAnyway', { odd: 2 }) }).click()
    const result = alertOf(page).filter({ hasText: '1 row queued, 2 failed' })
    await expect(result).toBeFocused()
    await page.getByText(consoleT('uploads.form.faults.raggedRows')).click()
    await expect(page.getByText('Line 3: 1 cell')).toBeVisible()
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
  await page.getByText(consoleT('uploads.form.file.hint')).dispatchEvent('drop', { dataTransfer: data })
}

test('a batch is in the list for all staff, and has a page', async ({ app, control }) => {
  expect((await postFile(await visitorAs(app, operatorName))).status).toBe(200)
  const [batch] = await control.uploads()
  const id = batch?.id ?? ''
  const path = `${uploadsPath}/one?id=${id}`
  for (const name of [operatorName, viewerName]) {
    const list = await readConsolePage(app, uploadsPath, name)
    // The newest is first.
    expect(list.rows[0]).toContain(id)
    expect(list.link(id)).toBe(path)
    expect(list.text.includes(consoleT('uploads.viewer'))).toBe(name === viewerName)
    const { status, elements, link } = await readConsolePage(app, path, name)
    expect([status, link(consoleT('uploads.batch.taskRuns'))]).toEqual([200, '/console/task-runs'])
    expect(elements('title').map(textOf)[0]).toMatch(new RegExp(`^Batch ${id} · `))
  }
})
