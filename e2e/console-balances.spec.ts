import type { Page } from 'playwright/test'
import type { App } from './harness/app'
import { expect, test } from './fixtures'
import { operatorName } from './harness/people'
import { readConsolePage } from './received-page'
import { alertOf, signInAsOperator } from './steps'
import { consoleT } from './texts'

const path = '/console/balances'

async function open(page: Page, app: App, query = ''): Promise<void> {
  await signInAsOperator(page, app)
  await page.goto(app.origin + path + query)
}

test.describe('the list', () => {
  test('is a page of balances, for one call, with the note on grants', async ({ requestAs, app, control }) => {
    const { rows, text } = await readConsolePage(requestAs, app, path)
    expect(rows).toHaveLength(50)
    expect(text).toContain(consoleT('balances.grants'))
    expect((await control.received('balances')).map(({ target }) => target.split('?')[1])).toEqual(['page=1&limit=50'])
  })

  test('has pages of any size from 1 to 200 in the address, and Back goes back; it says what to do where it fails, and that it waits where it is slow', async ({
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

  test('takes no page of another size', async ({ requestAs, app }) => {
    for (const rows of ['0', '201', 'x']) {
      const { text } = await readConsolePage(requestAs, app, `${path}?rows=${rows}`)
      expect(text).toContain('1–50 of 5,000')
    }
  })

  test('leads on where there is nothing on a page of it', async ({ requestAs, app }) => {
    const beyond = await readConsolePage(requestAs, app, `${path}?page=999`)
    const first = await readConsolePage(requestAs, app, beyond.link(consoleT('balances.list.firstPage')))
    expect(first.text).toContain('1–50 of 5,000')
  })

  test('says so where there is nobody', async ({ requestAs, app, control }) => {
    const none = { balances: [], pagination: { page: 1, limit: 50, total: 0 } }
    await control.script('balances', { json: { status: 'success', data: none } })
    expect((await readConsolePage(requestAs, app, path)).text).toContain(consoleT('balances.list.emptyTitle'))
  })
})

test.describe('without JavaScript', () => {
  /** What came of a search through all. */
  const whole = (hits: number) => consoleT('balancesSearch.whole', { hits, searched: 5000 })

  test('the server looks through the first 10,000, and says if there are more', async ({ requestAs, app, control }) => {
    const { user_id } = await control.user(4999)
    const { text, submit } = await readConsolePage(requestAs, app, path)
    expect(text).toContain('1–50 of 5,000')
    const find = (text: string) =>
      readConsolePage(requestAs, app, submit(consoleT('balances.find.button'), { find: text }))
    const found = await find(user_id)
    expect(found.text).toContain(whole(1))
    expect(found.links(consoleT('balancesSearch.placeLink', { page: 100 }))).toHaveLength(1)

    await control.set({ data: { users: 20_000 } })
    const part = await find('nobody')
    expect(part.text).toContain(consoleT('balancesSearch.part', { hits: 0, searched: 10_000, total: 20_000 }))
    expect(part.text).toContain(consoleT('balancesSearch.partAdvice'))
  })

  test('a search is of the whole text, letter for letter, of a user or a wallet', async ({
    requestAs,
    app,
    control,
  }) => {
    const { user_id, wallets } = await control.user(4321)
    const find = (text: string) =>
      readConsolePage(requestAs, app, `${path}?${new URLSearchParams({ find: text, search: 'server' }).toString()}`)
    for (const text of [user_id.slice(0, -1), user_id.toLowerCase()]) {
      const nothing = await find(text)
      expect(nothing.text).toContain(whole(0))
      expect(nothing.text).toContain(consoleT('balancesSearch.notFound'))
    }
    for (const text of [` ${user_id} `, wallets[0] ?? '']) {
      const found = await find(text)
      expect(found.text).toContain(whole(1))
      expect(found.rows).toHaveLength(51)
      expect(found.rows[0]).toContain(user_id.slice(-6))
      const place = found.link(consoleT('balancesSearch.placeLink', { page: 87 }))
      const list = await readConsolePage(requestAs, app, place)
      expect(list.text).toContain('4,301–4,350 of 5,000')
      // Below the balance that was found.
      expect(list.rows.slice(-50)[21]).toContain(user_id.slice(-6))
    }
  })

  test('a search that fails says what to do', async ({ requestAs, app, control }) => {
    await control.script('balances', { status: 401, json: { error: 'Bad key' }, times: 10 })
    const { alerts } = await readConsolePage(requestAs, app, `${path}?find=nobody&search=server`)
    expect(alerts[0]).toContain(consoleT('problems.unauthenticated.title'))
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
    expect(messages[0]).toMatchObject({ hit: { position: 4, balance: { user_id } } })
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
