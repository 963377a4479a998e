import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { HTMLElement } from 'node-html-parser'
import type { Locator } from 'playwright/test'
import type { ConsoleTextKey } from '@/lib/messages/keys'
import { overflowOf } from '../accessibility/states'
import { lists } from './list-cases'
import { conversionsPath, openConsole, resourcesPath } from './steps'
import { expect, test } from '../fixtures'
import type { App } from '../harness/app'
import { parseHtml, textOf } from '../harness/html'
import { operatorName } from '../harness/people'
import { readConsolePage, type ReceivedPage } from '../received-page'
import { visitorAs } from '../sessions'
import { consoleT } from '../texts'

/*
 * What all lists of the console have in common. The units are in components/console/list.test.tsx, with the empty and
 * the failed list, and in lib/console.
 * access.spec.ts tests who may see and export them.
 */

/** Reads a page until the walk behind it has ended. */
async function readWhenComplete(app: App, address: string): Promise<ReceivedPage> {
  let page = await readConsolePage(app, address)
  await expect(async () => {
    if (page.elements('main progress').length > 0) page = await readConsolePage(app, address)
    expect(page.elements('main progress')).toHaveLength(0)
  }).toPass({ timeout: 20_000 })
  return page
}

/** Finds the header of a column. */
function headerOf({ elements }: ReceivedPage, column: string): { at: number; element: HTMLElement; link: string } {
  const headers = elements('thead th')
  const at = headers.findIndex((header) => textOf(header.querySelector('a'))?.replace(/.$/, '') === column)
  const element = headers[at]
  if (!element) throw new Error(`No header “${column}” sorts.`)
  return { at, element, link: element.querySelector('a')?.getAttribute('href') ?? '' }
}

/** Returns the different values of a column, in the order of the rows, without the rows that have none. */
function valuesIn(page: ReceivedPage, column: string): string[] {
  const { at } = headerOf(page, column)
  const values = page.elements('tbody tr').map((row) => {
    const cell = row.querySelectorAll('th, td')[at] ?? null
    return cell?.querySelector('time')?.getAttribute('datetime') ?? textOf(cell)
  })
  return values.filter((value, index) => value !== values[index - 1] && value !== '')
}

for (const { path, query = {}, texts, serve, operation, variables = {}, pages, size = 50, ...list } of lists) {
  const { columns = [], sorted, elsewhere, sharesPage = false, file } = list
  const url = (change: Record<string, string> = {}) => {
    const asked = new URLSearchParams({ ...query, ...change }).toString()
    return asked === '' ? path : `${path}?${asked}`
  }
  const exportUrl = url().replace(path, `${path}/export`)
  /** The rows of a page and ten more. */
  const total = size + 10
  const isNumbered = pages === 'numbered'

  test.describe(path, () => {
    // lib/console/select.test.ts and query.test.ts test each kind of column and its first direction.
    if (sorted)
      test('a header sorts by its column, and a second press reverses the order', async ({ startVariant, control }) => {
        const app = await startVariant(variables)
        await serve(control, 12, app)
        // The app may have kept the rows of another test.
        const unsorted = await readConsolePage(app, url({ ...sorted.query, after: String(Date.now()) }))
        const column = consoleT(`${texts}.columns.${sorted.by}` as ConsoleTextKey)
        const once = await readWhenComplete(app, headerOf(unsorted, column).link)
        const twice = await readWhenComplete(app, headerOf(once, column).link)
        const sorts = [once, twice].map((page) => {
          expect(page.elements('th[aria-sort]')).toHaveLength(1)
          expect(page.rows).toHaveLength(unsorted.rows.length)
          return headerOf(page, column).element.getAttribute('aria-sort') ?? 'none'
        })
        expect(sorts.toSorted()).toEqual(['ascending', 'descending'])
        expect(new Set(valuesIn(once, column)).size).toBeGreaterThan(1)
        expect(valuesIn(twice, column)).toEqual(valuesIn(once, column).toReversed())
      })

    if (pages === 'newest first')
      test('the list has a page of older rows, and leads back to the newest', async ({ startVariant, control }) => {
        const app = await startVariant(variables)
        await serve(control, total, app)
        const newest = await readConsolePage(app, url())
        expect(newest.rows).toHaveLength(size)
        expect(newest.links(consoleT('shared.pagination.newest'))).toEqual([])
        const older = await readConsolePage(app, newest.link(consoleT('shared.pagination.older')))
        expect(older.rows.length).toBeGreaterThan(0)
        expect(older.elements('title').map(textOf)[0]).toContain(consoleT('audit.olderTitle'))
        const times = [newest, older].flatMap(({ elements }) =>
          elements('tbody th time').map((time) => time.getAttribute('datetime') ?? ''),
        )
        expect(times).toEqual(times.toSorted().toReversed())
        expect(older.link(consoleT('shared.pagination.newest'))).toBe(url())
      })

    if (isNumbered && !sharesPage)
      test('the list has pages, a way back from beyond the last one, and its sizes', async ({ app, control }) => {
        await serve(control, total, app)
        const first = await readConsolePage(app, url())
        expect(first.text).toContain(`1–${size} of ${total}`)
        // A page of the service's list needs one call.
        const asked = (await control.received(operation)).map(({ target }) => new URL(target, app.origin).searchParams)
        if (elsewhere?.starts === 'walk') expect(asked.map(String)).toEqual([`page=1&limit=${size}`])
        expect(first.rows).toHaveLength(size)
        const second = await readConsolePage(app, first.link(consoleT('shared.pagination.next')))
        expect(second.text).toContain(`${size + 1}–${total} of ${total}`)
        expect(second.rows).toHaveLength(10)
        expect(second.elements('title').map(textOf)[0]).toContain(
          consoleT('shared.titles.page', { title: '', page: 2 }),
        )
        expect(second.links(consoleT('shared.pagination.next'))).toEqual([])
        const previous = second.link(consoleT('shared.pagination.previous'))
        expect(previous).not.toContain('page=')
        expect((await readConsolePage(app, previous)).text).toContain(`1–${size} of ${total}`)
        const half = await readConsolePage(app, second.link(`${size / 2}`))
        expect(half.text).toContain(`1–${size / 2} of ${total}`)
        const beyond = await readConsolePage(app, url({ page: '99' }))
        expect(beyond.text).toContain(consoleT('shared.beyond'))
        const back = await readConsolePage(app, beyond.link(consoleT('shared.firstPage')))
        expect(back.text).toContain(`1–${size} of ${total}`)
      })

    // lib/console/export.test.ts tests the refusals of an export, and console-access.spec.ts the pages of a viewer.
    test('the columns of the list sort, and an operator exports all rows', async ({
      startVariant,
      control,
      standIn,
    }) => {
      const app = await startVariant(variables)
      await serve(control, total, app)
      const page = await readConsolePage(app, url())
      const headers = page.elements('thead th:has(a)').map((header) => textOf(header).replace(/.$/, ''))
      const names = columns.map((key) => consoleT(`${texts}.columns.${key}` as ConsoleTextKey))
      expect(headers.toSorted()).toEqual(names.toSorted())
      const operator = await visitorAs(app, operatorName)
      const csv = await operator.send(page.link(consoleT('shared.exportLinks.csvLabel')))
      const today = new Date().toISOString().slice(0, 10)
      expect(csv.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="staging-${file.name}-${standIn.subnetId}-${today}.csv"`,
        'cache-control': 'no-store, no-transform',
        'x-content-type-options': 'nosniff',
      })
      const [header, ...lines] = csv.body.trimEnd().split('\r\n')
      expect(header).toBe(`\ufeff${file.header}`)
      // The app keeps more records than one page has.
      if (pages === 'newest first') expect(lines.length).toBeGreaterThanOrEqual(total)
      else expect(lines).toHaveLength(total)
      if (pages === 'none') expect([page.rows.length, page.elements('nav.pager').length]).toEqual([total, 0])
    })

    test('another site starts no walk, no look-up and no export', async ({ startVariant, control }) => {
      const app = await startVariant(variables)
      const operator = await visitorAs(app, operatorName)
      for (const site of ['cross-site', 'same-site']) {
        const headers = { 'Sec-Fetch-Site': site }
        const refused = await operator.send(exportUrl, { headers })
        expect([refused.status, refused.body]).toEqual([403, `${consoleT('shared.fromElsewhere')}\n`])
        if (!elsewhere) continue
        const asked = url({ ...elsewhere.query, after: String(Date.now()) })
        const { status, body } = await operator.follow(asked, { headers })
        expect(status).toBe(200)
        const main = parseHtml(body).querySelector('main')
        expect(textOf(main)).toContain(consoleT(`shared.${elsewhere.starts}.notStarted`))
        // A press leads to a URL that does not wait.
        expect(main?.querySelector('[name="elsewhere"], [href*="elsewhere="]')).toBeNull()
        // The text to find stays in its field, or is beside the link that starts the look-up.
        const typed = main?.querySelector('input[name="find"]')?.getAttribute('value')
        expect(typed ?? textOf(main)).toContain(elsewhere.query['find'] ?? '')
      }
      expect(await control.received(operation)).toEqual([])
    })
  })
}

test('one walk serves all orders, until a link reads all rows again', async ({ app, control }) => {
  await control.set({ data: { users: 60 } })
  const sorted = await readWhenComplete(app, `/console/balances?sort=bolts&after=${Date.now()}`)
  expect(sorted.text).toContain(consoleT('shared.walk.kept'))
  await control.clearReceived()
  const second = await readConsolePage(app, sorted.link(consoleT('shared.pagination.next')))
  expect(second.rows).toHaveLength(10)
  expect(await control.received('balances')).toEqual([])
  // The details of a sorted row lead to its page in the order of the service.
  const place = second.elements('tbody tr:first-child dd a').map((link) => link.getAttribute('href') ?? '')
  const [name] = second.elements('tbody th a').map((link) => link.getAttribute('href'))
  const inOrder = await readConsolePage(app, place.at(-1) ?? '')
  expect(inOrder.elements('th[aria-sort]')).toHaveLength(0)
  expect(inOrder.elements('tbody th a').map((link) => link.getAttribute('href'))).toContain(name)
  await control.clearReceived()
  await readWhenComplete(app, sorted.link(consoleT('shared.walk.refresh')))
  expect(await control.received('balances')).not.toEqual([])
})

test('a list keeps its rows and the focus until another page has loaded, and Back restores it', async ({
  page,
  app,
  control,
}) => {
  const rows = page.getByRole('table').last().getByRole('rowheader')
  const pages = page.getByRole('navigation', { name: consoleT('shared.pagination.label') })
  const next = page.getByRole('link', { name: consoleT('shared.pagination.next'), exact: true })
  // The first page sends its list late, so another state of the page mounts the list again.
  await control.set({ quirks: { readDelayMs: 500 } })
  await openConsole(page, app, conversionsPath)
  await expect(rows).toHaveCount(20)
  await control.set({ quirks: { readDelayMs: 0 } })
  const first = await rows.first().textContent()
  // The table aligns texts at the start, and numbers at the end.
  for (const role of ['columnheader', 'rowheader'] as const) {
    await expect(page.getByRole(role).first()).toHaveCSS('text-align', 'start')
  }
  await expect(page.locator('thead th.number').last()).toHaveCSS('text-align', 'end')

  await test.step('the rows stay and the link keeps the focus while another page loads', async () => {
    await control.script('conversions', { waitsForRelease: true, status: 500, json: { error: 'x' } })
    await next.focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await control.received('conversions')).at(-1)?.target).toContain('page=2')
    await expect(rows.first()).toHaveText(first ?? '')
    await control.release()
    await expect(pages).toContainText('21–40 of 200')
    await expect(page).toHaveURL(`${app.origin}${conversionsPath}?page=2`)
    await expect(page).toHaveTitle(/^Conversions, page 2 ·/)
    await expect(next).toBeFocused()
    await expect(page.locator('#announcer')).toContainText('21–40 of 200')
  })

  await test.step('another page size starts at the first page, and Back restores the page', async () => {
    await page.getByRole('link', { name: '10', exact: true }).click()
    await expect(rows).toHaveCount(10)
    await expect(page).toHaveURL(`${app.origin}${conversionsPath}?rows=10`)
    await page.goBack()
    await expect(pages).toContainText('21–40 of 200')
    await page.goBack()
    await expect(rows.first()).toHaveText(first ?? '')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a row is a card of two lines, its details show the rest, and one menu sorts', async ({
    page,
    app,
    control,
  }) => {
    await control.set({ data: { users: 60 } })
    await openConsole(page, app, '/console/balances')
    const card = page.locator('tbody > tr').first()
    const cell = (column: 'current_period_points' | 'all_time_points' | 'bolts') =>
      card.locator(`[data-label="${consoleT(`balances.columns.${column}`)}"]`)
    const top = async (part: Locator) => Math.round((await part.boundingBox())?.y ?? NaN)
    const name = card.getByRole('rowheader').getByRole('link')
    expect(Math.abs((await top(cell('bolts'))) - (await top(name)))).toBeLessThan(10)
    expect((await top(cell('all_time_points'))) - (await top(name))).toBeGreaterThan(10)
    expect((await card.boundingBox())?.height).toBeLessThan(80)
    await expect(cell('current_period_points')).toBeHidden()
    await card.locator('summary').click()
    await expect(cell('current_period_points')).toBeVisible()

    const column = page.getByRole('columnheader', { name: consoleT('balances.columns.bolts') })
    await expect(column).toBeHidden()
    await page.getByRole('button', { name: consoleT('shared.sort') }).click()
    await column.getByRole('link').click()
    await expect(page).toHaveURL(/sort=bolts&order=descending/)
    await expect(page.getByRole('button', { name: `Sort: ${consoleT('balances.columns.bolts')}` })).toBeVisible()
    await expect(column).toBeHidden()
  })

  test('every list fits 320 pixels, and its filters and states are as wide as their texts', async ({
    page,
    startVariant,
    control,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    // e2e/accessibility/console.spec.ts opens the pages of conversions with this width.
    for (const { path, query = {}, serve, variables = {} } of lists.filter(
      ({ operation: of }) => of !== 'conversions',
    )) {
      const app = await startVariant(variables)
      await serve(control, 3, app)
      await openConsole(page, app, `${path}?${new URLSearchParams(query)}`)
      await expect(page.getByRole('table').first(), path).toBeVisible()
      expect(await overflowOf(page), path).toBe(0)
      const stretched = page.locator('tbody .rounded-pill, .chip').filter({ visible: true })
      const widths = await stretched.evaluateAll((pills) => pills.map(({ clientWidth }) => clientWidth))
      expect(Math.max(0, ...widths), path).toBeLessThan(200)
      // The filters are one row that scrolls.
      for (const filter of (await page.locator('.list .chips a').all()).slice(-1)) {
        expect((await page.locator('.list .chips').boundingBox())?.height, path).toBeLessThan(48)
        await filter.focus()
        await expect(filter).toBeInViewport({ ratio: 1 })
      }
    }
  })
})

const balancesExport = '/console/balances/export'

test('an export answers 400 with the reason when its query is invalid', async ({ app, control }) => {
  const operator = await visitorAs(app, operatorName)
  for (const [path, text] of [
    [`${conversionsPath}/export?from=2026-02-01&until=2026-01-01`, 'conversions.export.wrongDates'],
    [`${conversionsPath}/breakdowns/export?from=x`, 'conversions.export.wrongDates'],
    [`${resourcesPath}/export`, 'resources.lookup.missing'],
    [`${resourcesPath}/export?address=%20`, 'resources.lookup.missing'],
  ] as const) {
    const answer = await operator.send(path)
    expect(answer.status, path).toBe(400)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.body).toContain(consoleT(text))
  }
  expect(await control.received()).toEqual([])
})

test('an export is complete when the service makes it wait', async ({ app, control }) => {
  await control.set({ data: { users: 1000 }, quirks: { readRate: { requests: 3, windowMs: 2000 }, nullsEvery: 100 } })
  const operator = await visitorAs(app, operatorName)
  const csv = await operator.send(balancesExport)
  const lines = csv.body.trimEnd().split('\r\n')
  expect(lines).toHaveLength(992)
  expect(lines.at(-1)).toContain(consoleT('shared.unreadable', { count: 10 }))
  expect(app.output()).toContain('"event":"export pause"')
})

test('the browser saves a whole export, and reports one that ends early as failed', async ({ page, app, control }) => {
  await openConsole(page, app, '/console/balances')
  const download = async () => {
    const started = page.waitForEvent('download')
    await page.evaluate((href) => window.location.assign(href), balancesExport)
    return started
  }
  // The second page fails only when the first page is already on its way to the browser.
  const balances = Array.from({ length: 100 }, (_, index) => ({
    wallet_address: randomBytes(250).toString('hex'),
    user_id: `user ${index}`,
    current_period_points: index,
    all_time_points: index,
    bolts: index,
  }))
  const data = { balances, pagination: { page: 1, limit: 100, total: 5000 } }
  await control.script('balances', { json: { status: 'success', data } })
  await control.script('balances', { delayMs: 300, status: 403, json: { error: 'No longer' } })
  expect(await (await download()).failure()).not.toBeNull()

  await control.clearScripts()
  await control.set({ data: { users: 300 } })
  const file = await download()
  expect(await file.failure()).toBeNull()
  expect(file.suggestedFilename()).toMatch(/^staging-balances-.*\.csv$/)
  expect((await readFile(await file.path(), 'utf8')).match(/\r\n/g)).toHaveLength(301)
})
