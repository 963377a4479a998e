import { openConsole } from './console-steps'
import { expect, test, waitForReact } from './fixtures'
import { readConsolePage } from './received-page'
import { consoleT } from './texts'

/* The search of the list, and its sort in a browser. lib/console/select.test.ts tests each form of a text. */

const path = '/console/balances'

/** The result of a search of all balances of the tests. */
const whole = (hits: number) =>
  consoleT('shared.found', { count: hits, searched: 1000, what: consoleT('balances.what') })

test('a part of a user ID or of a wallet finds the balance and its export, and the chip shows the most bolts', async ({
  app,
  control,
}) => {
  await control.set({ data: { users: 1000 } })
  const { user_id: user, wallets } = await control.user(921)
  const all = await readConsolePage(app, path)
  for (const text of [consoleT('shared.subnetBolts'), consoleT('shared.exportLinks.all')])
    expect(all.text).toContain(text)
  expect(all.submit(consoleT('balances.find.button'), { find: user })).toBe(`${path}?find=${user}`)

  // The app may have kept the balances of another test.
  const after = String(Date.now())
  const query = (find: string) => `?${new URLSearchParams({ find, after }).toString()}`
  for (const text of [` ${user.slice(4, -1).toLowerCase()} `, wallets[0]?.slice(3, 30) ?? '']) {
    const read = () => readConsolePage(app, path + query(text))
    await expect.poll(async () => (await read()).text, { timeout: 20_000 }).toContain(whole(1))
    const found = await read()
    expect(found.rows).toHaveLength(1)
    expect(found.link(user)).toBe(`/console/users/${user}`)
    expect(found.links(wallets[0] ?? '')).toEqual([`/console/resources?address=${wallets[0]}`])
    expect(found.text).toContain(consoleT('shared.exportLinks.filtered'))
    const file = new URLSearchParams({ find: text.trim() }).toString()
    expect(found.link(consoleT('shared.exportLinks.csvLabel'))).toBe(`${path}/export?${file}`)
  }
  expect((await readConsolePage(app, path + query('nobody'))).text).toContain(consoleT('shared.notFound'))

  const chip = all.link(consoleT('balances.filters.top', { count: 100 }))
  expect(chip).toBe(`${path}?sort=bolts&order=descending&rows=100`)
  const top = await readConsolePage(app, chip)
  expect(top.elements('th[aria-sort="descending"]')).toHaveLength(1)
  expect(top.text).toContain('1–100 of 1,000')
  // A search keeps the order.
  expect(top.submit(consoleT('balances.find.button'), { find: 'x' })).toBe(`${chip}&find=x`)
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
    await expect(page.getByRole('rowheader').getByRole('link')).toHaveAttribute('href', `/console/users/${user}`)
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
