import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import { expect, test } from './fixtures'
import type { App } from './harness/app'
import { hiddenFields, textOf } from './harness/html'
import { newWallet } from './harness/new-wallet'
import { operatorName, walletAddress } from './harness/people'
import type { Visitor } from './harness/visitor'
import { arrive, plainBrowserAt, typeAndConnect } from './plain-steps'
import { readConsolePage } from './received-page'
import type { StandInControl } from './stand-in/control/client'
import { consoleT, inHtml } from './texts'
import { visitorAs } from './sessions'

const path = '/console/connects'
const html = async (requests: Visitor, query = '') => (await requests.send(path + query)).body

/** Arrives with a new link and presses Connect, by requests alone. Returns where that led, and the request's id. */
async function connect(requests: Visitor, app: App, control: StandInControl) {
  await control.set({ connectUrl: `${app.origin}/connect` })
  const { link, nonce, request_id: requestId } = await control.pressConnect()
  const page = (await requests.follow(link)).body
  const startedAt = performance.now()
  const answer = await requests.send('/connect/confirm', {
    headers: { Origin: app.origin },
    form: { ...hiddenFields(page, { button: 'Connect' }), wallet_address: walletAddress },
  })
  return { requestId, nonce, location: answer.location, durationMs: performance.now() - startedAt }
}

test('at three in the morning: from the code on a user’s page to the attempt, its reason, what to say and the log line', async ({
  app,
  control,
}) => {
  const user = await plainBrowserAt(app)
  const { request_id: requestId } = await arrive(user, control)
  await control.script('confirm', { status: 410, json: { error: 'Expired', reason: 'request_expired' } })
  await typeAndConnect(user)
  const [code = ''] = /[0-9A-HJKMNP-TV-Z]{10}(?![0-9A-Za-z])/.exec(user.alert) ?? []
  expect(code).not.toBe('')

  const overview = await readConsolePage(app, '/console')
  const connects = await readConsolePage(app, overview.link(consoleT('layout.pages.connects')))
  expect(connects.elements('h1').map(textOf)).toEqual([consoleT('layout.pages.connects')])
  const address = connects.submit(consoleT('connects.find.button'), { find: code.toLowerCase() })
  const attempts = (await readConsolePage(app, address)).elements('article').map(textOf)
  const text = `"correlationId":"${code}"`
  expect(attempts).toHaveLength(1)
  for (const words of [
    consoleT('connectOutcomes.reasons.request_expired.name'),
    consoleT('connectOutcomes.reasons.request_expired.tell'),
    requestId,
    '410',
    text,
    `${consoleT('connects.attempt.way')} ${consoleT('connects.attempt.ways.address')}`,
  ]) {
    expect(attempts[0]).toContain(words)
  }
  const lines = app.output().split('\n')
  expect(lines.filter((line) => line.includes(text) && line.includes('"event":"refused"'))).toHaveLength(1)
})

test('what is kept has no person in it, and says so', async ({ app, control }) => {
  const operator = await visitorAs(app, operatorName)
  const { requestId, nonce } = await connect(await visitorAs(app, 'Minnie'), app, control)
  const list = await html(operator)
  expect(list).toContain(requestId)
  for (const text of [walletAddress, nonce, 'ac=', 'minnie']) expect(list).not.toContain(text)
  expect(list).toContain(inHtml(consoleT('connects.kept.process')))
  expect(await html(operator, '?find=demo:minnie')).toContain(inHtml(consoleT('connects.find.none.minimal')))
})

test.describe('with CONNECT_RECORDS=full', () => {
  // In one worker, which starts the app with that once.
  test.describe.configure({ mode: 'default' })
  const full = { CONNECT_RECORDS: 'full' }

  test('a user is found', async ({ startVariant, control }) => {
    const app = await startVariant(full)
    const connected = await connect(await visitorAs(app, 'Minnie'), app, control)
    const found = await html(await visitorAs(app, operatorName), '?find=demo:minnie')
    for (const text of [connected.requestId, walletAddress, 'demo:minnie']) expect(found).toContain(text)
    for (const text of [connected.nonce, 'ac=']) expect(found).not.toContain(text)
  })

  test('the service is asked about a confirmed wallet: one that it does not know did not come through', async ({
    startVariant,
    control,
  }) => {
    const app = await startVariant(full)
    await control.set({ connectUrl: `${app.origin}/connect` })
    const { address } = newWallet()
    const user = await plainBrowserAt(app)
    const { request_id: requestId } = await arrive(user, control)
    // This browser runs no scripts, so that the service's own page does not complete the connection.
    await typeAndConnect(user, address)
    const ask = async () => {
      const found = await readConsolePage(app, `${path}?find=${requestId}`)
      const answer = await readConsolePage(app, found.submit(consoleT('connects.ask.button'), {}))
      return textOf(answer.elements('[role="alert"], [role="status"]')[0] ?? null)
    }
    const title = (answer: 'found' | 'notFound') => consoleT(`connects.ask.${answer}.title`, { walletAddress: address })
    expect(await ask()).toContain(title('notFound'))
    expect(await ask()).toContain(consoleT('connects.ask.notFound.text'))

    for (const text of [title('found'), consoleT('connects.ask.found.text')]) {
      await control.script('resources', { status: 200, json: { status: 'success', resources: [] } })
      expect(await ask()).toContain(text)
    }
    await control.script('resources', { status: 403, json: { error: 'No' } })
    expect(await ask()).toContain(consoleT('problems.forbidden.title'))
  })

  test('a user’s page has the balance, the bolts of each conversion, the resources and the attempts to connect', async ({
    startVariant,
    control,
  }) => {
    const app = await startVariant(full)
    await control.set({ data: { users: 40, breakdownUsers: 40, conversions: 30 } })
    const operator = await visitorAs(app, operatorName)
    const { user_id: user, wallets, resources } = await control.user(2)
    const html = async (id: string) =>
      (await operator.send(`/console/users/${id}?whole=1`)).body.replaceAll(/<!--.*?-->/gs, '')
    const page = await html(user)
    const balances = JSON.parse((await operator.send('/console/balances/export?format=json')).body) as {
      user_id: string
      wallet_address: string
    }[]
    const wallet = balances.find(({ user_id }) => user_id === user)?.wallet_address
    expect(page).toContain(`href="/console/resources?address=${wallet}"`)
    const bolts = await operator.send(`/console/conversions/by-user/export?format=json&user=${user}`)
    const conversions = JSON.parse(bolts.body) as { conversion_id: string }[]
    expect(conversions.length).toBeGreaterThan(0)
    for (const { conversion_id: id } of conversions) expect(page).toContain(`href="/console/conversions/${id}?at=`)
    expect(wallets).toContain(wallet)
    const copyButton = `aria-label="${consoleT('controls.copy.button', { what: consoleT('shared.resourceColumns.resourceId') })}"`
    expect(page.split(copyButton)).toHaveLength(Math.min(resources, 10) + 1)
    expect(page).toContain(inHtml(consoleT('users.connects.none')))

    const nobody = await html('01ARZ3NDEKTSV4RRFFQ69G5FAV')
    for (const text of [
      consoleT('users.balance.none'),
      consoleT('users.bolts.none', { total: 30 }),
      consoleT('users.resources.noWallet'),
    ]) {
      expect(nobody).toContain(inHtml(text))
    }
    expect((await operator.send('/console/users/%20')).status).toBe(404)

    await control.script('balances', { status: 401, json: { error: 'Bad key' } })
    const failing = await html(user)
    expect(failing).toContain(inHtml(consoleT('problems.unauthenticated.title')))
    for (const { conversion_id: id } of conversions) expect(failing).toContain(`/console/conversions/${id}?at=`)
  })
})

test('the operator’s own system hears of a connection, signed; what it missed is sent again by an operator alone; it makes no user wait', async ({
  startVariant,
  standIn,
  control,
}) => {
  const system = await startRelay(standIn.webhookUrl)
  const app = await startVariant({
    CONNECTED_WEBHOOK_URL: system.url,
    CONNECTED_WEBHOOK_SECRET: standIn.webhookSecret,
  })
  const ada = await visitorAs(app, 'Ada')
  const first = await connect(ada, app, control)
  expect(first.location).toContain('/connect/callback?request_id=')
  await expect.poll(() => control.webhooks()).toHaveLength(1)
  const [told] = await control.webhooks()
  expect(JSON.parse(told?.body ?? '')).toMatchObject({
    type: 'wallet.confirmed',
    data: {
      user_id: 'demo:ada',
      wallet_address: walletAddress,
      proven: false,
      confirmed_before: false,
      environment: 'staging',
      request_id: first.requestId,
    },
  })
  expect(told?.body).not.toMatch(/nonce|ac=/)

  await control.script('confirm', { after: 'handle', drop: 'reset' })
  const lost = await connect(ada, app, control)
  expect(lost.location).toContain('/connect/callback?request_id=')
  await expect.poll(() => control.webhooks()).toHaveLength(2)
  expect(JSON.parse((await control.webhooks())[1]?.body ?? '')).toMatchObject({
    data: { confirmed_before: true, request_id: lost.requestId },
  })

  await control.set({ webhookStatus: 503 })
  const second = await connect(ada, app, control)
  const operator = await visitorAs(app, operatorName)
  await expect.poll(() => html(operator)).toContain(inHtml(consoleT('connects.webhooks.failed', { count: 1 })))
  const form = hiddenFields(await html(operator), { button: 'Send again' })
  await control.set({ webhookStatus: null })
  const options = { headers: { Origin: app.origin }, form }
  expect((await ada.send(path, options)).status).toBe(404)
  expect((await operator.send(path, options)).headers.location).toBe(`${path}?sent=again`)
  await expect.poll(async () => (await control.webhooks()).at(-1)?.id).toBe(`wallet-confirmed-${second.requestId}`)
  await expect.poll(() => html(operator)).toContain(consoleT('connects.webhooks.fine'))
  expect((await operator.send(path, options)).headers.location).toBe(`${path}?sent=gone`)

  const arrived = system.fallSilent()
  const { location, durationMs } = await connect(ada, app, control)
  expect(location).toContain('/connect/callback?request_id=')
  expect(durationMs).toBeLessThan(5000)
  await arrived
  system.close()
})

/** Hands on what it is sent, until it takes connections and answers nothing for longer than an attempt lasts. */
async function startRelay(target: string) {
  let isSilent = false
  const server = createServer((request, response) => {
    if (isSilent) return
    const onward = httpRequest(target, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502)
      answer.pipe(response)
    })
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}/`,
    /** Resolves once something has arrived after this. */
    fallSilent: () => {
      isSilent = true
      return once(server, 'request')
    },
    close: () => server.close().closeAllConnections(),
  }
}
