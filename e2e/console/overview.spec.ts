import { openConsole, rows } from './steps'
import type { App } from '../harness/app'
import { expect, test } from '../fixtures'
import { textOf } from '../harness/html'
import { pastConnectsFile } from '../harness/past-connects'
import { operatorName, walletAddress } from '../harness/people'
import { plainBrowserAt } from '../steps'
import { readConsolePage, type ReceivedPage } from '../received-page'
import { consoleT, defaultSkin } from '../texts'

/* app/console/overview tests each figure, each task and their order. */

const path = '/console'

const titleOf = (name: 'pending' | 'conversion') => consoleT(`overview.counts.${name}.title`)

/** Returns the URLs of the list of work. */
const workOf = (page: ReceivedPage) =>
  page.elements('section[aria-labelledby="work"] a').map((row) => row.getAttribute('href') ?? '')

test.describe('a deployment with many problems', () => {
  let app: App

  test.beforeEach(async ({ startVariant }) => {
    app = await startVariant({
      SERVICE_ENVIRONMENT: 'production',
      LOG_LEVEL: 'trace',
      // This skin has no support link.
      SKIN_DIR: defaultSkin,
    })
  })

  test('no page and no log line has the key, even when the service quotes it', async ({ control, standIn }) => {
    const key = standIn.apiKey
    for (const operation of ['pending', 'conversions', 'confirm'] as const)
      await control.script(operation, { status: 403, json: { error: `Forbidden: ${key}` }, times: 3 })
    const browser = await plainBrowserAt(app, operatorName)
    await browser.goto(path)
    expect(browser.text).toContain(consoleT('problems.forbidden.title'))
    const before = browser.html
    await browser.goto('/console/setup')
    await browser.press(consoleT('setup.keyCheck.button'))
    expect(browser.text).toContain('(403)')
    expect(before + browser.html).not.toContain('Forbidden: ')
    expect(before + browser.html).not.toContain(key)
    expect(app.output()).not.toContain(key)
    expect(app.output()).toContain('"event":"service problem"')
  })

  test('the environments have a name, a title and a style, and production has an alert about the demo login', async ({
    defaultSkinApp,
  }) => {
    const styles: (string | undefined)[] = []
    for (const [started, name] of [
      [defaultSkinApp, 'Staging'],
      [app, 'Production'],
    ] as const) {
      const { elements, alerts } = await readConsolePage(started, path)
      expect(elements('title').map(textOf)).toEqual([`Overview · ${name} · Subnet Connect`])
      const badge = elements(`[aria-label="${consoleT('layout.deployment')}"] > p`)[0]
      expect(textOf(badge ?? null)).toBe(name)
      styles.push(badge?.getAttribute('class'))
      const isAlerted = alerts.some((alert) => alert.startsWith(consoleT('layout.demoInProduction')))
      expect(isAlerted).toBe(name === 'Production')
    }
    expect(styles[0]).not.toContain('bg-danger')
    expect(styles[1]).toContain('bg-danger')
  })
})

test('the overview makes only the calls that it needs', async ({ app, control }) => {
  const page = await readConsolePage(app, path)
  const asked = (await control.received()).map(({ target }) => target.replace(/.*\/subnets\/\w+\//, ''))
  expect(asked.toSorted()).toEqual([
    // The first and the last page of the list.
    'conversions?page=1&limit=1',
    'conversions?page=200&limit=1',
    'task_runs/pending',
  ])
  expect(workOf(page)[0]).toBe('/console/task-runs?show=stuck')
})

test('the overview does not wait for a late figure, and each card is a link', async ({ page, app, control }) => {
  await control.script('conversions', { waitsForRelease: true, after: 'handle', status: 500, json: { error: 'x' } })
  await openConsole(page, app, path, 'commit')
  const cards = page.getByRole('article')
  const cardOf = (name: 'pending' | 'conversion') =>
    cards.filter({ has: page.getByRole('heading', { level: 3, name: titleOf(name), exact: true }) })
  await expect(cardOf('pending')).toContainText('48')
  const work = page.getByRole('region', { name: consoleT('overview.work.title') }).getByRole('link')
  await expect(work.first()).toContainText('stuck')
  await expect(cardOf('conversion').getByRole('status')).toHaveText(
    consoleT('shared.loading', { what: consoleT('overview.counts.late') }),
  )
  await control.release()
  await expect(cardOf('conversion')).toContainText('bolts')
  await expect(cards.last()).toBeInViewport({ ratio: 1 })
  expect(await control.received('confirm')).toEqual([])
  await cardOf('pending').getByText('48').click({ force: true })
  await expect(page).toHaveURL(`${app.origin}/console/task-runs`)
  await expect(rows(page)).not.toHaveCount(0)
})

test('the figures of a day appear with the pointer and with the keyboard', async ({ page, startVariant }) => {
  await openConsole(page, await startVariant({ DEMO_CONNECTS: pastConnectsFile([walletAddress]) }))
  const days = page.getByRole('slider', { name: consoleT('overview.presses.day') })
  const shown = page.locator('p', { hasText: /\d confirmed, \d+ refused$/ })
  await expect(page.getByRole('row')).toHaveCount(31)
  await expect(shown).toHaveCount(0)
  await days.focus()
  const today = await shown.textContent()
  await days.press('ArrowLeft')
  await expect(shown).not.toHaveText(today ?? '')
  await days.press('End')
  await expect(shown).toHaveText(today ?? '')
  await days.blur()
  await expect(shown).toHaveCount(0)
  await page.locator('[aria-hidden] li:has(> svg[height])').last().hover()
  await expect(shown).toHaveText(today ?? '')
})
