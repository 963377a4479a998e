import { resource, resourcesPath } from './console-steps'
import { expect, test } from './fixtures'
import type { App } from './harness/app'
import { parseHtml, textOf } from './harness/html'
import { operatorName, viewerName, walletAddress } from './harness/people'
import { readConsolePage, type ReceivedPage } from './received-page'
import { visitorAs } from './sessions'
import type { StandInControl } from './stand-in/control/client'
import { consoleT } from './texts'

/* What all lists of the console have in common. The units are in components/console/list.test.tsx and lib/console. */

interface ListCase {
  path: string
  query?: Record<string, string>
  endpoint: 'balances' | 'resources'
  /** Makes the service list this number of rows, at each of a few dozen requests. */
  serve: (control: StandInControl, rows: number) => Promise<unknown>
  /** The headers that sort, and the direction of the first press. */
  columns: Record<string, 'ascending' | 'descending'>
  empty: string
  /** Whether a sort reads more than one page, so that another site may not begin it. */
  isWalk: boolean
  /** The name and the header row of the file. */
  file: { name: string; header: string }
}

const lists: ListCase[] = [
  {
    path: '/console/balances',
    endpoint: 'balances',
    serve(control, users) {
      if (users > 0) return control.set({ data: { users } })
      const data = { balances: [], pagination: { page: 1, limit: 50, total: 0 } }
      return control.script('balances', { json: { status: 'success', data } })
    },
    columns: {
      [consoleT('balances.columns.user_id')]: 'ascending',
      [consoleT('balances.columns.wallet_address')]: 'ascending',
      [consoleT('balances.columns.current_period_points')]: 'descending',
      [consoleT('balances.columns.all_time_points')]: 'descending',
      [consoleT('balances.columns.bolts')]: 'descending',
    },
    empty: consoleT('balances.empty.title'),
    isWalk: true,
    file: { name: 'balances', header: 'wallet_address,user_id,current_period_points,all_time_points,bolts' },
  },
  {
    path: resourcesPath,
    query: { address: walletAddress },
    endpoint: 'resources',
    serve(control, rows) {
      const resources = Array.from({ length: rows }, (_, index) => resource(index + 1))
      return control.script('resources', { json: { status: 'success', resources }, times: 30 })
    },
    columns: {
      [consoleT('resources.columns.name')]: 'ascending',
      [consoleT('resources.columns.resource_type')]: 'ascending',
      [consoleT('resources.columns.resource_subtype')]: 'ascending',
      [consoleT('resources.columns.active')]: 'descending',
    },
    empty: consoleT('resources.empty.title'),
    isWalk: false,
    file: { name: 'resources', header: 'id,name,resource_type,resource_subtype,resource_pda,active' },
  },
]

/** Reads a page until the walk behind it has ended. */
async function readWhenComplete(app: App, address: string): Promise<ReceivedPage> {
  let page = await readConsolePage(app, address)
  await expect(async () => {
    if (page.elements('main progress').length > 0) page = await readConsolePage(app, address)
    expect(page.elements('main progress')).toHaveLength(0)
  }).toPass({ timeout: 20_000 })
  return page
}

for (const { path, query = {}, endpoint, serve, columns, empty, isWalk, file } of lists) {
  const url = (change: Record<string, string> = {}) =>
    `${path}?${new URLSearchParams({ ...query, ...change }).toString()}`
  const exportUrl = `${path}/export?${new URLSearchParams(query).toString()}`

  test.describe(path, () => {
    test('a header sorts by its column, and a second press reverses the order', async ({ app, control }) => {
      await serve(control, 30)
      // The app may have kept the rows of another test.
      const unsorted = await readWhenComplete(app, url({ after: String(Date.now()) }))
      for (const [column, first] of Object.entries(columns)) {
        let next = unsorted.link(column)
        for (const direction of [first, first === 'ascending' ? 'descending' : 'ascending']) {
          const sorted = await readWhenComplete(app, next)
          const [header, ...others] = sorted.elements('th[aria-sort]')
          expect([header?.getAttribute('aria-sort'), others.length], column).toEqual([direction, 0])
          expect(textOf(header ?? null)).toContain(column)
          expect(sorted.rows).toHaveLength(30)
          next = header?.querySelector('a')?.getAttribute('href') ?? ''
        }
      }
    })

    test('the list has pages, a way back from beyond the last one, and its sizes', async ({ app, control }) => {
      await serve(control, 60)
      const first = await readConsolePage(app, url())
      expect(first.text).toContain('1–50 of 60')
      const second = await readConsolePage(app, first.link(consoleT('shared.pagination.next')))
      expect(second.text).toContain('51–60 of 60')
      expect(second.rows).toHaveLength(10)
      expect(second.links(consoleT('shared.pagination.next'))).toEqual([])
      expect(second.link(consoleT('shared.pagination.previous'))).toBe(Object.keys(query).length > 0 ? url() : path)
      expect((await readConsolePage(app, second.link('25'))).text).toContain('1–25 of 60')
      const beyond = await readConsolePage(app, url({ page: '99' }))
      expect(beyond.text).toContain(consoleT('shared.beyond'))
      expect((await readConsolePage(app, beyond.link(consoleT('shared.firstPage')))).text).toContain('1–50 of 60')
    })

    test('the list says that it is empty, or why it cannot be read', async ({ app, control }) => {
      await serve(control, 0)
      const none = await readConsolePage(app, url())
      expect([none.text.includes(empty), none.alerts]).toEqual([true, []])
      await control.clearScripts()
      await control.script(endpoint, { status: 403, json: { error: 'Not <i>yours</i>' } })
      const failed = await readConsolePage(app, url({ page: '2' }))
      expect(failed.alerts).toEqual([expect.stringContaining('Not <i>yours</i>')])
      await serve(control, 60)
      const again = await readConsolePage(app, failed.link(consoleT('problems.retry')))
      expect(again.text).toContain('51–60 of 60')
    })

    test('its export has all rows, and a text with the reason when the service refuses', async ({
      app,
      control,
      standIn,
    }) => {
      await serve(control, 60)
      const operator = await visitorAs(app, operatorName)
      const link = (await readConsolePage(app, url())).link(consoleT('shared.exportLinks.csvLabel'))
      const csv = await operator.send(link)
      const today = new Date().toISOString().slice(0, 10)
      expect(csv.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="staging-${file.name}-${standIn.subnetId}-${today}.csv"`,
        'cache-control': 'no-store, no-transform',
        'x-content-type-options': 'nosniff',
      })
      const lines = csv.body.trimEnd().split('\r\n')
      expect([lines[0], lines.length]).toEqual([`\ufeff${file.header}`, 61])
      expect((await operator.send(link, { method: 'HEAD' })).status).toBe(405)
      await control.clearScripts()
      await control.script(endpoint, { status: 401, json: { error: 'Bad key' } })
      const refused = await operator.send(link)
      expect(refused.status).toBe(502)
      expect(refused.headers).not.toHaveProperty('content-disposition')
      expect(refused.body).toContain(consoleT('problems.unauthenticated.title'))
      await serve(control, 1)
      expect((await operator.send(link)).status).toBe(200)
    })

    test('a viewer sees the list without its export, and a stranger has to sign in', async ({ app, control }) => {
      await serve(control, 3)
      const page = await readConsolePage(app, url(), viewerName)
      expect([page.rows.length, page.links(consoleT('shared.exportLinks.csvLabel'))]).toEqual([3, []])
      const refused = await (await visitorAs(app, viewerName)).send(exportUrl)
      expect([refused.status, refused.body]).toEqual([403, `${consoleT('shared.operatorsOnly')}\n`])
      expect((await (await visitorAs(app)).send(url())).location).toMatch(/^\/signin\?/)
    })

    test('another site starts no walk, no look-up and no export', async ({ app, control }) => {
      const operator = await visitorAs(app, operatorName)
      const [column = ''] = Object.keys(columns)
      await serve(control, 3)
      const sort = new URL((await readConsolePage(app, url())).link(column), app.origin).search
      await control.clearReceived()
      for (const site of ['cross-site', 'same-site']) {
        const headers = { 'Sec-Fetch-Site': site }
        const after = String(Date.now())
        const { status, body } = await operator.send(`${path}${sort}&after=${after}`, { headers })
        expect(status).toBe(200)
        const main = textOf(parseHtml(body).querySelector('main'))
        expect(main).toContain(consoleT(isWalk ? 'shared.walk.notStarted' : 'shared.lookUp.notStarted'))
        const refused = await operator.send(exportUrl, { headers })
        expect([refused.status, refused.body]).toEqual([403, `${consoleT('shared.fromElsewhere')}\n`])
      }
      expect(await control.received(endpoint)).toEqual([])
    })
  })
}
