import { openConsole } from './console-steps'
import type { App } from './harness/app'
import { expect, test, waitForReact } from './fixtures'
import { parseHtml, textOf } from './harness/html'
import { operatorName } from './harness/people'
import { readConsolePage, type ReceivedPage } from './received-page'
import { consoleT } from './texts'
import { visitorAs } from './sessions'

const path = '/console/balances'

/**
 * Returns the URL of the page with a query that starts a new walk. The app may have kept the balances of another test.
 */
const freshBalances = (query: Record<string, string> = {}) =>
  `${path}?${new URLSearchParams({ ...query, after: String(Date.now()) }).toString()}`

/** Loads the page until all balances have been read. */
async function readWhenComplete(app: App, address: string): Promise<ReceivedPage> {
  let page = await readConsolePage(app, address)
  await expect(async () => {
    if (isReading(page)) page = await readConsolePage(app, address)
    expect(isReading(page)).toBe(false)
  }).toPass({ timeout: 20_000 })
  return page
}

/** Checks whether a page shows the progress of a walk. */
const isReading = ({ elements }: ReceivedPage): boolean => elements('main progress').length > 0

/** The result of a search of all balances of the tests. */
const whole = (hits: number) =>
  consoleT('shared.found', { count: hits, searched: 1000, what: consoleT('balances.what') })

test('the list reads a page with one call, keeps the size of a page, and notes the grants', async ({
  app,
  control,
}) => {
  const { rows, text } = await readConsolePage(app, path)
  expect(rows).toHaveLength(50)
  expect(text).toContain(consoleT('shared.subnetBolts'))
  expect((await control.received('balances')).map(({ target }) => target.split('?')[1])).toEqual(['page=1&limit=50'])

  const third = await readConsolePage(app, `${path}?rows=37&page=3`)
  expect(third.text).toContain('75–111 of 5,000')
  expect(third.elements('title').map(textOf)[0]).toContain('page 3')
  expect(third.link('25')).toBe(`${path}?rows=25`)
})

test('the list leads back to its first page when the service refuses a later page', async ({ app, control }) => {
  const toFirst = consoleT('problems.firstPage')
  for (const [status, error] of [
    [400, 'Bad page'],
    [404, 'Not found'],
    [422, 'Page out of range'],
  ] as const) {
    await control.script('balances', { status, json: { error } })
    const refused = await readConsolePage(app, `${path}?rows=25&page=999`)
    expect(refused.alerts[0], `${status}`).toContain(error)
    expect((await readConsolePage(app, refused.link(toFirst))).text).toContain('1–25 of 5,000')
  }
  for (const [status, query] of [
    [404, ''],
    [403, '?page=999'],
  ] as const) {
    await control.script('balances', { status, json: { error: 'No' } })
    expect((await readConsolePage(app, path + query)).links(toFirst), `${status}${query}`).toEqual([])
  }
})

test.describe('searching and sorting all balances', () => {
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

    // lib/console/select.test.ts tests each form of a text.
    for (const text of [` ${user.slice(4, -1).toLowerCase()} `, wallets[0]?.slice(3, 30) ?? '']) {
      const found = await readWhenComplete(app, `${path}?${new URLSearchParams({ find: text }).toString()}`)
      expect(found.text).toContain(whole(1))
      expect(found.rows).toHaveLength(1)
      expect(found.link(user)).toBe(`/console/users/${user}`)
      expect(found.links(wallets[0] ?? '')).toEqual([`/console/resources?address=${wallets[0]}`])
    }
    const nothing = await readWhenComplete(app, `${path}?find=nobody`)
    expect(nothing.text).toContain(whole(0))
    expect(nothing.text).toContain(consoleT('shared.notFound'))
  })

  test('the chip for the most bolts shows the first hundred of all balances', async ({ app, control }) => {
    await control.set({ data: { users: 1000 } })
    const operator = await visitorAs(app, operatorName)
    const all = (await operator.send(`${path}/export`)).body.trimEnd().split('\r\n').slice(1)
    const rows = all.map((line) => line.split(',')).map(([, user = '', , , bolts]) => ({ user, bolts: Number(bolts) }))
    const chip = (await readConsolePage(app, path)).link(consoleT('balances.filters.top', { count: 100 }))
    expect(chip).toBe(`${path}?sort=bolts&order=descending&rows=100`)
    await readWhenComplete(app, freshBalances({ sort: 'bolts' }))

    const top = await readWhenComplete(app, chip)
    const expected = rows.toSorted((one, other) => other.bolts - one.bolts).slice(0, 100)
    expect(top.elements('tbody th').map((user) => textOf(user.querySelector('.sr-only')))).toEqual(
      expected.map(({ user }) => user),
    )
    expect(top.elements('th[aria-sort="descending"]').map(textOf)[0]).toContain(consoleT('balances.columns.bolts'))
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
    await control.set({ quirks: { readDelayMs: 0 } })
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
})

test('a search of all balances reports that the service makes it wait, and resumes by itself', async ({
  app,
  control,
}) => {
  await control.set({ data: { users: 1000 }, quirks: { readRate: { requests: 4, windowMs: 2000 } } })
  const address = freshBalances({ find: 'nobody' })
  const textOfSearch = async () => (await readConsolePage(app, address)).text
  await expect.poll(textOfSearch).toMatch(/asked us to wait \d+ s\. The reading resumes by itself\./)
  await expect.poll(textOfSearch, { timeout: 20_000 }).toContain(whole(0))
})

test('a search and a sort of all balances keep the focus, announce the result, and are in the URL', async ({
  page,
  app,
  control,
}) => {
  const field = page.getByRole('textbox', { name: consoleT('balances.find.label') })
  const announcer = page.locator('#announcer')
  /** Finds a visible message. The announcer has the same text for screen readers. */
  const message = (text: string) => page.getByRole('main').getByText(text)
  await control.set({ data: { users: 1000 }, quirks: { readDelayMs: 1000 } })
  const { user_id: user } = await control.user(921)
  const part = user.slice(-8).toLowerCase()
  await openConsole(page, app, freshBalances({ find: 'nobody' }))
  await waitForReact(page)

  await test.step('the page shows the progress of the walk, and the result when the walk ends', async () => {
    const label = consoleT('shared.walk.label', { what: consoleT('balances.what') })
    await expect(page.getByRole('progressbar', { name: label })).toBeVisible()
    await expect(page.getByRole('main').getByText(/^[\d,]+ of 1,000 balances read$/)).toBeVisible()
    await control.set({ quirks: { readDelayMs: 0 } })
    await expect(message(whole(0))).toBeVisible()
    await expect(announcer).toHaveText(whole(0))
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect(field).toHaveValue('nobody')
  })

  await test.step('a search finds the balance and announces it', async () => {
    await field.fill(part)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${app.origin}${path}?find=${part}`)
    await expect(message(whole(1))).toBeVisible()
    await expect(announcer).toHaveText(whole(1))
    await expect(field).toBeFocused()
    await expect(page).toHaveTitle(new RegExp(part))
    await expect(page.getByRole('rowheader').getByRole('link')).toHaveAttribute('href', `/console/users/${user}`)
  })

  await test.step('its details have the whole IDs', async () => {
    const table = page.getByRole('table')
    await table.locator('summary').click()
    await expect(table.getByText(user).last()).toBeVisible()
  })

  await test.step('a reload finds it again', async () => {
    await page.reload()
    await expect(message(whole(1))).toBeVisible()
    await expect(field).toHaveValue(part)
  })

  await test.step('a press on "All" shows the whole list', async () => {
    await page.getByRole('link', { name: consoleT('balances.filters.all'), exact: true }).click()
    await expect(page).toHaveURL(app.origin + path)
    await expect(message('1–50 of 1,000')).toBeVisible()
    await expect(field).toHaveValue('')
  })

  await test.step('a press on a header sorts all balances and announces the order', async () => {
    const column = consoleT('balances.columns.bolts')
    const header = page.getByRole('columnheader', { name: column })
    for (const direction of ['descending', 'ascending'] as const) {
      await header.getByRole('link').click()
      await expect(header).toHaveAttribute('aria-sort', direction)
      await expect(header.getByRole('link')).toBeFocused()
      await expect(announcer).toContainText(consoleT('shared.sorted', { column, direction }))
    }
    await expect(message(consoleT('shared.walk.refresh'))).toBeVisible()
  })
})
