import { encode } from 'next-auth/jwt'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { config } from '@/lib/config'
import { limitAccount } from '@/lib/limits'
import {
  answerOfProvider,
  beginApp,
  beginLoginHere,
  browserCookies,
  browserJar,
  endLogin,
  enterHere,
  logIn,
  signOutHere,
} from './login-in-process'
import { forgedTokens } from './forged-tokens'
import { habits } from './habits'
import { failed, type ImitatedLogin } from './imitation'
import { products } from './products'
import { watchedLogin } from './watched-login'
import { startScriptedProvider, type Habits, type ScriptedProvider } from '../idp/scripted'

let provider: ScriptedProvider | undefined
async function closeProvider(): Promise<void> {
  await provider?.close()
  provider = undefined
}
afterEach(async () => {
  vi.useRealTimers()
  await closeProvider()
})

async function beginAt(habits: Habits, variables?: Record<string, string>): Promise<ScriptedProvider> {
  provider = await startScriptedProvider(habits)
  beginApp(provider, variables)
  return provider
}

describe('a login', () => {
  it.each([
    ['at each product', products],
    ['at a provider with each habit', habits],
    ['by each forged ID token', forgedTokens],
  ])('%s ends as expected', async (_, logins) => {
    for (const [name, login] of Object.entries(logins)) {
      expect.soft(await endOf(login), name).toEqual(expectedEnd(login))
      await closeProvider()
    }
  })

  it('asks for the configured scopes, prompt and max age, by default for openid, profile and email alone', async () => {
    const settings = { OIDC_SCOPE: 'openid groups', OIDC_PROMPT: 'select_account', OIDC_MAX_AGE_SECONDS: '60' }
    for (const [variables, wanted] of [
      [{}, ['openid profile email', null, null]],
      [settings, ['openid groups', 'select_account', '60']],
    ] as const) {
      await beginAt({}, variables)
      const { searchParams } = await beginLoginHere()
      expect(['scope', 'prompt', 'max_age'].map((name) => searchParams.get(name))).toEqual(wanted)
      await closeProvider()
    }
  })

  it.each<[cookie: string, variables?: Record<string, string>]>([
    ['state'],
    ['nonce'],
    ['pkce.code_verifier'],
    ['pkce.code_verifier', { OIDC_NONCE: '0' }],
  ])('fails as unfinished before any request when the cookie %s is unusable', async (cookie, variables) => {
    const { asked } = await beginAt({}, variables)
    const name = `next-auth.${cookie}`
    const seal = (value: string, salt = name, { secret } = config().login) =>
      encode({ token: { value }, secret, salt, maxAge: 900 })
    for (const [what, content] of [
      ['missing', ''],
      ['not sealed', 'a-text'],
      ['empty', await seal('')],
      ['sealed as another cookie', await seal('a-text', 'next-auth.csrf-token')],
      ['sealed with another secret', await seal('a-text', name, { ...config().login, secret: 'x'.repeat(44) })],
    ]) {
      const callback = await answerOfProvider(await beginLoginHere())
      expect(browserCookies.has(name), what).toBe(true)
      browserCookies.set(name, content ?? '')
      for (const state of [callback.searchParams.get('state'), '']) {
        callback.searchParams.set('state', state ?? '')
        const { error, user, lines } = await endLogin(callback)
        expect({ error, user, line: lines.at(-1) }, what).toMatchObject({
          error: 'unfinished',
          user: null,
          line: failed('no_login_here', {}),
        })
      }
    }
    expect(asked.get('/token')).toBeUndefined()
  })

  it('fails as unfinished when a cookie belongs to another login', async () => {
    await beginAt({})
    for (const [cookie, line] of [
      ['state', failed('another_login', {})],
      ['nonce', failed('another_login', { endpoint: 'token', reason: 'nonce mismatch' })],
      ['pkce.code_verifier', failed('code_refused', { endpoint: 'token', reason: 'invalid_grant' })],
    ] as const) {
      await beginLoginHere()
      const ofAnotherLogin = browserCookies.get(`next-auth.${cookie}`) ?? ''
      const callback = await answerOfProvider(await beginLoginHere())
      browserCookies.set(`next-auth.${cookie}`, ofAnotherLogin)
      const { error, user, lines } = await endLogin(callback)
      expect({ error, user, line: lines.at(-1) }, cookie).toMatchObject({ error: 'unfinished', user: null, line })
    }
  })

  it('deletes its cookies when it fails', async () => {
    await beginAt({ answers: { token: { status: 401, body: { error: 'invalid_client' } } } })
    const callback = await answerOfProvider(await beginLoginHere())
    expect([...browserCookies.keys()]).toContain('next-auth.state')
    expect((await endLogin(callback)).error).toBe('misconfigured')
    expect([...browserCookies.keys()].filter((name) => /state|nonce|pkce/.test(name))).toEqual([])
  })

  it.each([
    ['https', '__Host-'],
    ['http', ''],
  ])('over %s sets cookies that scripts and other sites cannot use', async (protocol, prefix) => {
    await beginAt({}, protocol === 'https' ? { NEXTAUTH_URL: 'https://connect.example.com' } : {})
    const set = vi.spyOn(browserJar, 'set')
    await logIn()
    await signOutHere()
    await logIn()
    const deleted: string[] = []
    const lifetimes: Record<string, number | undefined> = {}
    for (const [cookie, , attributes] of set.mock.calls) {
      const { name, ...others } = typeof cookie === 'string' ? { name: cookie, ...attributes } : cookie
      const { maxAge, secure = false, ...common }: CookieAttributes = others
      expect({ secure, ...common }, name).toMatchObject({
        secure: protocol === 'https',
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
      })
      expect(name.slice(0, prefix.length)).toBe(prefix)
      if (maxAge === 0) deleted.push(name.slice(prefix.length))
      // By `Expires`, a device whose clock is wrong would drop the cookie.
      else lifetimes[name.slice(prefix.length)] = maxAge
    }
    // Only the second login finds this cookie.
    expect(deleted.filter((name) => name === 'connect-ask-to-sign-in')).toHaveLength(1)
    expect(lifetimes).toEqual({
      'next-auth.callback-url': 900,
      'next-auth.state': 900,
      'next-auth.nonce': 900,
      'next-auth.pkce.code_verifier': 900,
      'next-auth.session-token': 8 * 3600,
      'connect-just-signed-in': 30,
      'connect-links': 3600,
      'connect-ask-to-sign-in': 1800,
    })
  })

  it('logs at most 1,000 characters of claim names when no claim has the role', async () => {
    const claims = Object.fromEntries(Array.from({ length: 1000 }, (_, number) => [`claim-${number}`, 'value']))
    await beginAt({ idToken: { openid: { name: 'Ada', ...claims } } }, { OIDC_OPERATOR_ROLE: 'console' })
    const { user, lines } = await logIn()
    expect(user).toMatchObject({ name: 'Ada', isOperator: false })
    expect(String(lines[0]?.claims)).toHaveLength(1000)
  })

  it('opens the sign-in page with the support code when it fails', async () => {
    await beginAt({ answers: { authorization: { error: 'invalid_request' } } })
    expect((await logIn('/console')).path).toBe('/signin?callbackUrl=%2Fconsole&error=misconfigured&code=TESTREQUEST')
  })
})

it('a login with a name is refused when the name has signed in too often, and no other name', async () => {
  await beginAt({}, { DEMO_LOGIN: '1' })
  for (let time = 0; time < 30; time += 1) await limitAccount({ people: 'users', id: 'demo:ada' })
  expect(await enterHere('Ada', '/console')).toBe('/signin?callbackUrl=%2Fconsole&error=too_often')
  expect(await enterHere('Bob', '/console')).toBe('/console')
})

describe('two logins in one browser', () => {
  it('let the newer login succeed when the older one is finished', async () => {
    await beginAt({})
    const older = await answerOfProvider(await beginLoginHere())
    const newer = await answerOfProvider(await beginLoginHere())
    const unfinished = await endLogin(older)
    expect(unfinished).toMatchObject({ error: 'unfinished', user: null, lines: [failed('another_login', {})] })
    expect((await endLogin(newer)).user).toMatchObject({ name: 'Ada' })
  })

  it('let the older login end without an error when the newer login has signed the user in', async () => {
    await beginAt({})
    const older = await answerOfProvider(await beginLoginHere())
    await logIn('/console')
    expect(await endLogin(older)).toMatchObject({ error: null, user: { name: 'Ada' } })
  })
})

type CookieAttributes = { maxAge?: number; secure?: boolean }

async function endOf({ habits, variables, lie }: ImitatedLogin) {
  const provider = await beginAt(habits, variables)
  if (lie) provider.lie = lie
  const { user, error, lines } = await watchedLogin(provider)
  return { user, error, lines }
}

const expectedEnd = ({ user, error, lines = [] }: ImitatedLogin) => ({
  user: user ? { id: 'user-1', isOperator: false, isViewer: false, ...user } : null,
  error: error ?? null,
  lines: lines.map((line) =>
    expect.objectContaining({
      ...line,
      ...(line.hint && { hint: expect.stringContaining(String(line.hint)) }),
      ...(line.claims && { claims: expect.stringContaining(String(line.claims)) }),
    }),
  ),
})
