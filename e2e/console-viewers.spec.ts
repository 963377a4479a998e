import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { conversionWith } from './conversion-steps'
import { expect, test } from './fixtures'
import type { App } from './harness/app'
import { hiddenFields } from './harness/html'
import { operatorName, viewerName } from './harness/people'
import type { Visitor } from './harness/visitor'
import { visitorAs } from './sessions'
import { consoleT, inHtml, t } from './texts'
import { smallCsv, uploadsAddress } from './upload-steps'

/*
 * Viewers see the console, but cannot export, send, check or change anything. The tests compare Vera, a viewer, with
 * Olga, an operator. They find the pages and handlers in the folders, so that a new one is tested too.
 */

const folder = 'app/console'
const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

/** Returns the URLs of the files with this name, with an ID instead of each parameter. */
const addressesOf = (name: 'page.tsx' | 'export/route.ts') =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => `/${file}`.endsWith(`/${name}`))
    .map((file) => `/console/${file}`.replace(/\/(?:page\.tsx|route\.ts)$/, ''))
    // A batch exists only after an upload.
    .filter((path) => !path.includes('[batchId]'))
    .map((path) => path.replace('[conversionId]', 'good').replace(/\[\w+\]/g, id))
    .toSorted()

const exportPaths = addressesOf('export/route.ts')
/** The only page that viewers cannot open. */
const auditPath = '/console/audit'
const pages = addressesOf('page.tsx').filter((path) => path !== auditPath)

const withQuery = (path: string, format = 'csv') => `${path}?format=${format}&q=${id}&user=x&address=x&at=1`

test('the folders have pages and exports', () => {
  expect(pages).toContain('/console')
  expect(pages.length).toBeGreaterThan(10)
  expect(exportPaths).toContain('/console/conversions/good/export')
  expect(exportPaths.length).toBeGreaterThan(7)
})

for (const path of pages) {
  test(`${path} opens for a viewer`, async ({ app }) => {
    expect((await (await visitorAs(app, viewerName)).send(withQuery(path))).status).toBe(200)
  })
}

for (const path of exportPaths) {
  test(`${path} answers an operator, and refuses a viewer with the reason`, async ({ app, control }) => {
    const viewer = await visitorAs(app, viewerName)
    for (const format of ['csv', 'json', 'unknown']) {
      const refusal = await viewer.send(withQuery(path, format))
      expect([refusal.status, refusal.body]).toEqual([403, `${consoleT('shared.operatorsOnly')}\n`])
      expect(refusal.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8' })
    }
    expect((await (await visitorAs(app, 'Ada')).send(withQuery(path))).status).toBe(404)
    expect(await control.received()).toEqual([])

    await control.set({ data: { users: 10, conversions: 10 } })
    await control.script('conversions', { json: conversionWith({ conversion_id: 'good' }).answer, times: 3 })
    await control.script('resources', { json: { status: 'success', resources: [] } })
    expect((await (await visitorAs(app, operatorName)).send(withQuery(path))).status).toBe(200)
  })
}

test('a handler answers 405 to a viewer when it lacks the method', async ({ app }) => {
  const viewer = await visitorAs(app, viewerName)
  for (const path of [...exportPaths, '/console/uploads/file']) {
    expect((await viewer.send(path, { method: 'PUT' })).status, path).toBe(405)
  }
})

test('the handler for uploads refuses a viewer with the reason, and accepts the file of an operator', async ({
  app,
  control,
}) => {
  const post = (visitor: Visitor) =>
    visitor.send(`${uploadsAddress(app)}/file`, {
      body: smallCsv(),
      headers: { Origin: app.origin, 'Content-Type': 'text/csv', 'X-File-Name': 'runs.csv' },
    })
  const refusal = await post(await visitorAs(app, viewerName))
  expect([refusal.status, refusal.body]).toEqual([403, `${consoleT('shared.operatorsOnly')}\n`])
  expect(refusal.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  expect(refusal.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(await control.received('upload')).toEqual([])
  expect((await post(await visitorAs(app, operatorName))).status).toBe(200)
  expect(await control.received('upload')).toHaveLength(1)
})

/** Returns a form of a page, as an operator's browser without scripts posts it. */
async function formOf(app: App, path: string, button: string): Promise<Record<string, string>> {
  return hiddenFields((await (await visitorAs(app, operatorName)).send(path)).body, { button })
}

test('the form “Check the key” answers 404 to a viewer, and checks the key for an operator', async ({
  app,
  control,
}) => {
  const form = await formOf(app, '/console', 'Check the key')
  const post = async (name: string) =>
    (await visitorAs(app, name)).send('/console', { form, headers: { Origin: app.origin } })
  await control.clearReceived()
  expect((await post(viewerName)).status).toBe(404)
  expect(await control.received()).toEqual([])
  expect((await post(operatorName)).status).toBe(200)
  expect(await control.received('confirm')).toHaveLength(1)
})

test('the form that deletes a user’s data answers 404 to a viewer, and deletes it for an operator', async ({ app }) => {
  const path = '/console/connects'
  const form = { ...(await formOf(app, path, consoleT('connects.forget.button'))), user: `demo:${randomUUID()}` }
  const post = async (name: string) =>
    (await visitorAs(app, name)).send(path, { form, headers: { Origin: app.origin } })
  expect((await post(viewerName)).status).toBe(404)
  expect((await post(operatorName)).location).toContain('forgotten=nothing')
  const audited = (await (await visitorAs(app, operatorName)).send(auditPath)).body
  expect(audited.split(inHtml(form.user)).length).toBeGreaterThan(1)
})

test('the audit shows operators who looked up which user, viewers cannot open it, and the log lacks the search text', async ({
  app,
}) => {
  const person = `canary-${randomUUID()}`
  const viewer = await visitorAs(app, viewerName)
  expect((await viewer.send(`/console/conversions/by-user/find?user=${person}`)).status).toBe(200)
  expect(app.output()).toContain(`"event":"audit","staff":"demo:vera","action":"look_up","what":"user_bolts"`)
  expect(app.output()).not.toContain(person)

  const operator = await visitorAs(app, operatorName)
  const page = await operator.send(auditPath)
  expect(page.status).toBe(200)
  for (const words of [person, viewerName, 'demo:vera', consoleT('audit.actions.look_up')])
    expect(page.body).toContain(inHtml(words))
  const rows = JSON.parse((await operator.send(`${auditPath}/export?format=json`)).body) as Record<string, unknown>[]
  expect(rows.find(({ about }) => about === person)).toMatchObject({
    staff_id: 'demo:vera',
    staff_name: viewerName,
    action: 'look_up',
    what: 'user_bolts',
  })

  // Neither the navigation nor the data of the search field has a link to the audit.
  expect((await viewer.send('/console')).body).not.toContain(auditPath)
  for (const path of [auditPath, `${auditPath}?before=1-1`]) {
    const refused = await viewer.send(path)
    expect(refused.status, path).toBe(404)
    expect(refused.body).not.toContain(person)
    const unknown = await (await visitorAs(app, 'Ada')).send(path)
    expect([unknown.status, unknown.body.includes(t('notFound.title'))]).toEqual([404, true])
    expect((await (await visitorAs(app)).send(path)).location).toContain('/signin?callbackUrl=')
  }
})
