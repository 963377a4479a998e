import type { Page } from 'playwright/test'
import type { App } from './harness/app'
import { expect, test } from './fixtures'
import { operatorName } from './harness/people'
import { readConsolePage } from './received-page'
import { alertOf, signInAsOperator } from './steps'
import { consoleT } from './texts'
import { visitorAs } from './sessions'

const path = '/console/balances'

async function open(page: Page, app: App, query = ''): Promise<void> {
  await signInAsOperator(page, app)
  await page.goto(app.origin + path + query)
}

test.describe('the list', () => {
  test('has a page of balances for one call, with the note on grants', async ({ app, control }) => {
    const { rows, text } = await readConsolePage(app, path)
    expect(rows).toHaveLength(50)
    expect(text).toContain(consoleT('shared.subnetBolts'))
    expect((await control.received('balances')).map(({ target }) => target.split('?')[1])).toEqual(['page=1&limit=50'])
  })

  test('has its page size in the address, where Back finds it, and says when it waits or fails', async ({
    page,
    app,
    control,
  }) => {
    await test.step('pages of any size', async () => {
      await open(page, app, '?page=3')
      await expect(page.getByText('101–150 of 5,000')).toBeVisible()
      // Texts begin in one line, and numbers end in one.
      for (const role of ['columnheader', 'rowheader'] as const) {
        await expect(page.getByRole(role).first()).toHaveCSS('text-align', 'start')
      }
      await expect(page.getByRole('columnheader').last()).toHaveCSS('text-align', 'end')
      const rows = page.getByRole('spinbutton', { name: consoleT('balances.list.sizeLabel', { min: 1, max: 200 }) })
      for (const [size, range] of [
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
      await expect(page.getByText('31–60 of 5,000')).toBeVisible()
    })
  })

  test('leads to the first page when the page asked for has no rows', async ({ app }) => {
    const beyond = await readConsolePage(app, `${path}?page=999`)
    const first = await readConsolePage(app, beyond.link(consoleT('balances.list.firstPage')))
    expect(first.text).toContain('1–50 of 5,000')
  })

  test('says so when there are no balances', async ({ app, control }) => {
    const none = { balances: [], pagination: { page: 1, limit: 50, total: 0 } }
    await control.script('balances', { json: { status: 'success', data: none } })
    expect((await readConsolePage(app, path)).text).toContain(consoleT('balances.list.emptyTitle'))
  })
})

test.describe('the search on the server', () => {
  /** What came of a search through all. */
  const whole = (hits: number) => consoleT('balancesSearch.whole', { hits, searched: 5000 })

  test('the server searches the first 10,000 balances, and says when there are more', async ({ app, control }) => {
    const { user_id } = await control.user(4999)
    const { text, submit } = await readConsolePage(app, path)
    expect(text).toContain('1–50 of 5,000')
    const find = (text: string) => readConsolePage(app, submit(consoleT('balances.find.button'), { find: text }))
    const found = await find(user_id)
    expect(found.text).toContain(whole(1))
    expect(found.links(consoleT('balancesSearch.placeLink', { page: 100 }))).toHaveLength(1)

    await control.set({ data: { users: 20_000 } })
    const part = await find('nobody')
    expect(part.text).toContain(consoleT('balancesSearch.part', { hits: 0, searched: 10_000, total: 20_000 }))
    expect(part.text).toContain(consoleT('balancesSearch.partAdvice'))
  })

  test('a search finds the page of a user or a wallet, and nothing by a part of its text', async ({ app, control }) => {
    const { user_id, wallets } = await control.user(4321)
    const find = (text: string) =>
      readConsolePage(app, `${path}?${new URLSearchParams({ find: text, search: 'server' }).toString()}`)
    // Which texts are of a balance: lib/console/balances/find.test.ts.
    expect((await find(user_id.slice(0, -1))).text).toContain(consoleT('balancesSearch.notFound'))
    for (const text of [` ${user_id} `, wallets[0] ?? '']) {
      const found = await find(text)
      expect(found.text).toContain(whole(1))
      expect(found.rows).toHaveLength(51)
      expect(found.rows[0]).toContain(user_id.slice(-6))
      const place = found.link(consoleT('balancesSearch.placeLink', { page: 87 }))
      const list = await readConsolePage(app, place)
      expect(list.text).toContain('4,301–4,350 of 5,000')
      // Below the balance that was found.
      expect(list.rows.slice(-50)[21]).toContain(user_id.slice(-6))
    }
  })

  test('a search that the service refuses says what to do', async ({ app, control }) => {
    await control.script('balances', { status: 401, json: { error: 'Bad key' }, times: 10 })
    const { alerts } = await readConsolePage(app, `${path}?find=nobody&search=server`)
    expect(alerts[0]).toContain(consoleT('problems.unauthenticated.title'))
  })
})

test.describe('the search by itself', () => {
  const address = (app: App, query: string) => `${app.origin}${path}/find${query}`

  test('reports its progress line by line', async ({ app, control }) => {
    const { user_id } = await control.user(3)
    await control.set({ data: { users: 300 } })
    const answer = await (await visitorAs(app, operatorName)).send(address(app, `?find=${user_id}`))
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers).not.toHaveProperty('content-encoding')
    const messages = answer.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(messages.map(({ kind }) => kind)).toEqual(['hit', 'progress', 'progress', 'end'])
    expect(messages[0]).toMatchObject({ hit: { position: 4, balance: { user_id } } })
    expect(messages.slice(1)).toEqual([
      { kind: 'progress', searched: 200, total: 300 },
      { kind: 'progress', searched: 300, total: 300 },
      { kind: 'end', isWhole: true, unreadable: 0, change: null },
    ])
  })

  test('answers 400 when there is nothing to search for', async ({ app, control }) => {
    const operator = await visitorAs(app, operatorName)
    // What counts as a text: lib/console/shared/search-text.test.ts.
    expect((await operator.send(address(app, '?find=%20'))).status).toBe(400)
    expect(await control.received('balances')).toEqual([])
  })
})
