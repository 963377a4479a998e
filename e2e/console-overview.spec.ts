import type { Page } from 'playwright/test'
import type { App } from './harness/app'
import { expect, test, waitForReact } from './fixtures'
import { hiddenFields } from './harness/html-forms'
import { operatorName } from './harness/people'
import { alertOf, signInAsOperator } from './steps'
import type { ScriptedAnswerInput } from './stand-in/control/messages'

async function openOverview(page: Page, app: App): Promise<void> {
  await signInAsOperator(page, app)
  await page.goto(`${app.origin}/console`)
  await waitForReact(page)
}

/** One count, by its heading. */
const count = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 3, name: title, exact: true }) })

const checkButton = (page: Page) => page.getByRole('button', { name: 'Check the key' })

test('what is wrong with the deployment comes first, and the names can be checked there by an operator alone', async ({
  requestAs,
  startVariant,
  control,
}) => {
  const app = await startVariant({ SERVICE_PARAM_ADRESS: 'wallet', NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'made-later' })
  const operator = await requestAs(app, operatorName)
  const html = async () => (await operator.get(`${app.origin}/console`)).text()
  const headers = { Date: 'Sat, 01 Jan 2028 00:00:00 GMT' }
  for (const operation of ['pending', 'balances', 'conversions'] as const) {
    await control.script(operation, { headers, status: 403, json: { error: 'No' }, times: 3 })
  }
  // The first page learns from the service what the clock is worth, and says it late: the next one at once.
  expect(await html()).toContain('seconds behind')
  const before = (await html()).replaceAll(/<!--.*?-->/gs, '')
  const [wrong = '', figures] = before.split('At a glance')
  expect(figures).not.toBe(undefined)
  for (const text of [
    'It is not on https.',
    'The demo login is on',
    'seconds behind',
    'Nothing reads SERVICE_PARAM_ADRESS.',
    'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY is set, and was not',
    'SERVICE_PARAM_PAGE</code>: never checked.',
    'There is no support link.',
  ]) {
    expect(wrong).toContain(text)
  }

  await control.clearScripts()
  const form = hiddenFields(before, '>Check the names</button>')
  const options = { headers: { Origin: app.origin }, multipart: form, maxRedirects: 0 }
  const stranger = await requestAs(app, 'Ada')
  await control.clearReceived()
  expect((await stranger.post(`${app.origin}/console`, options)).status()).toBe(404)
  expect(await control.received()).toEqual([])
  expect((await operator.post(`${app.origin}/console`, options)).headers().location).toBe('/console')
  expect(await html()).not.toContain('SERVICE_PARAM_PAGE</code>: never checked.')
})

test.describe('the counts', () => {
  test('say how the deployment is, and lead on', async ({ page, app }) => {
    await openOverview(page, app)
    await expect(count(page, 'Pending task runs')).toContainText('48')
    await expect(count(page, 'Stuck task runs')).toContainText('Look into these first.')
    await expect(count(page, 'Users')).toContainText('5,000')
    await expect(count(page, 'Latest conversion')).toContainText('200 conversions so far')
    for (const [title, path] of [
      ['Pending task runs', '/console/task-runs'],
      ['Stuck task runs', '/console/task-runs?show=stuck'],
      ['Users', '/console/balances'],
      ['Latest conversion', '/console/conversions'],
    ] as const) {
      await expect(count(page, title).getByRole('link')).toHaveAttribute('href', path)
    }
  })

  test('ask the service for no more than they show', async ({ page, app, control }) => {
    await openOverview(page, app)
    await expect(count(page, 'Latest conversion')).toContainText('so far')
    await expect(count(page, 'Users')).toContainText('5,000')
    const asked = (await control.received()).map(({ target }) => target.replace(/.*\/subnets\/\w+\//, ''))
    expect(new Set(asked)).toEqual(
      new Set([
        'task_runs/pending',
        'balances?page=1&limit=1',
        'conversions?page=1&limit=1',
        'conversions?page=200&limit=1',
      ]),
    )
    expect(asked).toHaveLength(4)
  })

  test('say so where there is nothing yet', async ({ page, app, control }) => {
    await control.set({ data: { openRuns: 0, conversions: 0 } })
    const none = { balances: [], pagination: { page: 1, limit: 1, total: 0 } }
    await control.script('balances', { json: { status: 'success', data: none } })
    await openOverview(page, app)
    await expect(count(page, 'Stuck task runs')).toContainText('Nothing to do.')
    for (const title of ['Pending task runs', 'Stuck task runs', 'Users']) {
      await expect(count(page, title).getByText('0', { exact: true })).toBeVisible()
    }
    await expect(count(page, 'Latest conversion')).toContainText('None yet')
  })

  test('say that there may be more, where the service lists no more than 100', async ({ page, app, control }) => {
    await control.set({ data: { openRuns: 250 } })
    await openOverview(page, app)
    await expect(count(page, 'Pending task runs')).toContainText('100 or more')
  })

  test('fail each on its own, and say what to do', async ({ page, app, control }) => {
    await control.script('balances', { status: 401, json: { error: 'Unknown <b>key</b>' } })
    await control.script('pending', { status: 429, headers: { 'Retry-After': '600' }, json: { error: 'Slow down' } })
    await openOverview(page, app)
    const users = count(page, 'Users')
    await expect(users).toContainText('The key was not accepted.')
    await expect(users).toContainText('Unknown <b>key</b>')
    await expect(count(page, 'Pending task runs')).toContainText('It asks to wait 600 seconds first.')
    await expect(count(page, 'Stuck task runs')).toContainText('Unknown')
    await expect(count(page, 'Latest conversion')).toContainText('so far')
    await users.getByRole('link', { name: 'Try again' }).click()
    await expect(users).toContainText('5,000')
  })

  test('do not wait for each other, and say that they are being read', async ({ page, app, control }) => {
    await control.script('conversions', { waitsForRelease: true, after: 'handle', status: 500, json: { error: 'x' } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console`, { waitUntil: 'commit' })
    await expect(count(page, 'Users')).toContainText('5,000')
    const conversion = count(page, 'Latest conversion')
    await expect(conversion.getByRole('status')).toHaveText('Reading the latest conversion from the service…')
    await control.release()
    await expect(conversion).toContainText('so far')
  })

  test('give up after the deadline', async ({ page, startVariant, control }) => {
    const app = await startVariant({ SERVICE_DEADLINE_SECONDS: '1' })
    await control.script('pending', { drop: 'hang' })
    await openOverview(page, app)
    await expect(count(page, 'Pending task runs')).toContainText('did not answer in time')
  })
})

test.describe('this deployment', () => {
  test('is told with its addresses, to be copied', async ({ page, context, app, standIn }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.origin })
    await openOverview(page, app)
    for (const [what, value] of [
      ['Base address', standIn.baseUrl],
      ['Subnet ID', standIn.subnetId],
      ['the connect URL', `${app.origin}/connect`],
    ] as const) {
      await expect(page.getByText(value, { exact: true })).toBeVisible()
      await page.getByRole('button', { name: `Copy ${what}` }).click()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value)
      await expect(page.locator('#console-announcer')).toHaveText('Copied')
    }
  })

  test('shows which rule its connect URL breaks', async ({ page, app }) => {
    await openOverview(page, app)
    const rule = (text: string) => page.getByRole('listitem').filter({ hasText: text })
    await expect(rule('It begins with https.')).toContainText('Not met')
    await expect(rule('It has no query')).toContainText(/^.?Met/)
    await expect(page.getByText('It is made of NEXTAUTH_URL')).toBeVisible()
  })

  test('cannot be mistaken: staging and production differ in words, in shape and in the title', async ({
    page,
    app,
    startVariant,
  }) => {
    const production = await startVariant({ SERVICE_ENVIRONMENT: 'production' })
    const seen = []
    for (const [started, name] of [
      [app, 'Staging'],
      [production, 'Production'],
    ] as const) {
      await openOverview(page, started)
      await expect(page).toHaveTitle(`Overview · ${name} · Subnet Connect`)
      const badge = page.getByRole('region', { name: 'Deployment and account' }).getByText(name)
      await expect(badge).toBeVisible()
      seen.push(
        await badge.locator('xpath=ancestor::p').evaluate((element) => {
          const { borderTopStyle, borderTopLeftRadius, textTransform } = getComputedStyle(element)
          return { borderTopStyle, borderTopLeftRadius, textTransform, text: element.textContent }
        }),
      )
    }
    const [staging, live] = seen
    for (const key of ['borderTopStyle', 'borderTopLeftRadius', 'textTransform', 'text'] as const) {
      expect(staging?.[key]).not.toBe(live?.[key])
    }
  })
})

const verdicts: [string, Omit<ScriptedAnswerInput, 'operation'>, string][] = [
  ['400', { status: 400, json: { error: 'Bad subnet' } }, 'The subnet ID or the key is not accepted (400)'],
  ['401', { status: 401, json: { error: 'Bad key' } }, 'The key is not accepted (401)'],
  ['403', { status: 403, json: { error: 'Not yours' } }, 'The key is not good for this subnet (403)'],
  [
    '429',
    { status: 429, headers: { 'Retry-After': '9' }, json: { error: 'Slow down' } },
    'Too many confirms in the last minute (429)',
  ],
  ['503', { status: 503, text: 'down' }, 'The service has a problem of its own (5xx)'],
  [
    'another site',
    { status: 200, text: '<!doctype html><h1>Hello</h1>' },
    'Something else answers at the base address',
  ],
  ['a redirect', { status: 302, headers: { Location: 'https://elsewhere.example' } }, 'The base address has moved'],
  ['a lost connection', { drop: 'reset' }, 'Nobody answers at the base address'],
]

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the key check, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('finds a good key good, by a request that nobody made', async ({ page, app, control }) => {
      await openOverview(page, app)
      expect(await control.received('confirm')).toEqual([])
      await checkButton(page).click()
      const result = page.getByRole('status').filter({ hasText: 'Key and subnet ID are right' })
      await expect(result).toContainText('status 404')
      if (javaScriptEnabled) await expect(result).toBeFocused()
      expect(await control.received('confirm')).toHaveLength(1)
      expect(await control.connections()).toEqual([])
    })

    test('explains whatever else is answered', async ({ page, app, control }) => {
      await openOverview(page, app)
      for (const [what, answer, title] of verdicts) {
        await test.step(what, async () => {
          await control.clearReceived()
          await control.script('confirm', answer)
          await checkButton(page).click()
          const alert = alertOf(page).filter({ hasText: title })
          await expect(alert).toBeVisible()
          if (answer.status === 429) await expect(alert).toContainText('It asks to wait 9 seconds first.')
          expect(await control.received('confirm')).toHaveLength(1)
        })
      }
    })
  })
}

test('the key check says so while it waits, and is not sent twice', async ({ page, app, control }) => {
  await control.script('confirm', { waitsForRelease: true, status: 401, json: { error: 'x' } })
  await openOverview(page, app)
  await checkButton(page).click()
  await expect(page.getByText('Asking the service…')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Checking…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await control.release()
  await expect(alertOf(page)).toBeFocused()
  expect(await control.received('confirm')).toHaveLength(1)
})

test.describe('offline', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] })
  test('the key check says that this app was not reached', async ({ page, context, app }) => {
    await openOverview(page, app)
    await expect(count(page, 'Latest conversion')).toContainText('so far')
    await context.setOffline(true)
    await checkButton(page).click()
    await expect(alertOf(page)).toContainText('This app could not be reached')
  })
})

test('the key is neither shown nor logged, where the service quotes it too', async ({
  page,
  startVariant,
  control,
}) => {
  const key = `canary-key-${Date.now()}`
  const app = await startVariant({ SERVICE_API_KEY: key, LOG_LEVEL: 'trace' })
  for (const operation of ['pending', 'balances', 'conversions', 'confirm'] as const) {
    await control.script(operation, { status: 403, json: { error: `Forbidden: ${key}` } })
  }
  await openOverview(page, app)
  await checkButton(page).click()
  await expect(alertOf(page).filter({ hasText: '(403)' })).toContainText('Forbidden: •••')
  await expect(count(page, 'Users')).toContainText('Forbidden: •••')
  expect(await page.content()).not.toContain(key)
  expect(app.output()).not.toContain(key)
  expect(app.output()).toContain('"event":"service problem"')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the counts are there too', async ({ page, app }) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console`)
    await expect(page.getByText('5,000')).toBeVisible()
    await expect(page.getByText('Reading the number of users')).toBeHidden()
  })
})
