import { expect, test } from './fixtures'
import type { App } from './harness/app'
import { hiddenFields, textOf } from './harness/html'
import { operatorName } from './harness/people'
import { PlainBrowser } from './harness/plain-browser'
import { Visitor } from './harness/visitor'
import { loggedInAtProvider } from './plain-steps'
import { readConsolePage } from './received-page'
import { signInOnPage } from './steps'
import { t } from './texts'

/*
 * The console is for operators: allowed and refused in pairs, for each page, the action and the route
 * handlers, each of which is asked directly.
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
}

const exports = ['/console/balances/export', '/console/conversions/export', '/console/task-runs/export']

test('every page is open to an operator, and marked in the navigation', async ({ requestAs, app }) => {
  for (const [path, title] of Object.entries(pages)) {
    const page = await readConsolePage(requestAs, app, path)
    expect(page.status, path).toBe(200)
    expect(page.elements('h1').map(textOf)).toEqual([title])
    expect(page.elements('a[aria-current="page"]').map(textOf)).toEqual([title])
  }
  // A search belongs to none of them.
  const search = await readConsolePage(requestAs, app, '/console/search?q=x')
  expect(search.elements('nav [aria-current]').map(textOf)).toEqual([])
})

for (const path of Object.keys(pages)) {
  test.describe(path, () => {
    test('is not there for anybody else', async ({ requestAs, app, control, standIn }) => {
      const answer = await (await requestAs(app, 'Ada')).get(app.origin + path)
      expect(answer.status()).toBe(404)
      const body = await answer.text()
      expect(body).toContain('Page not found')
      for (const told of ['Staging', 'Console', standIn.subnetId]) expect(body).not.toContain(told)
      expect(await control.received()).toEqual([])
    })

    test('leads to the sign-in first, and back', async ({ requestAs, app, control }) => {
      const requests = await requestAs(app)
      const answer = await requests.get(app.origin + path, { maxRedirects: 0 })
      expect(answer.status()).toBe(307)
      const signInPath = `/signin?callbackUrl=${encodeURIComponent(path)}`
      expect(answer.headers().location).toBe(signInPath)
      expect(await control.received()).toEqual([])

      const form = hiddenFields(await (await requests.get(app.origin + signInPath)).text(), { button: 'Sign in' })
      const signedIn = await requests.post(app.origin + signInPath, {
        headers: { Origin: app.origin },
        multipart: { ...form, name: operatorName },
        maxRedirects: 0,
      })
      expect(signedIn.status()).toBe(303)
      expect(signedIn.headers().location).toBe(path)
      expect((await requests.get(app.origin + path)).status()).toBe(200)
    })
  })
}

test.describe('whoever signs in on the way to the console', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('is there as an operator', async ({ app }) => {
    const browser = new PlainBrowser(new Visitor(app.origin))
    await browser.goto('/console/balances')
    expect(browser.url).toBe(`${app.origin}/signin?callbackUrl=${encodeURIComponent('/console/balances')}`)
    await browser.press(t('signIn.demo.button'), { name: operatorName })
    expect(browser.url).toBe(`${app.origin}/console/balances`)
    expect(browser.heading).toBe('Balances')
  })

  // In a browser, since Next leaves it to the browser to render what `notFound` shows.
  test('finds nothing as somebody else', async ({ page, app }) => {
    await page.goto(`${app.origin}/console`)
    await signInOnPage(page, 'Ada')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  })

  test('needs the role where a role makes an operator', async ({ oidcApp }) => {
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

for (const path of exports) {
  test.describe(path, () => {
    const address = (app: App) => `${app.origin}${path}?format=csv`

    test('is a file for an operator', async ({ requestAs, app, control }) => {
      await control.set({ data: { users: 10, conversions: 10 } })
      const answer = await (await requestAs(app, operatorName)).get(address(app))
      expect(answer.status()).toBe(200)
      expect(answer.headers()['content-disposition']).toContain('attachment')
    })

    for (const name of [undefined, 'Ada']) {
      test(`is nothing for ${name ? 'somebody else who is signed in' : 'nobody'}`, async ({
        requestAs,
        app,
        control,
      }) => {
        const answer = await (await requestAs(app, name)).get(address(app), { maxRedirects: 0 })
        expect(answer.status()).toBe(404)
        expect(await answer.text()).toBe('')
        expect(await control.received()).toEqual([])
      })
    }
  })
}

for (const path of [...exports, '/console/balances/find', '/console/uploads/file']) {
  const missing = ['OPTIONS', 'PUT', 'PATCH', 'DELETE', path.endsWith('/file') ? 'GET' : 'POST']

  test(`${path} tells nobody but an operator which methods it lacks`, async ({ requestAs, app, control }) => {
    for (const [name, status] of [
      [undefined, 404],
      ['Ada', 404],
      [operatorName, 405],
    ] as const) {
      const requests = await requestAs(app, name)
      for (const method of missing) {
        expect((await requests.fetch(app.origin + path, { method })).status(), `${method} by ${name}`).toBe(status)
      }
    }
    expect(await control.received()).toEqual([])
  })
}

test.describe('the action behind "Check the key", posted by hand', () => {
  for (const [who, name, isAllowed] of [
    ['an operator', operatorName, true],
    ['somebody else', 'Ada', false],
    ['nobody', undefined, false],
  ] as const) {
    test(`by ${who}, is ${isAllowed ? 'done' : 'not there'}`, async ({ requestAs, app, control }) => {
      // The form as an operator's browser without scripts would post it.
      const operator = await requestAs(app, operatorName)
      const form = hiddenFields(await (await operator.get(`${app.origin}/console`)).text(), { button: 'Check the key' })
      await control.clearReceived()

      const requests = await requestAs(app, name)
      const options = { headers: { Origin: app.origin }, maxRedirects: 0 }
      const call = {
        data: '[{"kind":"not_checked"}]',
        headers: { ...options.headers, 'Next-Action': actionOf(form), 'Content-Type': 'text/plain;charset=UTF-8' },
        maxRedirects: 0,
      }
      const status = isAllowed ? 200 : 404
      // As the form is posted without scripts, and as Next's script calls it.
      expect((await requests.post(`${app.origin}/console`, { multipart: form, ...options })).status()).toBe(status)
      expect((await requests.post(`${app.origin}/console`, call)).status()).toBe(status)
      // To a page that everybody may see, which has no such action: it is done for nobody.
      await requests.post(`${app.origin}/signin`, call)
      expect(await control.received('confirm')).toHaveLength(isAllowed ? 2 : 0)
    })
  }
})

/** The action's own identifier, from its form. */
function actionOf(form: Record<string, string>): string {
  const reference = Object.values(form).find((value) => value.includes('"id"')) ?? '{}'
  return (JSON.parse(reference) as { id?: string }).id ?? ''
}
