import { randomUUID } from 'node:crypto'
import { stat, writeFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import {
  chooseFile,
  openConsole,
  smallCsv,
  soundFile,
  uploadButton,
  uploadFile,
  uploadsPath,
  type FileOnDisk,
} from './steps'
import { expect, test } from '../fixtures'
import { operatorName, viewerName } from '../harness/people'
import { alertOf } from '../connect/page-steps'
import { readConsolePage } from '../received-page'
import { visitorAs } from '../sessions'
import { signIn } from '../steps'
import { consoleT } from '../texts'

/* Sending a file: expected columns, progress, credentials and failures. */

const megabyte = 1024 * 1024

/** This deployment expects columns. */
const variables = { TASK_BATCH_COLUMNS: 'event_id, note' }

/** Writes a valid CSV of about `bytes` bytes to the test's output folder. */
async function largeCsv(bytes: number): Promise<FileOnDisk & { sizeBytes: number }> {
  const row = `run,${'x'.repeat(995)}\n`
  const rows = Buffer.alloc(Math.floor(bytes / row.length) * row.length, row)
  const path = test.info().outputPath('runs.csv')
  await writeFile(path, [`event_id,note\n${randomUUID()},first\n`, rows])
  return { path, sizeBytes: (await stat(path)).size }
}

const sendAgain = (page: Page) => page.getByRole('button', { name: consoleT('uploads.form.uploadAgain') })
const cancelButton = (page: Page) => page.getByRole('button', { name: consoleT('uploads.form.sending.cancel') })

test('an upload shows its progress, can be cancelled and repeated, and warns before the user leaves', async ({
  page,
  startVariant,
  control,
}) => {
  const app = await startVariant(variables)
  // Larger than the buffers of the connections, because a smaller file would always arrive whole.
  const file = await largeCsv(32 * megabyte)
  const uploads = async () => (await control.received('upload')).map(({ upload }) => upload)
  const states = async () => (await uploads()).map((upload) => upload?.state)
  const readAt = (uploadBytesPerSecond: number | null) => control.set({ uploadBytesPerSecond })
  await openConsole(page, app, uploadsPath)
  await expect(page.getByText('Expected columns: event_id and note.')).toBeVisible()
  await chooseFile(page, smallCsv())
  await expect(alertOf(page)).toContainText('Missing column: note.')
  await expect(uploadButton(page)).toHaveCount(0)

  await test.step('shows its progress', async () => {
    // Slow enough for a busy machine to notice each quarter.
    await readAt(5 * megabyte)
    await uploadFile(page, file)
    const bar = page.getByRole('progressbar', { name: 'Sent' })
    await expect(bar).toBeVisible()
    // The pressed button is gone, so the focus has moved.
    await expect(page.getByRole('group', { name: consoleT('uploads.form.sending.title') })).toBeFocused()
    for (const words of [/^\d.* of 33\.6 MB$/, /\d MB per second$/, /\d s left$/])
      await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByLabel('CSV file')).toBeDisabled()
    await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(10)
    await expect(bar).toHaveAttribute('aria-valuetext', /^\d\d?%$/)
    const quarters = [25, 50, 75].map((percent) => consoleT('uploads.form.sending.percentSent', { percent }))
    await expect(page.locator('#announcer')).toHaveText(new RegExp(`^(${quarters.join('|')})$`), { timeout: 20_000 })
  })

  const link = page.getByRole('link', { name: 'Resources by wallet' })
  await test.step('warns before the user closes the tab or follows a link', async () => {
    // The upload must not end before it is cancelled.
    await readAt(megabyte)
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    page.once('dialog', (dialog) => void dialog.dismiss())
    await link.click()
    await expect(cancelButton(page)).toBeVisible()
  })

  await test.step('can be cancelled', async () => {
    await cancelButton(page).click()
    await expect(alertOf(page).filter({ hasText: consoleT('uploads.form.outcomes.cancelled.title') })).toBeFocused()
    // The browser sends nothing more, so the bytes on their way may arrive at full speed.
    await readAt(null)
    await expect.poll(states).toEqual(['broken off'])
    expect((await uploads()).at(-1)?.bytes).toBeLessThan(file.sizeBytes)
    // The service notices the cut connection before the app logs it.
    await expect.poll(() => app.output()).toContain('"event":"upload left"')
  })

  await test.step('can be sent again, and ends when the user follows a link after the warning', async () => {
    await readAt(megabyte)
    await sendAgain(page).click()
    await expect(cancelButton(page)).toBeVisible()
    await expect.poll(states).toEqual(['broken off', 'coming'])
    page.once('dialog', (dialog) => void dialog.accept())
    const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/console/uploads/file'))
    await link.click()
    await ended
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Resources by wallet')
    await readAt(null)
    await expect.poll(states).toEqual(['broken off', 'broken off'])
  })
})

test('a failed upload names the cause, and can be sent again', async ({ page, app, control, expectedErrors }) => {
  expectedErrors.push(/status of (409|413|404|502)|ERR_CONNECTION_RESET/)
  await openConsole(page, app, uploadsPath)
  const alert = alertOf(page)

  // app/console/uploads/uploads.test.tsx tests each outcome.
  await test.step('can be cancelled when everything is sent but no answer arrives', async () => {
    await control.script('upload', { drop: 'hang' })
    await uploadFile(page)
    await expect(page.getByRole('main').getByText(consoleT('uploads.form.sending.allSent'))).toBeVisible()
    await cancelButton(page).click()
    await expect(alert).toContainText(consoleT('uploads.form.outcomes.cancelled.title'))
    await expect(alert).toContainText(consoleT('uploads.form.outcomes.mayBeTaken'))
    await expect.poll(() => app.output()).toContain('"event":"upload left"')
  })

  await test.step('shows a refusal before the whole file is sent, and sends the whole file on a retry', async () => {
    const file = await largeCsv(16 * megabyte)
    await control.script('upload', { status: 403, json: { error: 'Forbidden' } })
    await uploadFile(page, file)
    await expect(alert).toBeFocused()
    await expect(alert).toContainText(consoleT('problems.forbidden.title'))
    await expect(alert).toContainText('Forbidden')
    await expect(alert).not.toContainText(consoleT('uploads.form.outcomes.mayBeTaken'))
    await control.clearReceived()
    await sendAgain(page).click()
    await expect(page.getByText(/rows queued$/)).toBeVisible()
    const [received] = await control.received('upload')
    expect(received?.upload).toMatchObject({ fileName: 'runs.csv', bytes: file.sizeBytes })
    expect(received?.headers['content-type']).toContain('multipart/form-data; boundary=')
    expect(Number(received?.headers['content-length'])).toBeGreaterThan(file.sizeBytes)
  })

  await test.step('the connection to the app is lost', async () => {
    const before = await control.uploads()
    await page.route('**/console/uploads/file', (route) => route.abort('connectionreset'))
    await uploadFile(page)
    await expect(alert).toContainText(consoleT('uploads.form.outcomes.broken_off.title'))
    await page.unroute('**/console/uploads/file')
    await sendAgain(page).click()
    await expect(page.getByText('2 rows queued')).toBeVisible()
    expect(await control.uploads()).toHaveLength(before.length + 1)
  })

  await test.step('a proxy refuses large files', async () => {
    await page.route('**/console/uploads/file', (route) => route.fulfill({ status: 413, body: '<html>' }))
    await uploadFile(page)
    await expect(alert).toContainText(consoleT('uploads.form.outcomes.not_from_this_app.tooLarge'))
    await page.unroute('**/console/uploads/file')
  })

  await test.step('the session has ended meanwhile', async () => {
    await chooseFile(page, smallCsv())
    await expect(soundFile(page)).toBeVisible()
    await control.clearReceived()
    await page.context().clearCookies()
    await uploadButton(page).click()
    await expect(alert).toContainText(consoleT('uploads.form.outcomes.signed_out.title'))
    // A file that is larger than the limit for a form.
    await uploadFile(page, await largeCsv(megabyte))
    await expect(alert).toContainText(consoleT('uploads.form.outcomes.signed_out.title'))
    expect(await control.received('upload')).toEqual([])
    await signIn(page, app, operatorName)
    await sendAgain(page).click()
    await expect(page.getByText(/rows queued$/)).toBeVisible()
  })
})

test('a JWT serves one upload, is stored nowhere, and a refusal names it as the credential without its value', async ({
  page,
  app,
  control,
  standIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 502/)
  const jwtField = page.getByLabel('JWT', { exact: true })
  const chooseJwt = async () => {
    // The end of the check moves the fields.
    await expect(soundFile(page)).toBeVisible()
    await page.getByRole('radio', { name: 'A subnet admin’s JWT' }).check()
  }
  await openConsole(page, app, uploadsPath)

  await test.step('only one upload is sent with it', async () => {
    const jwt = await control.issueJwt()
    await chooseFile(page, smallCsv())
    await chooseJwt()
    await uploadButton(page).click()
    await expect(alertOf(page)).toHaveText(consoleT('uploads.form.credential.jwtMissing'))
    await expect(jwtField).toBeFocused()
    await expect(jwtField).toHaveAttribute('autocomplete', 'off')
    await jwtField.fill(` ${jwt}\n`)
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

  await test.step('a refused JWT is not sent again, and the key does not replace it', async () => {
    const jwt = await control.issueJwt({ role: 'member' })
    await control.clearReceived()
    await control.script('upload', { status: 403, json: { error: `No admin: ${jwt}` } })
    await chooseFile(page, smallCsv())
    await chooseJwt()
    await jwtField.fill(jwt)
    await uploadButton(page).click()
    await expect(alertOf(page)).toContainText(consoleT('uploads.form.outcomes.jwtRefused.title'))
    await expect(alertOf(page)).not.toContainText('No admin')
    await expect(jwtField).toHaveValue('')
    expect(app.output()).not.toContain(jwt)
    await sendAgain(page).click()
    await expect(jwtField).toBeFocused()
    expect(await control.received('upload')).toHaveLength(1)
  })
})

test('the example file has the expected columns, and is missing without any', async ({ app, startVariant }) => {
  const withColumns = await startVariant(variables)
  const path = `${uploadsPath}/example`
  // access.spec.ts shows that strangers and users do not get it.
  const example = await (await visitorAs(withColumns, viewerName)).send(path)
  expect(example.headers['content-disposition']).toBe('attachment; filename="example-task-runs.csv"')
  expect(example.body).toBe(
    'event_id,note\r\nEXAMPLE event_id 1,EXAMPLE note 1\r\nEXAMPLE event_id 2,EXAMPLE note 2\r\n',
  )
  const none = await (await visitorAs(app, operatorName)).send(path)
  expect([none.status, none.body]).toEqual([404, `${consoleT('uploads.form.file.noExample')}\n`])
  for (const [each, links] of [
    [withColumns, [path]],
    [app, []],
  ] as const)
    expect((await readConsolePage(each, uploadsPath)).links(consoleT('uploads.form.file.example'))).toEqual(links)
})
