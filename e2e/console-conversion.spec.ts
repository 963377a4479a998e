import { askedConversions, conversionsPath, conversionWith } from './conversion-steps'
import { expect, test, type RequestAs } from './fixtures'
import type { App } from './harness/app'
import { textOf } from './harness/html'
import { operatorName } from './harness/people'
import { readConsolePage, type ReceivedPage } from './received-page'
import { flawOf, latestWeek } from './stand-in/data/conversions'
import { defaultData } from './stand-in/settings'
import { alertOf, signInAsOperator } from './steps'
import { consoleT } from './texts'

/** The link to a conversion from a row of the list, from 0: its words and its address. */
function linkTo(list: ReceivedPage, row: number): { time: string; address: string } {
  const [time = ''] = list.cells[row] ?? []
  return { time, address: list.link(time) }
}

test.describe('a conversion', () => {
  test('is found by one call for one row, wherever in the list it is', async ({ requestAs, app, control }) => {
    const listAddress = `${conversionsPath}?from=2025-01-01&page=2&rows=10`
    const { time, address } = linkTo(await readConsolePage(requestAs, app, listAddress), 4)
    await control.clearReceived()
    const one = await readConsolePage(requestAs, app, address)
    expect(one.elements('dd').map(textOf)).toContain(time)
    expect(await askedConversions(control)).toEqual(['from=2025-01-01&page=15&limit=1'])

    const back = one.link(consoleT('conversions.one.back'))
    expect(back).toBe(listAddress)
    expect(linkTo(await readConsolePage(requestAs, app, back), 4).time).toBe(time)
  })

  test('is found when others have come before it, and without its place', async ({ requestAs, app, control }) => {
    const { time, address } = linkTo(await readConsolePage(requestAs, app, `${conversionsPath}?page=2`), 0)
    await control.advanceClock(7 * 24 * 3_600_000)
    const moved = await readConsolePage(requestAs, app, address)
    expect(moved.elements('dd').map(textOf)).toContain(time)
    // Its new place is in the links, so that the next page of it is found at once.
    expect(moved.link(consoleT('conversions.breakdown.columns.user_id'))).toMatch(/[?&]at=22(&|$)/)
    const placeless = await readConsolePage(requestAs, app, address.split('?')[0] ?? '')
    expect(placeless.elements('dd').map(textOf)).toContain(time)
  })

  test('that is not there is said not to be', async ({ requestAs, app, control }) => {
    const missing = await readConsolePage(requestAs, app, `${conversionsPath}/01ARZ3NDEKTSV4RRFFQ69G5FAV?at=3`)
    expect(missing.text).toContain(consoleT('conversions.one.missing.title'))
    expect(missing.text).toContain(consoleT('conversions.one.missing.whole', { searched: 200 }))
    await control.set({ data: { conversions: 1500, breakdownUsers: 1 } })
    const amongMany = await readConsolePage(requestAs, app, `${conversionsPath}/01ARZ3NDEKTSV4RRFFQ69G5FAV`)
    expect(amongMany.text).toContain(consoleT('conversions.one.missing.part', { searched: 1000 }))
    const back = amongMany.links(consoleT('conversions.one.back'))
    expect((await readConsolePage(requestAs, app, back.at(-1) ?? '')).rows).toHaveLength(20)
  })

  test('has pages of its breakdown', async ({ requestAs, app, control }) => {
    await control.set({ data: { breakdownUsers: 300 } })
    const { address } = linkTo(await readConsolePage(requestAs, app, `${conversionsPath}?rows=5`), 0)
    const first = await readConsolePage(requestAs, app, address)
    expect(first.text).toMatch(/ 1–50 of \d+/)
    await control.clearReceived()
    const next = first.link(consoleT('shared.pagination.next'))
    const second = await readConsolePage(requestAs, app, next)
    expect(second.text).toMatch(/ 51–100 of \d+/)
    expect(await askedConversions(control)).toEqual(['page=1&limit=1'])
    const beyond = await readConsolePage(requestAs, app, `${next}&page=99`)
    expect(beyond.status).toBe(200)
    expect(beyond.elements('main').length).toBe(1)
  })

  test('is sorted by its headers, in the address and by the keyboard too; it has an identifier of any form, and says so while it is waited for', async ({
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

  for (const below of ['/good?at=1', '/good/export?at=1&format=csv']) {
    test(`is for operators, ${below}: allowed, and not there for anybody else`, async ({ requestAs, app, control }) => {
      await control.script('conversions', { json: conversionWith({ conversion_id: 'good' }).answer })
      const ask = async (name?: string) =>
        (await requestAs(app, name)).get(app.origin + conversionsPath + below, { maxRedirects: 0 })
      expect((await ask(operatorName)).status()).toBe(200)
      await control.clearReceived()

      const isPage = !below.includes('export')
      const nobody = await ask()
      expect(nobody.status()).toBe(isPage ? 307 : 404)
      if (isPage) {
        expect(nobody.headers()['location']).toBe(`/signin?callbackUrl=${encodeURIComponent(conversionsPath + below)}`)
      }
      expect((await ask('Ada')).status()).toBe(404)
      expect(await askedConversions(control)).toEqual([])
    })
  }
})

test.describe('the reconciliation', () => {
  const verdicts = {
    wrong: consoleT('conversions.reconciliation.verdicts.wrong'),
    remark: consoleT('conversions.reconciliation.verdicts.remark'),
    exact: consoleT('conversions.reconciliation.verdicts.exact'),
  }
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
    test(`finds the flaw of ${flaw}, and by how much`, async ({ requestAs, app }) => {
      const { alerts, cells, elements } = await openFlawed(requestAs, app, flaw)
      // Nobody is told to complain of what the interface does not state.
      expect(alerts).toHaveLength(wrong.length > 0 ? 1 : 0)
      expect(elements('caption').map(textOf)).toContain(consoleT('conversions.reconciliation.caption'))
      for (const [verdict, expected] of [
        [verdicts.wrong, wrong],
        [verdicts.remark, remarks],
      ] as const) {
        const lines = cells.filter(([, result]) => result?.startsWith(verdict))
        expect(lines).toHaveLength(expected.length)
        for (const [check, words] of expected) {
          const [, result = ''] = lines.find(([name]) => name?.startsWith(check)) ?? []
          expect(result.slice(verdict.length).trim()).toMatch(words)
        }
      }
    })
  }

  test('finds nothing wrong where nobody took part', async ({ requestAs, app }) => {
    const { text } = await openFlawed(requestAs, app, 'nobody')
    expect(text).toContain(consoleT('conversions.reconciliation.fine'))
    expect(text).toContain(consoleT('conversions.reconciliation.verdicts.nothing'))
    expect(text).toContain(consoleT('conversions.breakdown.empty'))
  })

  test('finds nothing wrong where all is right', async ({ requestAs, app, control }) => {
    await control.script('conversions', { json: conversionWith({}).answer })
    const { text, cells, alerts } = await readConsolePage(requestAs, app, `${conversionsPath}/good?at=1`)
    expect(text).toContain(consoleT('conversions.reconciliation.fine'))
    expect(cells.flat().filter((cell) => cell === verdicts.exact)).toHaveLength(5)
    expect(alerts).toEqual([])
  })
})

type Flaw = ReturnType<typeof flawOf>

/** Opens the latest conversion with that flaw, from the list. */
async function openFlawed(requestAs: RequestAs, app: App, flaw: Flaw): Promise<ReceivedPage> {
  const latest = latestWeek(defaultData, Date.now())
  let week = latest
  while (flawOf(week) !== flaw) week -= 1
  const index = latest - week
  const list = await readConsolePage(requestAs, app, `${conversionsPath}?rows=5&page=${Math.floor(index / 5) + 1}`)
  return readConsolePage(requestAs, app, linkTo(list, index % 5).address)
}
