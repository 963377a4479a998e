import { expect, test } from '../fixtures'
import { logOf, type App } from '../harness/app'
import { parseHtml, textOf } from '../harness/html'
import { startScriptedProvider, type ScriptedProvider } from '../idp/scripted'
import { t } from '../texts'
import { startLogin, Visitor } from './site'

/*
 * Logins at a provider that lies, through all of the app. e2e/logins tests which answers of a provider the app accepts,
 * and which callbacks.
 */

const sessionCookie = 'next-auth.session-token'

let provider: ScriptedProvider
let app: App

test.beforeAll(async ({ startVariant }) => {
  provider = await startScriptedProvider({ userinfo: {} })
  const { issuer, clientId, clientSecret } = provider
  const oidc = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
  app = await startVariant({ ...oidc, DEMO_LOGIN: '' })
})
test.beforeEach(() => {
  provider.lie = () => ({})
})
test.afterAll(() => provider.close())

/** Returns a visitor whom the provider has just redirected to the app, and the URL of the redirect. */
async function sentBack(): Promise<{ visitor: Visitor; callback: string }> {
  const visitor = new Visitor(app.origin)
  const { location } = await startLogin(visitor)
  const { location: callback } = await visitor.send(location)
  expect(callback).toContain(`${app.origin}/api/auth/callback/oidc?code=`)
  return { visitor, callback }
}

test('a callback completes only one login when it is sent many times', async () => {
  const { visitor, callback } = await sentBack()
  const copies = Array.from({ length: 6 }, () => visitor.copy())
  const answers = await Promise.all(copies.map((copy) => copy.follow(callback)))
  const unfinished = answers.filter(({ url }) => /\/signin\?.*\berror=unfinished/.test(url))
  expect(copies.filter(({ cookies }) => cookies.has(sessionCookie))).toHaveLength(1)
  expect(unfinished).toHaveLength(5)
  expect(unfinished[0]?.body).toContain(t('signIn.problem.unfinished.title'))
  expect(provider.asked.get('/token')).toBe(1)
})

test('a user can sign in after any number of callbacks from the same client address', async () => {
  const { visitor, callback } = await sentBack()
  const askedBefore = provider.asked.get('/token')
  const another = visitor.copy()
  const state = another.cookies.get('next-auth.state') ?? ''
  another.cookies.set('next-auth.state', `${state.slice(0, -4)}AAAA`)
  for (const stranger of [new Visitor(app.origin), another]) {
    const answers = await Promise.all(Array.from({ length: 400 }, () => stranger.copy().send(callback)))
    for (const { location } of answers) expect(location).toContain('error=unfinished')
  }
  expect(provider.asked.get('/token')).toBe(askedBefore)
  await visitor.follow(callback)
  expect(visitor.cookies.has(sessionCookie)).toBe(true)
})

test('many logins request the discovery document once, also in the several bundles of the app', async () => {
  const starts = await Promise.all(Array.from({ length: 6 }, () => startLogin(new Visitor(app.origin))))
  for (const { location } of starts) expect(location).toContain(`${provider.issuer}/authorize?`)
  await sentBack()
  // The start of the app has made the request.
  expect(provider.asked.get('/.well-known/openid-configuration')).toBe(1)
})

test('a token for another client causes a page that blames the setup, with the support code', async () => {
  provider.lie = async ({ claims, signed }) => ({ idToken: await signed({ ...claims, aud: 'another-client' }) })
  const { visitor, callback } = await sentBack()
  const { headers, location } = await visitor.send(callback)
  const alert = textOf(parseHtml((await visitor.send(location)).body).querySelector('[role="alert"]'))
  expect(alert).toContain(t('signIn.problem.misconfigured.title'))
  expect(alert).toContain(`${t('support.code')} ${String(headers['x-request-id'])}`)
  expect(visitor.cookies.has(sessionCookie)).toBe(false)
  // The page does not show a made-up support code from a link.
  const { body } = await visitor.send('/signin?error=misconfigured&code=CALL-0800-123456')
  expect(body).not.toContain('CALL-0800-123456</bdi>')
})

test('an answer that the provider posts shows the page that blames the setup, and only a callback takes such a form', async () => {
  const body = new URLSearchParams({ code: 'a-code', state: 'a-state' }).toString()
  const headers = { Origin: provider.issuer, 'Content-Type': 'application/x-www-form-urlencoded' }
  // A browser sends no cookie of the login with the form of another site.
  const { status, location } = await new Visitor(app.origin).send('/api/auth/callback/oidc', { body, headers })
  expect([status, location]).toEqual([303, expect.stringMatching(/\/signin\?.*\berror=misconfigured&code=/)])
  const reason = 'it answers by form_post and not in the query'
  expect(logOf(app, 'login failed').at(-1)).toMatchObject({
    code: 'provider_unsupported',
    endpoint: 'authorization',
    reason,
  })
  for (const [path, refused] of [
    ['/api/auth/callback/github', 405],
    ['/api/auth/signin', 403],
    ['/signin', 403],
  ] as const)
    expect((await new Visitor(app.origin).send(path, { body, headers })).status, path).toBe(refused)
})

test('a refusal with 4 KB of Japanese shows our page, and the log has its code', async () => {
  const visitor = new Visitor(app.origin)
  const { location } = await startLogin(visitor)
  const state = new URL(location).searchParams.get('state') ?? ''
  const query = new URLSearchParams({ error: 'access_denied', error_description: '拒'.repeat(1365), state })
  const { url } = await visitor.follow(`/api/auth/callback/oidc?${query}`)
  expect(url).toMatch(/\/signin\?.*\berror=unfinished/)
  const line = logOf(app, 'login failed').at(-1)
  expect(line).toMatchObject({ code: 'denied', reason: 'access_denied', description: expect.stringContaining('拒') })
})

test('a name of 5,000 letters and markup appears as text and fits a narrow screen', async ({ page, control }) => {
  const name = `<img src=x>${'W'.repeat(5000)}`
  provider.lie = async ({ claims, signed }) => ({ idToken: await signed({ ...claims, name }) })
  await control.set({ connectUrl: `${app.origin}/connect` })
  await page.setViewportSize({ width: 320, height: 640 })
  const shownName = page.locator('header p, main p').filter({ hasText: '<img src=x>WWW' })
  const expectWithinScreen = async (button: string) => {
    await expect(shownName).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    // The sides of the screen must not cut the name or the button either.
    const right = (box: { x: number; width: number } | null) => (box ? box.x + box.width : Infinity)
    expect(right(await shownName.boundingBox())).toBeLessThanOrEqual(320)
    expect(right(await page.getByRole('button', { name: button }).boundingBox())).toBeLessThanOrEqual(320)
  }

  await page.goto((await control.pressConnect()).link)
  await expectWithinScreen(t('confirm.signOut'))
  await page.goto(`${app.origin}/signin`)
  await expectWithinScreen(t('signIn.signedIn.signOut'))
})
