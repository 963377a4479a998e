import { askedConversions, conversionsPath, conversionWith, linkTo } from './conversion-steps'
import { expect, test } from './fixtures'
import { textOf } from './harness/html'
import { readConsolePage, type ReceivedPage } from './received-page'
import { alertOf, signInAsOperator } from './page-steps'
import { consoleT } from './texts'

/** Weeks of the epoch begin on Thursday. */
const weekMs = 7 * 24 * 3_600_000

const timesIn = (page: ReceivedPage) => page.elements('dd time').map((time) => time.getAttribute('datetime'))

test.describe('a conversion', () => {
  test('needs one call and one more for each neighbour, and links back to its place in the list', async ({
    app,
    control,
  }) => {
    const listAddress = `${conversionsPath}?from=2025-01-01&page=2&rows=10`
    const { time, address } = linkTo(await readConsolePage(app, listAddress), 4)
    await control.clearReceived()
    const one = await readConsolePage(app, address)
    expect(timesIn(one)).toContain(time)
    const [asked, ...neighbours] = await askedConversions(control)
    expect(asked).toBe('from=2025-01-01&page=15&limit=1')
    expect(neighbours.toSorted()).toEqual(['from=2025-01-01&page=14&limit=1', 'from=2025-01-01&page=16&limit=1'])

    const back = one.link(consoleT('conversions.one.back'))
    expect(back).toBe(listAddress)
    expect(linkTo(await readConsolePage(app, back), 4).time).toBe(time)
  })

  test('updates its position in its links when newer conversions exist', async ({ app, control }) => {
    // The stand-in converts early on each Monday, which is once from Thursday to Thursday.
    const sinceThursday = Date.now() % weekMs
    await control.advanceClock(weekMs - sinceThursday)
    const { address } = linkTo(await readConsolePage(app, `${conversionsPath}?page=2`), 0)
    await control.advanceClock(weekMs)
    const moved = await readConsolePage(app, address)
    expect(moved.link(consoleT('conversions.breakdown.columns.user_id'))).toMatch(/[?&]at=22(&|$)/)
  })

  test('links to the conversions before and after it, shows the change, and has its ID in the title', async ({
    app,
  }) => {
    const list = await readConsolePage(app, conversionsPath)
    const latest = await readConsolePage(app, `${linkTo(list, 0).address}&sort=user_id`)
    expect(latest.links(consoleT('conversions.one.neighbours.newer'))).toEqual([])
    const before = linkTo(list, 1)
    expect(latest.text).toContain(consoleT('conversions.one.change.since', { day: before.time.slice(0, 10) }))
    expect(latest.elements('dl dd').map(textOf).join(' ')).toMatch(/Change [+-][\d,.]+ \([+-]\d+(\.\d)?%\)/)

    const older = await readConsolePage(app, latest.link(consoleT('conversions.one.neighbours.older')))
    expect(timesIn(older)).toContain(before.time)
    const [title = ''] = older.elements('title').map(textOf)
    const { pathname } = new URL(before.address, app.origin)
    expect(title).toContain(`Conversion ${pathname.split('/').at(-1)} ·`)
    // The link keeps the order.
    expect(older.elements('th[aria-sort="ascending"]').length).toBe(1)
    const newer = await readConsolePage(app, older.link(consoleT('conversions.one.neighbours.newer')))
    expect(timesIn(newer)).toContain(linkTo(list, 0).time)
  })

  test('reports that it is missing when it is not in the list', async ({ app }) => {
    const missing = await readConsolePage(app, `${conversionsPath}/01ARZ3NDEKTSV4RRFFQ69G5FAV?at=3`)
    expect(missing.text).toContain(consoleT('conversions.one.missing.title'))
    expect(missing.text).toContain(consoleT('conversions.one.missing.whole', { searched: 200 }))
    const back = missing.links(consoleT('conversions.one.back'))
    expect((await readConsolePage(app, back.at(-1) ?? '')).rows).toHaveLength(20)
  })

  test('shows its breakdown in pages', async ({ app, control }) => {
    await control.set({ data: { breakdownUsers: 300 } })
    const { address } = linkTo(await readConsolePage(app, `${conversionsPath}?rows=5`), 0)
    const first = await readConsolePage(app, address)
    expect(first.text).toMatch(/ 1–50 of \d+/)
    await control.clearReceived()
    const next = first.link(consoleT('shared.pagination.next'))
    const second = await readConsolePage(app, next)
    expect(second.text).toMatch(/ 51–100 of \d+/)
    expect(await askedConversions(control)).toEqual(['page=1&limit=1', 'page=2&limit=1'])
    const beyond = await readConsolePage(app, `${next}&page=99`)
    expect(beyond.status).toBe(200)
    expect(beyond.elements('main').length).toBe(1)
  })

  test('sorts its breakdown by header and by keyboard, accepts any ID, and reports a wait', async ({
    page,
    app,
    control,
  }) => {
    const openFirst = () => page.getByRole('table').last().getByRole('rowheader').first().getByRole('link').click()
    // All users fit on one page. The ascending order is therefore the reverse of the descending order.
    await control.set({ data: { breakdownUsers: 40 } })
    await signInAsOperator(page, app)

    await test.step('a header sorts by pointer and by keyboard, and changes the URL', async () => {
      await page.goto(app.origin + conversionsPath)
      await openFirst()
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

    await test.step('an identifier may have any form', async () => {
      const id = 'a/b?c#d %20é'
      const { answer } = conversionWith({ conversion_id: id })
      // For the list, the conversion, its neighbour and the export.
      await control.script('conversions', { json: answer, times: 4 })
      await page.goto(app.origin + conversionsPath)
      await openFirst()
      await expect(page.getByRole('heading', { name: consoleT('conversions.one.totals.title') })).toBeVisible()
      await expect(page.getByRole('definition').filter({ hasText: id })).toBeVisible()
      await expect(page.getByText(consoleT('conversions.one.change.unknown'))).toBeVisible()
      // The link is in a closed menu.
      const link = page.getByLabel(consoleT('shared.exportLinks.jsonLabel'))
      const exported = await page.request.get(app.origin + ((await link.getAttribute('href')) ?? ''))
      expect(await exported.json()).toHaveLength(2)
    })

    await test.step('the page says that it waits, and then why the read failed', async () => {
      await control.script('conversions', { waitsForRelease: true, status: 401, json: { error: 'Bad key' } })
      await page.goto(`${app.origin}${conversionsPath}/x?at=1`, { waitUntil: 'commit' })
      const loading = consoleT('shared.loading', { what: consoleT('conversions.one.what') })
      await expect(page.getByRole('status').filter({ hasText: loading })).toBeVisible()
      await control.release()
      await expect(alertOf(page)).toContainText(consoleT('problems.unauthenticated.title'))
      await expect(alertOf(page).getByRole('link', { name: consoleT('problems.retry') })).toHaveAttribute(
        'href',
        `${conversionsPath}/x?at=1`,
      )
    })
  })
})

// lib/console/conversions/reconciliation.test.ts tests each check and each verdict.
test.describe('the reconciliation', () => {
  test('warns of sums that do not match, and shows each difference', async ({ app, control }) => {
    await control.script('conversions', {
      json: conversionWith({ user_bolts_distributed: 85.75, total_subnet_points_in_pool: 41 }).answer,
    })
    const { alerts, elements } = await readConsolePage(app, `${conversionsPath}/good?at=1`)
    expect(alerts).toEqual([expect.stringContaining(consoleT('conversions.reconciliation.wrong', { count: 2 }))])
    const resultOf = (check: 'total' | 'bolts' | 'points') =>
      elements('details[open] li')
        .map(textOf)
        .find((text) => text.startsWith(consoleT(`conversions.reconciliation.checks.${check}`)))
    const wrong = consoleT('conversions.reconciliation.verdicts.wrong')
    expect(resultOf('total')).toContain(wrong)
    expect(resultOf('total')).toContain('found 105.25 bolts, difference +5.25 bolts. 5.25 bolts more.')
    expect(resultOf('bolts')).toContain(wrong)
    expect(resultOf('bolts')).toContain('5.25 bolts less.')
    expect(resultOf('points')).toContain(consoleT('conversions.reconciliation.verdicts.remark'))
  })

  test('finds nothing wrong when all sums match, or when the conversion has no users', async ({ app, control }) => {
    await control.script('conversions', { json: conversionWith({}).answer })
    const good = await readConsolePage(app, `${conversionsPath}/good?at=1`)
    expect(good.text).toContain(consoleT('conversions.reconciliation.fine'))
    const exact = consoleT('conversions.reconciliation.verdicts.exact')
    const checks = good.elements('li').map(textOf)
    expect(checks.filter((text) => text.includes(exact) && text.includes('difference 0'))).toHaveLength(5)
    // The checks are folded into one line.
    expect(good.elements('main details[open]').length).toBe(0)
    expect(good.alerts).toEqual([])

    const nothing = { total_bolts_distributed: 0, user_bolts_distributed: 0, owner_bolts_distributed: 0 }
    const change = { ...nothing, total_subnet_points_in_pool: 0, user_breakdown: [] }
    await control.script('conversions', { json: conversionWith(change).answer })
    const empty = await readConsolePage(app, `${conversionsPath}/good?at=1`)
    expect(empty.text).toContain(consoleT('conversions.reconciliation.fine'))
    expect(empty.text).toContain(consoleT('conversions.reconciliation.verdicts.nothing'))
    expect(empty.text).toContain(consoleT('conversions.breakdown.empty'))
  })
})
