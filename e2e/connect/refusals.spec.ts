import { t } from '../texts'
import type { ScriptedAnswer } from '../stand-in/control/messages'
import { expect, test } from '../fixtures'
import { walletAddress } from '../harness/people'
import { arrive, browserWithLink, expectBackAtService, plainBrowserAt, typeAndConnect } from '../steps'

/*
 * The failures of a confirm, one for each remedy and each kind of answer. lib/connect/outcome.test.ts tests every
 * status and reason. Each failure shows our message, the remedy, the text of the service if any, and a support code. A
 * failure that can be retried keeps the link and the typed address. The app never sends a press again after a final
 * refusal. confirm-page.spec.ts checks the page's script after a refusal of each remedy.
 */

interface Refusal {
  answer: ScriptedAnswer
  shows: string[]
  /** How the user continues: with the form, with a button to try again, or only with a new link. */
  continuesWith: 'form' | 'try again' | 'new link'
  /** The number of calls that reach the service. It is 3 when a retry may help. */
  calls: number
  /** A text in the lines of the log with the support code of the page. */
  logs?: string
}

const json = (status: number, body: Record<string, string>) => ({ status, json: body })

const refusals: Record<string, Refusal> = {
  'an expired request, with HTML in the text': {
    answer: json(410, { error: '<img src=x onerror=alert(1)>\u202e\u0000gone', reason: 'request_expired' }),
    shows: ['<img src=x onerror=alert(1)> gone', t('refused.remedy.press_connect_again')],
    continuesWith: 'new link',
    calls: 1,
  },
  'an invalid address': {
    answer: json(422, { error: 'Address is not on the curve', reason: 'invalid_address' }),
    shows: ['Address is not on the curve', t('refused.remedy.check_address')],
    continuesWith: 'form',
    calls: 1,
  },
  'a bad key': {
    answer: json(401, { error: 'Invalid API key' }),
    shows: ['Invalid API key', t('refused.remedy.tell_operator')],
    continuesWith: 'try again',
    calls: 1,
    logs: 'check SUBNET_ID, SERVICE_API_KEY and SERVICE_BASE_URL',
  },
  'a page of a CDN': {
    answer: { status: 403, text: '<h1>Access denied</h1>', headers: { 'Content-Type': 'text/html; charset=utf-8' } },
    shows: [t('refused.title.answer_unreadable'), t('refused.remedy.try_again')],
    continuesWith: 'form',
    calls: 1,
    logs: '"status":403,"contentType":"text/html","attempts":1',
  },
  'a return_url that is no web URL': {
    answer: json(200, { auth_code: 'a-code', return_url: 'javascript:alert(1)' }),
    shows: [t('refused.title.return_url_unusable')],
    continuesWith: 'try again',
    calls: 1,
  },
  'truncated JSON': {
    answer: { status: 200, text: '{"auth_code":"abc' },
    shows: [t('refused.title.answer_unreadable')],
    continuesWith: 'form',
    calls: 1,
  },
  'a connection reset': {
    answer: { drop: 'reset', times: 3 },
    shows: [t('refused.title.no_answer'), t('refused.remedy.try_again')],
    continuesWith: 'form',
    calls: 3,
  },
}

for (const [what, { answer, shows, continuesWith, calls, logs = '' }] of Object.entries(refusals)) {
  test(`the page says what happened and offers "${continuesWith}" when the answer is ${what}`, async ({
    app,
    control,
  }) => {
    const browser = await browserWithLink(app, control)
    await control.script('confirm', answer)
    await typeAndConnect(browser)
    for (const text of shows) expect(browser.alert).toContain(text)
    const [, code = 'none'] = new RegExp(`${t('support.code')} ([0-9A-Z]{10})$`).exec(browser.alert) ?? []
    const lines = app.output().split('\n')
    expect(lines.filter((line) => line.includes(`"correlationId":"${code}"`)).join('\n')).toContain(logs)
    expect(code).not.toBe('none')
    expect(browser.textFields).toEqual(continuesWith === 'form' ? ['wallet_address'] : [])
    if (continuesWith === 'form') expect(browser.valueOf('wallet_address')).toBe(walletAddress)

    const received = await control.received('confirm')
    expect(received).toHaveLength(calls)
    const keys = received.map((request) => request.headers['idempotency-key'])
    expect(new Set(keys).size).toBe(calls)

    // A reload shows the same message, without a call.
    await browser.goto('/connect/confirm')
    for (const text of shows) expect(browser.alert).toContain(text)
    expect(await control.received('confirm')).toHaveLength(calls)

    await control.clearScripts()
    if (continuesWith === 'new link') {
      expect(browser.html).toContain(`${t('nothingToConnect.profileLink')}</a>`)
      expect(browser.buttons).toEqual([t('confirm.signOut')])
      await arrive(browser, control)
      await typeAndConnect(browser)
    } else if (continuesWith === 'form') {
      await typeAndConnect(browser, null)
    } else {
      await browser.press(t('refused.tryAgain'))
    }
    await expectBackAtService(browser)
  })
}

test('a link makes no call when it arrives again after a final refusal', async ({ app, control }) => {
  const browser = await plainBrowserAt(app, 'Gustav')
  const { link } = await arrive(browser, control)
  await control.script('confirm', json(404, { error: 'No such request', reason: 'request_not_found' }))
  await typeAndConnect(browser)
  expect(browser.alert).toContain('No such request')

  await browser.goto(link)
  expect(browser.alert).toContain('No such request')
  expect(browser.buttons).not.toContain(t('confirm.connect'))
  expect(await control.received('confirm')).toHaveLength(1)
})
