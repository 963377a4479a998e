import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { APIRequestContext } from 'playwright/test'
import { expect, test } from './fixtures'
import type { App } from './harness/app'
import { hiddenFields } from './harness/html-forms'
import { operatorName, walletAddress } from './harness/people'
import { alertOf, arrive, signIn, signInAsOperator, typeAndConnect } from './steps'
import type { StandInControl } from './stand-in/control/client'
import { consoleT, inHtml } from './texts'

const path = '/console/connects'
const html = async (requests: APIRequestContext, app: App, query = '') =>
  (await requests.get(`${app.origin}${path}${query}`)).text()

/** Arrives with a new link and presses Connect, by requests alone. Returns where that led, and the request's id. */
async function connect(requests: APIRequestContext, app: App, control: StandInControl) {
  await control.set({ connectUrl: `${app.origin}/connect` })
  const { link, nonce, request_id: requestId } = await control.pressConnect()
  const page = await (await requests.get(link)).text()
  const startedAt = performance.now()
  const answer = await requests.post(`${app.origin}/connect/confirm`, {
    headers: { Origin: app.origin },
    multipart: { ...hiddenFields(page, '>Connect</button>'), wallet_address: walletAddress },
    maxRedirects: 0,
  })
  return { requestId, nonce, location: answer.headers().location ?? '', durationMs: performance.now() - startedAt }
}

test.describe('at three in the morning', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test('from the code on a user’s page to the attempt, its reason, what to say and the log line', async ({
    page,
    app,
    control,
    browser,
  }) => {
    await signIn(page, app)
    const { request_id: requestId } = await arrive(page, control)
    await control.script('confirm', { status: 410, json: { error: 'Expired', reason: 'request_expired' } })
    await typeAndConnect(page)
    const shown = (await alertOf(page).textContent()) ?? ''
    const [code = ''] = /[0-9A-HJKMNP-TV-Z]{10}(?![0-9A-Za-z])/.exec(shown) ?? []
    expect(code).not.toBe('')

    const operator = await (await browser.newContext()).newPage()
    await signInAsOperator(operator, app)
    await operator.goto(`${app.origin}/console`)
    await operator.getByRole('link', { name: consoleT('layout.pages.connects'), exact: true }).click()
    await expect(operator.getByRole('heading', { level: 1 })).toHaveText(consoleT('layout.pages.connects'))
    await operator.getByRole('textbox', { name: consoleT('connects.find.label') }).fill(code.toLowerCase())
    await operator.getByRole('button', { name: consoleT('connects.find.button') }).click()
    const attempt = operator.getByRole('article')
    await expect(attempt).toHaveCount(1)
    await expect(attempt).toContainText(consoleT('connectOutcomes.reasons.request_expired.name'))
    await expect(attempt).toContainText(consoleT('connectOutcomes.reasons.request_expired.tell'))
    await expect(attempt).toContainText(requestId)
    await expect(attempt).toContainText('410')
    const text = `"correlationId":"${code}"`
    await expect(attempt).toContainText(text)
    const lines = app.output().split('\n')
    expect(lines.filter((line) => line.includes(text) && line.includes('"event":"refused"'))).toHaveLength(1)
    await operator.context().close()
  })
})

test('what is kept has no person in it, and says so; with CONNECT_RECORDS=full a user is found', async ({
  requestAs,
  app,
  startVariant,
  control,
}) => {
  const operator = await requestAs(app, operatorName)
  const { requestId, nonce } = await connect(await requestAs(app, 'Minnie'), app, control)
  const list = await html(operator, app)
  expect(list).toContain(requestId)
  for (const text of [walletAddress, nonce, 'ac=', 'minnie']) expect(list).not.toContain(text)
  expect(list).toContain(inHtml(consoleT('connects.kept.process')))
  expect(await html(operator, app, '?find=demo:minnie')).toContain(inHtml(consoleT('connects.find.none.minimal')))

  const full = await startVariant({ CONNECT_RECORDS: 'full' })
  const connected = await connect(await requestAs(full, 'Minnie'), full, control)
  const found = await html(await requestAs(full, operatorName), full, '?find=demo:minnie')
  for (const text of [connected.requestId, walletAddress, 'demo:minnie']) expect(found).toContain(text)
  for (const text of [connected.nonce, 'ac=']) expect(found).not.toContain(text)
})

test.describe('the operator’s own system', () => {
  const variantWith = (standIn: { webhookUrl: string; webhookSecret: string }) => ({
    CONNECTED_WEBHOOK_URL: standIn.webhookUrl,
    CONNECTED_WEBHOOK_SECRET: standIn.webhookSecret,
  })

  test('hears of a connection, signed; what it missed is sent again by an operator alone', async ({
    requestAs,
    startVariant,
    standIn,
    control,
  }) => {
    const app = await startVariant(variantWith(standIn))
    const ada = await requestAs(app, 'Ada')
    const first = await connect(ada, app, control)
    expect(first.location).toContain('/connect/callback?request_id=')
    await expect.poll(() => control.webhooks()).toHaveLength(1)
    const [told] = await control.webhooks()
    expect(JSON.parse(told?.body ?? '')).toMatchObject({
      type: 'wallet.connected',
      data: {
        user_id: 'demo:ada',
        wallet_address: walletAddress,
        proven: false,
        environment: 'staging',
        request_id: first.requestId,
      },
    })
    expect(told?.body).not.toMatch(/nonce|ac=/)

    await control.set({ webhookStatus: 503 })
    const second = await connect(ada, app, control)
    const operator = await requestAs(app, operatorName)
    await expect.poll(() => html(operator, app)).toContain(inHtml(consoleT('connects.webhooks.failed', { count: 1 })))
    const form = hiddenFields(await html(operator, app), '>Send again</button>')
    await control.set({ webhookStatus: null })
    const options = { headers: { Origin: app.origin }, multipart: form, maxRedirects: 0 }
    expect((await ada.post(app.origin + path, options)).status()).toBe(404)
    expect((await operator.post(app.origin + path, options)).headers().location).toBe(`${path}?sent=again`)
    await expect.poll(async () => (await control.webhooks()).at(-1)?.id).toBe(`wallet-connected-${second.requestId}`)
    await expect.poll(() => html(operator, app)).toContain(consoleT('connects.webhooks.fine'))
    expect((await operator.post(app.origin + path, options)).headers().location).toBe(`${path}?sent=gone`)
  })

  test('does not make a user wait', async ({ requestAs, startVariant, control, standIn }) => {
    // It takes connections, and answers nothing for longer than an attempt lasts.
    const silent = createServer(() => {})
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const app = await startVariant({ ...variantWith(standIn), CONNECTED_WEBHOOK_URL: `http://127.0.0.1:${port}/` })
    const arrived = once(silent, 'connection')
    const { location, durationMs } = await connect(await requestAs(app, 'Ada'), app, control)
    expect(location).toContain('/connect/callback?request_id=')
    expect(durationMs).toBeLessThan(5000)
    const [socket] = (await arrived) as [Socket]
    socket.destroy()
    silent.close()
  })
})
