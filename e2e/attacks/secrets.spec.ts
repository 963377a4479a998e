import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, waitForReact } from '../fixtures'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor, type Answer, type RequestOptions } from '../harness/visitor'
import { alertOf } from '../connect/page-steps'
import { arrive, signIn, signInAndArrive, typeAndConnect } from '../steps'
import { t } from '../texts'
import type { ScriptedAnswer } from '../stand-in/control/messages'

/*
 * Uses marked values as API key, nonce and auth_code, and makes presses succeed and fail at the most detailed log
 * level. The marks must not appear in the app's output, in any page or answer for the browser, or in the browser's
 * cookies and storage. They must not appear in any new file either. A real browser sees a success and two failures,
 * and a `PlainBrowser` sees all failures.
 */

const mark = randomBytes(6).toString('hex')
const apiKey = `canary-key-${mark}`
const authCode = `canary-code-${mark}`
const text = (status: number, error: string, reason?: string) => ({
  status,
  json: reason ? { error, reason } : { error },
})

interface Seen {
  where: string
  what: string
}

/** A visitor that records every answer and cookie, except the targets of redirects. */
class WatchedVisitor extends Visitor {
  constructor(
    origin: string,
    private readonly seen: Seen[],
  ) {
    super(origin)
  }

  override async send(address: string, options: RequestOptions = {}): Promise<Answer> {
    const answer = await super.send(address, options)
    const { location: _, ...headers } = answer.headers
    if (new URL(address, this.origin).origin === this.origin) {
      this.seen.push({ where: `answer of ${options.form ? 'POST' : 'GET'} ${address}`, what: answer.body })
      this.seen.push({ where: 'headers', what: JSON.stringify(headers) })
      this.seen.push({ where: 'cookies', what: JSON.stringify([...this.cookies]) })
    }
    return answer
  }
}

test.use({ expectedErrors: [/status of 400/] })

test('secrets appear in no log, page, cookie or file when presses succeed and fail', async ({
  page,
  startVariant,
  control,
  standIn,
}) => {
  test.slow()
  const startedAt = Date.now()
  const app = await startVariant({ LOG_LEVEL: 'trace', SERVICE_API_KEY: apiKey, SERVICE_DEADLINE_SECONDS: '1' })
  await control.set({ connectUrl: `${app.origin}/connect` })

  const seen: Seen[] = []
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

  const failuresQuoting = (quoted: string, nonce: string): Record<string, ScriptedAnswer> => ({
    'bad subnet ID': text(400, quoted),
    'bad key': text(401, quoted),
    'forbidden key': text(403, quoted),
    'unknown request': text(404, quoted, 'request_not_found'),
    'already confirmed': text(409, quoted, 'already_confirmed'),
    expired: text(410, quoted, 'request_expired'),
    'an unknown status': text(418, quoted),
    'another nonce': text(422, quoted, 'nonce_mismatch'),
    'invalid address': text(422, quoted, 'invalid_address'),
    'invalid body': text(422, quoted, 'invalid_request'),
    redirect: { status: 302, headers: { Location: `http://localhost/${nonce}` } },
    'no JSON': { status: 200, text: quoted },
    'half of JSON': { status: 200, text: `{"auth_code":"${authCode}` },
    'empty body': { status: 200, text: '' },
    'no address': {
      status: 200,
      json: { auth_code: authCode, error: `use ${authCode}`, return_url: `/cb#ac=${authCode}` },
    },
    'a code of a wrong type': {
      status: 200,
      json: { auth_code: [authCode], return_url: `${standIn.origin}/cb#ac=${authCode}` },
    },
    'a body over the limit': { status: 200, bytes: 70_000 },
    // This failure is the last one, because a 429 makes all users wait.
    'too many': { ...text(429, quoted), headers: { 'Retry-After': '2' } },
  })
  const nonces: string[] = []
  const quoting = (...quoted: string[]) => `quoted: ${quoted.join(' ')} ${apiKey}`
  /** Makes the service fail in one of these ways, and quote the secrets that it has received. */
  const fail = async (what: string, nonce: string) => {
    nonces.push(nonce)
    const answer = failuresQuoting(quoting(nonce), nonce)[what]
    if (!answer) throw new Error(`there is no failure ${what}`)
    await control.clearScripts()
    await control.script('confirm', answer)
  }

  const { nonce } = await signInAndArrive(page, app, control, 'Seen')
  await look()
  // The user can press again after the first of these failures.
  let shownBefore = 'no message'
  for (const what of ['invalid address', 'no address']) {
    await fail(what, nonce)
    await waitForReact(page)
    await typeAndConnect(page)
    await expect(alertOf(page)).toBeVisible()
    await expect(alertOf(page)).not.toHaveText(shownBefore)
    shownBefore = await alertOf(page).innerText()
    await look()
  }
  // An invalid link, while the browser holds a valid one.
  await page.goto(`${app.origin}/connect?request_id=not-a-ulid&nonce=${nonce}`)
  await look()

  const landing = `${standIn.origin}/landing/done#ac=${authCode}`
  await page.context().clearCookies()
  await signInAndArrive(page, app, control, 'Last')
  await control.clearScripts()
  await control.script('confirm', { status: 200, json: { auth_code: authCode, return_url: landing } })
  await typeAndConnect(page)
  await page.waitForURL(landing)
  await page.goto(`${app.origin}/connect/confirm`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('nothingToConnect.done'))
  await look()

  const arrivedUser = async (name: string) => {
    const browser = new PlainBrowser(new WatchedVisitor(app.origin, seen))
    await signIn(browser, app, name)
    return { browser, nonce: (await arrive(browser, control)).nonce }
  }
  const callCount = async () => (await control.received('confirm')).length

  // The app calls the service again after these failures. The users press at once, because it waits before each call.
  const users = await Promise.all(['One', 'Two', 'Three', 'Four'].map(arrivedUser))
  nonces.push(...users.map((user) => user.nonce))
  const passing: ScriptedAnswer[] = [
    text(500, quoting(...nonces)),
    { drop: 'reset' },
    { drop: 'truncate' },
    { drop: 'hang' },
  ]
  const callsBefore = await callCount()
  for (const answer of [...passing, ...passing, ...passing]) await control.script('confirm', answer)
  await Promise.all(users.map(({ browser }) => typeAndConnect(browser)))
  for (const { browser } of users) expect(browser.alert).not.toBe('')
  expect(await callCount()).toBe(callsBefore + 3 * passing.length)

  // Each failure has another user, because each user may press only a few times a minute.
  for (const what of Object.keys(failuresQuoting('', ''))) {
    const { browser, nonce } = await arrivedUser(what)
    await fail(what, nonce)
    const before = await callCount()
    await typeAndConnect(browser)
    expect(browser.alert, what).not.toBe('')
    expect(await callCount(), what).toBeGreaterThan(before)
  }

  // The answer to the successful press is the redirect, which must have the code.
  const places = seen.filter(({ where, what }) => !(where.startsWith('answer of POST') && what.includes(landing)))
  places.push({ where: "the app's output", what: app.output() })
  for (const file of await filesWrittenSince(startedAt)) {
    places.push({ where: file, what: await readFile(file, 'latin1') })
  }
  for (const secret of [apiKey, authCode, ...nonces]) {
    expect(places.filter(({ what }) => what.includes(secret)).map(({ where }) => where)).toEqual([])
  }
  // The search also finds lines that the app logs on purpose, which shows that it works.
  expect(app.output()).toContain('"event":"confirmed"')
  expect(app.output()).toContain('"level":20')
})

/** Files below the working folder that were written since `time`, without packages and test reports. */
async function filesWrittenSince(time: number): Promise<string[]> {
  const skipped = ['node_modules', '.git', 'test-results', 'playwright-report']
  const filesIn = async (folder: string): Promise<string[]> => {
    const files: string[] = []
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && !skipped.includes(entry.name)) files.push(...(await filesIn(path)))
      if (entry.isFile()) files.push(path)
    }
    return files
  }
  return (await filesIn('.')).filter((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= time)
}
