import type { Page } from 'playwright/test'
import { freshBalances, balancesPath as path, readingAll } from './balance-steps'
import type { App } from './harness/app'
import { expect, test, waitForReact } from './fixtures'
import { signInAsOperator } from './page-steps'
import { consoleT } from './texts'

/* Searching and sorting all balances in a browser. console-balances.spec.ts tests the server's answers. */

async function open(page: Page, app: App, address: string): Promise<void> {
  await signInAsOperator(page, app)
  await page.goto(app.origin + address)
  await waitForReact(page)
}

const table = (page: Page) => page.getByRole('table')
const field = (page: Page) => page.getByRole('textbox', { name: consoleT('balances.find.label') })
const announcer = (page: Page) => page.locator('#announcer')
/** Finds a visible message. The announcer has the same text for screen readers. */
const message = (page: Page, text: string | RegExp) => page.getByRole('main').getByText(text)
const whole = (hits: number) => consoleT('balancesSearch.whole', { hits, searched: 1000 })

test('a search for part of a user ID finds the balance, keeps the focus, and is in the URL', async ({
  page,
  app,
  control,
}) => {
  await control.set({ data: { users: 1000 } })
  const { user_id: user } = await control.user(921)
  await open(page, app, freshBalances({ find: 'nobody' }))
  await expect(message(page, whole(0))).toBeVisible()
  await expect(field(page)).toHaveValue('nobody')

  await test.step('a search finds the balance and announces it', async () => {
    await field(page).fill(user.slice(-8).toLowerCase())
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${app.origin}${path}?find=${user.slice(-8).toLowerCase()}`)
    await expect(message(page, whole(1))).toBeVisible()
    await expect(announcer(page)).toHaveText(whole(1))
    await expect(field(page)).toBeFocused()
    await expect(page).toHaveTitle(new RegExp(user.slice(-8).toLowerCase()))
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    await expect(page.getByRole('rowheader').getByRole('link')).toHaveAttribute('href', `/console/users/${user}`)
  })

  await test.step('its details have the whole IDs and its place in the list', async () => {
    await table(page).locator('summary').click()
    await expect(table(page).getByText(user).last()).toBeVisible()
    await table(page)
      .getByRole('link', { name: consoleT('balancesSearch.placeLink', { position: 922, page: 19 }) })
      .click()
    await expect(message(page, '901–950 of 1,000')).toBeVisible()
  })

  await test.step('Back and a reload find it again', async () => {
    await page.goBack()
    await expect(message(page, whole(1))).toBeVisible()
    await page.reload()
    await expect(message(page, whole(1))).toBeVisible()
    await expect(field(page)).toHaveValue(user.slice(-8).toLowerCase())
  })

  await test.step('a press on "All" shows the whole list', async () => {
    await page.getByRole('link', { name: consoleT('balances.filters.all'), exact: true }).click()
    await expect(page).toHaveURL(app.origin + path)
    await expect(message(page, '1–50 of 1,000')).toBeVisible()
    await expect(field(page)).toHaveValue('')
  })
})

test('a press on a header sorts all balances, keeps the focus, and announces the order', async ({
  page,
  app,
  control,
}) => {
  await control.set({ data: { users: 1000 } })
  await open(page, app, freshBalances({ sort: 'user_id' }))
  await expect(message(page, '1–50 of 1,000')).toBeVisible()
  const bolts = page.getByRole('columnheader', { name: consoleT('balancesSearch.columns.bolts') })
  for (const direction of ['descending', 'ascending'] as const) {
    await bolts.getByRole('link').click()
    await expect(bolts).toHaveAttribute('aria-sort', direction)
    await expect(bolts.getByRole('link')).toBeFocused()
    const column = consoleT('balancesSearch.columns.bolts')
    await expect(announcer(page)).toContainText(consoleT('shared.sorted', { column, direction }))
  }
  await expect(message(page, consoleT('shared.walk.refresh'))).toBeVisible()
})

test('the page shows the progress of the walk, and the result when the walk ends', async ({ page, app, control }) => {
  await control.set({ data: { users: 1000 }, quirks: { readDelayMs: 1000 } })
  await open(page, app, freshBalances({ find: 'nobody' }))
  await expect(page.getByRole('progressbar', { name: readingAll })).toBeVisible()
  await expect(message(page, /^[\d,]+ of 1,000 balances read$/)).toBeVisible()
  await expect(message(page, whole(0))).toBeVisible({ timeout: 20_000 })
  await expect(announcer(page)).toHaveText(whole(0))
  await expect(page.getByRole('progressbar')).toHaveCount(0)
})
