import type { Page } from 'playwright/test'
import type { App } from './harness/app'
import { expect, test, waitForReact } from './fixtures'
import { hiddenFields } from './harness/html-forms'
import { operatorName } from './harness/people'
import { alertOf, signInAsOperator } from './steps'
import { consoleT, inHtml } from './texts'
import type { ScriptedAnswerInput } from './stand-in/control/messages'

async function openOverview(page: Page, app: App): Promise<void> {
  await signInAsOperator(page, app)
  await page.goto(`${app.origin}/console`)
  await waitForReact(page)
}

/** One count, by its heading. */
function count(page: Page, name: 'pending' | 'stuck' | 'users' | 'conversion') {
  const heading = page.getByRole('heading', { level: 3, name: consoleT(`overview.counts.${name}.title`), exact: true })
  return page.getByRole('article').filter({ has: heading })
}

const checkButton = (page: Page) => page.getByRole('button', { name: consoleT('keyCheck.button') })

test('what is wrong with the deployment comes first, and the names can be checked there by an operator alone', async ({
  requestAs,
  startVariant,
  control,
}) => {
  const app = await startVariant({ SERVICE_PARAM_ADRESS: 'wallet', NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'made-later' })
  const operator = await requestAs(app, operatorName)
  // Without the comments by which React parts texts.
  const html = async () => (await (await operator.get(`${app.origin}/console`)).text()).replaceAll(/<!--.*?-->/gs, '')
  const headers = { Date: 'Sat, 01 Jan 2028 00:00:00 GMT' }
  for (const operation of ['pending', 'balances', 'conversions'] as const) {
    await control.script(operation, { headers, status: 403, json: { error: 'No' }, times: 3 })
  }
  // The first page learns from the service what the clock is worth, and says it late: the next one at once.
  const behind = 'seconds behind'
  expect(await html()).toContain(behind)
  const before = await html()
  const [wrong = '', figures] = before.split(consoleT('overview.counts.title'))
  expect(figures).not.toBe(undefined)
  for (const text of [
    consoleT('overview.problems.not_https.title'),
    consoleT('overview.problems.demo_login.title'),
    behind,
    consoleT('overview.problems.build_too_old.unknown', { names: 'SERVICE_PARAM_ADRESS' }),
    consoleT('overview.problems.build_too_old.actionsKey'),
    consoleT('overview.problems.no_support_link.title'),
  ]) {
    expect(wrong).toContain(inHtml(text))
  }

  const notChecked = `SERVICE_PARAM_PAGE</code>: ${consoleT('overview.problems.names_unconfirmed.never')}`
  expect(wrong).toContain(notChecked)

  await control.clearScripts()
  const form = hiddenFields(before, `>${consoleT('overview.problems.names_unconfirmed.check')}</button>`)
  const options = { headers: { Origin: app.origin }, multipart: form, maxRedirects: 0 }
  const stranger = await requestAs(app, 'Ada')
  await control.clearReceived()
  expect((await stranger.post(`${app.origin}/console`, options)).status()).toBe(404)
  expect(await control.received()).toEqual([])
  expect((await operator.post(`${app.origin}/console`, options)).headers().location).toBe('/console')
  expect(await html()).not.toContain(notChecked)
})

test.describe('the counts', () => {
  test('say how the deployment is, and lead on', async ({ page, app }) => {
    await openOverview(page, app)
    await expect(count(page, 'pending')).toContainText('48')
    await expect(count(page, 'stuck')).toContainText(consoleT('overview.counts.stuck.some'))
    await expect(count(page, 'users')).toContainText('5,000')
    await expect(count(page, 'conversion')).toContainText('200 conversions so far')
    for (const [name, path] of [
      ['pending', '/console/task-runs'],
      ['stuck', '/console/task-runs?show=stuck'],
      ['users', '/console/balances'],
      ['conversion', '/console/conversions'],
    ] as const) {
      await expect(count(page, name).getByRole('link')).toHaveAttribute('href', path)
    }
  })

  test('ask the service for no more than they show', async ({ page, app, control }) => {
    await openOverview(page, app)
    await expect(count(page, 'conversion')).toContainText('so far')
    await expect(count(page, 'users')).toContainText('5,000')
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
    await expect(count(page, 'stuck')).toContainText(consoleT('overview.counts.stuck.none'))
    for (const name of ['pending', 'stuck', 'users'] as const) {
      await expect(count(page, name).getByText('0', { exact: true })).toBeVisible()
    }
    await expect(count(page, 'conversion')).toContainText(consoleT('overview.counts.conversion.none'))
  })

  test('say that there may be more, where the service lists no more than 100', async ({ page, app, control }) => {
    await control.set({ data: { openRuns: 250 } })
    await openOverview(page, app)
    await expect(count(page, 'pending')).toContainText(consoleT('overview.counts.atLeast', { count: 100 }))
  })

  test('fail each on its own, and say what to do', async ({ page, app, control }) => {
    await control.script('balances', { status: 401, json: { error: 'Unknown <b>key</b>' } })
    await control.script('pending', { status: 429, headers: { 'Retry-After': '600' }, json: { error: 'Slow down' } })
    await openOverview(page, app)
    const users = count(page, 'users')
    await expect(users).toContainText(consoleT('problems.unauthenticated.title'))
    await expect(users).toContainText('Unknown <b>key</b>')
    await expect(count(page, 'pending')).toContainText(consoleT('problems.retryAfter', { seconds: 600 }))
    await expect(count(page, 'stuck')).toContainText('Unknown')
    await expect(count(page, 'conversion')).toContainText('so far')
    await users.getByRole('link', { name: consoleT('problems.retry') }).click()
    await expect(users).toContainText('5,000')
  })

  test('do not wait for each other, and say that they are being read', async ({ page, app, control }) => {
    await control.script('conversions', { waitsForRelease: true, after: 'handle', status: 500, json: { error: 'x' } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console`, { waitUntil: 'commit' })
    await expect(count(page, 'users')).toContainText('5,000')
    const conversion = count(page, 'conversion')
    await expect(conversion.getByRole('status')).toHaveText(
      consoleT('shared.loading', { what: consoleT('overview.counts.conversion.what') }),
    )
    await control.release()
    await expect(conversion).toContainText('so far')
  })

  test('give up after the deadline', async ({ page, startVariant, control }) => {
    const app = await startVariant({ SERVICE_DEADLINE_SECONDS: '1' })
    await control.script('pending', { drop: 'hang' })
    await openOverview(page, app)
    await expect(count(page, 'pending')).toContainText(consoleT('problems.timed_out.title'))
  })
})

test.describe('this deployment', () => {
  test('is told with its addresses, to be copied', async ({ page, context, app, standIn }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.origin })
    await openOverview(page, app)
    for (const [what, value] of [
      [consoleT('overview.deployment.baseUrl'), standIn.baseUrl],
      [consoleT('overview.deployment.subnetId'), standIn.subnetId],
      [consoleT('overview.connectUrl.copy'), `${app.origin}/connect`],
    ] as const) {
      await expect(page.getByText(value, { exact: true })).toBeVisible()
      await page.getByRole('button', { name: consoleT('controls.copy.button', { what }) }).click()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value)
      await expect(page.locator('#console-announcer')).toHaveText(consoleT('controls.copy.copied'))
    }
  })

  test('shows which rule its connect URL breaks', async ({ page, app }) => {
    await openOverview(page, app)
    const rule = (text: string) => page.getByRole('listitem').filter({ hasText: text })
    await expect(rule(consoleT('overview.connectUrl.rules.https'))).toContainText(
      consoleT('overview.connectUrl.broken'),
    )
    await expect(rule(consoleT('overview.connectUrl.rules.no_query'))).not.toContainText(
      consoleT('overview.connectUrl.broken'),
    )
    await expect(page.getByText(consoleT('overview.connectUrl.fix'))).toBeVisible()
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
      const badge = page.getByRole('region', { name: consoleT('layout.deployment') }).getByText(name)
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
  ['400', { status: 400, json: { error: 'Bad subnet' } }, consoleT('keyCheck.bad_request.title')],
  ['401', { status: 401, json: { error: 'Bad key' } }, consoleT('keyCheck.unauthenticated.title')],
  ['403', { status: 403, json: { error: 'Not yours' } }, consoleT('keyCheck.forbidden.title')],
  [
    '429',
    { status: 429, headers: { 'Retry-After': '9' }, json: { error: 'Slow down' } },
    consoleT('keyCheck.rate_limited.title'),
  ],
  ['503', { status: 503, text: 'down' }, consoleT('keyCheck.server_error.title')],
  ['another site', { status: 200, text: '<!doctype html><h1>Hello</h1>' }, consoleT('keyCheck.not_the_service.title')],
  [
    'a redirect',
    { status: 302, headers: { Location: 'https://elsewhere.example' } },
    consoleT('keyCheck.redirect.title'),
  ],
  ['a lost connection', { drop: 'reset' }, consoleT('keyCheck.unreachable.title')],
]

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the key check, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('finds a good key good, by a request that nobody made', async ({ page, app, control }) => {
      await openOverview(page, app)
      expect(await control.received('confirm')).toEqual([])
      await checkButton(page).click()
      const result = page.getByRole('status').filter({ hasText: consoleT('keyCheck.fine.title') })
      await expect(result).toContainText('Status: 404')
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
          if (answer.status === 429) await expect(alert).toContainText(consoleT('keyCheck.retryAfter', { seconds: 9 }))
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
  await expect(page.getByText(consoleT('keyCheck.status'))).toBeVisible()
  await expect(page.getByRole('button', { name: consoleT('keyCheck.busy') })).toBeFocused()
  await page.keyboard.press('Enter')
  await control.release()
  await expect(alertOf(page)).toBeFocused()
  expect(await control.received('confirm')).toHaveLength(1)
})

test.describe('offline', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] })
  test('the key check says that this app was not reached', async ({ page, context, app }) => {
    await openOverview(page, app)
    await expect(count(page, 'conversion')).toContainText('so far')
    await context.setOffline(true)
    await checkButton(page).click()
    await expect(alertOf(page)).toContainText(consoleT('keyCheck.offline.title'))
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
  await expect(count(page, 'users')).toContainText('Forbidden: •••')
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
    await expect(
      page.getByText(consoleT('shared.loading', { what: consoleT('overview.counts.users.what') })),
    ).toBeHidden()
  })
})
