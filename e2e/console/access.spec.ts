import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { conversionWith, postFile } from './steps'
import { expect, test } from '../fixtures'
import type { App } from '../harness/app'
import { rowsOfCsv } from '../harness/csv'
import { hiddenFields, hiddenFieldsOf, textOf } from '../harness/html'
import { operatorName, viewerName, walletAddress } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
import { readConsolePage, type ReceivedPage } from '../received-page'
import { visitorAs } from '../sessions'
import { consoleT, t } from '../texts'

/*
 * Operators use the console. Viewers see it, but cannot export, send, check or change anything. Users and strangers get
 * 404 and no data. The tests compare Olga, an operator, with Vera, a viewer, Ada, a user, and a stranger. They find the
 * pages and the exports in the folders, so that a new one is tested too. e2e/logins/viewers.test.ts calls each handler
 * and each action.
 */

/** The titles of the pages in the navigation. */
const titles = {
  '/console': 'Overview',
  '/console/connects': 'Connects',
  '/console/task-runs': 'Task runs',
  '/console/conversions': 'Conversions',
  '/console/balances': 'Balances',
  '/console/uploads': 'Batch uploads',
  '/console/resources': 'Resources by wallet',
  '/console/preview': 'Preview',
  '/console/audit': 'Audit',
  '/console/setup': 'Setup',
}

const folder = 'app/console'
const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

/** Returns the path of a file's page or handler. */
const pathOf = (file: string) => `/console/${file}`.replace(/\/(?:page|page\.tsx|route\.ts)$/, '')

/** Returns the paths of the files with this name. */
const pathsOf = (name: 'page.tsx' | 'export/route.ts' | 'route.ts') =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    // A batch exists only after an upload.
    .filter((file) => `/${file}`.endsWith(`/${name}`) && !file.startsWith('uploads/one/'))
    .map(pathOf)
    .toSorted()

const exportPaths = pathsOf('export/route.ts')
/** The only page that viewers cannot open. */
const auditPath = '/console/audit'
/** The page of every unknown URL. */
const unknownPath = '/console/unknown'
const pages = pathsOf('page.tsx').filter((path) => path !== auditPath && path !== unknownPath)

const withQuery = (path: string) => `${path}?q=${id}&id=good&user=x&address=x&at=1`

/** What a page has for operators: the paths of its exports, its fields for files, and the buttons of its actions. */
async function controlsOf(app: App, path: string, name: string): Promise<string[]> {
  const { status, elements } = await readConsolePage(app, path, name)
  expect(status, path).toBe(200)
  const links = elements('main a[href*="/export"]').map((link) => link.getAttribute('href')?.split('?')[0] ?? '')
  const forms = elements('main form').filter((form) => hiddenFieldsOf(form).some(([field]) => field.startsWith('$')))
  const buttons = forms.flatMap((form) => form.querySelectorAll('button').map(textOf))
  return [...new Set([...links, ...elements('main input[type="file"]').map(() => 'a file'), ...buttons])].toSorted()
}

test('the navigation has a link to each page, and marks the open page', async ({ app }) => {
  for (const [path, title] of Object.entries(titles)) {
    const page = await readConsolePage(app, path)
    expect(page.status, path).toBe(200)
    expect(page.elements('h1').map(textOf)).toEqual([title])
    expect(page.elements('a[aria-current="page"]').map(textOf)).toEqual([title])
  }
  // The search page is not in the navigation.
  const search = await readConsolePage(app, '/console/search?q=x')
  expect(search.elements('nav [aria-current]').map(textOf)).toEqual([])
})

/** Removes the time that the URL of the sign-in has for a browser without cookies. */
const withoutTime = (url: string) => url.replace(/&cookieSetAt=\d+$/, '')

test('every page redirects a stranger to the sign-in, and answers 404 to a user without a word of the console', async ({
  app,
  control,
  standIn,
}) => {
  const [stranger, user] = [await visitorAs(app), await visitorAs(app, 'Ada')]
  const withOwnQuery = ['search?q=x', 'conversions/one?id=good&at=1'].map(pathOf)
  for (const path of [...pages, auditPath, ...withOwnQuery]) {
    const { status, location } = await stranger.send(path)
    expect([status, withoutTime(location)]).toEqual([307, `/signin?callbackUrl=${encodeURIComponent(path)}`])
    const answer = await user.send(path)
    expect(answer.status, path).toBe(404)
    expect(answer.body).toContain(t('notFound.title'))
    for (const text of ['Staging', 'Console', standIn.subnetId]) expect(answer.body, path).not.toContain(text)
  }
  expect(await control.received()).toEqual([])
})

test('an unknown URL answers 404 to all, inside the console only to staff, and the same as before to others', async ({
  app,
  standIn,
}) => {
  const expectFrame = ({ status, elements, links }: ReceivedPage, path: string) => {
    expect([status, ...elements('h1').map(textOf)], path).toEqual([404, consoleT('layout.unknown.title')])
    expect(links('Balances')).toEqual(['/console/balances'])
  }
  for (const path of ['/console/users/one?id=%20', '/console/uploads/one?id=01ARZ3NDEKTSV4RRFFQ69G5FAV'])
    expectFrame(await readConsolePage(app, path), path)
  for (const path of ['/console/no-such-page', '/console/balances/no/such/page', unknownPath]) {
    for (const name of [operatorName, viewerName]) {
      const page = await readConsolePage(app, path, name)
      expectFrame(page, path)
      expect(page.elements('nav [aria-current="page"]').map(textOf)).toEqual([])
    }
    for (const name of [undefined, 'Ada']) {
      if (name === undefined && path === unknownPath) continue
      const { status, body } = await (await visitorAs(app, name)).send(path)
      expect([status, body], path).toEqual([404, expect.stringContaining(t('notFound.title'))])
      for (const text of ['Staging', 'Console', standIn.subnetId]) expect(body, path).not.toContain(text)
    }
  }
})

test('a URL of the console answers 404 to a stranger and a user for a method that it does not have', async ({
  app,
}) => {
  const others = ['POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']
  const requests = [
    ...pathsOf('route.ts').flatMap((path) => ['GET', 'HEAD', ...others].map((method) => [path, method] as const)),
    ...[...pages, auditPath].flatMap((path) => others.map((method) => [path, method] as const)),
  ]
  for (const name of [undefined, 'Ada']) {
    const visitor = await visitorAs(app, name)
    const statusOf = async ([path, method]: (typeof requests)[number]) =>
      `${method} ${path} ${(await visitor.send(path, { method })).status}`
    const statuses = await Promise.all(requests.map(statusOf))
    expect(statuses.filter((each) => !each.endsWith(' 404'))).toEqual([])
  }
})

test('the sign-in opens the requested page, and without one the console for operators and the connect page for users', async ({
  app,
}) => {
  for (const [name, path, url, heading] of [
    [operatorName, '/console/balances', '/console/balances', 'Balances'],
    [operatorName, '/signin', '/console', 'Overview'],
    ['Ada Lost', '/signin', '/connect/confirm', t('nothingToConnect.title')],
  ] as const) {
    const browser = new PlainBrowser(new Visitor(app.origin))
    await browser.goto(path)
    await browser.press(t('signIn.demo.button'), { name })
    expect([browser.url, browser.heading]).toEqual([app.origin + url, heading])
  }
})

test('no export begins from another site', async ({ app, control }) => {
  const operator = await visitorAs(app, operatorName)
  for (const path of exportPaths) {
    const refused = await operator.send(withQuery(path), { headers: { 'Sec-Fetch-Site': 'same-site' } })
    expect([refused.status, refused.body], path).toEqual([403, `${consoleT('shared.fromElsewhere')}\n`])
  }
  expect(await control.received()).toEqual([])
})

test('every page opens for a viewer, without the exports and the forms that it has for an operator', async ({
  app,
  control,
}) => {
  expect((await postFile(await visitorAs(app, operatorName))).status).toBe(200)
  await control.set({ data: { users: 10, conversions: 10 } })
  await control.script('conversions', { json: conversionWith({ conversion_id: 'good' }).answer, times: 40 })
  await control.script('resources', { json: { status: 'success', resources: [] }, times: 10 })
  const forOperators: Record<string, string[]> = {}
  for (const path of [...pages, `/console/connects?find=${walletAddress}`, '/console/users/one?id=demo:ada']) {
    const address = path.includes('?') ? path : withQuery(path)
    expect(await controlsOf(app, address, viewerName), path).toEqual([])
    forOperators[path] = await controlsOf(app, address, operatorName)
  }
  expect([...new Set(Object.values(forOperators).flat())].toSorted()).toEqual(
    [
      ...exportPaths.filter((path) => path !== `${auditPath}/export`),
      'a file',
      consoleT('setup.keyCheck.button'),
      consoleT('users.forget.button'),
    ].toSorted(),
  )
  expect(app.output()).toContain('"event":"audit","staff":"demo:vera","action":"look_up","what":"connect"')
})

test('the form of an action answers 404 to all but operators, and its action does not run on the sign-in page', async ({
  app,
  control,
}) => {
  // An operator's browser without scripts posts this form.
  const page = (await (await visitorAs(app, operatorName)).send('/console/setup')).body
  const form = hiddenFields(page, { button: consoleT('setup.keyCheck.button') })
  const reference = Object.values(form).find((value) => value.includes('"id"')) ?? '{}'
  const { id: action = '' } = JSON.parse(reference) as { id?: string }
  const headers = { Origin: app.origin }
  const call = {
    body: '[null]',
    headers: { ...headers, 'Next-Action': action, 'Content-Type': 'text/plain;charset=UTF-8' },
  }
  for (const [name, status] of [
    [undefined, 404],
    ['Ada', 404],
    [viewerName, 404],
    [operatorName, 200],
  ] as const) {
    await control.clearReceived()
    const visitor = await visitorAs(app, name)
    expect((await visitor.send('/console/setup', { form, headers })).status, name).toBe(status)
    expect((await visitor.send('/console/setup', call)).status, name).toBe(status)
    // A page that everyone may see does not have the action.
    await visitor.send('/signin', call)
    expect(await control.received('confirm'), name).toHaveLength(status === 200 ? 2 : 0)
  }
})

test('the audit shows operators who looked up which user, viewers cannot open it, and the log lacks the search text', async ({
  app,
}) => {
  const person = `canary-${randomUUID()}`
  const viewer = await visitorAs(app, viewerName)
  expect((await viewer.send(`/console/conversions/one?id=good&at=1&find=${person}`)).status).toBe(200)
  expect(app.output()).toContain(`"event":"audit","staff":"demo:vera","action":"look_up","what":"user_bolts"`)
  expect(app.output()).not.toContain(person)
  const { rows } = await readConsolePage(app, auditPath)
  expect(rows[0]).toMatch(new RegExp(`${viewerName}.*demo:vera.*${consoleT('audit.words.action.look_up')}.*${person}`))
  expect(rows.filter((row) => row.includes(person))).toHaveLength(1)

  // Neither the navigation nor the data of the search field has a link to the audit.
  expect((await viewer.send('/console')).body).not.toContain(auditPath)
  for (const path of [auditPath, `${auditPath}?before=1-1`]) {
    const refused = await viewer.send(path)
    expect([refused.status, refused.body.includes(person)], path).toEqual([404, false])
  }
})

test('the filter of the audit leaves the acts of a kind about a person, also in the export', async ({ app }) => {
  const person = `canary-${randomUUID()}`
  const operator = await visitorAs(app, operatorName)
  for (const path of [`/console/users/one?id=${person}`, '/console/users/one?id=canary-other'])
    expect((await operator.send(path)).status).toBe(200)
  const { submit } = await readConsolePage(app, auditPath)
  const filter = (action: string) =>
    readConsolePage(app, submit(consoleT('controls.filter'), { person: person.toUpperCase(), action }))
  const found = await filter('look_up')
  expect(found.elements('tbody a').map((link) => link.getAttribute('href'))).toEqual([
    `/console/users/one?id=${person}`,
  ])
  const { body } = await operator.send(found.link(consoleT('shared.exportLinks.csvLabel')))
  expect(rowsOfCsv(body).map(({ about }) => about)).toEqual([person])
  expect((await filter('upload')).rows).toEqual([])
})
