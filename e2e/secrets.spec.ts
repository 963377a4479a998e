import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixtures'
import type { ScriptedAnswerInput } from './stand-in/control/messages'
import { alertOf, arrive, expectNothingHeld, signIn, typeAndConnect } from './steps'

/*
 * Plants marked values as API key, nonce and auth_code, runs successes and failures at the log level
 * that tells most, and looks for the marks wherever they must not be: the app's output, every page and
 * answer that the browser was given, its cookies and stores, and every file that was written meanwhile.
 */

const mark = randomBytes(6).toString('hex')
const apiKey = `canary-key-${mark}`
const authCode = `canary-code-${mark}`
const text = (status: number, error: string, reason?: string) => ({
  status,
  json: reason ? { error, reason } : { error },
})

test.use({ expectedErrors: [/status of 400/] })

test('secrets stay where they belong', async ({ page, startVariant, control, standIn }) => {
  test.slow()
  const startedAt = Date.now()
  const app = await startVariant({ LOG_LEVEL: 'trace', SERVICE_API_KEY: apiKey, SERVICE_DEADLINE_SECONDS: '1' })
  await control.set({ connectUrl: `${app.origin}/connect` })

  const seen: { where: string; what: string }[] = []
  page.on('response', async (response) => {
    if (!response.url().startsWith(app.origin)) return
    const body = await response.text().catch(() => '')
    const { location: _, ...headers } = await response.allHeaders()
    seen.push({ where: `answer of ${response.request().method()} ${new URL(response.url()).pathname}`, what: body })
    seen.push({ where: 'headers', what: JSON.stringify(headers) })
  })
  page.on('console', (message) => seen.push({ where: 'browser console', what: message.text() }))
  const look = async () => {
    seen.push({ where: 'page', what: await page.content() })
    seen.push({ where: 'cookies', what: JSON.stringify(await page.context().cookies()) })
    seen.push({ where: 'storage', what: JSON.stringify(await page.context().storageState()) })
  }

  const nonces: string[] = []
  const arriveMarked = async () => {
    const { nonce } = await arrive(page, control)
    nonces.push(nonce)
    return nonce
  }
  await signIn(page, app, 'First')
  const nonce = await arriveMarked()
  await look()

  const failuresQuoting = (quoted: string): Omit<ScriptedAnswerInput, 'operation'>[] => [
    text(400, quoted),
    text(401, quoted),
    text(403, quoted),
    text(404, quoted, 'request_not_found'),
    text(409, quoted, 'already_confirmed'),
    text(410, quoted, 'request_expired'),
    text(418, quoted),
    text(422, quoted, 'nonce_mismatch'),
    text(422, quoted, 'invalid_address'),
    text(422, quoted, 'invalid_request'),
    { ...text(500, quoted), times: 3 },
    { status: 302, headers: { Location: `http://localhost/${nonce}` } },
    { status: 200, text: quoted },
    { status: 200, text: `{"auth_code":"${authCode}` },
    { status: 200, text: '' },
    { status: 200, json: { auth_code: authCode, error: `use ${authCode}`, return_url: `/cb#ac=${authCode}` } },
    { status: 200, json: { auth_code: [authCode], return_url: `${standIn.origin}/cb#ac=${authCode}` } },
    { status: 200, bytes: 70_000 },
    { drop: 'reset', times: 3 },
    { drop: 'truncate', times: 3 },
    { drop: 'hang', times: 3 },
    { ...text(429, quoted), headers: { 'Retry-After': '1' } },
  ]
  let calls = 0
  const answers = failuresQuoting(`quoted: ${nonce} ${apiKey}`)
  for (const [index, answer] of answers.entries()) {
    // A few presses each, of a link of its own: nobody may press as often as this.
    if (index > 0) {
      await page.context().clearCookies()
      await signIn(page, app, `Person ${index}`)
      const own = await arriveMarked()
      await control.script('confirm', failuresQuoting(`quoted: ${own} ${apiKey}`)[index] ?? answer)
    } else {
      await control.script('confirm', answer)
    }
    await typeAndConnect(page)
    calls += answer.times ?? 1
    await expect.poll(async () => (await control.received('confirm')).length, { timeout: 15_000 }).toBe(calls)
    await expect(alertOf(page)).toBeVisible()
    await look()
  }

  await page.context().clearCookies()
  await signIn(page, app, 'Last')
  await arriveMarked()
  await page.goto(`${app.origin}/connect?request_id=not-a-ulid&nonce=${nonce}`)
  await look()

  await page.goto(`${app.origin}/connect/confirm`)
  const landing = `${standIn.origin}/landing/done#ac=${authCode}`
  await control.script('confirm', { status: 200, json: { auth_code: authCode, return_url: landing } })
  await typeAndConnect(page)
  await page.waitForURL(landing)
  await expectNothingHeld(page, app)
  await look()

  // The answer to the press that succeeds is the redirect itself, and may name its address.
  const places = seen.filter(({ where, what }) => !(where.startsWith('answer of POST') && what.includes(landing)))
  places.push({ where: "the app's output", what: app.output() })
  for (const file of await filesWrittenSince(startedAt)) {
    places.push({ where: file, what: await readFile(file, 'latin1') })
  }
  for (const secret of [apiKey, authCode, ...nonces]) {
    expect(places.filter(({ what }) => what.includes(secret)).map(({ where }) => where)).toEqual([])
  }
  // The search itself works: what is logged on purpose is found by it.
  expect(app.output()).toContain('"event":"connected"')
  expect(app.output()).toContain('"level":20')
})

/** Files below the build and the working folder that were written lately; tools' own reports aside. */
async function filesWrittenSince(time: number): Promise<string[]> {
  const skipped = /(^|\/)(node_modules|\.git|test-results|playwright-report)(\/|$)/
  const entries = await readdir('.', { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !skipped.test(path) && (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= time)
}
