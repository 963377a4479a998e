import type { Page } from 'playwright/test'
import type { App } from './harness/app'
import { expect, test } from './fixtures'
import { operatorName } from './harness/people'
import type { StandInControl } from './stand-in/control/client'
import { alertOf, signInAsOperator } from './steps'
import { consoleT } from './texts'

const path = '/console/balances'

async function open(page: Page, app: App, query = ''): Promise<void> {
  await signInAsOperator(page, app)
  await page.goto(app.origin + path + query)
}

const list = (page: Page) => page.getByRole('table', { name: consoleT('balances.list.caption') })
const found = (page: Page) => page.getByRole('table', { name: consoleT('balancesSearch.caption') })
const field = (page: Page) => page.getByRole('textbox', { name: consoleT('balances.find.label') })
/** What came of a search through all. */
const whole = (hits: number) => consoleT('balancesSearch.whole', { hits, searched: 5000 })
const againButton = (page: Page) => page.getByRole('button', { name: consoleT('search.again') })
const stopButton = (page: Page) => page.getByRole('button', { name: consoleT('search.stop') })
/** What is said of a search; the same is said to screen readers elsewhere. */
const said = (page: Page, text: string | RegExp) => page.getByRole('main').getByText(text)

async function find(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
}

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

test.describe('the list', () => {
  test('is a page of balances, for one call, with the note on grants', async ({ page, app, control }) => {
    await open(page, app)
    await expect(list(page).getByRole('rowheader')).toHaveCount(50)
    await expect(page.getByText(consoleT('balances.grants'))).toBeVisible()
    expect((await control.received('balances')).map(({ target }) => target.split('?')[1])).toEqual(['page=1&limit=50'])
  })

  test('has pages of any size from 1 to 200 in the address, and Back goes back', async ({ page, app }) => {
    await open(page, app, '?page=3')
    await expect(page.getByText('101–150 of 5,000')).toBeVisible()
    const rows = page.getByRole('spinbutton', { name: consoleT('balances.list.sizeLabel', { min: 1, max: 200 }) })
    for (const [size, range] of [
      ['1', '1–1 of 5,000'],
      ['37', '1–37 of 5,000'],
      ['200', '1–200 of 5,000'],
    ] as const) {
      await rows.fill(size)
      await page.getByRole('button', { name: 'Set' }).click()
      await expect(page.getByText(range)).toBeVisible()
      await expect(page).toHaveURL(`${app.origin}${path}?rows=${size}`)
    }
    await page.getByRole('link', { name: 'Last' }).click()
    await expect(page.getByText('4,801–5,000 of 5,000')).toBeVisible()
    await page.goBack()
    await expect(page.getByText('1–200 of 5,000')).toBeVisible()
    await page.goBack()
    await expect(page.getByText('1–37 of 5,000')).toBeVisible()
    await expect(rows).toHaveValue('37')
  })

  test('takes no page of another size', async ({ page, app }) => {
    for (const rows of ['0', '201', 'x']) {
      await open(page, app, `?rows=${rows}`)
      await expect(page.getByText('1–50 of 5,000')).toBeVisible()
    }
  })

  test('leads on where there is nothing on a page of it', async ({ page, app }) => {
    await open(page, app, '?page=999')
    await page.getByRole('link', { name: consoleT('balances.list.firstPage') }).click()
    await expect(page.getByText('1–50 of 5,000')).toBeVisible()
  })

  test('says so where there is nobody', async ({ page, app, control }) => {
    const none = { balances: [], pagination: { page: 1, limit: 50, total: 0 } }
    await control.script('balances', { json: { status: 'success', data: none } })
    await open(page, app)
    await expect(page.getByText(consoleT('balances.list.emptyTitle'))).toBeVisible()
  })

  test('says what to do where it fails, and that it waits where it is slow', async ({ page, app, control }) => {
    await control.script('balances', { waitsForRelease: true, status: 403, json: { error: 'Not <i>yours</i>' } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}${path}?page=2&rows=30`, { waitUntil: 'commit' })
    await expect(
      page.getByRole('status').filter({ hasText: consoleT('shared.loading', { what: consoleT('balances.what') }) }),
    ).toBeVisible()
    await control.release()
    await expect(alertOf(page)).toContainText('Not <i>yours</i>')
    await alertOf(page)
      .getByRole('link', { name: consoleT('problems.retry') })
      .click()
    await expect(page.getByText('31–60 of 5,000')).toBeVisible()
  })
})

test.describe('finding', () => {
  for (const what of ['user', 'wallet'] as const) {
    test(`a ${what} in all pages says where it is, and leads there`, async ({ page, app, control }) => {
      const { user_id, wallets } = await control.user(4321)
      await open(page, app)
      await find(page, what === 'user' ? user_id : (wallets[0] ?? ''))
      await expect(said(page, whole(1))).toBeVisible()
      await expect(page.locator('#console-announcer')).toHaveText(whole(1))
      await expect(found(page).getByRole('row')).toHaveCount(2)
      await expect(found(page)).toContainText(user_id.slice(-6))
      await expect(stopButton(page)).toHaveCount(0)

      await found(page).getByRole('link', { name: 'Page 87' }).click()
      await expect(page.getByText('4,301–4,350 of 5,000')).toBeVisible()
      await expect(list(page).getByRole('row').nth(22)).toContainText(user_id.slice(-6))
      // The search is still there: the list below it is another matter.
      await expect(said(page, whole(1))).toBeVisible()
    })
  }

  test('asks for large pages, each once, beside the one that is shown', async ({ page, app, control }) => {
    await open(page, app)
    await expect(list(page)).toBeVisible()
    await control.clearReceived()
    await find(page, 'nobody')
    await expect(said(page, whole(0))).toBeVisible()
    const asked = (await control.received('balances')).map(({ target }) => target.split('?')[1] ?? '')
    const pages = asked.filter((query) => query.endsWith('limit=200'))
    // The last of them is full, so one more shows that the list ends there.
    expect(new Set(pages).size).toBe(26)
    expect(pages).toHaveLength(26)
    expect(asked.length - pages.length).toBeLessThanOrEqual(1)
  })

  test('is of the whole text, letter for letter', async ({ page, app, control }) => {
    const { user_id } = await control.user(7)
    await open(page, app)
    for (const text of [user_id.slice(0, -1), user_id.toLowerCase()]) {
      await find(page, text)
      await expect(said(page, whole(0))).toBeVisible()
      await expect(page.getByText(consoleT('balancesSearch.notFound'))).toBeVisible()
    }
    await find(page, ` ${user_id} `)
    await expect(said(page, whole(1))).toBeVisible()
  })

  test('is in the address: Back, a reload and a link all find it again', async ({ page, app, control }) => {
    const { user_id } = await control.user(1)
    await open(page, app)
    await find(page, user_id)
    await expect(page).toHaveURL(`${app.origin}${path}?find=${user_id}`)
    await expect(said(page, whole(1))).toBeVisible()
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

  test('shows its progress and what it has found, and stops on demand, at the service too', async ({
    page,
    app,
    control,
  }) => {
    await control.set({ data: { users: 1_000_000 } })
    const { user_id } = await control.user(5)
    await open(page, app)
    await field(page).fill(user_id)
    await page.keyboard.press('Enter')
    await expect(said(page, /of 1,000,000 balances searched\. 1 found so far\./)).toBeVisible()
    const progress = page.getByRole('progressbar', { name: consoleT('balancesSearch.progressLabel') })
    const valueOf = async () => Number(await progress.getAttribute('value'))
    const before = await valueOf()
    await expect.poll(valueOf).toBeGreaterThan(before)
    await expect(progress).toHaveAttribute('max', '1000000')

    await stopButton(page).click()
    await expect(said(page, /^Stopped\. 1 match in the first [\d,]+ of 1,000,000 balances\.$/)).toBeVisible()
    await expect(found(page).getByRole('row')).toHaveCount(2)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Stopped.')
    expect(await callsOnceQuiet(control)).toBeLessThan(3000)

    await againButton(page).click()
    await expect(said(page, /1 found so far\./)).toBeVisible()
    await stopButton(page).click()
  })

  test('goes on while the list is turned, and ends with the page', async ({ page, app, control }) => {
    await control.set({ data: { users: 1_000_000 } })
    await open(page, app, '?find=nobody')
    await expect(said(page, /[\d,]+ of 1,000,000 balances searched\. 0 found so far/)).toBeVisible()
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText('51–100 of 1,000,000')).toBeVisible()
    await expect(stopButton(page)).toBeVisible()
    await page.getByRole('link', { name: 'Overview' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
    expect(await callsOnceQuiet(control)).toBeLessThan(3000)
  })

  test('that fails on the way says so, and keeps what it has found', async ({ page, app, control }) => {
    const balance = {
      wallet_address: 'wallet',
      user_id: 'user',
      current_period_points: 1,
      all_time_points: 1,
      bolts: 1,
    }
    const first = { balances: [balance], pagination: { page: 1, limit: 1, total: 10 } }
    await open(page, app)
    await expect(list(page)).toBeVisible()
    // The list is read anew as well, so both that come first are the same.
    await control.script('balances', { json: { status: 'success', data: first }, times: 2 })
    await control.script('balances', { status: 403, json: { error: 'No longer' }, times: 20 })
    await find(page, 'user')
    await expect(alertOf(page).filter({ hasText: 'No longer' }).first()).toBeVisible()
    await expect(said(page, consoleT('balancesSearch.part', { hits: 1, searched: 1, total: 10 }))).toBeVisible()
    await expect(found(page).getByRole('row')).toHaveCount(2)
    await control.clearScripts()
    await againButton(page).click()
    await expect(said(page, whole(0))).toBeVisible()
  })
})

test.describe('when this app is not reached', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|status of 404|Failed to fetch/] })

  test('the search says that it broke off', async ({ page, context, app, control }) => {
    await control.set({ data: { users: 1_000_000 } })
    await open(page, app, '?find=nobody')
    await expect(said(page, /[\d,]+ of 1,000,000 balances searched\. 0 found so far/)).toBeVisible()
    await stopButton(page).click()
    await context.setOffline(true)
    await againButton(page).click()
    await expect(alertOf(page)).toContainText(consoleT('search.interrupted.title'))
  })

  test('it says the same to who has been signed out meanwhile', async ({ page, context, app, control }) => {
    await control.set({ data: { users: 1_000_000 } })
    await open(page, app, '?find=nobody')
    await stopButton(page).click()
    await context.clearCookies()
    await againButton(page).click()
    await expect(alertOf(page)).toContainText(consoleT('search.interrupted.text'))
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the server looks through the first 10,000, and says if there are more', async ({ page, app, control }) => {
    const { user_id } = await control.user(4999)
    await open(page, app)
    await expect(page.getByText('1–50 of 5,000')).toBeVisible()
    await find(page, user_id)
    await expect(said(page, whole(1))).toBeVisible()
    await expect(found(page).getByRole('link', { name: 'Page 100' })).toBeVisible()

    await control.set({ data: { users: 20_000 } })
    await find(page, 'nobody')
    await expect(
      said(page, consoleT('balancesSearch.part', { hits: 0, searched: 10_000, total: 20_000 })),
    ).toBeVisible()
    await expect(page.getByText(consoleT('balancesSearch.partAdvice'))).toBeVisible()
  })

  test('a search that fails says what to do', async ({ page, app, control }) => {
    await control.script('balances', { status: 401, json: { error: 'Bad key' }, times: 10 })
    await open(page, app, '?find=nobody&search=server')
    await expect(alertOf(page).first()).toContainText(consoleT('problems.unauthenticated.title'))
  })
})

test.describe('the search by itself', () => {
  const address = (app: App, query: string) => `${app.origin}${path}/find${query}`

  test('tells an operator how far it is, line by line', async ({ requestAs, app, control }) => {
    const { user_id } = await control.user(3)
    await control.set({ data: { users: 300 } })
    const answer = await (await requestAs(app, operatorName)).get(address(app, `?find=${user_id}`))
    expect(answer.status()).toBe(200)
    expect(answer.headers()).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers()).not.toHaveProperty('content-encoding')
    const messages = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(messages.map(({ kind }) => kind)).toEqual(['hit', 'progress', 'progress', 'end'])
    expect(messages[0]).toMatchObject({ position: 4, balance: { user_id } })
    expect(messages.slice(1)).toEqual([
      { kind: 'progress', searched: 200, total: 300 },
      { kind: 'progress', searched: 300, total: 300 },
      { kind: 'end', isWhole: true, unreadable: 0, change: null },
    ])
  })

  for (const name of [undefined, 'Ada']) {
    test(`is nothing for ${name ? 'somebody else who is signed in' : 'nobody'}`, async ({
      requestAs,
      app,
      control,
    }) => {
      const answer = await (await requestAs(app, name)).get(address(app, '?find=x'), { maxRedirects: 0 })
      expect(answer.status()).toBe(404)
      expect(await answer.text()).toBe('')
      expect(await control.received('balances')).toEqual([])
    })
  }

  test('is refused where there is nothing that could be found', async ({ requestAs, app, control }) => {
    const operator = await requestAs(app, operatorName)
    for (const query of ['', '?find=', '?find=%20', `?find=${'x'.repeat(201)}`]) {
      expect((await operator.get(address(app, query))).status()).toBe(400)
    }
    expect(await control.received('balances')).toEqual([])
  })
})
