import type { HTMLElement } from 'node-html-parser'
import type { Page } from 'playwright/test'
import { openConsole, rows } from './steps'
import type { App } from '../harness/app'
import { expect, test } from '../fixtures'
import { textOf } from '../harness/html'
import { operatorName } from '../harness/people'
import { plainBrowserAt } from '../connect/plain-steps'
import { readConsolePage, type ReceivedPage } from '../received-page'
import { consoleT, defaultSkin } from '../texts'

const path = '/console'

type CountName = 'week' | 'refused' | 'pending' | 'conversion'

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

/** Returns the texts and the links of the list of work. */
const workOf = (page: ReceivedPage) =>
  page.elements('section[aria-labelledby="work"] a').map((row) => `${textOf(row)} ${row.getAttribute('href')}`)

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

  // app/console/overview/work.test.tsx tests each row and their order.
  test('each task is a row above the figures, and leads to the line that says what to do', async ({ control }) => {
    for (const operation of ['pending', 'conversions'] as const) {
      await control.script(operation, { status: 403, json: { error: 'No' }, times: 3 })
    }
    const page = await readConsolePage(app, path)
    const work = [
      [consoleT('overview.work.tasks.variables', { count: 1 }), 'variables'],
      [consoleT('overview.work.tasks.support'), 'support'],
    ] as const
    const setup = await readConsolePage(app, '/console/setup')
    expect(workOf(page)).toEqual(
      work.map(([title, line]) => expect.stringMatching(new RegExp(`${title}.* /console/setup#${line}$`))),
    )
    for (const [, line] of work) expect(setup.elements(`main #${line}`), line).toHaveLength(1)
    expect(page.text.indexOf(consoleT('overview.work.title'))).toBeLessThan(page.text.indexOf(titleOf('week')))
    expect(setup.text).toContain(consoleT('setup.deployment.unread', { names: 'SERVICE_PARAM_ADRESS' }))
  })

  test('no page and no log line has the key, even when the service quotes it', async ({ control, standIn }) => {
    const key = standIn.apiKey
    for (const operation of ['pending', 'conversions', 'confirm'] as const) {
      await control.script(operation, { status: 403, json: { error: `Forbidden: ${key}` }, times: 3 })
    }
    const page = await readConsolePage(app, path)
    expect(page.alerts.join(' ')).toContain(consoleT('problems.forbidden.title'))
    const browser = await plainBrowserAt(app, operatorName)
    await browser.goto(path)
    const before = browser.html
    await browser.goto('/console/setup')
    await browser.press(consoleT('setup.keyCheck.button'))
    expect(browser.text).toContain('(403)')
    expect(before + browser.html).not.toContain('Forbidden: ')
    expect(before + browser.html).not.toContain(key)
    expect(app.output()).not.toContain(key)
    expect(app.output()).toContain('"event":"service problem"')
  })

  test('production is filled, staging is outlined, and both have a name and a title', async ({
    page,
    defaultSkinApp,
  }) => {
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
        await badge.evaluate((element) => {
          const { backgroundColor, borderTopLeftRadius } = getComputedStyle(element)
          return [backgroundColor, borderTopLeftRadius]
        }),
      )
    }
    const [staging = [], live] = seen
    expect(staging[0]).toBe('rgba(0, 0, 0, 0)')
    expect(staging.filter((style, index) => style === live?.[index])).toEqual([])
  })

  test('the demo login is an alert on each page in production, and none on a machine for trials', async ({
    defaultSkinApp,
  }) => {
    const isAlerted = async (app: App, path: string) =>
      (await readConsolePage(app, path)).alerts.some((alert) => alert.startsWith(consoleT('layout.demoInProduction')))
    for (const path of ['/console', '/console/balances', '/console/setup']) {
      expect([await isAlerted(app, path), await isAlerted(defaultSkinApp, path)], path).toEqual([true, false])
    }
  })
})

test.describe('the overview', () => {
  test('leads from each figure to its records, and makes only the calls that it needs', async ({ app, control }) => {
    const page = await readConsolePage(app, path)
    const asked = (await control.received()).map(({ target }) => target.replace(/.*\/subnets\/\w+\//, ''))
    expect(asked.toSorted()).toEqual([
      // The first and the last page of the list.
      'conversions?page=1&limit=1',
      'conversions?page=200&limit=1',
      'task_runs/pending',
    ])
    const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)
    const url = (name: CountName) => receivedCount(page, name).querySelector('[href]')?.getAttribute('href') ?? ''
    for (const [name, outcome] of [
      ['week', 'confirmed'],
      ['refused', 'refused'],
    ] as const)
      expect(url(name)).toBe(`/console/connects?outcome=${outcome}&day=${day(6)}..${day(0)}`)

    const runs = await readConsolePage(app, url('pending'))
    expect(receivedText(page, 'pending')).toContain(`${runs.rows.length}`)
    const { rows: stuck } = await readConsolePage(app, '/console/task-runs?show=stuck')
    const task = consoleT('overview.work.tasks.stuck', { count: stuck.length })
    expect(stuck.length).toBeGreaterThan(1)
    expect(workOf(page)[0]).toMatch(new RegExp(`${task}.* ago /console/task-runs\\?show=stuck$`))

    await control.clearReceived()
    const conversion = await readConsolePage(app, url('conversion'))
    const [, bolts = '?'] = /([\d,.]+) bolts/.exec(receivedText(page, 'conversion')) ?? []
    expect(conversion.text).toContain(bolts)
    // The position in the URL saves the search for it.
    expect((await control.received('conversions'))[0]?.target).toContain('limit=1')
  })

  test('does not wait for a late figure, and each card is a link', async ({ page, app, control }) => {
    await control.script('conversions', { waitsForRelease: true, after: 'handle', status: 500, json: { error: 'x' } })
    await openConsole(page, app, path, 'commit')
    await expect(count(page, 'pending')).toContainText('48')
    const work = page.getByRole('region', { name: consoleT('overview.work.title') }).getByRole('link')
    await expect(work.first()).toContainText('stuck')
    const conversion = count(page, 'conversion')
    await expect(conversion.getByRole('status')).toHaveText(
      consoleT('shared.loading', { what: consoleT('overview.counts.conversion.what') }),
    )
    await control.release()
    await expect(conversion).toContainText('bolts')
    const cards = page.getByRole('article')
    await expect(cards).toHaveCount(4)
    await expect(cards.last()).toBeInViewport({ ratio: 1 })
    expect(await control.received('confirm')).toEqual([])
    await count(page, 'pending').getByText('48').click({ force: true })
    await expect(page).toHaveURL(`${app.origin}/console/task-runs`)
    await expect(rows(page)).not.toHaveCount(0)
  })
})
