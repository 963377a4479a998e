import { t } from './texts'
import type { ScriptedAnswerInput } from './stand-in/control/messages'
import { expect, test } from './fixtures'
import * as plain from './plain-steps'
import {
  addressField,
  alertOf,
  arrive,
  connectButton,
  expectBackAtService,
  expectConnected,
  signIn,
  tryAgainButton,
  typeAndConnect,
  walletAddress,
} from './steps'

/** Any of these texts, whatever characters are in them. */
const anyOf = (texts: readonly string[]) => new RegExp(texts.map((text) => text.replace(/[^\w ]/g, '\\$&')).join('|'))

/*
 * Every way in which a confirm can fail. Each says what happened in our words, what to do, the service's own
 * text where there is one, and a code to quote. What can be tried again keeps the link and what was typed;
 * what the service has refused for good is never asked again. What an answer leads to is decided on the server, so
 * each is seen by HTTP; what the page's script adds is the same for all that go on alike, and seen once for each.
 */

interface Refusal {
  answer: Omit<ScriptedAnswerInput, 'operation'>
  shows: string[]
  /** Where it goes on: at the form, at a button to try again, or with a new link alone. */
  goesOn: 'form' | 'try again' | 'new link'
  /** Calls that reach the service: three where it is worth trying again. */
  calls: number
  /** Seen in a browser with its scripts too. */
  inBrowser?: true
}

const json = (status: number, body: Record<string, string>) => ({ status, json: body })
const profile = t('refused.remedy.press_connect_again')

const refusals: Record<string, Refusal> = {
  'already confirmed, no code': {
    answer: json(409, { error: 'Request already confirmed', reason: 'already_confirmed' }),
    shows: ['Request already confirmed', profile],
    goesOn: 'new link',
    calls: 1,
  },
  'unknown request': {
    answer: json(404, { error: 'No such request', reason: 'request_not_found' }),
    shows: ['No such request', profile],
    goesOn: 'new link',
    calls: 1,
  },
  'expired request': {
    answer: json(410, { error: 'Request expired', reason: 'request_expired' }),
    shows: ['Request expired', profile],
    goesOn: 'new link',
    calls: 1,
  },
  'another nonce': {
    answer: json(422, { error: 'Nonce differs', reason: 'nonce_mismatch' }),
    shows: ['Nonce differs', t('refused.remedy.open_newest_link')],
    goesOn: 'new link',
    calls: 1,
  },
  'invalid address': {
    answer: json(422, { error: 'Address is not on the curve', reason: 'invalid_address' }),
    shows: ['Address is not on the curve', t('refused.remedy.check_address')],
    goesOn: 'form',
    calls: 1,
  },
  'invalid body': {
    answer: json(422, { error: 'subnet_user_id: too long', reason: 'invalid_request' }),
    shows: ['subnet_user_id: too long', t('refused.remedy.tell_operator')],
    goesOn: 'try again',
    calls: 1,
  },
  'bad subnet ID': {
    answer: json(400, { error: 'Bad subnet' }),
    shows: ['Bad subnet', t('refused.remedy.tell_operator')],
    goesOn: 'try again',
    calls: 1,
  },
  'bad key': {
    answer: json(401, { error: 'Invalid API key' }),
    shows: ['Invalid API key', t('refused.remedy.tell_operator')],
    goesOn: 'try again',
    calls: 1,
    inBrowser: true,
  },
  'forbidden key': {
    answer: json(403, { error: 'Forbidden' }),
    shows: ['Forbidden', t('refused.remedy.tell_operator')],
    goesOn: 'try again',
    calls: 1,
  },
  'server error': {
    answer: { ...json(500, { error: 'Out of order' }), times: 3 },
    shows: ['Out of order', t('refused.remedy.try_again')],
    goesOn: 'form',
    calls: 3,
    inBrowser: true,
  },
  'bad gateway in HTML': {
    answer: { status: 502, headers: { 'Content-Type': 'text/html' }, text: '<h1>Bad gateway</h1>', times: 3 },
    shows: [t('refused.title.server_error'), t('refused.remedy.try_again')],
    goesOn: 'form',
    calls: 3,
  },
  redirect: {
    answer: { status: 302, headers: { Location: 'https://elsewhere.example/' } },
    shows: [t('refused.title.redirected'), t('refused.remedy.tell_operator')],
    goesOn: 'try again',
    calls: 1,
  },
  'success in HTML': {
    answer: { status: 200, headers: { 'Content-Type': 'text/html' }, text: '<p>Welcome</p>' },
    shows: [t('refused.title.answer_unreadable'), t('refused.remedy.try_again')],
    goesOn: 'form',
    calls: 1,
  },
  'truncated JSON': {
    answer: { status: 200, text: '{"auth_code":"abc' },
    shows: [t('refused.title.answer_unreadable')],
    goesOn: 'form',
    calls: 1,
  },
  'empty body': {
    answer: { status: 200, text: '' },
    shows: [t('refused.title.answer_unreadable'), t('refused.remedy.try_again')],
    goesOn: 'form',
    calls: 1,
  },
  'auth_code of a wrong type': {
    answer: { status: 200, json: { auth_code: 42, return_url: 'https://service.example/#ac=42' } },
    shows: [t('refused.title.unknown'), t('refused.remedy.tell_operator')],
    goesOn: 'try again',
    calls: 1,
  },
  'a body over the limit': {
    answer: { status: 200, bytes: 65_537 },
    shows: [t('refused.title.answer_unreadable')],
    goesOn: 'form',
    calls: 1,
  },
  'a connection reset': {
    answer: { drop: 'reset', times: 3 },
    shows: [t('refused.title.no_answer'), t('refused.remedy.try_again')],
    goesOn: 'form',
    calls: 3,
  },
  'a body cut off': {
    answer: { drop: 'truncate', times: 3 },
    shows: [t('refused.title.no_answer'), t('refused.remedy.try_again')],
    goesOn: 'form',
    calls: 3,
  },
  'no answer': {
    answer: { drop: 'hang', times: 3 },
    shows: [t('refused.title.no_answer'), t('refused.remedy.try_again')],
    goesOn: 'form',
    calls: 3,
  },
  'an unknown status': {
    answer: json(418, { error: 'A teapot' }),
    shows: ['A teapot', t('refused.remedy.tell_operator')],
    goesOn: 'try again',
    calls: 1,
  },
  'HTML in the text': {
    answer: json(410, { error: '<img src=x onerror=alert(1)>\u202e\u0000gone', reason: 'request_expired' }),
    shows: ['<img src=x onerror=alert(1)> gone'],
    goesOn: 'new link',
    calls: 1,
    inBrowser: true,
  },
}

for (const [what, { answer, shows, goesOn, calls, inBrowser = false }] of Object.entries(refusals)) {
  test(`${what}: says what happened and what to do, and goes on: ${goesOn}`, async ({ app, startVariant, control }) => {
    // Only an answer that never comes has to be waited for.
    const asked = answer.drop === 'hang' ? await startVariant({ SERVICE_DEADLINE_SECONDS: '1' }) : app
    await control.set({ connectUrl: `${asked.origin}/connect` })
    const browser = await plain.plainBrowserAt(asked)
    await plain.arrive(browser, control)
    await control.script('confirm', answer)
    await plain.typeAndConnect(browser)
    for (const text of shows) expect(browser.alert).toContain(text)
    expect(browser.alert).toMatch(new RegExp(`${t('refused.code')} [0-9A-Z]{10}$`))
    expect(browser.textFields).toEqual(goesOn === 'form' ? ['wallet_address'] : [])
    if (goesOn === 'form') expect(browser.valueOf('wallet_address')).toBe(walletAddress)

    const received = await control.received('confirm')
    expect(received).toHaveLength(calls)
    const keys = received.map((request) => request.headers['idempotency-key'])
    expect(new Set(keys).size).toBe(calls)

    // A reload says the same, and asks nobody.
    await browser.goto('/connect/confirm')
    for (const text of shows) expect(browser.alert).toContain(text)
    expect(await control.received('confirm')).toHaveLength(calls)

    await control.clearScripts()
    if (goesOn === 'new link') {
      expect(browser.html).toContain(`${t('nothingToConnect.profileLink')}</a>`)
      expect(browser.buttons.join()).not.toMatch(/Connect|Try/)
      await plain.arrive(browser, control)
      await plain.typeAndConnect(browser)
    } else if (goesOn === 'form') {
      await plain.typeAndConnect(browser, null)
    } else {
      await browser.press(t('refused.tryAgain'))
    }
    plain.expectBackAtService(browser)
  })

  if (!inBrowser) continue
  test(`${what}, in a browser with its scripts: the message, and goes on: ${goesOn}`, async ({
    page,
    app,
    control,
  }) => {
    await signIn(page, app)
    await arrive(page, control)
    await control.script('confirm', answer)
    await typeAndConnect(page)
    for (const text of shows) await expect(alertOf(page)).toContainText(text)
    await expect(alertOf(page)).toContainText(new RegExp(`${t('refused.code')} [0-9A-Z]{10}$`))
    if (goesOn === 'form') await expect(addressField(page)).toHaveValue(walletAddress)
    else await expect(page.getByRole('textbox')).toHaveCount(0)
    await page.reload()
    for (const text of shows) await expect(alertOf(page)).toContainText(text)

    await control.clearScripts()
    if (goesOn === 'new link') {
      await expect(page.getByRole('link', { name: t('nothingToConnect.profileLink') })).toBeVisible()
      await expect(page.getByRole('button', { name: /Connect|Try/ })).toHaveCount(0)
      await arrive(page, control)
      await typeAndConnect(page)
    } else if (goesOn === 'form') {
      await connectButton(page).click()
    } else {
      await tryAgainButton(page).click()
    }
    await expectBackAtService(page)
  })
}

test('a refused connection: the service is down', async ({ startVariant, control }) => {
  const app = await startVariant({ SERVICE_BASE_URL: 'http://localhost:9/api', SERVICE_DEADLINE_SECONDS: '1' })
  await control.set({ connectUrl: `${app.origin}/connect` })
  const browser = await plain.plainBrowserAt(app)
  await plain.arrive(browser, control)
  await plain.typeAndConnect(browser)
  expect(browser.alert).toContain(t('refused.title.no_answer'))
  await plain.expectHeld(browser)
})

test('an answer lost on its way: the next attempt meets 409 with a code', async ({ app, control }) => {
  const browser = await plain.plainBrowserAt(app)
  await plain.arrive(browser, control)
  await control.script('confirm', { after: 'handle', drop: 'reset' })
  await plain.typeAndConnect(browser)
  plain.expectBackAtService(browser)
  expect((await control.received('confirm')).map((request) => request.status)).toEqual([null, 409])
})

test.describe('429', () => {
  const slowDown = (retryAfter: string) => ({
    ...json(429, { error: 'Slow down' }),
    headers: { 'Retry-After': retryAfter },
  })

  test('counts down and presses by itself', async ({ page, app, control }) => {
    await signIn(page, app)
    await arrive(page, control)
    await control.script('confirm', slowDown('3'))
    await typeAndConnect(page)
    await expect(alertOf(page)).toContainText('Slow down')
    await expect(alertOf(page)).toContainText(t('wait.byItself'))
    await expect(
      page.getByRole('button', { name: anyOf([1, 2, 3].map((seconds) => t('confirm.waitingButton', { seconds }))) }),
    ).toBeDisabled()
    await expectConnected(page)
    expect((await control.received('confirm')).map(({ status }) => status)).toEqual([429, 200])
  })

  test('does not press by itself for another address than the one that was pressed with', async ({
    page,
    app,
    control,
  }) => {
    await signIn(page, app)
    await arrive(page, control)
    await control.script('confirm', slowDown('2'))
    await typeAndConnect(page)
    await expect(alertOf(page)).toContainText('Slow down')
    await addressField(page).fill('something else')
    await expect(alertOf(page)).toContainText(t('wait.now'))
    await expect(addressField(page)).toHaveValue('something else')
    expect(await control.received('confirm')).toHaveLength(1)
  })

  test('with a date too, and without JavaScript: says when to press, and leaves the button to press', async ({
    page,
    startVariant,
    control,
  }) => {
    // An app of its own, since nobody's press goes through before that time.
    const app = await startVariant({ SERVICE_DEADLINE_SECONDS: '2' })
    await control.set({ connectUrl: `${app.origin}/connect` })
    const name = 'Whoever waits'
    const browser = await plain.plainBrowserAt(app, name)
    const { link } = await plain.arrive(browser, control)
    await control.script('confirm', slowDown(new Date(Date.now() + 90_000).toUTCString()))
    await plain.typeAndConnect(browser)
    expect(browser.alert).toContain('Slow down')
    expect(browser.alert).toMatch(
      anyOf(Array.from({ length: 20 }, (_, more) => t('wait.pressInSeconds', { seconds: 80 + more }))),
    )
    // A press before its time spends no call.
    await browser.press(t('confirm.connect'))
    expect(browser.alert).toMatch(
      anyOf(Array.from({ length: 100 }, (_, seconds) => t('wait.pressInSeconds', { seconds }))),
    )
    expect(await control.received('confirm')).toHaveLength(1)

    await signIn(page, app, name)
    await page.goto(link)
    await typeAndConnect(page)
    await expect(page.getByRole('button', { name: /^Connect \(in (7\d|8\d|9\d) s\)$/ })).toBeDisabled()
    expect(await control.received('confirm')).toHaveLength(1)
  })
})

test('a user who presses too often waits, whatever the tab and the link, and others do not', async ({
  page,
  app,
  control,
}) => {
  const name = 'Who presses often'
  const browser = await plain.plainBrowserAt(app, name)
  await plain.arrive(browser, control)
  await control.script('confirm', { ...json(422, { error: 'No', reason: 'invalid_address' }), times: 5 })
  for (let press = 0; press < 5; press += 1) {
    await plain.typeAndConnect(browser)
    expect(browser.alert).toContain(t('refused.title.invalid_address'))
  }
  await browser.press(t('confirm.connect'))
  expect(browser.alert).toContain(t('wait.tooManyAttempts'))
  expect(browser.valueOf('wallet_address')).toBe(walletAddress)

  await signIn(page, app, name)
  await arrive(page, control)
  await typeAndConnect(page)
  await expect(alertOf(page)).toContainText(t('wait.tooManyAttempts'))
  await expect(addressField(page)).toHaveValue(walletAddress)
  expect(await control.received('confirm')).toHaveLength(5)

  const other = await plain.plainBrowserAt(app)
  await other.goto((await control.pressConnect('bob')).link)
  await plain.typeAndConnect(other)
  plain.expectBackAtService(other)
})

test('a link that was refused for good is not asked for again, from another browser either', async ({
  app,
  control,
}) => {
  const browser = await plain.plainBrowserAt(app, 'Gustav')
  const { link } = await plain.arrive(browser, control)
  await control.script('confirm', json(404, { error: 'No such request', reason: 'request_not_found' }))
  await plain.typeAndConnect(browser)
  expect(browser.alert).toContain('No such request')

  const other = await plain.plainBrowserAt(app, 'Gustav')
  await other.goto(link)
  await plain.typeAndConnect(other)
  expect(other.alert).toContain('No such request')
  expect(await control.received('confirm')).toHaveLength(1)
})

test('tells the log what the operator must mend, by the code that the user quotes', async ({ app, control }) => {
  const browser = await plain.plainBrowserAt(app)
  await plain.arrive(browser, control)
  await control.script('confirm', json(401, { error: 'Invalid API key' }))
  await plain.typeAndConnect(browser)
  expect(browser.alert).toContain(t('refused.remedy.tell_operator'))
  const [, code] = new RegExp(`${t('refused.code')} (\\w+)$`).exec(browser.alert) ?? []
  const lines = app.output().split('\n')
  const told = lines.filter((text) => text.includes(`"correlationId":"${code}"`))
  expect(told.join('\n')).toContain('check SUBNET_ID, SERVICE_API_KEY and SERVICE_BASE_URL')
})

test('this site out of reach: says so, and the link is still good', async ({ page, app, control, context }) => {
  await signIn(page, app)
  await arrive(page, control)
  await context.setOffline(true)
  await typeAndConnect(page)
  await expect(alertOf(page)).toContainText(t('offline.title'))
  await expect(addressField(page)).toHaveValue(walletAddress)
  await context.setOffline(false)
  await connectButton(page).click()
  await expectConnected(page)
})
