import type { Locator, Page } from 'playwright/test'
import type { App } from './harness/app'
import { expect, test } from './fixtures'
import type { StandInControl } from './stand-in/control/client'
import { flawOf, latestWeek } from './stand-in/data/conversions'
import { defaultData } from './stand-in/settings'
import { operatorName } from './harness/people'
import { alertOf, signInAsOperator } from './steps'
import { consoleT } from './texts'

const path = '/console/conversions'

async function open(page: Page, app: App, query = ''): Promise<void> {
  await signInAsOperator(page, app)
  await page.goto(app.origin + path + query)
}

/** What the service was asked for, as query strings. */
async function asked(control: StandInControl): Promise<string[]> {
  return (await control.received('conversions')).map(({ target }) => target.split('?')[1] ?? '')
}

const loadingList = consoleT('shared.loading', { what: consoleT('conversions.what') })
const userColumn = consoleT('conversions.breakdown.columns.user_id')

const rows = (page: Page) => page.getByRole('table').last().getByRole('rowheader')
const bars = (page: Page) => page.locator('figure a')
const row = (table: Locator, text: string) => table.getByRole('row').filter({ hasText: text })

test.describe('the list', () => {
  test('is a page of conversions, for one call of the service', async ({ page, app, control }) => {
    await open(page, app)
    await expect(rows(page)).toHaveCount(20)
    await expect(page.getByText('1–20 of 200')).toBeVisible()
    expect(await asked(control)).toEqual(['page=1&limit=20'])
  })

  test('has its page and its size in the address, and Back goes back', async ({ page, app }) => {
    await open(page, app)
    const first = await rows(page).first().textContent()
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText('21–40 of 200')).toBeVisible()
    await expect(page).toHaveURL(`${app.origin}${path}?page=2`)
    await page.getByRole('link', { name: '5', exact: true }).click()
    await expect(rows(page)).toHaveCount(5)
    await expect(page).toHaveURL(`${app.origin}${path}?rows=5`)
    await page.goBack()
    await expect(page.getByText('21–40 of 200')).toBeVisible()
    await page.goBack()
    await expect(rows(page).first()).toHaveText(first ?? '')
  })

  test('says which conversions do not add up', async ({ page, app }) => {
    await open(page, app, '?rows=50')
    await expect(rows(page)).toHaveCount(50)
    // Each of three flaws befalls one week in fifty; that nobody took part is none, and shares of 97 % are a remark.
    await expect(page.getByRole('cell', { name: /\d mismatch(es)?$/ })).toHaveCount(2)
    await expect(
      page.getByRole('cell', { name: consoleT('conversions.list.addsUpWithRemarks', { count: 1 }) }),
    ).toHaveCount(1)
    await expect(page.getByRole('cell', { name: /^.?Adds up$/ })).toHaveCount(47)
  })

  test('leads on where there is nothing on a page of it', async ({ page, app }) => {
    await open(page, app, '?page=99')
    await page.getByRole('link', { name: consoleT('conversions.empty.firstPage') }).click()
    await expect(rows(page)).toHaveCount(20)
  })

  test('says so where there is nothing at all', async ({ page, app, control }) => {
    await control.script('conversions', {
      json: { status: 'success', data: { conversions: [], pagination: { page: 1, limit: 20, total: 0 } } },
    })
    await open(page, app)
    await expect(page.getByText(consoleT('conversions.empty.title'))).toBeVisible()
    await expect(page.getByRole('figure')).toHaveCount(0)
  })
})

test.describe('the dates', () => {
  test('are sent to the service, kept by every link, and forgotten on demand', async ({ page, app, control }) => {
    await open(page, app)
    await page.getByLabel('From').fill('2025-01-01')
    await page.getByLabel('Until').fill('2025-12-31')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page.getByText('1–20 of 52')).toBeVisible()
    await expect(page).toHaveURL(`${app.origin}${path}?from=2025-01-01&until=2025-12-31&rows=20`)
    await expect(page.getByLabel('From')).toHaveValue('2025-01-01')

    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText('21–40 of 52')).toBeVisible()
    expect((await asked(control)).slice(1)).toEqual([
      'from=2025-01-01&until=2025-12-31&page=1&limit=20',
      'from=2025-01-01&until=2025-12-31&page=2&limit=20',
    ])
    for (const format of ['CSV', 'JSON']) {
      await expect(page.getByRole('link', { name: `Export all rows as ${format}` })).toHaveAttribute(
        'href',
        `${path}/export?from=2025-01-01&until=2025-12-31&format=${format.toLowerCase()}`,
      )
    }
    await page.getByRole('link', { name: 'All dates' }).click()
    await expect(page.getByText('1–20 of 200')).toBeVisible()
    await expect(page.getByLabel('From')).toHaveValue('')
    await page.goBack()
    await expect(page.getByText('21–40 of 52')).toBeVisible()
    await expect(page.getByLabel('From')).toHaveValue('2025-01-01')
  })

  test('may be one alone, and one day', async ({ page, app, control }) => {
    await open(page, app, '?from=2026-01-05&until=2026-01-05')
    await expect(rows(page)).toHaveCount(1)
    await page.goto(`${app.origin}${path}?from=2026-01-01&until=`)
    await expect(rows(page)).toHaveCount(20)
    expect((await asked(control)).at(-1)).toBe('from=2026-01-01&page=1&limit=20')
  })

  test('say so where nothing was converted in them', async ({ page, app }) => {
    await open(page, app, '?until=2020-01-01')
    await expect(page.getByText(consoleT('conversions.empty.filteredTitle'))).toBeVisible()
    await page.getByRole('link', { name: 'All dates' }).last().click()
    await expect(rows(page)).toHaveCount(20)
  })

  test('are refused where they are none, and not sent', async ({ page, app, control }) => {
    for (const [query, field, problem] of [
      ['?from=2026-02-01&until=2026-01-01', 'From', consoleT('conversions.filter.problems.after_until')],
      ['?from=2026-02-30', 'From', consoleT('conversions.filter.problems.not_a_date')],
      ['?until=yesterday', 'Until', consoleT('conversions.filter.problems.not_a_date')],
    ] as const) {
      await open(page, app, query)
      await expect(page.getByLabel(field)).toHaveAccessibleDescription(problem)
      // What was typed stays, to be mended.
      await expect(page.getByLabel(field)).toHaveValue(new URLSearchParams(query).get(field.toLowerCase()) ?? '')
      await expect(page.getByText(consoleT('conversions.filter.notAsked'))).toBeVisible()
      await expect(page.getByRole('table')).toHaveCount(0)
    }
    expect(await asked(control)).toEqual([])
  })
})

test.describe('the chart', () => {
  test('has a bar for each conversion of the table, the oldest first, with its figures', async ({ page, app }) => {
    await open(page, app)
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
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conversion')
  })

  test('leaves the figures to the table for whoever does not see it', async ({ page, app }) => {
    await open(page, app)
    await expect(page.getByRole('figure')).toContainText(/^20 conversions from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d: /)
    const inFigure = page.getByRole('figure')
    await expect(inFigure.getByRole('link')).toHaveCount(0)
    for (const link of await bars(page).all()) await expect(link).toHaveAttribute('tabindex', '-1')
  })

  test('costs no script and asks nobody else', async ({ page, app }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    const scriptsOf = async (address: string) => {
      requested.length = 0
      await page.goto(app.origin + address)
      await page.waitForLoadState('networkidle')
      expect(requested.filter((url) => !url.startsWith(`${app.origin}/`))).toEqual([])
      return new Set(requested.filter((url) => url.endsWith('.js')))
    }
    await signInAsOperator(page, app)
    const elsewhere = await scriptsOf('/console/resources')
    const here = await scriptsOf(path)
    await expect(bars(page)).toHaveCount(20)
    // What this page needs beside what every page does are the links of a sortable table: no chart.
    const texts = await Promise.all(
      [...here].filter((url) => !elsewhere.has(url)).map(async (url) => (await page.request.get(url)).text()),
    )
    for (const text of texts) expect(text).not.toMatch(/bandwidth|stackOffset|paddingInner/)
    expect(texts.join('').length).toBeLessThan(50_000)
  })
})

test.describe('a failing service', () => {
  test('is told with what to do, and asked once more on demand', async ({ page, app, control }) => {
    await control.script('conversions', { status: 403, json: { error: 'Not <b>yours</b>' } })
    await open(page, app, '?from=2025-01-01&page=2')
    await expect(alertOf(page)).toContainText(consoleT('problems.forbidden.title'))
    await expect(alertOf(page)).toContainText('Not <b>yours</b>')
    await alertOf(page)
      .getByRole('link', { name: consoleT('problems.retry') })
      .click()
    await expect(rows(page)).toHaveCount(20)
    await expect(page).toHaveURL(`${app.origin}${path}?from=2025-01-01&page=2`)
  })

  test('that is slow is waited for, and the page says so', async ({ page, app, control }) => {
    await control.script('conversions', { waitsForRelease: true, status: 500, json: { error: 'x' } })
    await signInAsOperator(page, app)
    await page.goto(app.origin + path, { waitUntil: 'commit' })
    await expect(page.getByRole('status').filter({ hasText: loadingList })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show' })).toBeVisible()
    await control.release()
    await expect(rows(page)).toHaveCount(20)
  })
})

test('another page of the list says at once that it is waited for', async ({ page, app, control }) => {
  await open(page, app)
  await expect(rows(page)).toHaveCount(20)
  await control.script('conversions', { waitsForRelease: true, status: 500, json: { error: 'x' } })
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('status').filter({ hasText: loadingList })).toBeVisible()
  await control.release()
  await expect(page.getByText('21–40 of 200')).toBeVisible()
})

test.describe('a conversion', () => {
  test('is found by one call for one row, wherever in the list it is', async ({ page, app, control }) => {
    await open(page, app, '?from=2025-01-01&page=2&rows=10')
    const link = rows(page).nth(4).getByRole('link')
    const time = await link.textContent()
    await control.clearReceived()
    await link.click()
    await expect(page.getByRole('definition').filter({ hasText: time ?? '' })).toBeVisible()
    expect(await asked(control)).toEqual(['from=2025-01-01&page=15&limit=1'])

    await page.getByRole('link', { name: consoleT('conversions.one.back') }).click()
    await expect(page).toHaveURL(`${app.origin}${path}?from=2025-01-01&page=2&rows=10`)
    await expect(rows(page).nth(4)).toHaveText(time ?? '')
  })

  test('is found when others have come before it, and without its place', async ({ page, app, control }) => {
    await open(page, app, '?page=2')
    const link = rows(page).first().getByRole('link')
    const time = (await link.textContent()) ?? ''
    const address = (await link.getAttribute('href')) ?? ''
    await control.advanceClock(7 * 24 * 3_600_000)
    await page.goto(app.origin + address)
    await expect(page.getByRole('definition').filter({ hasText: time })).toBeVisible()
    // Its new place is in the links, so that the next page of it is found at once.
    await expect(page.getByRole('link', { name: userColumn })).toHaveAttribute('href', /[?&]at=22(&|$)/)
    await page.goto(app.origin + (address.split('?')[0] ?? ''))
    await expect(page.getByRole('definition').filter({ hasText: time })).toBeVisible()
  })

  test('that is not there is said not to be', async ({ page, app, control }) => {
    await open(page, app, '/01ARZ3NDEKTSV4RRFFQ69G5FAV?at=3')
    await expect(page.getByText(consoleT('conversions.one.missing.title'))).toBeVisible()
    await expect(page.getByText(consoleT('conversions.one.missing.whole', { searched: 200 }))).toBeVisible()
    await control.set({ data: { conversions: 1500, breakdownUsers: 1 } })
    await page.goto(`${app.origin}${path}/01ARZ3NDEKTSV4RRFFQ69G5FAV`)
    await expect(page.getByText(consoleT('conversions.one.missing.part', { searched: 1000 }))).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('link', { name: consoleT('conversions.one.back') })
      .last()
      .click()
    await expect(rows(page)).toHaveCount(20)
  })

  test('has an identifier of any form', async ({ page, app, control }) => {
    const id = 'a/b?c#d %20é'
    const { answer } = conversionWith({ conversion_id: id })
    await control.script('conversions', { json: answer, times: 3 })
    await open(page, app)
    await rows(page).first().getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'Totals' })).toBeVisible()
    await expect(page.getByRole('definition').first()).toContainText(id)
    const exported = await page.request.get(
      app.origin + ((await page.getByRole('link', { name: 'Export all rows as JSON' }).getAttribute('href')) ?? ''),
    )
    expect(await exported.json()).toHaveLength(2)
  })

  test('is sorted by its headers, in the address and by the keyboard too', async ({ page, app }) => {
    await open(page, app)
    await rows(page).first().getByRole('link').click()
    const header = (name: string) => page.getByRole('columnheader', { name, exact: true })
    const bolts = consoleT('conversions.breakdown.columns.bolts_earned')
    const wallet = consoleT('conversions.breakdown.columns.wallet_address')
    await expect(header(bolts)).toHaveAttribute('aria-sort', 'descending')
    await expect(page.locator('[aria-sort]')).toHaveCount(1)
    const shown = async () =>
      (await page.getByRole('table').last().getByRole('row').locator('td:last-child').allTextContents()).map((text) =>
        Number(text.replaceAll(',', '')),
      )
    const descending = await shown()
    expect(descending.length).toBeGreaterThan(5)
    expect(descending).toEqual(descending.toSorted((a, b) => b - a))

    await header(bolts).getByRole('link').focus()
    await page.keyboard.press('Enter')
    await expect(header(bolts)).toHaveAttribute('aria-sort', 'ascending')
    expect(await shown()).toEqual(descending.toReversed())
    await expect(header(bolts).getByRole('link')).toBeFocused()

    await header(wallet).getByRole('link').click()
    await expect(header(wallet)).toHaveAttribute('aria-sort', 'ascending')
    await expect(page).toHaveURL(/[?&]sort=wallet_address&order=ascending/)
    await page.goBack()
    await expect(header(bolts)).toHaveAttribute('aria-sort', 'ascending')
  })

  test('has pages of its breakdown', async ({ page, app, control }) => {
    await control.set({ data: { breakdownUsers: 300 } })
    await open(page, app, '?rows=5')
    await rows(page).first().getByRole('link').click()
    await expect(page.getByText(/^1–50 of \d+/)).toBeVisible()
    await control.clearReceived()
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText(/^51–100 of \d+/)).toBeVisible()
    expect(await asked(control)).toEqual(['page=1&limit=1'])
    await page.goto(`${page.url()}&page=99`)
    await expect(page.getByRole('main')).toBeVisible()
  })

  test('says so while it is waited for, and where it cannot be read', async ({ page, app, control }) => {
    await control.script('conversions', { waitsForRelease: true, status: 401, json: { error: 'Bad key' } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}${path}/x?at=1`, { waitUntil: 'commit' })
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: consoleT('shared.loading', { what: consoleT('conversions.one.what') }) }),
    ).toBeVisible()
    await control.release()
    await expect(alertOf(page)).toContainText(consoleT('problems.unauthenticated.title'))
    await expect(alertOf(page).getByRole('link', { name: consoleT('problems.retry') })).toHaveAttribute(
      'href',
      `${path}/x?at=1`,
    )
  })
})

test.describe('the reconciliation', () => {
  const check = {
    total: consoleT('conversions.reconciliation.checks.total'),
    bolts: consoleT('conversions.reconciliation.checks.bolts'),
    shares: consoleT('conversions.reconciliation.checks.shares'),
    allocation: consoleT('conversions.reconciliation.checks.allocation'),
  }
  for (const [flaw, { wrong = [], remarks = [] }] of [
    ['shares', { remarks: [[check.shares, /^(3|3\.00\d+|2\.99\d+) % less\. Rounding explains up to /]] }],
    [
      'users',
      {
        wrong: [
          [check.bolts, /^5\.25 bolts less\./],
          [check.total, /^5\.25 bolts more\./],
        ],
      },
    ],
    [
      'total',
      {
        wrong: [[check.total, /^12\.5 bolts less\./]],
        // Which makes it more than there was to distribute.
        remarks: [[check.allocation, /^12\.4\d+ bolts more\.$/]],
      },
    ],
  ] satisfies [Flaw, Partial<Record<'wrong' | 'remarks', [string, RegExp][]>>][]) {
    test(`finds the flaw of ${flaw}, and by how much`, async ({ page, app }) => {
      await openFlawed(page, app, flaw)
      // Nobody is told to complain of what the interface does not state.
      await expect(alertOf(page)).toHaveCount(wrong.length > 0 ? 1 : 0)
      const table = page.getByRole('table', { name: 'Checks of this conversion' })
      await expect(row(table, 'Different')).toHaveCount(wrong.length)
      await expect(row(table, 'Not as expected')).toHaveCount(remarks.length)
      for (const [check, words] of [...wrong, ...remarks]) {
        await expect(row(table, check).getByText(words)).toBeVisible()
      }
    })
  }

  test('finds nothing wrong where nobody took part', async ({ page, app }) => {
    await openFlawed(page, app, 'nobody')
    await expect(page.getByText(consoleT('conversions.reconciliation.fine'))).toBeVisible()
    await expect(page.getByText('Nothing to add up').first()).toBeVisible()
    await expect(page.getByText(consoleT('conversions.breakdown.empty')).last()).toBeVisible()
  })

  test('finds nothing wrong where all is right', async ({ page, app, control }) => {
    await control.script('conversions', { json: conversionWith({}).answer })
    await open(page, app, '/good?at=1')
    await expect(page.getByText(consoleT('conversions.reconciliation.fine'))).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Equal', exact: true })).toHaveCount(5)
    await expect(alertOf(page)).toHaveCount(0)
  })
})

test.describe('exports', () => {
  test('have all conversions of the dates, as CSV and as JSON', async ({ requestAs, app, control }) => {
    const operator = await requestAs(app, operatorName)
    const file = async (format: string) =>
      operator.get(`${app.origin}${path}/export?from=2025-01-01&until=2025-12-31&format=${format}`)
    const csv = await file('csv')
    expect(csv.headers()['content-disposition']).toMatch(/filename="staging-conversions-[\d-]+\.csv"/)
    const lines = (await csv.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(53)
    expect(lines[0]).toMatch(/^\ufeffconversion_id,converted_at,.*,owner_bolts_distributed,user_breakdown_entries$/)
    const json = (await (await file('json')).json()) as { conversion_id: string; user_breakdown: unknown[] }[]
    expect(json.map(({ conversion_id }) => conversion_id)).toEqual(lines.slice(1).map((line) => line.split(',')[0]))
    expect(json[0]?.user_breakdown.length).toBe(Number(lines[1]?.split(',').at(-1)))
    // One conversion at a time where its whole breakdown is read.
    for (const query of await asked(control))
      expect(query).toMatch(/^from=2025-01-01&until=2025-12-31&page=\d+&limit=(20|1)$/)
  })

  test('are refused where the dates are none', async ({ requestAs, app, control }) => {
    const operator = await requestAs(app, operatorName)
    const answer = await operator.get(`${app.origin}${path}/export?from=2026-02-01&until=2026-01-01&format=csv`)
    expect(answer.status()).toBe(400)
    expect(await answer.text()).toContain(consoleT('conversions.export.wrongDates'))
    expect(await asked(control)).toEqual([])
  })

  test('have the whole breakdown of one conversion', async ({ requestAs, app, control }) => {
    const { answer } = conversionWith({ conversion_id: 'good' })
    await control.script('conversions', { json: answer, times: 2 })
    const operator = await requestAs(app, operatorName)
    const csv = await operator.get(`${app.origin}${path}/good/export?at=1&format=csv`)
    expect(csv.headers()['content-disposition']).toMatch(/filename="staging-conversion-good-[\d-]+\.csv"/)
    expect(await csv.text()).toBe(
      '\ufeffwallet_address,user_id,subnet_points,share_percentage,bolts_earned\r\n' +
        "'=1+1,user 1,30,75,60.5\r\n" +
        'wallet 2,user 2,10,25,20\r\n',
    )
    const json = await operator.get(`${app.origin}${path}/good/export?at=1&format=json`)
    expect(await json.json()).toEqual(answer.data.conversions[0]?.user_breakdown)
  })

  test('of a conversion that is not there, or cannot be read, are no file', async ({ requestAs, app, control }) => {
    const operator = await requestAs(app, operatorName)
    const missing = await operator.get(`${app.origin}${path}/nothing/export?format=csv`)
    expect(missing.status()).toBe(404)
    expect(await missing.text()).toContain(consoleT('conversions.export.missing'))
    await control.script('conversions', { status: 401, json: { error: 'Bad key' } })
    const failing = await operator.get(`${app.origin}${path}/nothing/export?at=1&format=csv`)
    expect(failing.status()).toBe(502)
    expect(await failing.text()).toContain(consoleT('problems.unauthenticated.title'))
  })
})

test.describe('a conversion is for operators', () => {
  for (const below of ['/good?at=1', '/good/export?at=1&format=csv']) {
    test(`${below}: allowed, and not there for anybody else`, async ({ requestAs, app, control }) => {
      await control.script('conversions', { json: conversionWith({ conversion_id: 'good' }).answer })
      const ask = async (name?: string) =>
        (await requestAs(app, name)).get(app.origin + path + below, { maxRedirects: 0 })
      expect((await ask(operatorName)).status()).toBe(200)
      await control.clearReceived()

      const isPage = !below.includes('export')
      const nobody = await ask()
      expect(nobody.status()).toBe(isPage ? 307 : 404)
      if (isPage) {
        expect(nobody.headers()['location']).toBe(`/signin?callbackUrl=${encodeURIComponent(path + below)}`)
      }
      expect((await ask('Ada')).status()).toBe(404)
      expect(await asked(control)).toEqual([])
    })
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('there are the list, its chart, its dates, its conversions and their order', async ({ page, app }) => {
    await open(page, app)
    await expect(page.getByRole('main').locator('figure a')).toHaveCount(20)
    await expect(page.getByRole('main').getByRole('rowheader')).toHaveCount(20)
    await page.getByLabel('From').fill('2026-01-01')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL(/from=2026-01-01/)
    await rows(page).first().getByRole('link').click()
    await expect(page.getByRole('main').getByRole('table')).toHaveCount(2)
    await page.getByRole('link', { name: userColumn }).click()
    await expect(page.getByRole('columnheader', { name: userColumn })).toHaveAttribute('aria-sort', 'ascending')
  })

  test('what comes late comes whole, and in its place', async ({ page, app, control }) => {
    // The page is asked for twice, since only then it is known that no script runs.
    await control.script('conversions', { delayMs: 800, status: 500, json: { error: 'x' }, times: 2 })
    await open(page, app, '?rows=50')
    await expect(page.getByRole('main').getByRole('rowheader')).toHaveCount(50)
    await expect(page).toHaveURL(`${app.origin}${path}?rows=50&whole=1`)
    await expect(page.getByText(loadingList)).toHaveCount(0)
  })
})

/** Opens the latest conversion with that flaw, from the list. */
type Flaw = ReturnType<typeof flawOf>

async function openFlawed(page: Page, app: App, flaw: Flaw): Promise<void> {
  const latest = latestWeek(defaultData, Date.now())
  let week = latest
  while (flawOf(week) !== flaw) week -= 1
  const index = latest - week
  await open(page, app, `?rows=5&page=${Math.floor(index / 5) + 1}`)
  await rows(page)
    .nth(index % 5)
    .getByRole('link')
    .click()
}

/** The answer of a service with one conversion, which adds up unless something is changed. */
function conversionWith(change: Record<string, unknown>) {
  const user_breakdown = [
    { wallet_address: '=1+1', user_id: 'user 1', subnet_points: 30, share_percentage: 75, bolts_earned: 60.5 },
    { wallet_address: 'wallet 2', user_id: 'user 2', subnet_points: 10, share_percentage: 25, bolts_earned: 20 },
  ]
  const conversion = {
    conversion_id: 'good',
    converted_at: '2026-01-05T01:00:00Z',
    period_started_at: '2025-12-29T00:00:00Z',
    period_ended_at: '2026-01-05T00:00:00Z',
    total_subnet_points_in_pool: 40,
    gross_bolts_allocation: 100,
    total_bolts_distributed: 100,
    user_bolts_distributed: 80.5,
    owner_bolts_distributed: 19.5,
    user_breakdown,
    ...change,
  }
  const data = { conversions: [conversion], pagination: { page: 1, limit: 1, total: 1 } }
  return { answer: { status: 'success', data } }
}
