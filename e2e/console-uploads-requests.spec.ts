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

for (const name of [undefined, 'Ada']) {
  test(`it is not there for ${name ? 'somebody else who is signed in' : 'nobody'}`, async ({
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
  test(`it takes nothing from ${what}`, async ({ requestAs, app, control }) => {
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
  test(`it takes nothing with ${what}`, async ({ requestAs, app, control }) => {
    expect((await post(await requestAs(app, operatorName), app, headers)).status()).toBe(400)
    expect(await control.received('upload')).toEqual([])
  })
}

test('it answers to nothing but POST', async ({ requestAs, app }) => {
  expect((await (await requestAs(app, operatorName)).get(address(app))).status()).toBe(405)
})
