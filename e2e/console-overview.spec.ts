import type { HTMLElement } from 'node-html-parser'
import type { Page } from 'playwright/test'
import { openConsole } from './console-steps'
import type { App } from './harness/app'
import { expect, test, waitForReact } from './fixtures'
import { textOf } from './harness/html'
import { operatorName } from './harness/people'
import { alertOf } from './page-steps'
import { plainBrowserAt } from './plain-steps'
import { arrive, typeAndConnect } from './steps'
import { readConsolePage, type ReceivedPage } from './received-page'
import { consoleT, defaultSkin } from './texts'

const path = '/console'

type CountName = 'today' | 'week' | 'rate' | 'waiting' | 'stuck' | 'pending' | 'conversion' | 'balances'

const titleOf = (name: CountName) => consoleT(`overview.counts.${name}.title`)

/** Finds one count by its heading. */
function count(page: Page, name: CountName) {
  const heading = page.getByRole('heading', { level: 3, name: titleOf(name), exact: true })
  return page.getByRole('article').filter({ has: heading })
}

/**
 * Finds a count in a page that was read by HTTP. Returns the last match, because a streamed count follows its
 * placeholder.
 */
function receivedCount(page: ReceivedPage, name: CountName): HTMLElement {
  const count = page.elements('article').findLast((article) => textOf(article.querySelector('h3')) === titleOf(name))
  if (!count) throw new Error(`The page has no count “${titleOf(name)}”.`)
  return count
}

const receivedText = (page: ReceivedPage, name: CountName) => textOf(receivedCount(page, name))

test.describe('a deployment with many problems', () => {
  let app: App

  test.beforeEach(async ({ startVariant }) => {
    app = await startVariant({
      SERVICE_PARAM_ADRESS: 'wallet',
      SERVICE_ENVIRONMENT: 'production',
      LOG_LEVEL: 'trace',
      // This skin has no support link.
      SKIN_DIR: defaultSkin,
    })
  })

  // app/console/overview/problems.test.tsx tests each problem and their order.
  test('each problem is a line below the figures, and an operator can check the names', async ({ control }) => {
    const headers = { Date: 'Sat, 01 Jan 2028 00:00:00 GMT' }
    for (const operation of ['pending', 'balances', 'conversions'] as const) {
      await control.script(operation, { headers, status: 403, json: { error: 'No' }, times: 3 })
    }
    const behind = 'seconds behind'
    const browser = await plainBrowserAt(app, operatorName)
    // The first page learns from the service that the clock is wrong, and shows the problem late. The next page shows
    // it at once.
    await browser.goto(path)
    expect(browser.html).toContain(behind)
    await browser.goto(path)
    expect(
      browser.page.querySelectorAll('section[aria-labelledby="problems"] summary').map((line) => textOf(line)),
    ).toEqual(
      [
        behind,
        consoleT('overview.problems.build_too_old.title'),
        consoleT('overview.problems.names_unconfirmed.title'),
        consoleT('overview.problems.no_support_link.title'),
      ].map((title) => expect.stringContaining(title)),
    )
    expect(browser.html.indexOf('id="counts"')).toBeLessThan(browser.html.indexOf('id="problems"'))
    for (const text of [
      consoleT('overview.problems.build_too_old.unknown', { names: 'SERVICE_PARAM_ADRESS' }),
      // Settings that suit a trial share one line.
      consoleT('overview.trial.both'),
    ]) {
      expect(browser.text).toContain(text)
    }

    const notChecked = `SERVICE_PARAM_PAGE : ${consoleT('overview.problems.names_unconfirmed.never')}`
    expect(browser.text).toContain(notChecked)
    await control.clearScripts()
    await browser.press(consoleT('overview.problems.names_unconfirmed.check'))
    expect(browser.url).toBe(`${app.origin}/console`)
    expect(browser.text).not.toContain(notChecked)
  })

  test('no page and no log line has the key, even when the service quotes it', async ({ control, standIn }) => {
    const key = standIn.apiKey
    for (const operation of ['pending', 'balances', 'conversions', 'confirm'] as const) {
      await control.script(operation, { status: 403, json: { error: `Forbidden: ${key}` }, times: 3 })
    }
    const page = await readConsolePage(app, path)
    expect(receivedText(page, 'balances')).toContain(consoleT('problems.forbidden.title'))
    const browser = await plainBrowserAt(app, operatorName)
    await browser.goto(path)
    const before = browser.html
    await browser.press(consoleT('overview.keyCheck.button'))
    expect(browser.text).toContain('(403)')
    expect(before + browser.html).not.toContain('Forbidden: ')
    expect(before + browser.html).not.toContain(key)
    expect(app.output()).not.toContain(key)
    expect(app.output()).toContain('"event":"service problem"')
  })

  test('staging and production differ in text, shape and title', async ({ page, defaultSkinApp }) => {
    const seen: string[][] = []
    for (const [started, name] of [
      [defaultSkinApp, 'Staging'],
      [app, 'Production'],
    ] as const) {
      await openConsole(page, started)
      await expect(page).toHaveTitle(`Overview · ${name} · Subnet Connect`)
      const badge = page.getByRole('region', { name: consoleT('layout.deployment') }).getByText(name)
      await expect(badge).toBeVisible()
      seen.push(
        await badge.locator('xpath=ancestor::p').evaluate((element) => {
          const { borderTopStyle, borderTopLeftRadius, textTransform } = getComputedStyle(element)
          return [borderTopStyle, borderTopLeftRadius, textTransform]
        }),
      )
    }
    const [staging = [], live] = seen
    expect(staging.filter((style, index) => style === live?.[index])).toEqual([])
  })
})

test.describe('the counts', () => {
  test('link to their pages, and make only the calls that they need', async ({ app, control }) => {
    const page = await readConsolePage(app, path)
    expect(receivedText(page, 'pending')).toContain('48')
    expect(receivedText(page, 'stuck')).toContain(consoleT('overview.counts.stuck.some'))
    expect(receivedText(page, 'balances')).toContain('5,000')
    expect(receivedText(page, 'conversion')).toContain('200 conversions so far')
    expect(receivedText(page, 'waiting')).toContain(consoleT('overview.counts.waiting.webhooksOff'))
    for (const [name, url] of [
      ['today', `/console/connects?day=${new Date().toISOString().slice(0, 10)}`],
      ['week', '/console/connects'],
      ['rate', '/console/connects?outcome=refused'],
      ['waiting', '/console/connects'],
      ['stuck', '/console/task-runs?show=stuck'],
      ['pending', '/console/task-runs'],
      ['conversion', '/console/conversions'],
      ['balances', '/console/balances'],
    ] as const) {
      const [link, ...others] = receivedCount(page, name).querySelectorAll('[href]')
      expect([link?.getAttribute('href'), textOf(link ?? null)]).toEqual([
        url,
        consoleT(`overview.counts.${name}.link`),
      ])
      expect(others).toHaveLength(0)
    }

    const asked = (await control.received()).map(({ target }) => target.replace(/.*\/subnets\/\w+\//, ''))
    expect(asked.toSorted()).toEqual([
      'balances?page=1&limit=1',
      // The first and the last page of the list.
      'conversions?page=1&limit=2',
      'conversions?page=100&limit=2',
      'task_runs/pending',
    ])
  })

  test('count a confirmed press for today and for the week', async ({ app, control }) => {
    const figures = async () => {
      const page = await readConsolePage(app, path)
      return (['today', 'week'] as const).map((name) => Number(textOf(receivedCount(page, name).querySelector('p'))))
    }
    const [today = 0, week = 0] = await figures()
    const user = await plainBrowserAt(app)
    await arrive(user, control)
    await typeAndConnect(user)
    await expect.poll(figures).toEqual([today + 1, week + 1])
    expect(receivedText(await readConsolePage(app, path), 'rate')).toMatch(/\d%/)
  })

  test('show that there is nothing yet', async ({ app, control }) => {
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

  test('fail independently, and say what to do', async ({ app, control }) => {
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

// lib/console/key-check.test.ts tests each verdict.
test('the counts do not wait for each other, and the key check shows each result', async ({
  page,
  context,
  app,
  control,
  expectedErrors,
}) => {
  const checkButton = page.getByRole('button', { name: consoleT('overview.keyCheck.button') })
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)

  await test.step('a count says that it is loading', async () => {
    await control.script('conversions', { waitsForRelease: true, after: 'handle', status: 500, json: { error: 'x' } })
    await openConsole(page, app, path, 'commit')
    await expect(count(page, 'balances')).toContainText('5,000')
    const conversion = count(page, 'conversion')
    await expect(conversion.getByRole('status')).toHaveText(
      consoleT('shared.loading', { what: consoleT('overview.counts.conversion.what') }),
    )
    await control.release()
    await expect(conversion).toContainText('so far')
    // The figures are at the top of the page, and all are in view.
    const cards = page.getByRole('article')
    await expect(cards).toHaveCount(8)
    const tops = await cards.evaluateAll((each) => each.map((card) => card.getBoundingClientRect().top))
    expect(Math.min(...tops)).toBeLessThan(180)
    await expect(cards.last()).toBeInViewport({ ratio: 1 })
    await waitForReact(page)
    expect(await control.received('confirm')).toEqual([])
  })

  await test.step('reports a valid key, with a connect request that does not exist', async () => {
    await checkButton.click()
    const result = page.getByRole('status').filter({ hasText: consoleT('overview.keyCheck.fine.title') })
    await expect(result).toContainText('Status: 404')
    await expect(result).toBeFocused()
    expect(await control.received('confirm')).toHaveLength(1)
    expect(await control.connections()).toEqual([])
  })

  await test.step('shows that it waits, and ignores a second press', async () => {
    await control.clearReceived()
    await control.script('confirm', { waitsForRelease: true, status: 401, json: { error: 'x' } })
    await checkButton.click()
    await expect(page.getByText(consoleT('overview.keyCheck.status'))).toBeVisible()
    await expect(page.getByRole('button', { name: consoleT('overview.keyCheck.busy') })).toBeFocused()
    await page.keyboard.press('Enter')
    await control.release()
    await expect(alertOf(page).filter({ hasText: consoleT('overview.keyCheck.unauthenticated.title') })).toBeFocused()
    expect(await control.received('confirm')).toHaveLength(1)
  })

  await test.step('says that the app cannot be reached', async () => {
    await context.setOffline(true)
    await checkButton.click()
    await expect(alertOf(page).filter({ hasText: consoleT('controls.offline.title') })).toBeVisible()
    await context.setOffline(false)
  })

  await test.step('each card is a link', async () => {
    await count(page, 'balances').getByText('5,000').click({ force: true })
    await expect(page).toHaveURL(`${app.origin}/console/balances`)
  })
})

test('the key check explains a page of a CDN and a rate limit when no script runs', async ({ app, control }) => {
  const browser = await plainBrowserAt(app, operatorName)
  await browser.goto(path)
  const press = () => browser.press(consoleT('overview.keyCheck.button'))
  await control.script('confirm', { status: 403, headers: { 'Content-Type': 'text/html' }, text: '<h1>No</h1>' })
  await press()
  expect(browser.text).toContain(consoleT('overview.keyCheck.not_the_service.title'))
  expect(browser.text).toContain('Status: 403, text/html')
  await control.script('confirm', { status: 429, headers: { 'Retry-After': '1' }, json: { error: 'Slow down' } })
  await press()
  expect(browser.text).toContain(consoleT('overview.keyCheck.rate_limited.title'))
  expect(browser.text).toContain(consoleT('overview.keyCheck.retryAfter', { seconds: 1 }))
  // A 429 makes all users wait. The test waits until a call is spare again, so that no other test has to.
  await expect(async () => {
    await press()
    expect(browser.text).toContain(consoleT('overview.keyCheck.fine.title'))
  }).toPass()
})
