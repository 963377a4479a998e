import { parseSetCookie } from 'cookie'
import { expect, test } from '../fixtures'
import { holdCookiePrefix } from './page-steps'
import { readConsolePage } from '../received-page'
import { browserWithLink, expectHeld, plainBrowserAt } from '../steps'
import { consoleT, t } from '../texts'

/* Arrivals at the connect URL. server/arrivals.spec.ts tests which requests the app takes for an arrival. */

const requestId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

test.describe('a connect link', () => {
  test('sets a hold cookie and disappears from the address bar', async ({ app, control }) => {
    const browser = await plainBrowserAt(app)
    const { link, nonce } = await control.pressConnect()
    const { status, headers, setCookies } = await browser.visitor.send(link)
    expect(status).toBe(303)
    expect(headers).toMatchObject({ location: '/connect/confirm', 'cache-control': 'no-store' })
    const cookies = setCookies.map((line) => parseSetCookie(line))
    const held = { name: expect.stringMatching(`^${holdCookiePrefix}`), httpOnly: true, sameSite: 'lax', path: '/' }
    expect(cookies).toEqual([expect.objectContaining({ ...held, maxAge: 3600 })])
    expect(cookies[0]?.value).not.toContain(nonce)
    await expectHeld(browser)
    expect(browser.html).not.toContain(nonce)
  })

  test('is reported to the operator when the browser has no room for it', async ({ app, control }) => {
    const browser = await plainBrowserAt(app)
    for (let links = 0; links < 4; links += 1) await browser.goto((await control.pressConnect()).link)
    const { link, request_id: requestId } = await control.pressConnect()
    const { status, location } = await browser.visitor.send(link)
    expect([status, location]).toEqual([303, '/connect/confirm'])
    const lines = app.output().split('\n')
    expect(lines.filter((line) => line.includes(requestId))).toEqual([
      expect.stringContaining('"event":"arrival not held"'),
    ])
    const { text } = await readConsolePage(app, `/console/connects?find=${requestId}`)
    expect(text).toContain(consoleT('connects.outcomes.stepReasons.no_room'))
  })
})

test('an incomplete link answers 400 without its nonce, says what to do, and keeps the older link', async ({
  app,
  control,
  standIn,
}) => {
  const browser = await browserWithLink(app, control)
  const nonce = 'a-nonce-to-look-for-'.repeat(26)
  for (const query of [`request_id=${requestId}`, `request_id=${requestId}&nonce=${nonce}`]) {
    const { status, body } = await browser.visitor.send(`/connect?${query}`)
    expect(status).toBe(400)
    expect(body).toContain(`<h1>${t('incompleteLink.title')}</h1>`)
    expect(body).toContain(`href="${standIn.profileUrl}"`)
    expect(body).not.toContain('a-nonce-to-look-for')
  }
  expect(app.output()).toContain('"event":"incomplete link"')
  await expectHeld(browser)
})

test('the connect URL redirects to the confirm page when it has no query', async ({ app }) => {
  const browser = await plainBrowserAt(app)
  await browser.goto('/connect')
  expect(browser.url).toBe(`${app.origin}/connect/confirm`)
  expect(browser.heading).toBe(t('nothingToConnect.title'))
  expect(browser.html).toContain(`${t('nothingToConnect.profileLink')}</a>`)
})
