import { conversionWith } from './conversion-steps'
import { expect, test } from './fixtures'
import { hiddenFields, textOf } from './harness/html'
import { operatorName } from './harness/people'
import { PlainBrowser } from './harness/plain-browser'
import { Visitor } from './harness/visitor'
import { loggedInAtProvider } from './plain-steps'
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
  // The search page is not in the navigation.
  const search = await readConsolePage(app, '/console/search?q=x')
  expect(search.elements('nav [aria-current]').map(textOf)).toEqual([])
})

for (const path of [...Object.keys(pages), ...otherPages]) {
  test(`${path} opens for an operator, redirects a stranger to the sign-in, and answers 404 to a user`, async ({
    app,
    control,
    standIn,
  }) => {
    const requests = await visitorAs(app)
    const answer = await requests.send(path)
    expect(answer.status).toBe(307)
    expect(answer.headers.location).toBe(`/signin?callbackUrl=${encodeURIComponent(path)}`)

    const refused = await (await visitorAs(app, 'Ada')).send(path)
    expect(refused.status).toBe(404)
    const body = refused.body
    expect(body).toContain('Page not found')
    for (const text of ['Staging', 'Console', standIn.subnetId]) expect(body).not.toContain(text)
    expect(await control.received()).toEqual([])

    expect((await (await visitorAs(app, operatorName)).send(path)).status).toBe(200)
  })
}

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

  test('opens the console only for accounts with the operator role', async ({ oidcApp }) => {
    for (const [login, status] of [
      ['edith', 200],
      ['bob', 404],
    ] as const) {
      const browser = await loggedInAtProvider(oidcApp, '/console', login)
      expect(browser.url).toBe(`${oidcApp.origin}/console`)
      if (status === 200) expect(browser.heading).toBe('Overview')
      else expect(browser.html).toContain('Page not found')
      expect((await browser.visitor.send('/console')).status).toBe(status)
    }
  })
})

for (const path of handlers) {
  test(`${path} answers an operator, and answers 404 to users and strangers`, async ({ app, control }) => {
    for (const name of [undefined, 'Ada']) {
      const answer = await (await visitorAs(app, name)).send(path)
      expect(answer.status).toBe(404)
      expect(answer.body).toContain(t('notFound.title'))
    }
    expect(await control.received()).toEqual([])

    await control.set({ data: { users: 10, conversions: 10 } })
    await control.script('conversions', { json: conversionWith({ conversion_id: 'good' }).answer, times: 3 })
    await control.script('resources', { json: { status: 'success', resources: [] } })
    expect((await (await visitorAs(app, operatorName)).send(path)).status).toBe(200)
  })
}

for (const path of [...handlers, '/console/uploads/file']) {
  const missing = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', path.endsWith('/file') ? 'GET' : 'POST']

  test(`${path} answers 405 to an operator and 404 to others when it lacks the method`, async ({ app, control }) => {
    for (const [name, status] of [
      [undefined, 404],
      ['Ada', 404],
      [operatorName, 405],
    ] as const) {
      const requests = await visitorAs(app, name)
      for (const method of missing) {
        expect((await requests.send(path, { method })).status, `${method} by ${name}`).toBe(status)
      }
    }
    expect(await control.received()).toEqual([])
  })
}

test.describe('the action "Check the key", posted by hand', () => {
  for (const [who, name, isAllowed] of [
    ['an operator', operatorName, true],
    ['a user', 'Ada', false],
    ['a stranger', undefined, false],
  ] as const) {
    test(`by ${who} ${isAllowed ? 'checks the key' : 'answers 404'}`, async ({ app, control }) => {
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
})

/** Returns the identifier of the action, from its form. */
function actionOf(form: Record<string, string>): string {
  const reference = Object.values(form).find((value) => value.includes('"id"')) ?? '{}'
  return (JSON.parse(reference) as { id?: string }).id ?? ''
}
