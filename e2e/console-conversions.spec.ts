import type { Page } from 'playwright/test'
import { askedConversions, conversionsPath } from './conversion-steps'
import { expect, test } from './fixtures'
import { textOf } from './harness/html'
import { operatorName } from './harness/people'
import { readConsolePage } from './received-page'
import { signInAsOperator } from './steps'
import { consoleT } from './texts'

const loadingList = consoleT('shared.loading', { what: consoleT('conversions.what') })

const rows = (page: Page) => page.getByRole('table').last().getByRole('rowheader')
const bars = (page: Page) => page.locator('figure a')

test.describe('the list', () => {
  test('is a page of conversions, for one call of the service', async ({ requestAs, app, control }) => {
    const { rows, text } = await readConsolePage(requestAs, app, conversionsPath)
    expect(rows).toHaveLength(20)
    expect(text).toContain('1–20 of 200')
    expect(await askedConversions(control)).toEqual(['page=1&limit=20'])
  })

  test('says which conversions do not add up', async ({ requestAs, app }) => {
    const { cells } = await readConsolePage(requestAs, app, `${conversionsPath}?rows=50`)
    expect(cells).toHaveLength(50)
    const remarked = consoleT('conversions.list.addsUpWithRemarks', { count: 1 })
    const having = (words: RegExp) => cells.flat().filter((cell) => words.test(cell))
    // Each of three flaws befalls one week in fifty; that nobody took part is none, and shares of 97 % are a remark.
    expect(having(/\d mismatch(es)?$/)).toHaveLength(2)
    expect(cells.flat().filter((cell) => cell.includes(remarked))).toHaveLength(1)
    expect(having(/^Adds up$/)).toHaveLength(47)
  })

  test('leads on where there is nothing on a page of it', async ({ requestAs, app }) => {
    const beyond = await readConsolePage(requestAs, app, `${conversionsPath}?page=99`)
    const first = await readConsolePage(requestAs, app, beyond.link(consoleT('conversions.empty.firstPage')))
    expect(first.rows).toHaveLength(20)
  })

  test('says so where there is nothing at all', async ({ requestAs, app, control }) => {
    await control.script('conversions', {
      json: { status: 'success', data: { conversions: [], pagination: { page: 1, limit: 20, total: 0 } } },
    })
    const { text, elements } = await readConsolePage(requestAs, app, conversionsPath)
    expect(text).toContain(consoleT('conversions.empty.title'))
    expect(elements('figure').map(textOf)).toEqual([])
  })

  test('that cannot be read says what to do, and is asked for once more on demand', async ({
    requestAs,
    app,
    control,
  }) => {
    const address = `${conversionsPath}?from=2025-01-01&page=2`
    await control.script('conversions', { status: 403, json: { error: 'Not <b>yours</b>' } })
    const failing = await readConsolePage(requestAs, app, address)
    expect(failing.alerts).toHaveLength(1)
    expect(failing.alerts[0]).toContain(consoleT('problems.forbidden.title'))
    expect(failing.alerts[0]).toContain('Not <b>yours</b>')
    expect(failing.link(consoleT('problems.retry'))).toBe(address)
    expect((await readConsolePage(requestAs, app, address)).rows).toHaveLength(20)
  })

  test('has its page, its size and its dates in the address, where Back finds them, and a chart without a script; each wait says so', async ({
    page,
    app,
    control,
  }) => {
    await signInAsOperator(page, app)

    await test.step('its chart costs no script and asks nobody else', async () => {
      const requested: string[] = []
      page.on('request', (request) => requested.push(request.url()))
      const scriptsOf = async (address: string) => {
        requested.length = 0
        await page.goto(app.origin + address)
        await page.waitForLoadState('networkidle')
        expect(requested.filter((url) => !url.startsWith(`${app.origin}/`))).toEqual([])
        return new Set(requested.filter((url) => url.endsWith('.js')))
      }
      const elsewhere = await scriptsOf('/console/resources')
      const here = await scriptsOf(conversionsPath)
      await expect(bars(page)).toHaveCount(20)
      // What this page needs beside what every page does are the links of a sortable table: no chart.
      const texts = await Promise.all(
        [...here].filter((url) => !elsewhere.has(url)).map(async (url) => (await page.request.get(url)).text()),
      )
      for (const text of texts) expect(text).not.toMatch(/bandwidth|stackOffset|paddingInner/)
      expect(texts.join('').length).toBeLessThan(50_000)
    })

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

    await test.step('dates are sent to the service, kept by every link, and forgotten on demand', async () => {
      await control.clearReceived()
      await page.getByLabel('From').fill('2025-01-01')
      await page.getByLabel('Until').fill('2025-12-31')
      await page.getByRole('button', { name: 'Show' }).click()
      await expect(page.getByText('1–20 of 52')).toBeVisible()
      await expect(page).toHaveURL(`${app.origin}${conversionsPath}?from=2025-01-01&until=2025-12-31&rows=20`)
      await expect(page.getByLabel('From')).toHaveValue('2025-01-01')

      await page.getByRole('link', { name: 'Next' }).click()
      await expect(page.getByText('21–40 of 52')).toBeVisible()
      expect(await askedConversions(control)).toEqual([
        'from=2025-01-01&until=2025-12-31&page=1&limit=20',
        'from=2025-01-01&until=2025-12-31&page=2&limit=20',
      ])
      for (const format of ['CSV', 'JSON']) {
        await expect(page.getByRole('link', { name: `Export all rows as ${format}` })).toHaveAttribute(
          'href',
          `${conversionsPath}/export?from=2025-01-01&until=2025-12-31&format=${format.toLowerCase()}`,
        )
      }
      await page.getByRole('link', { name: 'All dates' }).click()
      await expect(page.getByText('1–20 of 200')).toBeVisible()
      await expect(page.getByLabel('From')).toHaveValue('')
      await page.goBack()
      await expect(page.getByText('21–40 of 52')).toBeVisible()
      await expect(page.getByLabel('From')).toHaveValue('2025-01-01')
    })

    await test.step('its chart leaves the figures to the table for whoever does not see it', async () => {
      const figure = page.getByRole('figure')
      await expect(figure).toContainText(/^20 conversions from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d: /)
      await expect(figure.getByRole('link')).toHaveCount(0)
      for (const link of await bars(page).all()) await expect(link).toHaveAttribute('tabindex', '-1')
    })

    await test.step('its chart has a bar for each conversion, the oldest first, with its figures', async () => {
      await expect(bars(page)).toHaveCount(20)
      const latest = page.getByRole('row').nth(1)
      const [, , users, owner] = await latest.getByRole('cell').allTextContents()
      const day = ((await latest.getByRole('rowheader').textContent()) ?? '').slice(0, 10)
      // The table's amounts are aligned, with zeros that the chart has no use for.
      const plain = (amount: string | undefined) => amount?.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') ?? ''
      await expect(bars(page).last().locator('title')).toHaveText(
        consoleT('conversions.chart.bar', { day, users: plain(users), owner: plain(owner) }),
      )
      await bars(page).last().locator('rect').first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(consoleT('conversions.one.title'))
    })

    await test.step('where the service is slow, the page is there before the list', async () => {
      await control.script('conversions', { waitsForRelease: true, status: 500, json: { error: 'x' } })
      await page.goto(app.origin + conversionsPath, { waitUntil: 'commit' })
      await expect(page.getByRole('status').filter({ hasText: loadingList })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Show' })).toBeVisible()
      await control.release()
      await expect(rows(page)).toHaveCount(20)
    })
  })
})

test.describe('the dates', () => {
  test('may be one alone, and one day', async ({ requestAs, app, control }) => {
    const day = await readConsolePage(requestAs, app, `${conversionsPath}?from=2026-01-05&until=2026-01-05`)
    expect(day.rows).toHaveLength(1)
    const since = await readConsolePage(requestAs, app, `${conversionsPath}?from=2026-01-01&until=`)
    expect(since.rows).toHaveLength(20)
    expect((await askedConversions(control)).at(-1)).toBe('from=2026-01-01&page=1&limit=20')
  })

  test('say so where nothing was converted in them', async ({ requestAs, app }) => {
    const none = await readConsolePage(requestAs, app, `${conversionsPath}?until=2020-01-01`)
    expect(none.text).toContain(consoleT('conversions.empty.filteredTitle'))
    const all = await readConsolePage(requestAs, app, none.links(consoleT('conversions.filter.clear')).at(-1) ?? '')
    expect(all.rows).toHaveLength(20)
  })

  test('are refused where they are none, and not sent', async ({ requestAs, app, control }) => {
    for (const [query, field, problem] of [
      ['?from=2026-02-01&until=2026-01-01', 'from', consoleT('conversions.filter.problems.after_until')],
      ['?from=2026-02-30', 'from', consoleT('conversions.filter.problems.not_a_date')],
      ['?until=yesterday', 'until', consoleT('conversions.filter.problems.not_a_date')],
    ] as const) {
      const { elements, text } = await readConsolePage(requestAs, app, conversionsPath + query)
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

test.describe('without JavaScript', () => {
  test('there are the list, its chart, its dates, its conversions and their order', async ({ requestAs, app }) => {
    const list = await readConsolePage(requestAs, app, conversionsPath)
    expect(list.elements('figure a').length).toBe(20)
    expect(list.elements('th[scope="row"]').length).toBe(20)
    const address = list.submit(consoleT('conversions.filter.apply'), { from: '2026-01-01' })
    expect(address).toContain('from=2026-01-01')
    const { cells, link } = await readConsolePage(requestAs, app, address)
    const one = await readConsolePage(requestAs, app, link(cells[0]?.[0] ?? ''))
    expect(one.elements('table').length).toBe(2)
    const userColumn = consoleT('conversions.breakdown.columns.user_id')
    const sorted = await readConsolePage(requestAs, app, one.link(userColumn))
    expect(sorted.elements('th[aria-sort="ascending"]').map(textOf)).toEqual([expect.stringContaining(userColumn)])
  })

  test('what comes late comes whole, and in its place', async ({ requestAs, app, control }) => {
    // The page is asked for twice, since only then it is known that no script runs.
    await control.script('conversions', { delayMs: 800, status: 500, json: { error: 'x' }, times: 2 })
    const address = `${conversionsPath}?rows=50`
    const first = await (await requestAs(app, operatorName)).get(app.origin + address)
    expect((await first.text()).replaceAll('&amp;', '&')).toContain(
      `<noscript><meta http-equiv="refresh" content="0;url=${address}&whole=1"/></noscript>`,
    )
    const whole = await readConsolePage(requestAs, app, address)
    expect(whole.rows).toHaveLength(50)
    expect(whole.text).not.toContain(loadingList)
  })
})
