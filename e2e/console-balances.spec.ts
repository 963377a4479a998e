import type { Page } from 'playwright/test'
import { freshBalances, balancesPath as path, isReading, readWhenComplete } from './balance-steps'
import type { App } from './harness/app'
import { expect, test } from './fixtures'
import { parseHtml, textOf } from './harness/html'
import { operatorName } from './harness/people'
import { readConsolePage } from './received-page'
import { alertOf, signInAsOperator } from './page-steps'
import { consoleT } from './texts'
import { visitorAs } from './sessions'

async function open(page: Page, app: App, query = ''): Promise<void> {
  await signInAsOperator(page, app)
  await page.goto(app.origin + path + query)
}

test.describe('the list', () => {
  test('reads a page of balances with one call, and shows the note on grants', async ({ app, control }) => {
    const { rows, text } = await readConsolePage(app, path)
    expect(rows).toHaveLength(50)
    expect(text).toContain(consoleT('shared.subnetBolts'))
    expect((await control.received('balances')).map(({ target }) => target.split('?')[1])).toEqual(['page=1&limit=50'])
  })

  test('keeps its page and page size in the URL for Back, and reports a wait or a failure', async ({
    page,
    app,
    control,
  }) => {
    const message = (text: string) => page.getByRole('main').getByText(text)
    const pages = page.getByRole('navigation', { name: consoleT('shared.pagination.label') })

    await test.step('pages of any size', async () => {
      await open(page, app, '?rows=37&page=3')
      await expect(message('75–111 of 5,000')).toBeVisible()
      await expect(page).toHaveTitle(/page 3/)
      // The table aligns texts at the start, and numbers at the end.
      for (const role of ['columnheader', 'rowheader'] as const) {
        await expect(page.getByRole(role).first()).toHaveCSS('text-align', 'start')
      }
      await expect(page.locator('thead th.number').last()).toHaveCSS('text-align', 'end')
      await pages.getByRole('link', { name: '25', exact: true }).click()
      await expect(message('1–25 of 5,000')).toBeVisible()
      await expect(page).toHaveURL(`${app.origin}${path}?rows=25`)
      await pages.getByRole('link', { name: 'Last' }).click()
      await expect(message('4,976–5,000 of 5,000')).toBeVisible()
      await page.goBack()
      await expect(message('1–25 of 5,000')).toBeVisible()
      await page.goBack()
      await expect(message('75–111 of 5,000')).toBeVisible()
    })

    await test.step('a wait, a failure and a retry', async () => {
      await control.script('balances', { waitsForRelease: true, status: 403, json: { error: 'Not <i>yours</i>' } })
      await page.goto(`${app.origin}${path}?page=2&rows=30`, { waitUntil: 'commit' })
      const loading = consoleT('shared.loading', { what: consoleT('balances.what') })
      await expect(page.getByRole('status').filter({ hasText: loading })).toBeVisible()
      await control.release()
      await expect(alertOf(page)).toContainText('Not <i>yours</i>')
      await alertOf(page)
        .getByRole('link', { name: consoleT('problems.retry') })
        .click()
      await expect(message('31–60 of 5,000')).toBeVisible()
    })
  })

  test('links to the first page when the requested page has no rows', async ({ app }) => {
    const beyond = await readConsolePage(app, `${path}?page=999`)
    const first = await readConsolePage(app, beyond.link(consoleT('balances.list.firstPage')))
    expect(first.text).toContain('1–50 of 5,000')
  })

  test('reports an empty list when there are no balances', async ({ app, control }) => {
    const none = { balances: [], pagination: { page: 1, limit: 50, total: 0 } }
    await control.script('balances', { json: { status: 'success', data: none } })
    expect((await readConsolePage(app, path)).text).toContain(consoleT('balances.list.emptyTitle'))
  })
})

test.describe('searching and sorting all balances', () => {
  const whole = (hits: number) => consoleT('balancesSearch.whole', { hits, searched: 1000 })

  test('a part of a user ID or of a wallet finds the balance, and an unknown text finds nothing', async ({
    app,
    control,
  }) => {
    await control.set({ data: { users: 1000 } })
    const { user_id: user, wallets } = await control.user(921)
    const { submit } = await readConsolePage(app, path)
    const address = submit(consoleT('balances.find.button'), { find: user })
    expect(address).toBe(`${path}?find=${user}`)
    await readWhenComplete(app, freshBalances({ find: 'nobody' }))

    // lib/console/balances/all.test.ts tests each form of a text.
    for (const text of [user, ` ${user.slice(4, -1).toLowerCase()} `, wallets[0]?.slice(3, 30) ?? '']) {
      const found = await readWhenComplete(app, `${path}?${new URLSearchParams({ find: text }).toString()}`)
      expect(found.text).toContain(whole(1))
      expect(found.rows).toHaveLength(1)
      expect(found.link(user)).toBe(`/console/users/${user}`)
      expect(found.links(wallets[0] ?? '')).toEqual([`/console/resources?address=${wallets[0]}`])
      const place = found.link(consoleT('balancesSearch.placeLink', { position: 922, page: 19 }))
      const list = await readConsolePage(app, place)
      expect(list.text).toContain('901–950 of 1,000')
      expect(list.rows[21]).toContain(user)
    }
    const nothing = await readWhenComplete(app, `${path}?find=nobody`)
    expect(nothing.text).toContain(whole(0))
    expect(nothing.text).toContain(consoleT('balancesSearch.notFound'))
  })

  test('the chip for the most bolts shows the first hundred of all balances', async ({ app, control }) => {
    await control.set({ data: { users: 1000 } })
    const operator = await visitorAs(app, operatorName)
    const all = JSON.parse((await operator.send(`${path}/export?format=json`)).body) as {
      user_id: string
      bolts: number
    }[]
    const chip = (await readConsolePage(app, path)).link(consoleT('balances.filters.top', { count: 100 }))
    expect(chip).toBe(`${path}?sort=bolts&order=descending&rows=100`)
    await readWhenComplete(app, freshBalances({ sort: 'bolts' }))

    const top = await readWhenComplete(app, chip)
    const expected = all.toSorted((one, other) => other.bolts - one.bolts).slice(0, 100)
    expect(top.elements('tbody th').map((user) => textOf(user.querySelector('.sr-only')))).toEqual(
      expected.map(({ user_id: user }) => user),
    )
    expect(top.elements('th[aria-sort="descending"]').map(textOf)[0]).toContain(
      consoleT('balancesSearch.columns.bolts'),
    )
    expect(top.text).toContain('1–100 of 1,000')
    // A search keeps the order.
    const find = top.submit(consoleT('balances.find.button'), { find: 'x' })
    expect(find).toBe(`${path}?sort=bolts&order=descending&rows=100&find=x`)
  })

  test('the page reloads itself until all balances are read when no script runs', async ({ app, control }) => {
    await control.set({ data: { users: 1000 }, quirks: { readDelayMs: 1000 } })
    const address = freshBalances({ find: 'nobody' })
    const reading = await readConsolePage(app, address)
    expect(isReading(reading)).toBe(true)
    expect(reading.elements('main noscript meta').map((meta) => meta.getAttribute('content'))).toEqual(['2'])
    const { text, elements } = await readWhenComplete(app, address)
    expect(text).toContain(whole(0))
    expect(elements('main noscript meta')).toHaveLength(0)
  })

  test('the page starts no walk and keeps the search text when the link is on another site', async ({
    app,
    control,
  }) => {
    const operator = await visitorAs(app, operatorName)
    for (const from of ['cross-site', 'same-site']) {
      const { status, body } = await operator.send(freshBalances({ find: 'ada' }), {
        headers: { 'Sec-Fetch-Site': from },
      })
      expect(status).toBe(200)
      const page = parseHtml(body)
      expect(page.querySelector('input[name="find"]')?.getAttribute('value')).toBe('ada')
      expect(textOf(page.querySelector('main'))).toContain(consoleT('shared.walk.notStarted'))
    }
    expect(await control.received('balances')).toEqual([])
  })

  test('the page says what to do when the service refuses the walk, and a new walk starts some seconds later', async ({
    app,
    control,
  }) => {
    await control.script('balances', { status: 401, json: { error: 'Bad key' }, times: 10 })
    const address = freshBalances({ find: 'nobody' })
    const { alerts } = await readWhenComplete(app, address)
    expect(alerts[0]).toContain(consoleT('problems.unauthenticated.title'))
    await control.clearScripts()
    await control.set({ data: { users: 1000 } })
    // The app keeps the failure for some seconds, which would disturb the next test.
    await expect(async () => {
      expect((await readWhenComplete(app, address)).text).toContain(whole(0))
    }).toPass({ intervals: [1000], timeout: 20_000 })
  })
})
