import type { HTMLElement } from 'node-html-parser'
import type { Page } from 'playwright/test'
import { expect, test, waitForReact } from './fixtures'
import { hiddenFields, textOf } from './harness/html'
import { operatorName } from './harness/people'
import { PlainBrowser } from './harness/plain-browser'
import { readConsolePage, type ReceivedPage } from './received-page'
import { signInAsOperator } from './steps'
import { consoleT, defaultSkin, inHtml } from './texts'
import { visitorAs } from './sessions'

const path = '/console'

type CountName = 'pending' | 'stuck' | 'balances' | 'conversion'

const titleOf = (name: CountName) => consoleT(`overview.counts.${name}.title`)

/** One count, by its heading. */
function count(page: Page, name: CountName) {
  const heading = page.getByRole('heading', { level: 3, name: titleOf(name), exact: true })
  return page.getByRole('article').filter({ has: heading })
}

/** A count of a page that was asked for by HTTP: a count that came late follows what held its place. */
function receivedCount(page: ReceivedPage, name: CountName): HTMLElement {
  const count = page.elements('article').findLast((article) => textOf(article.querySelector('h3')) === titleOf(name))
  if (!count) throw new Error(`The page has no count “${titleOf(name)}”.`)
  return count
}

const receivedText = (page: ReceivedPage, name: CountName) => textOf(receivedCount(page, name))

test.describe('a deployment with much that is wrong', () => {
  // One worker starts it, not each.
  test.describe.configure({ mode: 'default' })
  const variables = {
    SERVICE_PARAM_ADRESS: 'wallet',
    SERVICE_ENVIRONMENT: 'production',
    LOG_LEVEL: 'trace',
    // Which has no support link.
    SKIN_DIR: defaultSkin,
  }

  test('what is wrong with the deployment comes first, and the names can be checked there by an operator alone', async ({
    startVariant,
    control,
  }) => {
    const app = await startVariant(variables)
    const operator = await visitorAs(app, operatorName)
    // Without the comments by which React parts texts.
    const html = async () => (await operator.send(path)).body.replaceAll(/<!--.*?-->/gs, '')
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
      consoleT('overview.problems.no_support_link.title'),
    ]) {
      expect(wrong).toContain(inHtml(text))
    }

    const notChecked = `SERVICE_PARAM_PAGE</code>: ${consoleT('overview.problems.names_unconfirmed.never')}`
    expect(wrong).toContain(notChecked)

    await control.clearScripts()
    const form = hiddenFields(before, { button: consoleT('overview.problems.names_unconfirmed.check') })
    const options = { headers: { Origin: app.origin }, form }
    const stranger = await visitorAs(app, 'Ada')
    await control.clearReceived()
    expect((await stranger.send(path, options)).status).toBe(404)
    expect(await control.received()).toEqual([])
    expect((await operator.send(path, options)).headers.location).toBe('/console')
    expect(await html()).not.toContain(notChecked)
  })

  test('the key is neither shown nor logged, where the service quotes it too', async ({
    startVariant,
    control,
    standIn,
  }) => {
    const key = standIn.apiKey
    const app = await startVariant(variables)
    for (const operation of ['pending', 'balances', 'conversions', 'confirm'] as const) {
      await control.script(operation, { status: 403, json: { error: `Forbidden: ${key}` }, times: 3 })
    }
    const page = await readConsolePage(app, path)
    expect(receivedText(page, 'balances')).toContain(consoleT('problems.forbidden.title'))
    const browser = await PlainBrowser.signedIn(app, operatorName)
    await browser.goto(path)
    const before = browser.html
    await browser.press(consoleT('keyCheck.button'))
    expect(browser.text).toContain('(403)')
    expect(before + browser.html).not.toContain('Forbidden: ')
    expect(before + browser.html).not.toContain(key)
    expect(app.output()).not.toContain(key)
    expect(app.output()).toContain('"event":"service problem"')
  })

  test('staging and production cannot be mistaken: they differ in words, in shape and in the title', async ({
    page,
    defaultSkinApp,
    startVariant,
  }) => {
    const production = await startVariant(variables)
    const seen = []
    for (const [started, name] of [
      [defaultSkinApp, 'Staging'],
      [production, 'Production'],
    ] as const) {
      await signInAsOperator(page, started)
      await page.goto(started.origin + path)
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

test.describe('the counts', () => {
  test('say how the deployment is, lead on, and ask the service for no more than they show', async ({
    app,
    control,
  }) => {
    const page = await readConsolePage(app, path)
    expect(receivedText(page, 'pending')).toContain('48')
    expect(receivedText(page, 'stuck')).toContain(consoleT('overview.counts.stuck.some'))
    expect(receivedText(page, 'balances')).toContain('5,000')
    expect(receivedText(page, 'conversion')).toContain('200 conversions so far')
    for (const [name, url] of [
      ['pending', '/console/task-runs'],
      ['stuck', '/console/task-runs?show=stuck'],
      ['balances', '/console/balances'],
      ['conversion', '/console/conversions'],
    ] as const) {
      const links = receivedCount(page, name).querySelectorAll('[href]')
      expect(links.map((link) => link.getAttribute('href'))).toEqual([url])
    }

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

  test('say so when there is nothing yet', async ({ app, control }) => {
    await control.set({ data: { openRuns: 0, conversions: 0 } })
    const none = { balances: [], pagination: { page: 1, limit: 1, total: 0 } }
    await control.script('balances', { json: { status: 'success', data: none } })
    const page = await readConsolePage(app, path)
    expect(receivedText(page, 'stuck')).toContain(consoleT('overview.counts.stuck.none'))
    for (const name of ['pending', 'stuck', 'balances'] as const) {
      expect(receivedCount(page, name).querySelectorAll('p').map(textOf)).toContain('0')
    }
    expect(receivedText(page, 'conversion')).toContain(consoleT('overview.counts.conversion.none'))
  })

  test('fail each alone, and say what to do', async ({ app, control }) => {
    await control.script('balances', { status: 401, json: { error: 'Unknown <b>key</b>' } })
    await control.script('pending', { status: 429, headers: { 'Retry-After': '600' }, json: { error: 'Slow down' } })
    const page = await readConsolePage(app, path)
    expect(receivedText(page, 'balances')).toContain(consoleT('problems.unauthenticated.title'))
    expect(receivedText(page, 'balances')).toContain('Unknown <b>key</b>')
    expect(receivedText(page, 'pending')).toContain(consoleT('problems.retryAfter', { seconds: 600 }))
    expect(receivedText(page, 'stuck')).toContain('Unknown')
    expect(receivedText(page, 'conversion')).toContain('so far')
    const again = await readConsolePage(app, page.link(consoleT('problems.retry')))
    expect(receivedText(again, 'balances')).toContain('5,000')
  })
})

// Each rule: lib/console/overview/connect-url.test.ts.
test('the connect URL is shown with the rule that it breaks', async ({ app }) => {
  const { elements } = await readConsolePage(app, path)
  const rules = elements('li').map(textOf)
  expect(rules).toContainEqual(expect.stringContaining(consoleT('overview.connectUrl.rules.https')))
  const broken = rules.filter((rule) => rule.includes(consoleT('overview.connectUrl.broken')))
  expect(broken).toEqual([expect.stringContaining(consoleT('overview.connectUrl.rules.https'))])
})

test('the counts do not wait for each other, and say that they are being read; the addresses can be copied', async ({
  page,
  context,
  app,
  standIn,
  control,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.origin })
  await control.script('conversions', { waitsForRelease: true, after: 'handle', status: 500, json: { error: 'x' } })
  await signInAsOperator(page, app)
  await page.goto(app.origin + path, { waitUntil: 'commit' })
  await expect(count(page, 'balances')).toContainText('5,000')
  const conversion = count(page, 'conversion')
  await expect(conversion.getByRole('status')).toHaveText(
    consoleT('shared.loading', { what: consoleT('overview.counts.conversion.what') }),
  )
  await control.release()
  await expect(conversion).toContainText('so far')

  await waitForReact(page)
  for (const [what, value] of [
    [consoleT('overview.deployment.baseUrl'), standIn.baseUrl],
    [consoleT('overview.deployment.subnetId'), standIn.subnetId],
    [consoleT('overview.connectUrl.copy'), `${app.origin}/connect`],
  ] as const) {
    await expect(page.getByText(value, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: consoleT('controls.copy.button', { what }) }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value)
    await expect(page.locator('#announcer')).toHaveText(consoleT('controls.copy.copied'))
  }
})
