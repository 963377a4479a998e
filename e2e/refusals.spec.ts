import type { ScriptedAnswerInput } from './service/control/messages'
import { expect, test } from './fixtures'
import {
  addressField,
  alertOf,
  arrive,
  connectButton,
  expectBackAtService,
  expectConnected,
  expectHeld,
  signIn,
  typeAndConnect,
  walletAddress,
} from './steps'

/*
 * Every way in which a confirm can fail. Each shows the service's own text where there is one, and what
 * to do; each keeps the hold and what was typed, so that the next press goes on from there.
 */

interface Refusal {
  answer: Omit<ScriptedAnswerInput, 'operation'>
  shows: string[]
  /** Calls that reach the service: three where it is worth trying again. */
  calls: number
}

const json = (status: number, body: Record<string, string>) => ({ status, json: body })
const profile = 'press Connect again'

const refusals: Record<string, Refusal> = {
  'already confirmed, no code': {
    answer: json(409, { error: 'Request already confirmed', reason: 'already_confirmed' }),
    shows: ['Request already confirmed', profile],
    calls: 1,
  },
  'unknown request': {
    answer: json(404, { error: 'No such request', reason: 'request_not_found' }),
    shows: ['No such request', profile],
    calls: 1,
  },
  'expired request': {
    answer: json(410, { error: 'Request expired', reason: 'request_expired' }),
    shows: ['Request expired', profile],
    calls: 1,
  },
  'another nonce': {
    answer: json(422, { error: 'Nonce differs', reason: 'nonce_mismatch' }),
    shows: ['Nonce differs', 'newest link'],
    calls: 1,
  },
  'invalid address': {
    answer: json(422, { error: 'Address is not on the curve', reason: 'invalid_address' }),
    shows: ['Address is not on the curve', 'Check the address'],
    calls: 1,
  },
  'invalid body': {
    answer: json(422, { error: 'subnet_user_id: too long', reason: 'invalid_request' }),
    shows: ['subnet_user_id: too long', 'tell the operator'],
    calls: 1,
  },
  'bad subnet ID': { answer: json(400, { error: 'Bad subnet' }), shows: ['Bad subnet', 'tell the operator'], calls: 1 },
  'bad key': {
    answer: json(401, { error: 'Invalid API key' }),
    shows: ['Invalid API key', 'tell the operator'],
    calls: 1,
  },
  'forbidden key': { answer: json(403, { error: 'Forbidden' }), shows: ['Forbidden', 'tell the operator'], calls: 1 },
  'server error': {
    answer: { ...json(500, { error: 'Out of order' }), times: 3 },
    shows: ['Out of order', 'try again'],
    calls: 3,
  },
  'bad gateway in HTML': {
    answer: { status: 502, headers: { 'Content-Type': 'text/html' }, text: '<h1>Bad gateway</h1>', times: 3 },
    shows: ['problem of its own', 'try again'],
    calls: 3,
  },
  redirect: {
    answer: { status: 302, headers: { Location: 'https://elsewhere.example/' } },
    shows: ['not at the address', 'tell the operator'],
    calls: 1,
  },
  'success in HTML': {
    answer: { status: 200, headers: { 'Content-Type': 'text/html' }, text: '<p>Welcome</p>' },
    shows: ['could not read', 'try again'],
    calls: 1,
  },
  'truncated JSON': { answer: { status: 200, text: '{"auth_code":"abc' }, shows: ['could not read'], calls: 1 },
  'empty body': { answer: { status: 200, text: '' }, shows: ['could not read', 'try again'], calls: 1 },
  'auth_code of a wrong type': {
    answer: { status: 200, json: { auth_code: 42, return_url: 'https://service.example/#ac=42' } },
    shows: ['did not say why', 'tell the operator'],
    calls: 1,
  },
  'a body over the limit': { answer: { status: 200, bytes: 65_537 }, shows: ['could not read'], calls: 1 },
  'a connection reset': { answer: { drop: 'reset', times: 3 }, shows: ['did not answer', 'try again'], calls: 3 },
  'a body cut off': { answer: { drop: 'truncate', times: 3 }, shows: ['did not answer', 'try again'], calls: 3 },
  'no answer': { answer: { drop: 'hang', times: 3 }, shows: ['did not answer', 'try again'], calls: 3 },
  'an unknown status': { answer: json(418, { error: 'A teapot' }), shows: ['A teapot', 'tell the operator'], calls: 1 },
  'HTML in the text': {
    answer: json(410, { error: '<img src=x onerror=alert(1)>\u202e\u0000gone', reason: 'request_expired' }),
    shows: ['<img src=x onerror=alert(1)> gone'],
    calls: 1,
  },
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    for (const [what, { answer, shows, calls }] of Object.entries(refusals)) {
      test(`${what}: says what happened and what to do, and keeps hold and address`, async ({
        page,
        startVariant,
        control,
      }) => {
        const app = await startVariant({ SERVICE_DEADLINE_SECONDS: '1' })
        await control.set({ connectUrl: `${app.origin}/connect` })
        await signIn(page, app)
        await arrive(page, control)
        await control.script('confirm', answer)
        await typeAndConnect(page)
        for (const text of shows) await expect(alertOf(page)).toContainText(text, { timeout: 10_000 })
        await expect(addressField(page)).toHaveValue(walletAddress)

        const received = await control.received('confirm')
        expect(received).toHaveLength(calls)
        const keys = received.map((request) => request.headers['idempotency-key'])
        expect(new Set(keys).size).toBe(calls)

        // The next press goes on from here, with the address that was typed.
        await control.clearScripts()
        await connectButton(page).click()
        await expectBackAtService(page)
      })
    }

    test('a refused connection: the service is down', async ({ page, startVariant, control }) => {
      const app = await startVariant({ SERVICE_BASE_URL: 'http://localhost:9/api', SERVICE_DEADLINE_SECONDS: '1' })
      await control.set({ connectUrl: `${app.origin}/connect` })
      await signIn(page, app)
      await arrive(page, control)
      await typeAndConnect(page)
      await expect(alertOf(page)).toContainText('did not answer', { timeout: 10_000 })
      await expectHeld(page, app)
    })

    test('an answer lost on its way: the next attempt meets 409 with a code', async ({ page, app, control }) => {
      await signIn(page, app)
      await arrive(page, control)
      await control.script('confirm', { after: 'handle', drop: 'reset' })
      await typeAndConnect(page)
      await expectBackAtService(page)
      expect((await control.received('confirm')).map((request) => request.status)).toEqual([null, 409])
    })
  })
}

test('429: the button counts down and comes back', async ({ page, app, control }) => {
  await signIn(page, app)
  await arrive(page, control)
  await control.script('confirm', { ...json(429, { error: 'Slow down' }), headers: { 'Retry-After': '3' } })
  await typeAndConnect(page)
  await expect(alertOf(page)).toContainText('Slow down')
  await expect(alertOf(page)).toContainText('Wait 3 seconds')
  await expect(page.getByRole('button', { name: 'Connect (in 2 s)' })).toBeDisabled()
  await expect(connectButton(page)).toBeEnabled()
  await expect(alertOf(page)).toContainText('You can press Connect again now.')
  await connectButton(page).click()
  await expectConnected(page)
})

test('429 with a date counts down too', async ({ page, app, control }) => {
  await signIn(page, app)
  await arrive(page, control)
  const date = new Date(Date.now() + 90_000).toUTCString()
  await control.script('confirm', { ...json(429, { error: 'Slow down' }), headers: { 'Retry-After': date } })
  await typeAndConnect(page)
  await expect(page.getByRole('button', { name: /^Connect \(in (8\d|90) s\)$/ })).toBeDisabled()
})

test.describe('429 without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('leaves the button to press', async ({ page, app, control }) => {
    await signIn(page, app)
    await arrive(page, control)
    await control.script('confirm', { ...json(429, { error: 'Slow down' }), headers: { 'Retry-After': '30' } })
    await typeAndConnect(page)
    await expect(alertOf(page)).toContainText('Wait 30 seconds')
    await expect(connectButton(page)).toBeEnabled()
  })
})

test('the limit of the service itself: after 120 calls in a minute', async ({ page, app, control }) => {
  await control.set({ rate: { requests: 1, windowMs: 60_000 } })
  await signIn(page, app)
  await arrive(page, control)
  await control.script('confirm', { ...json(410, { error: 'Gone' }), after: 'handle' })
  await typeAndConnect(page)
  await expect(alertOf(page)).toContainText('Gone')
  await connectButton(page).click()
  await expect(alertOf(page)).toContainText(/Wait \d+ seconds/)
})

test('tells the log what the operator must mend, and the user that the operator must', async ({
  page,
  startVariant,
  control,
}) => {
  const app = await startVariant({ SERVICE_API_KEY: 'not-the-key' })
  await control.set({ connectUrl: `${app.origin}/connect` })
  await signIn(page, app)
  await arrive(page, control)
  await typeAndConnect(page)
  await expect(alertOf(page)).toContainText('tell the operator')
  expect(app.output()).toContain('check SUBNET_ID, SERVICE_API_KEY and SERVICE_BASE_URL')
})

test.describe('a press that this site never answers', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|status of 409/] })

  test('this site out of reach: says so, and the link is still good', async ({ page, app, control, context }) => {
    await signIn(page, app)
    await arrive(page, control)
    await context.setOffline(true)
    await typeAndConnect(page)
    await expect(alertOf(page)).toContainText('This site could not be reached')
    await context.setOffline(false)
    await connectButton(page).click()
    await expectConnected(page)
  })

  test('a page of an older deployment reloads and goes on', async ({ page, app, control }) => {
    await signIn(page, app)
    await arrive(page, control)
    // Another deployment does not know the action that this page posts to.
    await page.route('**/connect/confirm', async (route) => {
      const headers = { ...route.request().headers(), 'next-action': '40'.padEnd(42, '0') }
      await route.continue(route.request().method() === 'POST' ? { headers } : {})
    })
    await addressField(page).fill(walletAddress)
    const reloaded = page.waitForEvent('load')
    await connectButton(page).click()
    await reloaded
    await page.unrouteAll()
    await typeAndConnect(page)
    await expectConnected(page)
  })
})
