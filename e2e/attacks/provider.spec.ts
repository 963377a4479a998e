import type { App } from '../harness/app'
import { parseHtml, textOf } from '../harness/html'
import { startScriptedProvider, type ScriptedProvider } from '../idp/scripted'
import { secretToken, unsignedToken } from '../idp/tokens'
import { expect, startLogin, test, Visitor } from './site'
import { t } from '../texts'

/* The requests that a login makes to the provider, and the answers of a provider that lies. */

// One worker runs these tests, so that it starts the provider and the app once.
test.describe.configure({ mode: 'default' })

const sessionCookie = 'next-auth.session-token'
const unfinished = /\/signin\?.*\berror=unfinished/
const misconfigured = /\/signin\?.*\berror=misconfigured&code=\w{10}$/

let provider: ScriptedProvider
let app: App

test.beforeAll(async ({ startVariant }) => {
  provider = await startScriptedProvider()
  const { issuer, clientId, clientSecret } = provider
  const oidc = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
  app = await startVariant({ ...oidc, DEMO_LOGIN: '' })
})
test.beforeEach(() => {
  provider.sub = 'user-1'
  provider.lie = () => ({})
  provider.asked.clear()
})
test.afterAll(() => provider.close())

/** Returns a visitor whom the provider has just redirected to the app, and the URL of the redirect. */
async function sentBack(fields: Record<string, string> = {}): Promise<{ visitor: Visitor; callback: string }> {
  const visitor = new Visitor(app.origin)
  const { location } = await startLogin(visitor, fields)
  const { location: callback } = await visitor.send(location)
  expect(callback).toContain(`${app.origin}/api/auth/callback/oidc?code=`)
  return { visitor, callback }
}

async function logIn(sub: string): Promise<{ url: string; body: string; isSignedIn: boolean }> {
  const { visitor, callback } = await sentBack()
  provider.sub = sub
  const { url, body } = await visitor.follow(callback)
  return { url, body, isSignedIn: visitor.cookies.has(sessionCookie) }
}

/** Returns the calls of the app's server to the provider for a login. */
const callsOfServer = () =>
  [...provider.asked].filter(([path]) => path !== '/authorize' && path !== '/.well-known/openid-configuration')

test.describe('a callback', () => {
  test('completes only one login when it is sent many times', async () => {
    const { visitor, callback } = await sentBack()
    const copies = Array.from({ length: 100 }, () => visitor.copy())
    const answers = await Promise.all(copies.map((copy) => copy.follow(callback)))
    expect(provider.asked.get('/token')).toBe(1)
    expect(copies.filter(({ cookies }) => cookies.has(sessionCookie))).toHaveLength(1)
    expect(answers.filter(({ url }) => unfinished.test(url))).toHaveLength(99)
    // Another code does not complete it later either.
    const another = await visitor.copy().follow(callback.replace(/code=\w+/, 'code=another'))
    expect(another.url).toMatch(unfinished)
    expect(another.body).toContain(t('signIn.problem.unfinished.title'))
    expect(provider.asked.get('/token')).toBe(1)
  })

  test('redirects a signed-in user to their page when it is sent again', async () => {
    const { visitor, callback } = await sentBack({ callbackUrl: '/connect/confirm?page=2' })
    const page = `${app.origin}/connect/confirm?page=2`
    const beforeLogin = visitor.copy()
    expect((await visitor.follow(callback)).url).toBe(page)
    // A browser does this after Back to the provider, with its current cookies or with the cookies of the login.
    expect((await visitor.follow(callback)).url).toBe(page)
    beforeLogin.cookies.set(sessionCookie, visitor.cookies.get(sessionCookie) ?? '')
    expect((await beforeLogin.follow(callback)).url).toBe(page)
    expect(provider.asked.get('/token')).toBe(1)
  })

  test('makes no request to the provider when this browser has started no login', async ({ startVariant }) => {
    const { issuer, clientId, clientSecret } = provider
    const oidc = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
    const { origin } = await startVariant({ ...oidc, DEMO_LOGIN: '', LOG_LEVEL: 'warn' })
    for (const query of [
      'code=a',
      'code=a&state=a',
      'code=a&state=',
      'id_token=a.b.c&state=a',
      'error=access_denied',
    ]) {
      expect((await new Visitor(origin).follow(`/api/auth/callback/oidc?${query}`)).url).toMatch(unfinished)
    }
    expect(callsOfServer()).toEqual([])
  })

  test('makes no request to the provider when it has no code', async () => {
    let token = ''
    provider.lie = ({ claims, forged }) => {
      token = forged(claims)
      return {}
    }
    await logIn('user-1')
    for (const query of [`id_token=${token}`, `response=${token}`, 'access_token=a', 'error=access_denied']) {
      const { visitor, callback } = await sentBack()
      provider.asked.clear()
      const { url } = await visitor.follow(callback.replace(/code=\w+/, query))
      expect(url).toMatch(query === 'error=access_denied' ? unfinished : misconfigured)
      expect(callsOfServer()).toEqual([])
    }
  })

  test('makes no request to the provider when its state is wrong or missing, and the login can still finish', async () => {
    const { visitor, callback } = await sentBack()
    const other = await sentBack()
    provider.asked.clear()
    for (const foreign of [other.callback, callback.replace(/state=[^&]+/, ''), `${callback}x`]) {
      expect((await visitor.follow(foreign)).url).toMatch(unfinished)
    }
    expect(callsOfServer()).toEqual([])
    expect((await visitor.follow(callback)).url).toBe(`${app.origin}/connect/confirm`)
    expect(visitor.cookies.has(sessionCookie)).toBe(true)
  })
})

test('the app refuses the 31st sign-in of an account within half an hour, and signs in another account', async () => {
  const logins = await Promise.all(Array.from({ length: 30 }, () => logIn('busy')))
  expect(logins.filter(({ isSignedIn }) => isSignedIn)).toHaveLength(30)
  const refused = await logIn('busy')
  expect(refused.isSignedIn).toBe(false)
  expect(refused.url).toContain(`/signin?callbackUrl=`)
  expect(refused.body).toContain(t('signIn.problem.too_often.title'))
  expect((await logIn('another')).isSignedIn).toBe(true)
})

test.describe('a provider', () => {
  const lies: Record<string, ScriptedProvider['lie']> = {
    'signs nothing': ({ claims }) => ({ idToken: unsignedToken(claims) }),
    'signs with the client’s secret': ({ claims, clientSecret }) => ({ idToken: secretToken(claims, clientSecret) }),
    'signs with another key that has the same ID': ({ claims, forged }) => ({ idToken: forged(claims) }),
    'changes a signed token': ({ claims, signed }) => ({
      idToken: withPayload(signed(claims), { ...claims, sub: 'somebody-else' }),
    }),
    'names another issuer': ({ claims, signed }) => ({ idToken: signed({ ...claims, iss: 'https://evil.example' }) }),
    'signs for another client': ({ claims, signed }) => ({ idToken: signed({ ...claims, aud: 'another-client' }) }),
    'signs for several clients': ({ claims, signed }) => ({
      idToken: signed({ ...claims, aud: [claims['aud'], 'another-client'] }),
    }),
    'signs for us on behalf of another client': ({ claims, signed }) => ({
      idToken: signed({ ...claims, azp: 'another-client' }),
    }),
    'signs no nonce': ({ claims: { nonce: _nonce, ...others }, signed }) => ({ idToken: signed(others) }),
    'signs another nonce': ({ claims, signed }) => ({ idToken: signed({ ...claims, nonce: 'another-nonce' }) }),
    'signs an expired token': ({ claims, signed }) => ({
      idToken: signed({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 }),
    }),
    'signs a token without an expiry': ({ claims: { exp: _exp, ...others }, signed }) => ({ idToken: signed(others) }),
    'signs a token without a user': ({ claims: { sub: _sub, ...others }, signed }) => ({ idToken: signed(others) }),
    'reports another user than the signed token': () => ({ userinfo: { sub: 'somebody-else', name: 'Eve' } }),
    'sends no token': () => ({ idToken: '' }),
  }

  for (const [what, lie] of Object.entries(lies)) {
    test(`that ${what} signs no user in`, async () => {
      provider.lie = lie
      const { url, isSignedIn } = await logIn('user-1')
      // Another nonce looks like another login of the same browser.
      expect(url).toMatch(what === 'signs another nonce' ? unfinished : misconfigured)
      expect(isSignedIn).toBe(false)
      expect(provider.asked.get('/token')).toBe(1)
    })
  }

  test('that signs for another client causes a page that blames the setup, with the support code', async () => {
    provider.lie = lies['signs for another client'] ?? provider.lie
    const { visitor, callback } = await sentBack()
    const { headers, location } = await visitor.send(callback)
    const alert = textOf(parseHtml((await visitor.send(location)).body).querySelector('[role="alert"]'))
    expect(alert).toContain(t('signIn.problem.misconfigured.title'))
    expect(alert).toContain(`${t('support.code')} ${String(headers['x-request-id'])}`)
    // The page does not show a made-up support code from a link.
    const { body } = await visitor.send('/signin?error=misconfigured&code=CALL-0800-123456')
    expect(body).not.toContain('CALL-0800-123456</bdi>')
  })

  test('that is honest signs a user in', async () => {
    const { url, isSignedIn } = await logIn('user-1')
    expect(url).toBe(`${app.origin}/connect/confirm`)
    expect(isSignedIn).toBe(true)
  })
})

function withPayload(token: string, claims: object): string {
  const [header, , signature] = token.split('.')
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}
