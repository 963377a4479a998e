import { askedConversions, conversionsPath, conversionWith } from './conversion-steps'
import { expect, test } from './fixtures'
import { textOf } from './harness/html'
import { readConsolePage, type ReceivedPage } from './received-page'
import { alertOf, signInAsOperator } from './steps'
import { consoleT } from './texts'

/** Weeks of the epoch begin on Thursday. */
const weekMs = 7 * 24 * 3_600_000

/** The link to a conversion from a row of the list, from 0: its words and its address. */
function linkTo(list: ReceivedPage, row: number): { time: string; address: string } {
  const [time = ''] = list.cells[row] ?? []
  return { time, address: list.link(time) }
}

test.describe('a conversion', () => {
  test('is found by one call for one row, and leads back to its place in the list', async ({ app, control }) => {
    const listAddress = `${conversionsPath}?from=2025-01-01&page=2&rows=10`
    const { time, address } = linkTo(await readConsolePage(app, listAddress), 4)
    await control.clearReceived()
    const one = await readConsolePage(app, address)
    expect(one.elements('dd').map(textOf)).toContain(time)
    expect(await askedConversions(control)).toEqual(['from=2025-01-01&page=15&limit=1'])

    const back = one.link(consoleT('conversions.one.back'))
    expect(back).toBe(listAddress)
    expect(linkTo(await readConsolePage(app, back), 4).time).toBe(time)
  })

  test('has its new place in its links when others have come before it', async ({ app, control }) => {
    // The stand-in converts each week in the first hours of Monday: from Thursday to Thursday that is once.
    const sinceThursday = Date.now() % weekMs
    await control.advanceClock(weekMs - sinceThursday)
    const { address } = linkTo(await readConsolePage(app, `${conversionsPath}?page=2`), 0)
    await control.advanceClock(weekMs)
    const moved = await readConsolePage(app, address)
    expect(moved.link(consoleT('conversions.breakdown.columns.user_id'))).toMatch(/[?&]at=22(&|$)/)
  })

  test('says so when it is not in the list', async ({ app }) => {
    const missing = await readConsolePage(app, `${conversionsPath}/01ARZ3NDEKTSV4RRFFQ69G5FAV?at=3`)
    expect(missing.text).toContain(consoleT('conversions.one.missing.title'))
    expect(missing.text).toContain(consoleT('conversions.one.missing.whole', { searched: 200 }))
    const back = missing.links(consoleT('conversions.one.back'))
    expect((await readConsolePage(app, back.at(-1) ?? '')).rows).toHaveLength(20)
  })

  test('has pages of its breakdown', async ({ app, control }) => {
    await control.set({ data: { breakdownUsers: 300 } })
    const { address } = linkTo(await readConsolePage(app, `${conversionsPath}?rows=5`), 0)
    const first = await readConsolePage(app, address)
    expect(first.text).toMatch(/ 1–50 of \d+/)
    await control.clearReceived()
    const next = first.link(consoleT('shared.pagination.next'))
    const second = await readConsolePage(app, next)
    expect(second.text).toMatch(/ 51–100 of \d+/)
    expect(await askedConversions(control)).toEqual(['page=1&limit=1'])
    const beyond = await readConsolePage(app, `${next}&page=99`)
    expect(beyond.status).toBe(200)
    expect(beyond.elements('main').length).toBe(1)
  })

  test('is sorted by its headers, also by keyboard, may have any ID, and says when it waits', async ({
    page,
    app,
    control,
  }) => {
    const openFirst = () => page.getByRole('table').last().getByRole('rowheader').first().getByRole('link').click()
    await signInAsOperator(page, app)

    await test.step('a header sorts, in the address and by the keyboard too', async () => {
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
      await control.script('conversions', { json: answer, times: 3 })
      await page.goto(app.origin + conversionsPath)
      await openFirst()
      await expect(page.getByRole('heading', { name: consoleT('conversions.one.totals.title') })).toBeVisible()
      await expect(page.getByRole('definition').first()).toContainText(id)
      const link = page.getByRole('link', { name: consoleT('shared.exportLinks.jsonLabel') })
      const exported = await page.request.get(app.origin + ((await link.getAttribute('href')) ?? ''))
      expect(await exported.json()).toHaveLength(2)
    })

    await test.step('a wait says so, and then why it cannot be read', async () => {
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

// Each check and each verdict: lib/console/conversions/reconciliation.test.ts.
test.describe('the reconciliation', () => {
  test('warns of what must match and does not, and says by how much', async ({ app, control }) => {
    await control.script('conversions', {
      json: conversionWith({ user_bolts_distributed: 85.75, total_subnet_points_in_pool: 41 }).answer,
    })
    const { alerts, cells } = await readConsolePage(app, `${conversionsPath}/good?at=1`)
    expect(alerts).toEqual([expect.stringContaining(consoleT('conversions.reconciliation.wrong', { count: 2 }))])
    const resultOf = (check: 'total' | 'bolts' | 'points') =>
      cells.find(([name]) => name?.startsWith(consoleT(`conversions.reconciliation.checks.${check}`)))?.[1]
    const wrong = consoleT('conversions.reconciliation.verdicts.wrong')
    expect(resultOf('total')).toContain(`${wrong} 5.25 bolts more.`)
    expect(resultOf('bolts')).toContain(`${wrong} 5.25 bolts less.`)
    expect(resultOf('points')).toContain(consoleT('conversions.reconciliation.verdicts.remark'))
  })

  test('finds nothing wrong when all adds up, or nobody took part', async ({ app, control }) => {
    await control.script('conversions', { json: conversionWith({}).answer })
    const good = await readConsolePage(app, `${conversionsPath}/good?at=1`)
    expect(good.text).toContain(consoleT('conversions.reconciliation.fine'))
    const exact = consoleT('conversions.reconciliation.verdicts.exact')
    expect(good.cells.flat().filter((cell) => cell === exact)).toHaveLength(5)
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
