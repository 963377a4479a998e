import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answerOfProvider,
  arriveHere,
  beginApp,
  beginLoginHere,
  browserCookies,
  browserHeaders,
  endLogin,
  logIn,
  logLines,
  signOutHere,
  staffLoginAt,
} from './login-in-process'
import { failed } from './imitation'
import { siteSecret, siteUrl } from './own-site-login'
import { startScriptedProvider, type Habits, type ScriptedProvider } from '../idp/scripted'
import { limitAccount, limitSignIn, requestAddress } from '@/lib/limits'
import { connectRecords } from '@/lib/records'
import { keptSettled } from '@/lib/store/kept-in-store'

/* Tests which arrivals begin a login at the provider, and which open the sign-in page. */

let habits: Habits
let provider: ScriptedProvider
beforeEach(async () => {
  habits = {}
  provider = await startScriptedProvider(habits)
})
afterEach(() => provider.close())

const mark = 'connect-ask-to-sign-in'
const confirmUrl = 'http://localhost:3000/connect/confirm'
const loginCookies = () => [...browserCookies.keys()].filter((name) => !name.startsWith('connect-hold-'))

/** Arrives, and logs in at the provider to which the app redirects. */
async function logInAtArrival(requestId?: string) {
  const request = await arriveHere(requestId)
  expect(request?.href).toContain(`${provider.issuer}/authorize?`)
  return endLogin(await answerOfProvider(request ?? new URL('')))
}

describe('an arrival', () => {
  it('begins a login that signs the user in', async () => {
    for (const variables of [{}, { LOGIN_PROVIDER: 'twitch' }, staffLoginAt(provider)]) {
      beginApp(provider, variables)
      const { path, user } = await logInAtArrival()
      expect([path, user?.id], JSON.stringify(variables)).toEqual(['/connect/confirm', provider.sub])
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
    expect((await arriveHere())?.href).toBe(confirmUrl)
    expect(loginCookies()).toEqual([])
  })

  it('begins a login only when a user follows the link', async () => {
    beginApp(provider)
    browserHeaders.set('Sec-Fetch-Dest', 'iframe')
    expect(await arriveHere()).toBeNull()
    browserHeaders.delete('Sec-Fetch-Dest')
    expect((await arriveHere('1', 'HEAD'))?.href).toBe(confirmUrl)
    expect([...browserCookies.keys()]).toEqual([])
    expect((await arriveHere())?.origin).toBe(provider.issuer)
  })

  it('begins no login when the user is signed in, or when the browser has no room for the link', async () => {
    beginApp(provider)
    await logIn()
    expect((await arriveHere())?.href).toBe(confirmUrl)
    expect(loginCookies().filter((name) => name.includes('state'))).toEqual([])

    browserCookies.clear()
    const origins: (string | undefined)[] = []
    for (const requestId of ['1', '2', '3', '4', '5']) {
      // An arrival begins no login while the browser has this cookie of another login.
      browserCookies.delete('next-auth.state')
      origins.push((await arriveHere(requestId))?.origin)
    }
    expect(origins).toEqual([...Array(4).fill(provider.issuer), new URL(confirmUrl).origin])
  })

  it('begins no second login and lets the first login end when the first login is unfinished', async () => {
    beginApp(provider)
    const request = await arriveHere()
    const cookies = loginCookies()
    expect((await arriveHere('2'))?.href).toBe(confirmUrl)
    expect(loginCookies()).toEqual(cookies)
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
    expect((await arriveHere())?.href).toBe(confirmUrl)
    expect((await logIn()).user?.id).toBe(provider.sub)
    expect(browserCookies.has(mark)).toBe(false)
    browserCookies.clear()
    expect((await arriveHere())?.origin).toBe(provider.issuer)
  })

  it.each([
    ['answers access_denied', 'unfinished', { authorization: { error: 'access_denied' } }],
    ['refuses the code', 'misconfigured', { token: { status: 401, body: { error: 'invalid_client' } } }],
  ])('begins no login after the provider %s, until the next login succeeds', async (_, problem, answers) => {
    beginApp(provider)
    Object.assign(habits, { answers })
    expect((await logInAtArrival()).error).toBe(problem)
    expect((await arriveHere())?.href).toBe(confirmUrl)
    habits.answers = {}
    expect((await logIn()).user?.id).toBe(provider.sub)
    expect(browserCookies.has(mark)).toBe(false)
  })

  it('begins no login after an account has had too many logins', async () => {
    beginApp(provider)
    for (let time = 0; time < 30; time += 1) await limitAccount({ people: 'users', id: provider.sub })
    expect((await logInAtArrival()).error).toBe('too_often')
    expect((await arriveHere())?.href).toBe(confirmUrl)
  })

  it('opens the sign-in page with the error unreachable when the provider is down', async () => {
    await provider.close()
    beginApp(provider)
    const target = await arriveHere()
    expect([target?.pathname, target?.searchParams.get('error')]).toEqual(['/signin', 'unreachable'])
    expect(target?.searchParams.get('callbackUrl')).toBe('/connect/confirm')
    const hint = 'check that this server reaches the provider, and that the provider is up'
    expect(logLines.slice(-2)).toMatchObject([
      { event: 'login provider is away', reason: 'ECONNREFUSED' },
      failed('provider_away', { endpoint: 'discovery', reason: 'ECONNREFUSED', hint }),
    ])
    expect([...browserCookies.keys()]).toEqual([expect.stringMatching(/^connect-hold-/)])
    // The next arrival tries again.
    expect(browserCookies.has(mark)).toBe(false)
    provider = await startScriptedProvider()
  })

  it('opens the sign-in page with the error failed when its client address has begun too many logins', async () => {
    beginApp(provider)
    for (let time = 0; time < 1200; time += 1) await limitSignIn(requestAddress(browserHeaders))
    const refused = await arriveHere()
    expect([refused?.pathname, refused?.searchParams.get('error')]).toEqual(['/signin', 'failed'])
    expect(loginCookies()).toEqual([])
  })
})

describe('a failed login', () => {
  /** Returns the records of failed logins, the newest first. */
  async function failedLogins() {
    await keptSettled()
    return (await connectRecords().newest({ limit: 10, where: { outcome: 'sign_in_failed' } })).rows
  }

  it('of users is recorded for each link that no user has yet', async () => {
    beginApp(provider)
    await logIn()
    await arriveHere('1')
    await signOutHere()
    await logIn()
    await arriveHere('4')
    // The session ends without a sign-out.
    browserCookies.delete('next-auth.session-token')
    await arriveHere('2')
    await arriveHere('3')
    habits.answers = { authorization: { error: 'access_denied' } }
    expect((await logIn()).error).toBe('unfinished')
    const failure = { reason: 'unfinished', linkCode: 'TESTREQUEST' }
    expect(await failedLogins()).toMatchObject([
      { ...failure, requestId: '3'.padStart(26, '0') },
      { ...failure, requestId: '2'.padStart(26, '0') },
    ])
  })

  it('of staff is recorded for no link, and does not change arrivals of users', async () => {
    beginApp(provider, staffLoginAt(provider))
    await arriveHere()
    habits.answers = { authorization: { error: 'access_denied' } }
    const callback = await answerOfProvider(await beginLoginHere('/console'))
    expect((await endLogin(callback)).error).toBe('unfinished')
    expect(await failedLogins()).toEqual([])
    browserCookies.delete('next-auth.state')
    expect((await arriveHere('2'))?.origin).toBe(provider.issuer)
  })
})
