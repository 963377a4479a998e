import type { Browser, Page } from 'playwright/test'
import type { App } from './app'
import { expect, test } from './fixtures'
import { operatorName } from './people'
import { logInAtProvider, providerButton, signIn, signInAsOperator, signInOnPage } from './steps'

/*
 * The console is for operators: allowed and refused in pairs, for each page, the action and the route
 * handlers, each of which is asked directly.
 */

const pages = {
  '/console': 'Overview',
  '/console/task-runs': 'Task runs',
  '/console/conversions': 'Conversions',
  '/console/balances': 'Balances',
  '/console/uploads': 'Batch uploads',
  '/console/resources': 'Resources by wallet',
}

const exports = ['/console/balances/export', '/console/conversions/export', '/console/task-runs/export']

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

for (const [path, title] of Object.entries(pages)) {
  test.describe(path, () => {
    test('is open to an operator', async ({ page, app }) => {
      await signInAsOperator(page, app)
      const answer = await page.goto(app.origin + path)
      expect(answer?.status()).toBe(200)
      await expect(heading(page)).toHaveText(title)
      await expect(page.getByRole('link', { name: title, exact: true })).toHaveAttribute('aria-current', 'page')
    })

    test('is not there for anybody else', async ({ page, app, control, service }) => {
      await signIn(page, app, 'Ada')
      const answer = await page.request.get(app.origin + path)
      expect(answer.status()).toBe(404)
      const body = await answer.text()
      expect(body).toContain('Page not found')
      for (const told of ['Staging', 'Console', service.subnetId]) expect(body).not.toContain(told)
      expect(await control.received()).toEqual([])
    })

    test('leads to the sign-in first, and back', async ({ page, app, control }) => {
      await page.goto(app.origin + path)
      await expect(page).toHaveURL(`${app.origin}/signin?callbackUrl=${encodeURIComponent(path)}`)
      expect(await control.received()).toEqual([])
      await signInOnPage(page, operatorName)
      await expect(page).toHaveURL(app.origin + path)
      await expect(heading(page)).toHaveText(title)
    })
  })
}

test.describe('after the sign-in', () => {
  test.use({ expectedErrors: [/status of 404/] })
  test('somebody else finds nothing', async ({ page, app }) => {
    await page.goto(`${app.origin}/console`)
    await signInOnPage(page, 'Ada')
    await expect(heading(page)).toHaveText('Page not found')
  })
})

test('a role makes an operator, and no role makes none', async ({ browser, oidcApp }) => {
  for (const [login, status] of [
    ['edith', 200],
    ['bob', 404],
  ] as const) {
    const page = await newPage(browser)
    await page.goto(`${oidcApp.origin}/console`)
    await providerButton(page).click()
    await logInAtProvider(page, login)
    await expect(heading(page)).toHaveText(status === 200 ? 'Overview' : 'Page not found')
    expect((await page.request.get(`${oidcApp.origin}/console`)).status()).toBe(status)
    await page.close()
  }
})

for (const path of exports) {
  test.describe(path, () => {
    const address = (app: App) => `${app.origin}${path}?format=csv`

    test('is a file for an operator', async ({ page, app }) => {
      await signInAsOperator(page, app)
      const answer = await page.request.get(address(app))
      expect(answer.status()).toBe(200)
      expect(answer.headers()['content-disposition']).toContain('attachment')
    })

    test('is nothing for anybody else, signed in or not', async ({ page, app, control }) => {
      const refused = async () => {
        const answer = await page.request.get(address(app), { maxRedirects: 0 })
        expect(answer.status()).toBe(404)
        expect(await answer.text()).toBe('')
      }
      await refused()
      await signIn(page, app, 'Ada')
      await refused()
      expect(await control.received()).toEqual([])
    })
  })
}

test.describe('the action behind "Check the key", posted by hand', () => {
  for (const [who, name, isAllowed] of [
    ['an operator', operatorName, true],
    ['somebody else', 'Ada', false],
    ['nobody', null, false],
  ] as const) {
    test(`by ${who}, is ${isAllowed ? 'done' : 'not there'}`, async ({ page, browser, app, control }) => {
      const form = await postedForm(browser, app)
      await control.clearReceived()
      if (name) await signIn(page, app, name)

      const options = { headers: { Origin: app.origin }, maxRedirects: 0 }
      const call = {
        data: '[{"kind":"not_checked"}]',
        headers: { ...options.headers, 'Next-Action': actionOf(form), 'Content-Type': 'text/plain;charset=UTF-8' },
        maxRedirects: 0,
      }
      const status = isAllowed ? 200 : 404
      // As the form is posted without scripts, and as Next's script calls it.
      expect((await page.request.post(`${app.origin}/console`, { multipart: form, ...options })).status()).toBe(status)
      expect((await page.request.post(`${app.origin}/console`, call)).status()).toBe(status)
      // To a page that everybody may see; Next passes it on, and answers 200 whatever becomes of it.
      await page.request.post(`${app.origin}/signin`, call)
      expect(await control.received('confirm')).toHaveLength(isAllowed ? 3 : 0)
    })
  }
})

async function newPage(browser: Browser, javaScriptEnabled = true): Promise<Page> {
  return (await browser.newContext({ javaScriptEnabled })).newPage()
}

/** The fields of the key check's form as an operator's browser without scripts would post them. */
async function postedForm(browser: Browser, app: App): Promise<Record<string, string>> {
  const page = await newPage(browser, false)
  await signInAsOperator(page, app)
  await page.goto(`${app.origin}/console`)
  const fields = await page
    .locator('form', { has: page.getByRole('button', { name: 'Check the key' }) })
    .locator('input[type=hidden]')
    .evaluateAll((inputs) => inputs.map((input) => [input.getAttribute('name'), input.getAttribute('value')]))
  await page.context().close()
  return Object.fromEntries(fields.map(([name, value]) => [name ?? '', value ?? '']))
}

/** The action's own identifier, from its form. */
function actionOf(form: Record<string, string>): string {
  const reference = Object.values(form).find((value) => value.includes('"id"')) ?? '{}'
  return (JSON.parse(reference) as { id?: string }).id ?? ''
}
