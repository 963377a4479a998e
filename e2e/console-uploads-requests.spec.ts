import type { APIRequestContext } from 'playwright/test'
import { expect, test } from './fixtures'
import type { App } from './harness/app'
import { operatorName } from './harness/people'
import { smallCsv, uploadsAddress } from './upload-steps'

/* The route handler that files are posted to, asked directly. */

const address = (app: App) => `${uploadsAddress(app)}/file`
const post = (requests: APIRequestContext, app: App, headers: Record<string, string> = {}) =>
  requests.post(address(app), {
    data: smallCsv(),
    headers: { Origin: app.origin, 'Content-Type': 'text/csv', 'X-File-Name': 'runs.csv', ...headers },
    maxRedirects: 0,
  })

test('it takes a file from an operator, and has the security headers', async ({ requestAs, app, control }) => {
  const answer = await post(await requestAs(app, operatorName), app)
  expect(answer.status()).toBe(200)
  expect(await answer.json()).toMatchObject({ kind: 'taken', batch: { queued: 2, failed: 0 } })
  expect(answer.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(await control.uploads()).toHaveLength(1)
})

test('it answers 404 to anybody but an operator', async ({ requestAs, app, control }) => {
  for (const name of [undefined, 'Ada']) expect((await post(await requestAs(app, name), app)).status()).toBe(404)
  expect(await control.received('upload')).toEqual([])
})

test('it answers 403 to a request that no page of this app makes', async ({ requestAs, app, control }) => {
  const operator = await requestAs(app, operatorName)
  for (const headers of [
    { Origin: 'https://evil.example' },
    { Origin: '' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ] as Record<string, string>[]) {
    expect((await post(operator, app, headers)).status(), JSON.stringify(headers)).toBe(403)
  }
  expect(await control.received('upload')).toEqual([])
})

test('it answers 400 to a name or a JWT that is invalid', async ({ requestAs, app, control }) => {
  const operator = await requestAs(app, operatorName)
  for (const headers of [
    { 'X-File-Name': '' },
    { 'X-File-Name': '%E0%A4%A' },
    { 'X-File-Name': 'a%0D%0Ab' },
    { 'X-File-Name': 'a'.repeat(256) },
    { 'X-Admin-Jwt': 'a b' },
  ] as Record<string, string>[]) {
    expect((await post(operator, app, headers)).status(), JSON.stringify(headers)).toBe(400)
  }
  expect(await control.received('upload')).toEqual([])
})
