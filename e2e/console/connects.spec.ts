import { openConsole } from './steps'
import { expect, test } from '../fixtures'
import type { App } from '../harness/app'
import { rowsOfCsv } from '../harness/csv'
import { formWith, hiddenFields, parseHtml, textOf } from '../harness/html'
import { pastConnectsFile } from '../harness/past-connects'
import { operatorName, walletAddress } from '../harness/people'
import type { Visitor } from '../harness/visitor'
import { arrive, plainBrowserAt, typeAndConnect } from '../steps'
import { readConsolePage } from '../received-page'
import type { StandInControl } from '../stand-in/control/client'
import { consoleT, inHtml } from '../texts'
import { visitorAs } from '../sessions'

const path = '/console/connects'
const webhooksTab = '?tab=webhooks'
const html = async (requests: Visitor, query = '') => (await requests.send(path + query)).body

/** Arrives with a new link and presses Connect, without a browser. */
async function connect(requests: Visitor, app: App, control: StandInControl) {
  await control.set({ connectUrl: `${app.origin}/connect` })
  const { link, nonce, request_id: requestId } = await control.pressConnect()
  const page = (await requests.follow(link)).body
  const answer = await requests.send('/connect/confirm', {
    headers: { Origin: app.origin },
    form: { ...hiddenFields(page, { button: 'Connect' }), wallet_address: walletAddress },
  })
  return { requestId, nonce, location: answer.location }
}

test('a support code finds the connect, its reason, the advice for the user and the log line', async ({
  app,
  control,
}) => {
  const user = await plainBrowserAt(app)
  const { request_id: requestId } = await arrive(user, control)
  await control.script('confirm', { status: 410, json: { error: 'Expired', reason: 'request_expired' } })
  await typeAndConnect(user)
  const [code = ''] = /[0-9A-HJKMNP-TV-Z]{10}(?![0-9A-Za-z])/.exec(user.alert) ?? []
  expect(code).not.toBe('')

  const connects = await readConsolePage(app, path)
  const address = connects.submit(consoleT('controls.filter'), { find: code.toLowerCase() })
  const found = (await readConsolePage(app, address)).elements('article').map(textOf)
  const text = `"correlationId":"${code}"`
  expect(found).toHaveLength(1)
  for (const words of [consoleT('connects.outcomes.reasons.request_expired.tell'), requestId, '410', text])
    expect(found[0]).toContain(words)
  const lines = app.output().split('\n')
  expect(lines.filter((line) => line.includes(text) && line.includes('"event":"refused"'))).toHaveLength(1)
})

test('the records have no personal data, and the page explains this', async ({ app, control }) => {
  const operator = await visitorAs(app, operatorName)
  const { requestId, nonce } = await connect(await visitorAs(app, 'Minnie'), app, control)
  const list = await html(operator)
  expect(list).toContain(requestId)
  for (const text of [walletAddress, nonce, 'ac=', 'minnie']) expect(list).not.toContain(text)
  expect(list).toContain(inHtml(consoleT('shared.kept.process')))
  expect(await html(operator, '?find=demo:minnie')).toContain(inHtml(consoleT('connects.find.none.minimal')))
})

test.describe('with full records, thirty days of connects and a webhook', () => {
  let app: App

  test.beforeAll(async ({ standIn, startVariant }) => {
    app = await startVariant({
      CONNECT_RECORDS: 'full',
      DEMO_CONNECTS: pastConnectsFile([walletAddress]),
      CONNECTED_WEBHOOK_URL: standIn.webhookUrl,
      CONNECTED_WEBHOOK_SECRET: standIn.webhookSecret,
    })
  })

  test('a message is signed, can be sent again by an operator alone, and delays no user', async ({ control }) => {
    const ada = await visitorAs(app, 'Ada')
    const first = await connect(ada, app, control)
    expect(first.location).toContain('/connect/callback?request_id=')
    await expect.poll(() => control.webhooks()).toHaveLength(1)
    const [message] = await control.webhooks()
    const body = message?.body ?? ''
    // lib/jobs/message.test.ts tests the whole message.
    expect(JSON.parse(body)).toMatchObject({ data: { user_id: 'demo:ada', request_id: first.requestId } })
    expect(body).not.toMatch(/nonce|ac=/)

    await control.set({ webhookStatus: 503 })
    const second = await connect(ada, app, control)
    const operator = await visitorAs(app, operatorName)
    await expect
      .poll(() => html(operator, webhooksTab))
      .toContain(inHtml(consoleT('connects.webhooks.failed', { count: 1 })))
    const page = await html(operator, webhooksTab)
    const again = formWith(parseHtml(page), { button: 'Send again' }).querySelector('button[name="message"]')
    const form = { ...hiddenFields(page, { button: 'Send again' }), message: again?.getAttribute('value') ?? '' }
    const options = { headers: { Origin: app.origin }, form }
    const tab = path + webhooksTab
    expect((await ada.send(tab, options)).status).toBe(404)
    const [sent, gone] = [inHtml(consoleT('connects.webhooks.sent')), consoleT('connects.webhooks.gone')]
    // Not earlier, because the app also tries again by itself.
    await control.set({ webhookStatus: null })
    expect((await operator.send(tab, options)).body).toContain(sent)
    await expect.poll(async () => (await control.webhooks()).at(-1)?.id).toBe(`wallet-confirmed-${second.requestId}`)
    await expect.poll(() => html(operator, webhooksTab)).toContain(consoleT('connects.webhooks.fine'))
    expect((await operator.send(tab, options)).body).toContain(gone)

    await control.set({ webhookStatus: 0 })
    await control.clearReceived()
    expect((await connect(ada, app, control)).location).toContain('/connect/callback?request_id=')
    // The app has not given up the message, so the user did not wait for the end of its time.
    const messages = async () => (await control.received()).filter(({ path }) => path === '/webhooks')
    await expect.poll(messages).toMatchObject([{ status: null }])
  })

  /** A past day with more refusals than the other days. */
  const day = new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10)

  test('each tab has its part of the page, and a link with a filter or a search opens the list', async () => {
    const contents = {
      list: consoleT('connects.filter.apply'),
      figures: consoleT('connects.rate.funnel'),
      webhooks: consoleT('connects.webhooks.title'),
    }
    const { link } = await readConsolePage(app, path)
    for (const [query, tab] of [
      ...(['list', 'figures', 'webhooks'] as const).map(
        (each) => [link(consoleT(`connects.tabs.${each}`)), each] as const,
      ),
      [`${path}?outcome=refused`, 'list'],
      [`${path}?tab=other`, 'list'],
    ] as const) {
      const { text, elements } = await readConsolePage(app, query)
      expect(elements('.tabs [aria-current]').map(textOf), query).toEqual([consoleT(`connects.tabs.${tab}`)])
      for (const [other, words] of Object.entries(contents)) expect(text.includes(words), other).toBe(other === tab)
    }
    const wrong = await readConsolePage(app, `${path}?day=2026-02-30`)
    expect(wrong.alerts).toEqual([consoleT('conversions.filter.problems.not_a_date', { typed: '2026-02-30' })])
    const ofDay = await readConsolePage(app, `${path}?day=${new Date().toISOString().slice(0, 10)}`)
    const figures = await readConsolePage(app, ofDay.link(consoleT('connects.tabs.figures')))
    expect(figures.link(consoleT('connects.rate.whole'))).toBe(`${path}?tab=figures`)
  })

  // app/console/connects tests the columns, the reasons, the links of the filter and the export.
  test('the filter leaves the connects of a day, and the export follows it', async () => {
    const list = await readConsolePage(app, path)
    const submitted = list.submit(consoleT('connects.filter.apply'), { day, outcome: 'refused' })
    const { cells, text, link } = await readConsolePage(app, submitted)
    const name = consoleT('connects.words.outcome.refused')
    expect(cells.length).toBeGreaterThan(1)
    expect(new Set(cells.map(([, outcome]) => outcome))).toEqual(new Set([name]))
    expect(text).toContain(consoleT('connects.count', { count: cells.length, day, filters: name }))
    const { body } = await (await visitorAs(app, operatorName)).send(link(consoleT('shared.exportLinks.csvLabel')))
    expect(rowsOfCsv(body)).toHaveLength(cells.length)
    expect(link(consoleT('connects.filter.remove', { name }))).toBe(`${path}?day=${day}`)
  })

  // This test is here because no other test of this app makes it read and keep the balances.
  test('the search reads all balances only after a press, and then finds a user by the start of a wallet', async ({
    control,
  }) => {
    const search = '/console/search?q='
    const linksOf = async (address: string) =>
      (await readConsolePage(app, address)).elements('main a').map((link) => link.getAttribute('href'))
    const { user_id: user, wallets } = await control.user(0)
    const start = (wallets[0] ?? '').slice(0, 8)
    expect(await linksOf(search + start)).toEqual([`${search}${start}&all=1`])
    expect(await linksOf(search + user)).toEqual([`${search}${user}&all=1`, `/console/conversions/one?id=${user}`])
    expect(await control.received('balances')).toEqual([])
    await expect.poll(() => linksOf(`${search}${start}&all=1`)).toEqual([`/console/users/one?id=${user}`])
  })

  test('the rows begin near the top, also with a filter', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await openConsole(page, app, path)
    const rows = page.locator('tbody > tr')
    expect((await rows.nth(13).boundingBox())?.y).toBeLessThan(900 - 36)
    await page.goto(`${app.origin}${path}?day=${day}`)
    await expect(page).toHaveTitle(new RegExp(`^Connects, ${day} `))
    expect((await rows.first().boundingBox())?.y).toBeLessThanOrEqual(260)
  })
})
