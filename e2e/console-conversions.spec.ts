import type { Page } from 'playwright/test'
import { askedConversions, conversionsPath } from './conversion-steps'
import { expect, test } from './fixtures'
import { textOf } from './harness/html'
import { readConsolePage } from './received-page'
import { signInAsOperator } from './steps'
import { consoleT } from './texts'

const loadingList = consoleT('shared.loading', { what: consoleT('conversions.what') })

const rows = (page: Page) => page.getByRole('table').last().getByRole('rowheader')
const bars = (page: Page) => page.locator('figure a')

test.describe('the list', () => {
  test('has a page of conversions for one call of the service', async ({ app, control }) => {
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
    // Each of three flaws befalls one week in fifty; that nobody took part is none, and shares of 97 % are a remark.
    expect(having(/\d mismatch(es)?$/)).toHaveLength(2)
    expect(cells.flat().filter((cell) => cell.includes(remarked))).toHaveLength(1)
    expect(having(/^Adds up$/)).toHaveLength(47)
  })

  test('leads to the first page when the page asked for has no rows', async ({ app }) => {
    const beyond = await readConsolePage(app, `${conversionsPath}?page=99`)
    const first = await readConsolePage(app, beyond.link(consoleT('conversions.empty.firstPage')))
    expect(first.rows).toHaveLength(20)
  })

  test('says so when there are no conversions', async ({ app, control }) => {
    await control.script('conversions', {
      json: { status: 'success', data: { conversions: [], pagination: { page: 1, limit: 20, total: 0 } } },
    })
    const { text, elements } = await readConsolePage(app, conversionsPath)
    expect(text).toContain(consoleT('conversions.empty.title'))
    expect(elements('figure').map(textOf)).toEqual([])
  })

  test('says what to do when it cannot be read, and is read by the retry', async ({ app, control }) => {
    const address = `${conversionsPath}?from=2025-01-01&page=2`
    await control.script('conversions', { status: 403, json: { error: 'Not <b>yours</b>' } })
    const failing = await readConsolePage(app, address)
    expect(failing.alerts).toHaveLength(1)
    expect(failing.alerts[0]).toContain(consoleT('problems.forbidden.title'))
    expect(failing.alerts[0]).toContain('Not <b>yours</b>')
    expect(failing.link(consoleT('problems.retry'))).toBe(address)
    expect((await readConsolePage(app, address)).rows).toHaveLength(20)
  })

  test('has its page and its size in the address, where Back finds them, and says when it waits', async ({
    page,
    app,
    control,
  }) => {
    await signInAsOperator(page, app)
    await page.goto(app.origin + conversionsPath)
    await expect(rows(page)).toHaveCount(20)
    const first = await rows(page).first().textContent()

    await test.step('another page says at once that it is waited for', async () => {
      await control.script('conversions', { waitsForRelease: true, status: 500, json: { error: 'x' } })
      await page.getByRole('link', { name: 'Next' }).click()
      await expect(page.getByRole('status').filter({ hasText: loadingList })).toBeVisible()
      await control.release()
      await expect(page.getByText('21–40 of 200')).toBeVisible()
      await expect(page).toHaveURL(`${app.origin}${conversionsPath}?page=2`)
    })

    await test.step('another size begins at the first page, and Back goes back', async () => {
      await page.getByRole('link', { name: '5', exact: true }).click()
      await expect(rows(page)).toHaveCount(5)
      await expect(page).toHaveURL(`${app.origin}${conversionsPath}?rows=5`)
      await page.goBack()
      await expect(page.getByText('21–40 of 200')).toBeVisible()
      await page.goBack()
      await expect(rows(page).first()).toHaveText(first ?? '')
    })

    await test.step('a bar of the chart leads to its conversion', async () => {
      await bars(page).last().locator('rect').first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(consoleT('conversions.one.title'))
    })
  })
})

test('the chart has a bar for each conversion with its figures, and leaves them to the table for a screen reader', async ({
  app,
}) => {
  const { elements, cells } = await readConsolePage(app, conversionsPath)
  const bars = elements('figure a')
  expect(bars).toHaveLength(20)
  expect(new Set(bars.map((bar) => bar.getAttribute('tabindex')))).toEqual(new Set(['-1']))
  expect(elements('figure > [aria-hidden="true"] a')).toHaveLength(20)
  // The table's amounts are aligned, with zeros that the chart has no use for.
  const plain = (amount: string | undefined) => amount?.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') ?? ''
  const [time = '', , , users, owner] = cells[0] ?? []
  expect(textOf(bars.at(-1)?.querySelector('title') ?? null)).toBe(
    consoleT('conversions.chart.bar', { day: time.slice(0, 10), users: plain(users), owner: plain(owner) }),
  )
})

test.describe('the dates', () => {
  test('are sent to the service, kept by every link, and dropped on demand', async ({ app, control }) => {
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
    const [clear = ''] = list.links(consoleT('conversions.filter.clear'))
    expect((await readConsolePage(app, clear)).text).toContain('1–20 of 200')
  })

  test('may be one alone, or one day', async ({ app, control }) => {
    const day = await readConsolePage(app, `${conversionsPath}?from=2026-01-05&until=2026-01-05`)
    expect(day.rows).toHaveLength(1)
    const since = await readConsolePage(app, `${conversionsPath}?from=2026-01-01&until=`)
    expect(since.rows).toHaveLength(20)
    expect((await askedConversions(control)).at(-1)).toBe('from=2026-01-01&page=1&limit=20')
  })

  test('say so when nothing was converted in them', async ({ app }) => {
    const none = await readConsolePage(app, `${conversionsPath}?until=2020-01-01`)
    expect(none.text).toContain(consoleT('conversions.empty.filteredTitle'))
    const all = await readConsolePage(app, none.links(consoleT('conversions.filter.clear')).at(-1) ?? '')
    expect(all.rows).toHaveLength(20)
  })

  test('are refused when they are invalid, and not sent', async ({ app, control }) => {
    for (const [query, field, problem] of [
      ['?from=2026-02-01&until=2026-01-01', 'from', consoleT('conversions.filter.problems.after_until')],
      ['?until=yesterday', 'until', consoleT('conversions.filter.problems.not_a_date')],
    ] as const) {
      const { elements, text } = await readConsolePage(app, conversionsPath + query)
      const [input] = elements(`input[name="${field}"]`)
      // What was typed stays, to be mended.
      expect(input?.getAttribute('value')).toBe(new URLSearchParams(query).get(field) ?? '')
      const [description = null] = elements(`p[id="${input?.getAttribute('aria-describedby')}"]`)
      expect(textOf(description)).toBe(problem)
      expect(text).toContain(consoleT('conversions.filter.notAsked'))
      expect(elements('table').map(textOf)).toEqual([])
    }
    expect(await askedConversions(control)).toEqual([])
  })
})

test.describe('a conversion of the list', () => {
  test('has a link to its breakdown, whose order can be changed', async ({ app }) => {
    const { cells, link } = await readConsolePage(app, conversionsPath)
    const one = await readConsolePage(app, link(cells[0]?.[0] ?? ''))
    expect(one.elements('table').length).toBe(2)
    const userColumn = consoleT('conversions.breakdown.columns.user_id')
    const sorted = await readConsolePage(app, one.link(userColumn))
    expect(sorted.elements('th[aria-sort="ascending"]').map(textOf)).toEqual([expect.stringContaining(userColumn)])
  })
})
