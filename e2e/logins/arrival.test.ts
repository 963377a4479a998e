import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answerOfProvider,
  arriveHere,
  beginApp,
  beginLoginHere,
  browserAddress,
  browserCookies,
  endLogin,
  logIn,
  signOutHere,
} from './login-in-process'
import { siteSecret, siteUrl } from './own-site-login'
import { startScriptedProvider, type Habits, type ScriptedProvider } from '../idp/scripted'
import { limitSignIn } from '@/lib/limits'
import { inRequest } from '@/lib/request/test-support'

/* Tests which arrivals begin a login at the provider, and which open the sign-in page. */

let habits: Habits
let provider: ScriptedProvider
beforeEach(async () => {
  habits = {}
  provider = await startScriptedProvider(habits)
})
afterEach(() => provider.close())

const mark = 'connect-ask-to-sign-in'

/** Arrives, and logs in at the provider to which the app redirects. */
async function logInAtArrival() {
  const request = await arriveHere()
  expect(request?.href).toContain(`${provider.issuer}/authorize?`)
  return endLogin(await answerOfProvider(request ?? new URL('')))
}

describe('an arrival', () => {
  it.each([
    ['an OpenID provider', {}],
    ['a provider by name', { LOGIN_PROVIDER: 'twitch' }],
    ['an OpenID provider and staff have another one', { CONSOLE_OIDC_ISSUER: 'https://staff.example' }],
  ])('begins a login that signs the user in when the login is %s', async (_, variables) => {
    const staff = { CONSOLE_OIDC_CLIENT_ID: 'app', CONSOLE_OIDC_CLIENT_SECRET: 'secret' }
    beginApp(provider, { ...('CONSOLE_OIDC_ISSUER' in variables && staff), ...variables })
    const { path, user } = await logInAtArrival()
    expect([path, user?.id]).toEqual(['/connect/confirm', provider.sub])
  })

  it('begins a login with a new state, nonce and PKCE challenge', async () => {
    beginApp(provider)
    const request = await arriveHere()
    const { state, nonce, code_challenge: challenge } = Object.fromEntries(request?.searchParams ?? [])
    browserCookies.clear()
    const again = Object.fromEntries((await arriveHere())?.searchParams ?? [])
    for (const [one, other] of [
      [state, again['state']],
      [nonce, again['nonce']],
      [challenge, again['code_challenge']],
    ]) {
      expect(one).toBeTruthy()
      expect(one).not.toBe(other)
    }
  })

  const withoutOidc = { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }
  it.each([
    ['SIGN_IN_PAGE is always', { SIGN_IN_PAGE: 'always' }],
    ['the demo login is on besides the provider', { DEMO_LOGIN: '1' }],
    ['the demo login is the only one', { ...withoutOidc, DEMO_LOGIN: '1' }],
    ['users sign in at the operator’s own site', { ...withoutOidc, LOGIN_URL: siteUrl, LOGIN_SECRET: siteSecret }],
  ])('begins no login when %s', async (_, variables) => {
    beginApp(provider, variables)
    expect(await arriveHere()).toBeNull()
    expect([...browserCookies.keys()]).toEqual([])
  })

  it('begins no second login and lets the first login end when the first login is unfinished', async () => {
    beginApp(provider)
    const request = await arriveHere()
    const cookies = [...browserCookies]
    expect(await arriveHere()).toBeNull()
    expect([...browserCookies]).toEqual(cookies)
    expect((await endLogin(await answerOfProvider(request ?? new URL('')))).user?.id).toBe(provider.sub)
  })

  it('begins a login when the state in the browser is not sealed by this app', async () => {
    beginApp(provider)
    browserCookies.set('next-auth.state', 'made-up')
    expect((await arriveHere())?.origin).toBe(provider.issuer)
  })

  it('begins no login after signing out, until the next login succeeds', async () => {
    beginApp(provider)
    await logInAtArrival()
    await signOutHere()
    expect(browserCookies.has(mark)).toBe(true)
    expect(await arriveHere()).toBeNull()
    expect((await logIn()).user?.id).toBe(provider.sub)
    expect(browserCookies.has(mark)).toBe(false)
    browserCookies.clear()
    expect((await arriveHere())?.origin).toBe(provider.issuer)
  })

  it.each([
    ['answers login_required', 'unfinished', { authorization: { error: 'login_required' } }],
    ['answers access_denied', 'unfinished', { authorization: { error: 'access_denied' } }],
    ['refuses the code', 'misconfigured', { token: { status: 401, body: { error: 'invalid_client' } } }],
  ])('begins no login after the provider %s, until the next login succeeds', async (_, problem, answers) => {
    beginApp(provider)
    Object.assign(habits, { answers })
    expect((await logInAtArrival()).error).toBe(problem)
    expect(await arriveHere()).toBeNull()
    habits.answers = {}
    expect((await logIn()).user?.id).toBe(provider.sub)
    expect(browserCookies.has(mark)).toBe(false)
  })

  it('begins no login after an account has had too many logins', async () => {
    beginApp(provider)
    for (let time = 0; time < 30; time += 1) await logIn()
    browserCookies.clear()
    expect((await logInAtArrival()).error).toBe('too_often')
    expect(await arriveHere()).toBeNull()
  })

  it('opens the sign-in page with the error unreachable when the provider is down', async () => {
    await provider.close()
    beginApp(provider)
    const target = await arriveHere()
    expect([target?.pathname, target?.searchParams.get('error')]).toEqual(['/signin', 'unreachable'])
    expect(target?.searchParams.get('callbackUrl')).toBe('/connect/confirm')
    // The next arrival tries again.
    expect(browserCookies.has(mark)).toBe(false)
  })

  it('opens the sign-in page with the error failed when its client address has begun too many logins', async () => {
    beginApp(provider)
    for (let time = 0; time < 1200; time += 1) await inRequest(() => limitSignIn(browserAddress))
    const refused = await arriveHere()
    expect([refused?.pathname, refused?.searchParams.get('error')]).toEqual(['/signin', 'failed'])
    expect([...browserCookies.keys()]).toEqual([])
  })
})

it('a failed login of staff does not change arrivals of users', async () => {
  const { issuer, clientId, clientSecret } = provider
  const staff = { ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret }
  beginApp(provider, Object.fromEntries(Object.entries(staff).map(([name, value]) => [`CONSOLE_OIDC_${name}`, value])))
  habits.answers = { authorization: { error: 'access_denied' } }
  const callback = await answerOfProvider(await beginLoginHere('/console'))
  expect((await endLogin(callback)).error).toBe('unfinished')
  expect((await arriveHere())?.origin).toBe(provider.issuer)
})
