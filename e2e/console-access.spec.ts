import { conversionWith } from './console-steps'
import { expect, test } from './fixtures'
import { hiddenFields, textOf } from './harness/html'
import { operatorName } from './harness/people'
import { PlainBrowser } from './harness/plain-browser'
import { Visitor } from './harness/visitor'
import { readConsolePage } from './received-page'
import { t } from './texts'
import { visitorAs } from './sessions'

/*
 * Only operators may use the console. These tests request each page, the action and each route handler directly, as an
 * operator and as others.
 */

const pages = {
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

/** Pages that are not in the navigation. */
const otherPages = [
  '/console/search?q=01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '/console/users/01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '/console/conversions/good?at=1',
  '/console/conversions/by-user?user=x',
]

const allPages = [...Object.keys(pages), ...otherPages]

/** Route handlers without a page: exports, and searches that report their progress. */
const handlers = [
  '/console/audit/export?format=csv',
  '/console/balances/export?format=csv',
  '/console/connects/export?format=csv',
  '/console/conversions/export?format=csv',
  '/console/conversions/breakdowns/export?format=csv',
  '/console/conversions/by-user/export?format=csv&user=x',
  '/console/conversions/by-user/find?user=x',
  '/console/conversions/good/export?at=1&format=csv',
  '/console/resources/export?format=csv&address=x',
  '/console/task-runs/export?format=csv',
  '/console/uploads/export?format=csv',
]

test('every page opens for an operator, and the navigation marks it', async ({ app }) => {
  for (const [path, title] of Object.entries(pages)) {
    const page = await readConsolePage(app, path)
    expect(page.status, path).toBe(200)
    expect(page.elements('h1').map(textOf)).toEqual([title])
    expect(page.elements('a[aria-current="page"]').map(textOf)).toEqual([title])
  }
  for (const path of otherPages) expect((await readConsolePage(app, path)).status, path).toBe(200)
  // The search page is not in the navigation.
  const search = await readConsolePage(app, '/console/search?q=x')
  expect(search.elements('nav [aria-current]').map(textOf)).toEqual([])
})

test('every page redirects a stranger to the sign-in', async ({ app, control }) => {
  const stranger = await visitorAs(app)
  for (const path of allPages) {
    const { status, location } = await stranger.send(path)
    expect([status, location]).toEqual([307, `/signin?callbackUrl=${encodeURIComponent(path)}`])
  }
  expect(await control.received()).toEqual([])
})

test('every page answers 404 to a user, without a word of the console', async ({ app, control, standIn }) => {
  const user = await visitorAs(app, 'Ada')
  for (const path of allPages) {
    const { status, body } = await user.send(path)
    expect(status, path).toBe(404)
    expect(body).toContain('Page not found')
    for (const text of ['Staging', 'Console', standIn.subnetId]) expect(body, path).not.toContain(text)
  }
  expect(await control.received()).toEqual([])
})

test.describe('the sign-in on the way to the console', () => {
  test('returns an operator to the requested page', async ({ app }) => {
    const browser = new PlainBrowser(new Visitor(app.origin))
    await browser.goto('/console/balances')
    expect(browser.url).toBe(`${app.origin}/signin?callbackUrl=${encodeURIComponent('/console/balances')}`)
    await browser.press(t('signIn.demo.button'), { name: operatorName })
    expect(browser.url).toBe(`${app.origin}/console/balances`)
    expect(browser.heading).toBe('Balances')
  })

  test('shows a user "not found"', async ({ app }) => {
    const browser = new PlainBrowser(new Visitor(app.origin))
    await browser.goto('/console')
    await browser.press(t('signIn.demo.button'), { name: 'Ada' })
    expect(browser.url).toBe(`${app.origin}/console`)
    expect(browser.heading).toBe(t('notFound.title'))
  })
})

test('every handler answers an operator, and answers 404 to users and strangers', async ({ app, control }) => {
  for (const name of [undefined, 'Ada']) {
    const visitor = await visitorAs(app, name)
    for (const path of handlers) {
      const answer = await visitor.send(path)
      expect(answer.status, `${path} by ${name}`).toBe(404)
      expect(answer.body).toContain(t('notFound.title'))
    }
  }
  expect(await control.received()).toEqual([])

  await control.set({ data: { users: 10, conversions: 10 } })
  const operator = await visitorAs(app, operatorName)
  for (const path of handlers) {
    await control.script('conversions', { json: conversionWith({ conversion_id: 'good' }).answer, times: 3 })
    await control.script('resources', { json: { status: 'success', resources: [] } })
    expect((await operator.send(path)).status, path).toBe(200)
  }
})

test('every handler answers 405 to an operator and 404 to others when it lacks the method', async ({
  app,
  control,
}) => {
  for (const [name, status] of [
    [undefined, 404],
    ['Ada', 404],
    [operatorName, 405],
  ] as const) {
    const visitor = await visitorAs(app, name)
    for (const path of [...handlers, '/console/uploads/file']) {
      const missing = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', path.endsWith('/file') ? 'GET' : 'POST']
      const answers = await Promise.all(missing.map((method) => visitor.send(path, { method })))
      const statuses = answers.map((answer) => answer.status)
      expect(statuses, `${path} by ${name}`).toEqual(missing.map(() => status))
    }
  }
  expect(await control.received()).toEqual([])
})

for (const [who, name, isAllowed] of [
  ['an operator', operatorName, true],
  ['a user', 'Ada', false],
  ['a stranger', undefined, false],
] as const) {
  test(`the action "Check the key" ${isAllowed ? 'checks the key' : 'answers 404'} when ${who} posts it by hand`, async ({
    app,
    control,
  }) => {
    // An operator's browser without scripts posts this form.
    const operator = await visitorAs(app, operatorName)
    const form = hiddenFields((await operator.send('/console')).body, { button: 'Check the key' })
    await control.clearReceived()

    const requests = await visitorAs(app, name)
    const options = { headers: { Origin: app.origin } }
    const call = {
      body: '[{"kind":"not_checked"}]',
      headers: { ...options.headers, 'Next-Action': actionOf(form), 'Content-Type': 'text/plain;charset=UTF-8' },
    }
    const status = isAllowed ? 200 : 404
    // First as a form without scripts, then as Next's script calls the action.
    expect((await requests.send('/console', { form, ...options })).status).toBe(status)
    expect((await requests.send('/console', call)).status).toBe(status)
    // A page that everyone may see does not have the action, so it must not run there.
    await requests.send('/signin', call)
    expect(await control.received('confirm')).toHaveLength(isAllowed ? 2 : 0)
  })
}

/** Returns the identifier of the action, from its form. */
function actionOf(form: Record<string, string>): string {
  const reference = Object.values(form).find((value) => value.includes('"id"')) ?? '{}'
  return (JSON.parse(reference) as { id?: string }).id ?? ''
}
