import { expect, test } from './fixtures'
import type { App } from './harness/app'
import { operatorName, viewerName } from './harness/people'
import type { Visitor } from './harness/visitor'
import { readConsolePage } from './received-page'
import { smallCsv, uploadsAddress } from './upload-steps'
import { visitorAs } from './sessions'
import { consoleT } from './texts'

/* Direct requests to the route handler for files, and the pages of its batches. */

const address = (app: App) => `${uploadsAddress(app)}/file`
const post = (requests: Visitor, app: App, headers: Record<string, string> = {}) =>
  requests.send(address(app), {
    body: smallCsv(),
    headers: { Origin: app.origin, 'Content-Type': 'text/csv', 'X-File-Name': 'runs.csv', ...headers },
  })

test('the handler accepts a file from an operator, and sends the security headers', async ({ app, control }) => {
  const answer = await post(await visitorAs(app, operatorName), app)
  expect(answer.status).toBe(200)
  expect(JSON.parse(answer.body)).toMatchObject({ kind: 'taken', batch: { queued: 2, failed: 0 } })
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(await control.uploads()).toHaveLength(1)
})

test('the handler answers 404 to users and strangers', async ({ app, control }) => {
  for (const name of [undefined, 'Ada']) expect((await post(await visitorAs(app, name), app)).status).toBe(404)
  expect(await control.received('upload')).toEqual([])
})

test('the handler answers 403 to a request from another site', async ({ app, control }) => {
  const operator = await visitorAs(app, operatorName)
  for (const headers of [
    { Origin: 'https://evil.example' },
    { Origin: '' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ] as Record<string, string>[]) {
    expect((await post(operator, app, headers)).status, JSON.stringify(headers)).toBe(403)
  }
  expect(await control.received('upload')).toEqual([])
})

test('the handler answers 400 when the file name or the JWT is invalid', async ({ app, control }) => {
  const operator = await visitorAs(app, operatorName)
  for (const headers of [
    { 'X-File-Name': '' },
    { 'X-File-Name': '%E0%A4%A' },
    { 'X-File-Name': 'a%0D%0Ab' },
    { 'X-File-Name': 'a%E2%80%A8b' },
    { 'X-File-Name': '../runs.csv' },
    { 'X-File-Name': '..%5Cruns.csv' },
    { 'X-File-Name': '..' },
    { 'X-File-Name': 'a'.repeat(256) },
    { 'X-Admin-Jwt': 'a b' },
  ] as Record<string, string>[]) {
    expect((await post(operator, app, headers)).status, JSON.stringify(headers)).toBe(400)
  }
  expect(await control.received('upload')).toEqual([])
})

test('a batch has a page for operators and viewers, and an unknown batch answers 404', async ({ app, control }) => {
  const operator = await visitorAs(app, operatorName)
  expect((await post(operator, app)).status).toBe(200)
  const [batch] = await control.uploads()
  const list = await readConsolePage(app, '/console/uploads')
  const path = list.link(batch?.id ?? 'no batch')
  expect(path).toBe(`/console/uploads/${batch?.id}`)
  const { text } = await readConsolePage(app, path)
  for (const kept of [batch?.id, operatorName, 'runs.csv', consoleT('uploads.batch.key')]) expect(text).toContain(kept)
  expect((await (await visitorAs(app, viewerName)).send(path)).status).toBe(200)
  expect((await operator.send('/console/uploads/01ARZ3NDEKTSV4RRFFQ69G5FAV')).status).toBe(404)
  expect((await (await visitorAs(app, 'Ada')).send(path)).status).toBe(404)
})

test('the list of batches can be sorted by any column', async ({ app }) => {
  const operator = await visitorAs(app, operatorName)
  for (const name of ['b.csv', 'a.csv', 'c.csv']) await post(operator, app, { 'X-File-Name': name })
  const list = await readConsolePage(app, '/console/uploads')
  const filesOf = (rows: string[]) => rows.flatMap((row) => /\b[abc]\.csv/.exec(row) ?? []).slice(0, 3)
  expect(filesOf(list.rows)).toEqual(['c.csv', 'a.csv', 'b.csv'])
  for (const column of ['batch', 'sent', 'size', 'queued', 'failed', 'by'] as const) {
    expect(list.links(consoleT(`uploads.batches.columns.${column}`))).toHaveLength(1)
  }
  const byFile = await readConsolePage(app, list.link(consoleT('uploads.batches.columns.file')))
  expect(filesOf(byFile.rows)).toEqual(['a.csv', 'b.csv', 'c.csv'])
})

test('a viewer sees the batches, but no form and no export', async ({ app }) => {
  await post(await visitorAs(app, operatorName), app)
  const bodyFor = async (name: string) => (await (await visitorAs(app, name)).send('/console/uploads')).body
  const [seen, all] = [await bodyFor(viewerName), await bodyFor(operatorName)]
  for (const part of ['type="file"', '/console/uploads/export']) {
    expect(all).toContain(part)
    expect(seen).not.toContain(part)
  }
  expect(seen).toContain(consoleT('uploads.viewer'))
  expect(seen).toContain(consoleT('uploads.batches.title'))
})

test('the example file has the expected columns, and is missing when no columns are set', async ({
  app,
  slowUploads: { slowApp },
}) => {
  const path = '/console/uploads/example'
  for (const name of [operatorName, viewerName]) {
    const example = await (await visitorAs(slowApp, name)).send(path)
    expect(example.headers['content-disposition']).toBe('attachment; filename="example-task-runs.csv"')
    expect(example.body).toBe(
      'event_id,note\r\nEXAMPLE event_id 1,EXAMPLE note 1\r\nEXAMPLE event_id 2,EXAMPLE note 2\r\n',
    )
  }
  expect((await readConsolePage(slowApp, '/console/uploads')).link(consoleT('uploadForm.file.example'))).toBe(path)
  for (const name of [undefined, 'Ada']) expect((await (await visitorAs(slowApp, name)).send(path)).status).toBe(404)

  const none = await (await visitorAs(app, operatorName)).send(path)
  expect([none.status, none.body]).toEqual([404, `${consoleT('uploads.noExample')}\n`])
  expect((await readConsolePage(app, '/console/uploads')).links(consoleT('uploadForm.file.example'))).toEqual([])
})
