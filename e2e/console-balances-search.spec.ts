import type { Page } from 'playwright/test'
import type { App } from './harness/app'
import { expect, test } from './fixtures'
import type { StandInControl } from './stand-in/control/client'
import { alertOf, signInAsOperator } from './steps'
import { consoleT } from './texts'

/* The search through all balances as a browser runs it. What it answers by itself is in console-balances.spec.ts. */

const path = '/console/balances'

async function open(page: Page, app: App, query = ''): Promise<void> {
  await signInAsOperator(page, app)
  await page.goto(app.origin + path + query)
}

const list = (page: Page) => page.getByRole('table', { name: consoleT('balances.list.caption') })
const found = (page: Page) => page.getByRole('table', { name: consoleT('balancesSearch.caption') })
const field = (page: Page) => page.getByRole('textbox', { name: consoleT('balances.find.label') })
const againButton = (page: Page) => page.getByRole('button', { name: consoleT('search.again') })
const stopButton = (page: Page) => page.getByRole('button', { name: consoleT('search.stop') })
/** What is said of a search; the same is said to screen readers elsewhere. */
const said = (page: Page, text: string | RegExp) => page.getByRole('main').getByText(text)
/** What came of a search through all. */
const whole = (hits: number) => consoleT('balancesSearch.whole', { hits, searched: 1000 })

async function find(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
}

/** A list that no search comes to the end of while a test looks. */
const endless = { data: { users: 1_000_000 }, manners: { readDelayMs: 150 } }

/** Waits until the service is asked for nothing any more, and says how often it was asked. */
async function callsOnceQuiet(control: StandInControl): Promise<number> {
  let calls = -1
  await expect
    .poll(
      async () => {
        const before = calls
        calls = (await control.received('balances')).length
        return calls - before
      },
      { intervals: [300], timeout: 10_000 },
    )
    .toBe(0)
  return calls
}

test('a search through all pages leads to the page of a user, and is in the address', async ({
  page,
  app,
  control,
}) => {
  await control.set({ data: { users: 1000 } })
  const { user_id } = await control.user(921)
  await open(page, app)

  await test.step('a user is found, and the search leads there', async () => {
    await find(page, user_id)
    await expect(page).toHaveURL(`${app.origin}${path}?find=${user_id}`)
    await expect(said(page, whole(1))).toBeVisible()
    await expect(page.locator('#announcer')).toHaveText(whole(1))
    await expect(found(page).getByRole('row')).toHaveCount(2)
    await expect(found(page)).toContainText(user_id.slice(-6))
    await expect(stopButton(page)).toHaveCount(0)

    await found(page).getByRole('link', { name: 'Page 19' }).click()
    await expect(page.getByText('901–950 of 1,000')).toBeVisible()
    await expect(list(page).getByRole('row').nth(22)).toContainText(user_id.slice(-6))
    // The search is still there: the list below it is another matter.
    await expect(said(page, whole(1))).toBeVisible()
    await page.goBack()
    await expect(page.getByText('1–50 of 1,000')).toBeVisible()
  })

  await test.step('Back and a reload find it again', async () => {
    await find(page, 'nobody')
    await expect(said(page, whole(0))).toBeVisible()
    await page.goBack()
    await expect(field(page)).toHaveValue(user_id)
    await expect(said(page, whole(1))).toBeVisible()
    await page.reload()
    await expect(said(page, whole(1))).toBeVisible()
    await page.goBack()
    await expect(field(page)).toHaveValue('')
    await expect(found(page)).toHaveCount(0)
  })
})

test('a search shows its progress, stops when asked to, and ends with its page', async ({ page, app, control }) => {
  await control.set(endless)
  const { user_id } = await control.user(5)
  await open(page, app)

  await test.step('it shows its progress and what it has found', async () => {
    await field(page).fill(user_id)
    await page.keyboard.press('Enter')
    await expect(said(page, /of 1,000,000 balances searched\. 1 found so far\./)).toBeVisible()
    const progress = page.getByRole('progressbar', { name: consoleT('balancesSearch.progressLabel') })
    const valueOf = async () => Number(await progress.getAttribute('value'))
    const before = await valueOf()
    await expect.poll(valueOf).toBeGreaterThan(before)
    await expect(progress).toHaveAttribute('max', '1000000')
  })

  await test.step('it stops on demand, at the service too, and begins again', async () => {
    await stopButton(page).click()
    await expect(said(page, /^Stopped\. 1 match in the first [\d,]+ of 1,000,000 balances\.$/)).toBeVisible()
    await expect(found(page).getByRole('row')).toHaveCount(2)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Stopped.')
    expect(await callsOnceQuiet(control)).toBeLessThan(3000)

    await againButton(page).click()
    await expect(said(page, /1 found so far\./)).toBeVisible()
  })

  await test.step('it goes on while the list is turned, and ends with the page', async () => {
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText('51–100 of 1,000,000')).toBeVisible()
    await expect(stopButton(page)).toBeVisible()
    await page.getByRole('link', { name: 'Overview' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
    expect(await callsOnceQuiet(control)).toBeLessThan(3000)
  })
})

test.describe('when this app is not reached', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] })

  test('the search says that it broke off, and begins again when asked to', async ({ page, context, app, control }) => {
    await control.set(endless)
    await open(page, app, '?find=nobody')
    await expect(said(page, /[\d,]+ of 1,000,000 balances searched\. 0 found so far/)).toBeVisible()
    await stopButton(page).click()
    await context.setOffline(true)
    await againButton(page).click()
    await expect(alertOf(page)).toContainText(consoleT('search.interrupted.title'))

    await context.setOffline(false)
    await againButton(page).click()
    await expect(said(page, /[\d,]+ of 1,000,000 balances searched\. 0 found so far/)).toBeVisible()
  })
})
