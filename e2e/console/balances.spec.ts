import { openConsole } from './steps'
import { expect, test, waitForReact } from '../fixtures'
import { textOf } from '../harness/html'
import { readConsolePage } from '../received-page'
import { consoleT } from '../texts'

/* The search of the list, and its sort in a browser. lib/console/select.test.ts tests each form of a text. */

const path = '/console/balances'

/** The result of a search of all balances of the tests. */
const whole = (hits: number) =>
  consoleT('shared.found', { count: hits, searched: 1000, what: consoleT('balances.what') })

test('the chip shows the most bolts of all, and a search keeps its order and narrows the file', async ({
  app,
  control,
}) => {
  await control.set({ data: { users: 1000 } })
  const all = await readConsolePage(app, path)
  for (const key of ['shared.exportLinks.all', 'balances.unsorted'] as const) expect(all.text).toContain(consoleT(key))
  const chip = all.link(consoleT('balances.filters.top', { count: 100 }))
  expect(chip).toBe(`${path}?sort=bolts&order=descending&rows=100`)
  // The app may have kept the balances of another test.
  const fresh = `${chip}&after=${Date.now()}`
  await expect
    .poll(async () => (await readConsolePage(app, fresh)).text, { timeout: 20_000 })
    .toContain('1–100 of 1,000')
  const { wallets } = await control.user(921)
  const wallet = wallets[0]?.slice(3, 30) ?? ''
  const search = (await readConsolePage(app, chip)).submit(consoleT('controls.filter'), { find: wallet })
  expect(search).toBe(`${chip}&find=${wallet}`)
  const found = await readConsolePage(app, search)
  for (const text of [whole(1), consoleT('shared.exportLinks.filtered')]) expect(found.text).toContain(text)
  expect(found.link(consoleT('shared.exportLinks.csvLabel'))).toBe(`${path}/export?find=${wallet}`)
})

test('balances on one page open by bolts with the one call that reads them, and the page says that it has no dates', async ({
  app,
  control,
}) => {
  await control.set({ data: { users: 30 } })
  const { cells, elements, text, link } = await readConsolePage(app, path)
  expect(elements('th[aria-sort="descending"]').map(textOf)).toEqual([
    expect.stringContaining(consoleT('balances.columns.bolts')),
  ])
  const bolts = cells.map((row) => Number(row[4]?.replaceAll(',', '')))
  expect(bolts).toEqual(bolts.toSorted((a, b) => b - a))
  expect(await control.received('balances')).toHaveLength(1)
  expect(text).not.toContain(consoleT('balances.unsorted'))
  expect(link(consoleT('balances.pastPeriods'))).toBe('/console/conversions')
})

test('a search and a sort of all balances keep the focus and announce the result', async ({ page, app, control }) => {
  const field = page.getByRole('textbox', { name: consoleT('balances.find.label') })
  const announcer = page.locator('#announcer')
  /** Finds a visible message. The announcer has the same text for screen readers. */
  const message = (text: string) => page.getByRole('main').getByText(text)
  await control.set({ data: { users: 1000 }, quirks: { readDelayMs: 3000 } })
  const { user_id: user } = await control.user(921)
  const part = user.slice(-8).toLowerCase()
  await openConsole(page, app, `${path}?find=nobody&after=${Date.now()}`)
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
    await expect(page.getByRole('rowheader').getByRole('link')).toHaveAttribute('href', `/console/users/one?id=${user}`)
  })

  await test.step('a press on "All" shows the whole list', async () => {
    await page.getByRole('link', { name: consoleT('balances.filters.all'), exact: true }).click()
    await expect(page).toHaveURL(app.origin + path)
    await expect(field).toHaveValue('')
  })

  await test.step('a press on a header sorts all balances and announces the order', async () => {
    const column = consoleT('balances.columns.bolts')
    const header = page.getByRole('columnheader', { name: column })
    await header.getByRole('link').click()
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await expect(header.getByRole('link')).toBeFocused()
    await expect(announcer).toContainText(consoleT('shared.sorted', { column, direction: 'descending' }))
  })
})
