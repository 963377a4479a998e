import { expect, test } from './fixtures'
import type { App } from './harness/app'
import { operatorName } from './harness/people'
import type { Visitor } from './harness/visitor'
import { smallCsv, uploadsAddress } from './upload-steps'
import { visitorAs } from './sessions'

/* The route handler that files are posted to, asked directly. */

const address = (app: App) => `${uploadsAddress(app)}/file`
const post = (requests: Visitor, app: App, headers: Record<string, string> = {}) =>
  requests.send(address(app), {
    body: smallCsv(),
    headers: { Origin: app.origin, 'Content-Type': 'text/csv', 'X-File-Name': 'runs.csv', ...headers },
  })

test('it takes a file from an operator, and has the security headers', async ({ app, control }) => {
  const answer = await post(await visitorAs(app, operatorName), app)
  expect(answer.status).toBe(200)
  expect(JSON.parse(answer.body)).toMatchObject({ kind: 'taken', batch: { queued: 2, failed: 0 } })
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(await control.uploads()).toHaveLength(1)
})

test('it answers 404 to anybody but an operator', async ({ app, control }) => {
  for (const name of [undefined, 'Ada']) expect((await post(await visitorAs(app, name), app)).status).toBe(404)
  expect(await control.received('upload')).toEqual([])
})

test('it answers 403 to a request that no page of this app makes', async ({ app, control }) => {
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

test('it answers 400 to a name or a JWT that is invalid', async ({ app, control }) => {
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
