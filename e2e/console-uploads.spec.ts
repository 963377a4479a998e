import type { APIRequestContext, Page } from 'playwright/test'
import type { App } from './harness/app'
import { expect, test } from './fixtures'
import { operatorName } from './harness/people'
import { alertOf, signInAsOperator } from './steps'
import { consoleT } from './texts'
import {
  chooseFile,
  largeCsv,
  megabyte,
  openUploads,
  smallCsv,
  soundFile,
  uploadButton,
  uploadFile,
  uploadsAddress,
} from './upload-steps'

const sendAgain = (page: Page) => page.getByRole('button', { name: consoleT('uploadForm.uploadAgain') })
const cancelButton = (page: Page) => page.getByRole('button', { name: consoleT('uploadForm.sending.cancel') })

test.describe('a file that is sound', () => {
  test('is shown, sent, and seen again among the task runs', async ({ page, app, control }) => {
    await openUploads(page, app)
    const csv = 'event_id,task_id\nrun-1,01ARZ3NDEKTSV4RRFFQ69G5FAV\nrun-2,01ARZ3NDEKTSV4RRFFQ69G5FAV\n'
    await chooseFile(page, csv, 'läufe "1".csv')
    await expect(soundFile(page)).toHaveText(consoleT('uploadForm.check.sound', { count: 2 }))
    const table = page.getByRole('table', { name: consoleT('uploadForm.check.preview', { count: 2 }) })
    await expect(table.getByRole('row').nth(1)).toHaveText('2run-101ARZ3NDEKTSV4RRFFQ69G5FAV')
    expect(await control.received('upload')).toEqual([])

    await uploadButton(page).click()
    const result = page.getByRole('status').filter({ hasText: '2 rows queued' })
    await expect(result).toBeFocused()
    const [batch] = await control.uploads()
    expect(batch).toMatchObject({ file_name: 'läufe %221%22.csv', queued: 2, failed: 0 })
    await expect(result).toContainText(batch?.id ?? 'no batch')
    await expect(result.getByRole('button', { name: 'Copy Batch ID' })).toBeVisible()
    await expect(uploadButton(page)).toHaveCount(0)

    await control.advanceClock(30_000)
    expect((await control.taskRuns()).map((run) => run.event_id)).toEqual(expect.arrayContaining(['run-1', 'run-2']))
    await result.getByRole('link', { name: consoleT('uploadForm.outcomes.taskRuns') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Task runs')
  })

  test('arrives whole, byte for byte, where it has 20 MB', async ({ page, app, control }) => {
    const file = await largeCsv(20 * megabyte)
    await openUploads(page, app)
    await uploadFile(page, file)
    await expect(page.getByText(/rows queued$/)).toBeVisible()
    const [received] = await control.received('upload')
    expect(received?.upload).toMatchObject({ fileName: 'runs.csv', bytes: file.sizeBytes })
    const form = `multipart/form-data; boundary=`
    expect(received?.headers['content-type']).toContain(form)
    expect(Number(received?.headers['content-length'])).toBeGreaterThan(file.sizeBytes)
  })

  test('can be dropped; two at once cannot', async ({ page, app }) => {
    await openUploads(page, app)
    const drop = async (names: string[]) => {
      const data = await page.evaluateHandle((names) => {
        const transfer = new DataTransfer()
        for (const name of names) transfer.items.add(new File(['a,b\n1,2\n'], name))
        return transfer
      }, names)
      await page.getByText('Drop a CSV file here').dispatchEvent('drop', { dataTransfer: data })
    }
    await drop(['one.csv', 'two.csv'])
    await expect(alertOf(page)).toHaveText(consoleT('uploadForm.file.several'))
    await drop(['one.csv'])
    await expect(alertOf(page)).toHaveCount(0)
    await expect(page.getByText('one.csv')).toBeVisible()
    await expect(soundFile(page)).toHaveText(consoleT('uploadForm.check.sound', { count: 1 }))
  })

  test('can be followed by another', async ({ page, app, control }) => {
    await openUploads(page, app)
    await uploadFile(page)
    await expect(page.getByText('2 rows queued')).toBeVisible()
    await uploadFile(page, 'a,b\n1,2\n')
    await expect(page.getByText('1 row queued')).toBeVisible()
    expect(await control.uploads()).toHaveLength(2)
  })
})

test.describe('a file that is not', () => {
  test('cannot be sent, and one that is sound can be after it', async ({ page, app }) => {
    await openUploads(page, app)
    for (const [content, says] of [
      ['', 'The file is empty.'],
      ['a,b\n', 'no rows below it'],
      [Buffer.from('a,b\n1,caf\u00e9\n', 'latin1'), consoleT('uploadForm.faults.not_utf8', { line: 2 })],
      ['a,b\n1,2\n3,\0\n', consoleT('uploadForm.faults.nul', { line: 3 })],
      ['a,b,a\n1,2,3\n', 'Line 1: more than one column is named a.'],
    ] as const) {
      await chooseFile(page, content)
      await expect(alertOf(page)).toContainText(consoleT('uploadForm.check.faultsThatStop'))
      await expect(alertOf(page)).toContainText(says)
      await expect(uploadButton(page)).toHaveCount(0)
      // Corrected, under the same name.
      await chooseFile(page, smallCsv())
      await expect(uploadButton(page)).toBeEnabled()
    }
  })

  test('with some ragged rows: is sent all the same, and says what failed', async ({ page, app }) => {
    await openUploads(page, app)
    await chooseFile(page, 'a,b\n1,2\n3\n4,5,6\n')
    await expect(alertOf(page)).toContainText('2 rows have more or fewer cells than the header, which has 2.')
    await expect(alertOf(page)).toContainText('Line 3: 1 cell')
    await expect(alertOf(page)).toContainText('Line 4: 3 cells')
    await uploadButton(page).click()
    await expect(alertOf(page).filter({ hasText: '1 row queued, 2 failed' })).toBeFocused()
  })

  test('without a column that this deployment expects: cannot be sent', async ({ page, startVariant }) => {
    const app = await startVariant({ TASK_BATCH_COLUMNS: 'event_id, started_at' })
    await openUploads(page, app)
    await expect(page.getByText('Expected columns: event_id and started_at.')).toBeVisible()
    await chooseFile(page, smallCsv())
    await expect(alertOf(page)).toContainText('Missing column: started_at.')
    await expect(uploadButton(page)).toHaveCount(0)
    await chooseFile(page, 'started_at,event_id\n1,2\n')
    await expect(soundFile(page)).toBeVisible()
  })

  test('is shown as text, whatever it says', async ({ page, app }) => {
    await openUploads(page, app)
    await chooseFile(page, '<img src=x onerror=alert(1)>,b\n<b>bold</b>,"two\nlines"\n', '<i>name</i>.csv')
    await expect(page.getByRole('cell', { name: '<b>bold</b>' })).toBeVisible()
    await expect(page.getByText('<i>name</i>.csv')).toBeVisible()
  })
})

test.describe('a file that was sent before', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('is listed with its batch, and is not sent a second time by surprise', async ({ page, app, control }) => {
    await openUploads(page, app)
    const csv = smallCsv()
    await uploadFile(page, csv)
    await expect(page.getByText('2 rows queued')).toBeVisible()
    const [batch] = await control.uploads()
    const batches = page.getByRole('table', { name: consoleT('uploads.batches.caption') })
    await expect(batches.getByRole('row').filter({ hasText: batch?.id ?? 'no batch' })).toContainText(/runs\.csv.*Olga/)
    await uploadFile(page, csv)
    await expect(alertOf(page)).toContainText(consoleT('uploadForm.outcomes.sent_before.title'))
    await expect(alertOf(page)).toContainText(batch?.id ?? 'no batch')
    expect(await control.uploads()).toHaveLength(1)
    await page.getByRole('button', { name: consoleT('uploadForm.uploadTwice') }).click()
    await expect(page.getByText('2 rows queued')).toBeVisible()
    expect(await control.uploads()).toHaveLength(2)
  })
})

test.describe('under way', () => {
  test('says how far it is, and can be cancelled and sent again', async ({ page, slowUploads: { slow, slowApp } }) => {
    await openUploads(page, slowApp)
    const before = slow.uploads.length
    // So slowly that a busy machine sees each quarter go by.
    slow.bytesAtOnce = megabyte / 16
    await uploadFile(page, await largeCsv(40 * megabyte))
    const bar = page.getByRole('progressbar', { name: 'Sent' })
    await expect(bar).toBeVisible()
    await expect(page.getByText(/^\d.* of 41\.9 MB$/)).toBeVisible()
    await expect(page.getByText(/\d MB per second$/)).toBeVisible()
    await expect(page.getByText(/\d s left$/)).toBeVisible()
    await expect(page.getByLabel('CSV file')).toBeDisabled()
    await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(8 * megabyte)
    await expect(page.locator('#console-announcer')).toHaveText(
      consoleT('uploadForm.sending.percentSent', { percent: 25 }),
      { timeout: 20_000 },
    )

    await cancelButton(page).click()
    await expect(alertOf(page).filter({ hasText: consoleT('uploadForm.outcomes.cancelled.title') })).toBeFocused()
    await expect.poll(() => slow.uploads.slice(before).map(({ state }) => state)).toEqual(['broken off'])
    expect(slow.uploads.at(-1)?.bytes).toBeLessThan(40 * megabyte)
    expect(slowApp.output()).toContain('"event":"upload left"')

    slow.bytesAtOnce = Infinity
    await sendAgain(page).click()
    await expect(page.getByText('7 rows queued')).toBeVisible()
    expect(slow.uploads.slice(before).map(({ state }) => state)).toEqual(['broken off', 'whole'])
  })

  test('asks before a link is followed, and ends where it is', async ({ page, slowUploads: { slow, slowApp } }) => {
    await openUploads(page, slowApp)
    slow.bytesAtOnce = megabyte / 4
    await uploadFile(page, await largeCsv(40 * megabyte))
    await expect(cancelButton(page)).toBeVisible()
    const link = page.getByRole('link', { name: 'Resources by wallet' })
    page.once('dialog', (dialog) => void dialog.dismiss())
    await link.click()
    await expect(cancelButton(page)).toBeVisible()
    page.once('dialog', (dialog) => void dialog.accept())
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Resources by wallet')
    await expect.poll(() => slow.uploads.at(-1)?.state).toBe('broken off')
  })

  test('asks before the tab is closed', async ({ page, slowUploads: { slow, slowApp } }) => {
    await openUploads(page, slowApp)
    slow.bytesAtOnce = megabyte / 4
    await uploadFile(page, await largeCsv(40 * megabyte))
    await expect(cancelButton(page)).toBeVisible()
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await expect.poll(() => slow.uploads.at(-1)?.state).toBe('broken off')
  })

  test('waits for the answer once all is sent, and can be cancelled even then', async ({ page, app, control }) => {
    await openUploads(page, app)
    await control.script('upload', { drop: 'hang' })
    await uploadFile(page)
    await expect(page.getByRole('main').getByText(consoleT('uploadForm.sending.allSent'))).toBeVisible()
    await cancelButton(page).click()
    await expect(alertOf(page)).toContainText(consoleT('uploadForm.outcomes.cancelled.title'))
    await expect(alertOf(page)).toContainText(consoleT('uploadForm.outcomes.mayBeTaken'))
    await expect.poll(() => app.output()).toContain('"event":"upload left"')
  })
})

test.describe('a failed upload', () => {
  test.use({ expectedErrors: [/status of (413|404|502)|ERR_CONNECTION_RESET/] })

  test('says what the service says, and can be sent again', async ({ page, app, control }) => {
    await openUploads(page, app)
    await control.script('upload', { status: 401, json: { error: 'Invalid or missing token' } })
    await uploadFile(page)
    const alert = alertOf(page)
    await expect(alert).toBeFocused()
    await expect(alert).toContainText(consoleT('problems.unauthenticated.title'))
    await expect(alert).toContainText('Invalid or missing token')
    await expect(alert).not.toContainText(consoleT('uploadForm.outcomes.mayBeTaken'))
    await sendAgain(page).click()
    await expect(page.getByText('2 rows queued')).toBeVisible()
  })

  test('is told at once, however much of the file is left', async ({ page, app, control }) => {
    await openUploads(page, app)
    await control.script('upload', { status: 403, json: { error: 'Forbidden' } })
    await uploadFile(page, await largeCsv(40 * megabyte))
    await expect(alertOf(page)).toContainText(consoleT('problems.forbidden.title'))
    await expect(alertOf(page)).toContainText('Forbidden')
  })

  test('warns that the rows may be there, where it cannot be known', async ({ page, app, control }) => {
    for (const answer of [
      { status: 500, json: { error: 'Broken' } },
      { after: 'handle', drop: 'reset' },
      { after: 'handle', text: '<html>' },
    ] as const) {
      await openUploads(page, app)
      await control.script('upload', answer)
      await uploadFile(page)
      await expect(alertOf(page)).toContainText(consoleT('uploadForm.outcomes.mayBeTaken'))
      await expect(sendAgain(page)).toBeVisible()
    }
  })

  test('says so where the connection to this app breaks', async ({ page, app, control }) => {
    await openUploads(page, app)
    await page.route('**/console/uploads/file', (route) => route.abort('connectionreset'))
    await uploadFile(page)
    await expect(alertOf(page)).toContainText(consoleT('uploadForm.outcomes.broken_off.title'))
    await page.unroute('**/console/uploads/file')
    await sendAgain(page).click()
    await expect(page.getByText('2 rows queued')).toBeVisible()
    expect(await control.uploads()).toHaveLength(1)
  })

  test('names the proxy that takes no large file', async ({ page, app }) => {
    await openUploads(page, app)
    await page.route('**/console/uploads/file', (route) => route.fulfill({ status: 413, body: '<html>' }))
    await uploadFile(page)
    await expect(alertOf(page)).toContainText('A proxy refused the file (status 413)')
    await expect(alertOf(page)).toContainText(consoleT('uploadForm.outcomes.not_from_this_app.tooLarge'))
  })

  test('says so where the session has ended meanwhile', async ({ page, app, control }) => {
    await openUploads(page, app)
    await chooseFile(page, smallCsv())
    await expect(soundFile(page)).toBeVisible()
    await page.context().clearCookies()
    await uploadButton(page).click()
    await expect(alertOf(page)).toContainText(consoleT('uploadForm.outcomes.signed_out.title'))
    expect(await control.received('upload')).toEqual([])
    await signInAsOperator(page, app)
    await sendAgain(page).click()
    await expect(page.getByText('2 rows queued')).toBeVisible()
  })
})

test.describe('a JWT', () => {
  test.use({ expectedErrors: [/status of 502/] })
  const jwtField = (page: Page) => page.getByLabel('JWT', { exact: true })

  test('is used for one upload, and kept nowhere', async ({ page, app, control, standIn }) => {
    await openUploads(page, app)
    const jwt = await control.issueJwt()
    await chooseFile(page, smallCsv())
    await page.getByRole('radio', { name: "A subnet admin's JWT" }).check()
    await uploadButton(page).click()
    await expect(alertOf(page)).toHaveText(consoleT('uploadForm.credential.jwtMissing'))
    await expect(jwtField(page)).toBeFocused()
    await expect(jwtField(page)).toHaveAttribute('autocomplete', 'off')
    await jwtField(page).fill(` ${jwt}\n`)
    await uploadButton(page).click()
    await expect(page.getByText('2 rows queued')).toBeVisible()
    expect(await page.content()).not.toContain(jwt)
    expect(JSON.stringify(await page.context().storageState())).not.toContain(jwt)
    expect(app.output()).not.toContain(jwt)

    await uploadFile(page)
    await expect(page.getByText('2 rows queued')).toBeVisible()
    const credentials = (await control.received('upload')).map(({ headers }) => headers.authorization)
    expect(credentials).toEqual([`Bearer ${jwt}`, `Bearer ${standIn.apiKey}`])
  })

  test('that is refused is said to be that, even where the service quotes it', async ({ page, app, control }) => {
    await openUploads(page, app)
    const jwt = await control.issueJwt({ role: 'member' })
    await control.script('upload', { status: 403, json: { error: `No admin: ${jwt}` } })
    await chooseFile(page, smallCsv())
    await page.getByRole('radio', { name: "A subnet admin's JWT" }).check()
    await jwtField(page).fill(jwt)
    await uploadButton(page).click()
    await expect(alertOf(page)).toContainText(consoleT('uploadForm.outcomes.jwtRefused.title'))
    await expect(alertOf(page)).toContainText('No admin: •••')
    await expect(jwtField(page)).toHaveValue('')
    expect(app.output()).not.toContain(jwt)
    // Not with the key instead, unasked.
    await sendAgain(page).click()
    await expect(jwtField(page)).toBeFocused()
    expect(await control.received('upload')).toHaveLength(1)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the page says that it needs it', async ({ page, app }) => {
    await openUploads(page, app)
    await expect(page.getByText(consoleT('uploads.noScript.title'))).toBeVisible()
    await expect(page.getByLabel('CSV file')).toBeHidden()
  })
})

test.describe('the route handler', () => {
  const address = (app: App) => `${uploadsAddress(app)}/file`
  const post = (requests: APIRequestContext, app: App, headers: Record<string, string> = {}) =>
    requests.post(address(app), {
      data: smallCsv(),
      headers: { Origin: app.origin, 'Content-Type': 'text/csv', 'X-File-Name': 'runs.csv', ...headers },
      maxRedirects: 0,
    })

  test('takes a file from an operator, and has the security headers', async ({ requestAs, app, control }) => {
    const answer = await post(await requestAs(app, operatorName), app)
    expect(answer.status()).toBe(200)
    expect(await answer.json()).toMatchObject({ kind: 'taken', batch: { queued: 2, failed: 0 } })
    expect(answer.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(await control.uploads()).toHaveLength(1)
  })

  for (const name of [undefined, 'Ada']) {
    test(`is not there for ${name ? 'somebody else who is signed in' : 'nobody'}`, async ({
      requestAs,
      app,
      control,
    }) => {
      expect((await post(await requestAs(app, name), app)).status()).toBe(404)
      expect(await control.received('upload')).toEqual([])
    })
  }

  for (const [what, headers] of Object.entries<Record<string, string>>({
    'another origin': { Origin: 'https://evil.example' },
    'no origin': { Origin: '' },
    'a page without one': { Origin: 'null' },
    'another site': { 'Sec-Fetch-Site': 'cross-site' },
    'a sister site': { 'Sec-Fetch-Site': 'same-site' },
  })) {
    test(`takes nothing from ${what}`, async ({ requestAs, app, control }) => {
      expect((await post(await requestAs(app, operatorName), app, headers)).status()).toBe(403)
      expect(await control.received('upload')).toEqual([])
    })
  }

  for (const [what, headers] of Object.entries<Record<string, string>>({
    'no name': { 'X-File-Name': '' },
    'a name that is badly encoded': { 'X-File-Name': '%E0%A4%A' },
    'a name with a line break': { 'X-File-Name': 'a%0D%0Ab' },
    'a name that is too long': { 'X-File-Name': 'a'.repeat(256) },
    'a JWT with a blank': { 'X-Admin-Jwt': 'a b' },
  })) {
    test(`takes nothing with ${what}`, async ({ requestAs, app, control }) => {
      expect((await post(await requestAs(app, operatorName), app, headers)).status()).toBe(400)
      expect(await control.received('upload')).toEqual([])
    })
  }

  test('answers to nothing but POST', async ({ requestAs, app }) => {
    expect((await (await requestAs(app, operatorName)).get(address(app))).status()).toBe(405)
  })
})
