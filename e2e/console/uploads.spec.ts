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
 * Choosing a file, its check, its result and the list of batches, and requests to the handler for files.
 * console-uploads-sending.spec.ts tests the sending in a browser.
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
    await expect(soundFile(page)).toHaveText(consoleT('uploads.form.check.sound', { count: 2 }))
    const table = page.getByRole('table', { name: consoleT('uploads.form.check.preview', { count: 2 }) })
    await expect(table.getByRole('row').nth(1)).toHaveText('2run-101ARZ3NDEKTSV4RRFFQ69G5FAV')
    // The field has the name of the file, and the page announces the check.
    await expect(page.getByLabel('CSV file')).toHaveValue(/läufe "1"\.csv$/)
    await expect(page.locator('#announcer')).toHaveText(consoleT('uploads.form.check.sound', { count: 2 }))
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
    await expect(uploadButton(page)).toHaveCount(0)
    await control.advanceClock(30_000)
    expect((await control.taskRuns()).map((run) => run.event_id)).toEqual(expect.arrayContaining(['run-1', 'run-2']))
  })

  await test.step('the list has it with its batch, and a second upload needs an answer to a warning', async () => {
    const [batch] = await control.uploads()
    const batches = page.getByRole('table', { name: consoleT('uploads.batches.caption') })
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
    await expect(alertOf(page)).toContainText(consoleT('uploads.form.faults.not_utf8', { line: 2, column: 2 }))
    await expect(uploadButton(page)).toHaveCount(0)
    // Corrected, under the same name.
    await chooseFile(page, smallCsv())
    await expect(uploadButton(page)).toBeEnabled()
  })

  await test.step('odd rows are named and marked, and the file can be sent by a button that counts them', async () => {
    await chooseFile(page, 'a,b\n1,2\n3\n=4,5,6\n')
    await expect(alertOf(page)).toContainText('2 rows have more or fewer cells than the header, which has 2.')
    await expect(alertOf(page)).toContainText('Line 3: 1 cell')
    await expect(page.getByRole('row').filter({ hasText: /^3/ })).toHaveAttribute('data-marked')
    await expect(uploadButton(page)).toHaveCount(0)
    await page.getByRole('button', { name: consoleT('uploads.form.uploadAnyway', { odd: 2 }) }).click()
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
  await page.getByText(consoleT('uploads.form.file.hint')).dispatchEvent('drop', { dataTransfer: data })
}

test('the handler accepts a file only from an operator on this site, with valid headers', async ({ app, control }) => {
  for (const name of [undefined, 'Ada']) expect((await postFile(await visitorAs(app, name))).status).toBe(404)
  const viewer = await postFile(await visitorAs(app, viewerName))
  const ofViewer = { kind: 'refused', text: `${consoleT('shared.operatorsOnly')}\n` }
  expect([viewer.status, JSON.parse(viewer.body)]).toEqual([403, ofViewer])
  const operator = await visitorAs(app, operatorName)
  const sites: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: '' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ]
  for (const [status, text, headers] of [
    ...sites.map((headers) => [403, 'elsewhere', headers] as const),
    [400, 'malformed', { 'X-Admin-Jwt': 'a b' }] as const,
  ]) {
    const refused = await postFile(operator, headers)
    expect([refused.status, JSON.parse(refused.body)], JSON.stringify(headers)).toEqual([
      status,
      { kind: 'refused', text: consoleT(`uploads.refused.${text}`) },
    ])
  }
  expect(await control.received('upload')).toEqual([])

  const taken = await postFile(operator)
  expect(JSON.parse(taken.body)).toMatchObject({ kind: 'taken', batch: { queued: 2, failed: 0 } })
  expect(await control.uploads()).toHaveLength(1)
  for (const { headers } of [viewer, taken]) {
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  }
})

test('a batch is in the list for all staff and has a page, and an unknown one answers 404', async ({
  app,
  control,
}) => {
  const operator = await visitorAs(app, operatorName)
  expect((await postFile(operator)).status).toBe(200)
  const [batch] = await control.uploads()
  const list = await readConsolePage(app, uploadsPath)
  // The newest is first.
  expect(list.rows[0]).toContain(batch?.id)
  const path = list.link(batch?.id ?? 'no batch')
  expect(path).toBe(`${uploadsPath}/one?id=${batch?.id}`)
  const { text, elements, link } = await readConsolePage(app, path)
  expect(elements('title').map(textOf)[0]).toMatch(new RegExp(`^Batch ${batch?.id} · `))
  expect(link(consoleT('uploads.batch.taskRuns'))).toBe('/console/task-runs')
  expect(text).toContain(batch?.id)
  const seen = await readConsolePage(app, uploadsPath, viewerName)
  expect(seen.link(batch?.id ?? 'no batch')).toBe(path)
  expect(seen.text).toContain(consoleT('uploads.viewer'))
  expect((await readConsolePage(app, path, viewerName)).status).toBe(200)
  expect((await operator.send(`${uploadsPath}/one?id=01ARZ3NDEKTSV4RRFFQ69G5FAV`)).status).toBe(404)
  expect((await (await visitorAs(app, 'Ada')).send(path)).status).toBe(404)
})
