import type { Page } from 'playwright/test'
import { askedConversions, conversionsPath, linkTo } from './conversion-steps'
import { expect, test } from './fixtures'
import type { App } from './harness/app'
import { textOf } from './harness/html'
import { operatorName } from './harness/people'
import { readConsolePage, type ReceivedPage } from './received-page'
import { visitorAs } from './sessions'
import { signInAsOperator } from './page-steps'
import { consoleT } from './texts'

const rows = (page: Page) => page.getByRole('table').last().getByRole('rowheader')
const bars = (page: Page) => page.locator('figure a')
const pages = (page: Page) => page.getByRole('navigation', { name: consoleT('shared.pagination.label') })
const next = (page: Page) => page.getByRole('link', { name: consoleT('shared.pagination.next'), exact: true })

test.describe('the list', () => {
  test('reads a page of conversions with one call', async ({ app, control }) => {
    const { rows, text } = await readConsolePage(app, conversionsPath)
    expect(rows).toHaveLength(20)
    expect(text).toContain('1–20 of 200')
    expect(await askedConversions(control)).toEqual(['page=1&limit=20'])
  })

  test('says which conversions do not add up', async ({ app }) => {
    const { cells } = await readConsolePage(app, `${conversionsPath}?rows=50`)
    expect(cells).toHaveLength(50)
    const remarked = consoleT('conversions.list.addsUpWithRemarks', { count: 1 })
    const having = (words: RegExp) => cells.flat().filter((cell) => words.test(cell))
    // Each of three flaws occurs in one of 50 weeks. A week without users adds up, and shares of 97 % are a remark.
    expect(having(/\d mismatch(es)?$/)).toHaveLength(2)
    expect(cells.flat().filter((cell) => cell.includes(remarked))).toHaveLength(1)
    expect(having(/^Adds up$/)).toHaveLength(47)
  })

  test('links to the first page when the requested page has no rows', async ({ app }) => {
    const beyond = await readConsolePage(app, `${conversionsPath}?page=99`)
    const first = await readConsolePage(app, beyond.link(consoleT('conversions.empty.firstPage')))
    expect(first.rows).toHaveLength(20)
  })

  test('reports an empty list when there are no conversions', async ({ app, control }) => {
    await control.script('conversions', {
      json: { status: 'success', data: { conversions: [], pagination: { page: 1, limit: 20, total: 0 } } },
    })
    const { text, elements } = await readConsolePage(app, conversionsPath)
    expect(text).toContain(consoleT('conversions.empty.title'))
    expect(elements('figure').map(textOf)).toEqual([])
  })

  test('says what to do when the service refuses it, and loads on retry', async ({ app, control }) => {
    const address = `${conversionsPath}?from=2025-01-01&page=2`
    await control.script('conversions', { status: 403, json: { error: 'Not <b>yours</b>' } })
    const failing = await readConsolePage(app, address)
    expect(failing.alerts).toHaveLength(1)
    expect(failing.alerts[0]).toContain(consoleT('problems.forbidden.title'))
    expect(failing.alerts[0]).toContain('Not <b>yours</b>')
    expect(failing.link(consoleT('problems.retry'))).toBe(address)
    expect((await readConsolePage(app, address)).rows).toHaveLength(20)
  })

  test('keeps its page and page size in the URL for Back, and keeps its rows until the new page has loaded', async ({
    page,
    app,
    control,
  }) => {
    await signInAsOperator(page, app)
    await page.goto(app.origin + conversionsPath)
    await expect(rows(page)).toHaveCount(20)
    const first = await rows(page).first().textContent()

    await test.step('the rows stay and the link keeps the focus while another page loads', async () => {
      await control.script('conversions', { waitsForRelease: true, status: 500, json: { error: 'x' } })
      await next(page).focus()
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await control.received('conversions')).at(-1)?.target).toContain('page=2')
      await expect(rows(page).first()).toHaveText(first ?? '')
      await control.release()
      await expect(pages(page)).toContainText('21–40 of 200')
      await expect(page).toHaveURL(`${app.origin}${conversionsPath}?page=2`)
      await expect(page).toHaveTitle(/^Conversions, page 2 ·/)
      await expect(next(page)).toBeFocused()
      await expect(page.locator('#announcer')).toContainText('21–40 of 200')
    })

    await test.step('another page size starts at the first page, and Back restores the page', async () => {
      await page.getByRole('link', { name: '5', exact: true }).click()
      await expect(rows(page)).toHaveCount(5)
      await expect(page).toHaveURL(`${app.origin}${conversionsPath}?rows=5`)
      await page.goBack()
      await expect(pages(page)).toContainText('21–40 of 200')
      await page.goBack()
      await expect(rows(page).first()).toHaveText(first ?? '')
    })

    await test.step('a bar of the chart links to its conversion', async () => {
      await bars(page).last().locator('rect').first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(consoleT('conversions.one.title'))
    })
  })
})

test('the chart has a bar with figures for each conversion, and screen readers skip it', async ({ app }) => {
  const list = await readConsolePage(app, conversionsPath)
  const { elements, cells } = list
  const bars = elements('figure a')
  expect(bars).toHaveLength(20)
  expect(new Set(bars.map((bar) => bar.getAttribute('tabindex')))).toEqual(new Set(['-1']))
  expect(elements('figure > [aria-hidden="true"] a')).toHaveLength(20)
  // The table pads its amounts with zeros, and the chart does not.
  const plain = (amount: string | undefined) => amount?.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') ?? ''
  const [, , , users, owner] = cells[0] ?? []
  const day = linkTo(list, 0).time.slice(0, 10)
  expect(textOf(bars.at(-1)?.querySelector('title') ?? null)).toBe(
    consoleT('conversions.chart.bar', { day, users: plain(users), owner: plain(owner) }),
  )
})

test.describe('the order', () => {
  /** Loads the page until it has rows, because the walk may take longer than the server waits for it. */
  async function readSorted(app: App, query: string): Promise<ReceivedPage> {
    let list: ReceivedPage | undefined
    await expect
      .poll(
        async () => {
          list = await readConsolePage(app, `${conversionsPath}?${query}`)
          return list.rows.length
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0)
    if (!list) throw new Error('The list was not read.')
    return list
  }
  const totalsIn = ({ cells }: ReceivedPage) => cells.map(([, , total = '']) => Number(total.replaceAll(',', '')))

  // The app keeps rows for 5 minutes, so each test uses different dates.
  test('sorts all pages by a column with one walk', async ({ app, control }) => {
    const first = await readSorted(app, 'from=2023-01-02&sort=total&rows=10')
    const totals = totalsIn(first)
    expect(totals).toHaveLength(10)
    expect(totals).toEqual(totals.toSorted((a, b) => b - a))
    expect(first.elements('th[aria-sort="descending"]').map(textOf)).toEqual([
      expect.stringContaining(consoleT('conversions.list.total')),
    ])
    expect(first.text).toContain(consoleT('shared.walk.kept'))

    await control.clearReceived()
    const second = await readConsolePage(app, first.link(consoleT('shared.pagination.next')))
    expect(Math.max(...totalsIn(second))).toBeLessThanOrEqual(Math.min(...totals))
    // The menu of all orders has a link with the same name, before the link of the header.
    const header = first.links(consoleT('conversions.list.total')).at(-1) ?? ''
    const ascending = await readConsolePage(app, header)
    expect(totalsIn(ascending)[0]).toBeLessThanOrEqual(Math.min(...totals))
    expect(await askedConversions(control)).toEqual([])

    // The link has its place in the service's list, so one call finds it.
    const { address } = linkTo(first, 0)
    await readConsolePage(app, address)
    expect((await askedConversions(control))[0]).toBe(
      `from=2023-01-02&page=${new URL(address, app.origin).searchParams.get('at')}&limit=1`,
    )
  })

  test('puts conversions that do not add up first', async ({ app }) => {
    const { cells } = await readSorted(app, 'from=2023-01-03&sort=check')
    expect(cells[0]?.[5]).toMatch(/mismatch/)
    expect(cells.at(-1)?.[5]).toBe(consoleT('conversions.list.addsUp'))
  })

  test('starts a new walk on demand', async ({ app, control }) => {
    const list = await readSorted(app, 'from=2023-01-04&sort=period')
    await control.clearReceived()
    const again = list.link(consoleT('shared.walk.refresh'))
    await readSorted(app, new URL(again, app.origin).search.slice(1))
    expect((await askedConversions(control)).length).toBeGreaterThan(0)
  })

  test('reports why the rows cannot be read', async ({ app, control }) => {
    await control.script('conversions', { status: 403, json: { error: 'Not yours' } })
    const { alerts } = await readConsolePage(app, `${conversionsPath}?from=2023-01-05&sort=total`)
    expect(alerts).toEqual([expect.stringContaining(consoleT('problems.forbidden.title'))])
  })

  test('starts no walk when the link is on another site', async ({ app, control }) => {
    const operator = await visitorAs(app, operatorName)
    const { body } = await operator.send(`${conversionsPath}?from=2023-01-06&sort=total&whole=1`, {
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    })
    expect(body).toContain(consoleT('shared.walk.notStarted'))
    expect(body).toContain(consoleT('shared.walk.start'))
    expect(await askedConversions(control)).toEqual([])
  })

  test('shows the progress of the walk with and without scripts', async ({ app, control }) => {
    await control.set({ quirks: { readRate: { requests: 3, windowMs: 4000 } } })
    const list = await readConsolePage(app, `${conversionsPath}?from=2023-01-07&sort=total`)
    expect(list.text).toMatch(/[\d,]+ of [\d,]+ conversions read/)
    expect(list.elements('noscript meta[http-equiv="refresh"]').map((meta) => meta.getAttribute('content'))).toContain(
      '2',
    )

    // Let the walk end here, so that its requests do not reach another test.
    await control.set({ quirks: { readRate: null } })
    await readSorted(app, 'from=2023-01-07&sort=total')
  })
})

test.describe('the dates', () => {
  test('are in the request to the service and in every link, and can be removed', async ({ app, control }) => {
    const all = await readConsolePage(app, conversionsPath)
    const address = all.submit(consoleT('conversions.filter.apply'), { from: '2025-01-01', until: '2025-12-31' })
    await control.clearReceived()
    const list = await readConsolePage(app, address)
    expect(list.text).toContain('1–20 of 52')
    expect(await askedConversions(control)).toEqual(['from=2025-01-01&until=2025-12-31&page=1&limit=20'])
    const dates = 'from=2025-01-01&until=2025-12-31'
    expect(list.link(consoleT('shared.pagination.next'))).toBe(`${conversionsPath}?${dates}&page=2`)
    for (const format of ['csv', 'json'] as const) {
      const link = list.link(consoleT(`shared.exportLinks.${format}Label`))
      expect(link).toBe(`${conversionsPath}/export?${dates}&format=${format}`)
    }
    const all200 = await readConsolePage(app, list.link(consoleT('conversions.filter.presets.all')))
    expect(all200.text).toContain('1–20 of 200')
  })

  test('have presets, with a mark at the current preset', async ({ app, control }) => {
    const all = await readConsolePage(app, `${conversionsPath}?rows=5`)
    const current = (list: ReceivedPage) => list.elements('main nav a.chip[aria-current]').map(textOf)
    expect(current(all)).toEqual([consoleT('conversions.filter.presets.all')])
    await control.clearReceived()
    const month = await readConsolePage(app, all.link(consoleT('conversions.filter.presets.days30')))
    expect(current(month)).toEqual([consoleT('conversions.filter.presets.days30')])
    const from = new Date(Date.now() - 30 * 24 * 3_600_000).toISOString().slice(0, 10)
    expect(await askedConversions(control)).toEqual([`from=${from}&page=1&limit=5`])
    expect(month.rows.length).toBeGreaterThan(2)
  })

  test('may be a start without an end, or a single day', async ({ app, control }) => {
    const day = await readConsolePage(app, `${conversionsPath}?from=2026-01-05&until=2026-01-05`)
    expect(day.rows).toHaveLength(1)
    const since = await readConsolePage(app, `${conversionsPath}?from=2026-01-01&until=`)
    expect(since.rows).toHaveLength(20)
    expect((await askedConversions(control)).at(-1)).toBe('from=2026-01-01&page=1&limit=20')
  })

  test('show that they have no conversions', async ({ app }) => {
    const none = await readConsolePage(app, `${conversionsPath}?until=2020-01-01`)
    expect(none.text).toContain(consoleT('conversions.empty.filteredTitle'))
    const all = await readConsolePage(app, none.links(consoleT('conversions.filter.clear')).at(-1) ?? '')
    expect(all.rows).toHaveLength(20)
  })

  test('show an error and are not sent when they are invalid', async ({ app, control }) => {
    for (const [query, field, problem] of [
      ['?from=2026-02-01&until=2026-01-01', 'from', consoleT('conversions.filter.problems.after_until')],
      ['?until=yesterday', 'until', consoleT('conversions.filter.problems.not_a_date', { typed: 'yesterday' })],
    ] as const) {
      const { elements, text } = await readConsolePage(app, conversionsPath + query)
      // The menu with the fields is open.
      const [input] = elements(`details[open] input[name="${field}"]`)
      expect(input?.hasAttribute('autofocus')).toBe(true)
      const [description = null] = elements(`p[id="${input?.getAttribute('aria-describedby')}"]`)
      expect(textOf(description)).toBe(problem)
      expect(elements('title').map(textOf)).toEqual([expect.stringMatching(/^Error: Conversions/)])
      expect(text).toContain(consoleT('conversions.filter.notAsked'))
      expect(elements('table').map(textOf)).toEqual([])
    }
    expect(await askedConversions(control)).toEqual([])
  })
})

test.describe('a conversion of the list', () => {
  test('has a link to its breakdown, whose order can be changed', async ({ app }) => {
    const one = await readConsolePage(app, linkTo(await readConsolePage(app, conversionsPath), 0).address)
    expect(one.elements('table').length).toBe(1)
    const userColumn = consoleT('conversions.breakdown.columns.user_id')
    const sorted = await readConsolePage(app, one.link(userColumn))
    expect(sorted.elements('th[aria-sort="ascending"]').map(textOf)).toEqual([expect.stringContaining(userColumn)])
  })

  test('has its exact time and more amounts in the details of its row', async ({ app }) => {
    const list = await readConsolePage(app, conversionsPath)
    const { time } = linkTo(list, 0)
    const [details] = list.elements('tbody tr:first-child details')
    expect(details?.querySelectorAll('time').map((each) => each.getAttribute('datetime'))).toEqual([time])
    const names = details?.querySelectorAll('dt').map(textOf)
    expect(names).toEqual(
      (['exactly', 'gross', 'pool', 'id'] as const).map((name) => consoleT(`conversions.list.${name}`)),
    )
  })
})
