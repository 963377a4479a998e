import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerOfProvider, beginLoginHere, browserCookies, endLogin, type LoginEnd } from './login-in-process'
import { failed, person } from './imitation'
import { accessToken, delayAnswer, leaks, startHostileProvider, watchedLogin } from './watched-login'
import type { Habits, ScriptedProvider } from '../idp/scripted'

/*
 * Tests logins at next-auth's named providers. The tests check the app's requests, and its reaction to wrong answers of
 * the provider or of an attacker's server.
 */

let provider: ScriptedProvider
afterEach(async () => {
  vi.useRealTimers()
  await provider.close()
})

const id = '80351110224678912'
const profile = { id, username: 'ada', global_name: person.name, email: person.email, verified: true }

/** Starts an imitation of Discord, and an app that signs users in there. */
async function beginAtDiscord(answers: Habits['answers'] = {}, habits: Habits = {}): Promise<void> {
  const allAnswers = { userinfo: { body: profile }, ...answers }
  provider = await startHostileProvider(
    { isPlain: true, answers: allAnswers, ...habits },
    { LOGIN_PROVIDER: 'discord' },
  )
}

/** Expects a login that signs the user in without a line in the log. */
const signsIn = (user: Partial<LoginEnd['user']> = {}) => ({ error: null, user, lines: [] })
/** Expects a login that fails, with its only line. */
const refuses = (error: LoginEnd['error'], ...line: Parameters<typeof failed>) => ({
  error,
  user: null,
  lines: [failed(...line)],
})

/** Returns the requests of the app's server to the provider. */
const askedByServer = () => [...provider.asked].filter(([path]) => path !== '/authorize')
const tokenAndUserinfo = [
  ['/token', 1],
  ['/userinfo', 1],
]

/** Replaces the provider's answer at a path. */
function answerAt(path: string, answer: (response: ServerResponse, request: IncomingMessage) => void): void {
  provider.intercept = (request, response) => {
    if (request.url !== path) return false
    answer(response.setHeader('Content-Type', 'application/json'), request)
    return true
  }
}

describe('the request for authorization', () => {
  it.each([
    ['discord', 'identify email', null],
    ['github', '', null],
    ['twitter', 'users.read tweet.read', null],
    ['twitch', 'openid user:read:email', '{"id_token":{"email":null,"email_verified":null,"preferred_username":null}}'],
  ])('at %s asks for %j with a state and a PKCE challenge', async (name, scope, claims) => {
    provider = await startHostileProvider({ isPlain: name !== 'twitch' }, { LOGIN_PROVIDER: name })
    const { searchParams: query } = await beginLoginHere()
    expect(Object.fromEntries(query)).toMatchObject({
      client_id: provider.clientId,
      redirect_uri: `http://localhost:3000/api/auth/callback/${name}`,
      response_type: 'code',
      scope,
      code_challenge_method: 'S256',
    })
    expect(query.get('state')).toMatch(/^[\w-]{43}$/)
    expect(query.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(query.get('claims')).toBe(claims)
    expect(query.has('nonce')).toBe(name === 'twitch')
  })
})

describe('a login', () => {
  it('signs the user in, and requests the tokens and userinfo once', async () => {
    await beginAtDiscord()
    expect(await watchedLogin(provider)).toMatchObject(signsIn({ id, name: person.name }))
    expect(askedByServer()).toEqual(tokenAndUserinfo)
  })

  it('is refused when it has the PKCE verifier of another login', async () => {
    await beginAtDiscord()
    await beginLoginHere()
    const verifier = browserCookies.get('next-auth.pkce.code_verifier') ?? ''
    const end = await watchedLogin(provider, () => void browserCookies.set('next-auth.pkce.code_verifier', verifier))
    expect(end).toMatchObject(refuses('unfinished', 'code_refused', { endpoint: 'token', reason: 'invalid_grant' }))
  })

  it('at GitHub requests no email addresses', async () => {
    const body = { id: 583231, login: 'ada' }
    provider = await startHostileProvider(
      { isPlain: true, answers: { userinfo: { body } } },
      { LOGIN_PROVIDER: 'github' },
    )
    expect(await watchedLogin(provider)).toMatchObject(signsIn({ id: '583231', name: 'ada' }))
    expect(askedByServer()).toEqual(tokenAndUserinfo)
  })
})

describe('a callback', () => {
  it.each([
    ['another state', (callback: URL) => callback.searchParams.set('state', 'another')],
    ['no state', (callback: URL) => callback.searchParams.delete('state')],
  ])('with %s sends no request to the provider, and the login can still end', async (_, change) => {
    await beginAtDiscord()
    let honest = new URL(provider.issuer)
    const end = await watchedLogin(provider, (callback) => {
      honest = new URL(callback)
      change(callback)
    })
    expect(end).toMatchObject(refuses('unfinished', 'another_login', {}))
    expect(askedByServer()).toEqual([])
    expect((await endLogin(honest)).user).toMatchObject({ id })
  })

  it('is good once', async () => {
    await beginAtDiscord()
    const callback = await answerOfProvider(await beginLoginHere())
    const cookies = [...browserCookies]
    expect((await endLogin(callback)).user).toMatchObject({ id })
    browserCookies.clear()
    for (const [name, value] of cookies) browserCookies.set(name, value)
    expect(await endLogin(callback)).toMatchObject({ error: 'unfinished', lines: [failed('login_used', {})] })
    expect(askedByServer()).toEqual(tokenAndUserinfo)
  })

  it.each([
    ['https://discord.com', signsIn()],
    [
      'https://login.example.org',
      refuses('misconfigured', 'issuer_mismatch', { endpoint: 'authorization', reason: 'another iss' }),
    ],
  ])('from the issuer %s ends with %j', async (iss, end) => {
    await beginAtDiscord({}, { callback: { iss } })
    expect(await watchedLogin(provider)).toMatchObject(end)
  })

  it.each([
    ['access_denied', 'unfinished', 'denied'],
    ['invalid_scope', 'misconfigured', 'scope_refused'],
    ['server_error', 'unreachable', 'provider_away'],
  ] as const)('with %s instead of a code is reported as %s', async (error, problem, code) => {
    await beginAtDiscord({ authorization: { error } })
    const details = { endpoint: 'authorization', reason: error } as const
    expect(await watchedLogin(provider)).toMatchObject(refuses(problem, code, details))
    expect(askedByServer()).toEqual([])
  })
})

describe('the token answer', () => {
  it.each<[body: object | string, ...Parameters<typeof refuses>]>([
    ['<h1>Welcome</h1>', 'misconfigured', 'answer_refused', { reason: 'no JSON' }],
    ['[]', 'misconfigured', 'answer_refused', { reason: 'status 200' }],
    ['7', 'misconfigured', 'answer_refused', { reason: 'status 200' }],
    [{}, 'misconfigured', 'answer_refused', { reason: 'status 200' }],
    [{ access_token: '' }, 'misconfigured', 'answer_refused', { reason: 'status 200' }],
    [{ access_token: ['a-token'] }, 'misconfigured', 'answer_refused', { reason: 'status 200' }],
    [{ error: 'invalid_grant' }, 'unfinished', 'code_refused', { reason: 'invalid_grant' }],
    [{ error: 'invalid_client' }, 'misconfigured', 'client_refused', { reason: 'invalid_client' }],
    [{ error: { code: 7 } }, 'misconfigured', 'id_token_refused', {}],
    [{ access_token: 'a-token', id_token: 'a.b.c' }, 'misconfigured', 'id_token_refused', {}],
  ])('that is %j is reported as %s', async (body, error, code, details) => {
    await beginAtDiscord({ token: { body } })
    expect(await watchedLogin(provider)).toMatchObject(refuses(error, code, { endpoint: 'token', ...details }))
    expect(askedByServer()).toEqual([['/token', 1]])
  })

  it.each<[status: number, body: object, ...Parameters<typeof refuses>]>([
    [400, { error: 'invalid_grant' }, 'unfinished', 'code_refused', { reason: 'invalid_grant' }],
    [401, { error: 'invalid_client' }, 'misconfigured', 'client_refused', { reason: 'invalid_client' }],
    [403, { message: 'no' }, 'misconfigured', 'answer_refused', { reason: 'status 403' }],
    [302, {}, 'misconfigured', 'answer_refused', { reason: 'status 302' }],
    [429, {}, 'unreachable', 'provider_away', { reason: 'status 429' }],
    [502, {}, 'unreachable', 'provider_away', { reason: 'status 502' }],
  ])('with status %s and %j is reported as %s', async (status, body, error, code, details) => {
    await beginAtDiscord({ token: { status, body } })
    expect(await watchedLogin(provider)).toMatchObject(refuses(error, code, { endpoint: 'token', ...details }))
  })
})

describe('the userinfo answer', () => {
  it.each([
    ['<h1>Welcome</h1>', 'no JSON'],
    ['null', 'no user ID'],
    ['7', 'no user ID'],
    ['"80351110224678912"', 'no user ID'],
    [[profile], 'no user ID'],
    [{}, 'no user ID'],
    [{ ...profile, id: '' }, 'no user ID'],
    [{ ...profile, id: 'x'.repeat(256) }, 'no user ID'],
    [{ ...profile, id: null }, 'no user ID'],
    [{ ...profile, id: 12.5 }, 'no user ID'],
    [{ ...profile, id: { toString: 1 } }, 'no user ID'],
    // A number above 2^53, so another ID has the same value after parsing.
    ['{"id":80351110224678913}', 'no user ID'],
    ['{"__proto__":{"id":"80351110224678912"}}', 'no user ID'],
  ])('that is %j is refused', async (body, reason) => {
    await beginAtDiscord({ userinfo: { body } })
    const refusal = refuses('misconfigured', 'answer_refused', { endpoint: 'userinfo', reason })
    expect(await watchedLogin(provider)).toMatchObject(refusal)
    expect(askedByServer()).toEqual(tokenAndUserinfo)
  })

  it.each<[changes: object, user: object]>([
    [{ id: 583231 }, { id: '583231' }],
    [{ id: 'demo:ada' }, { id: 'demo:ada' }],
    [{ global_name: 7, username: ['ada'] }, { name: person.email }],
    [{ global_name: 'A\0d\u001ba\u202e', email: 7 }, { name: 'A d a' }],
    [{ global_name: 'x'.repeat(5000) }, { name: 'x'.repeat(200) }],
    [{ global_name: {}, username: null, email: null }, { name: id }],
    [{ roles: ['console'], verified: 'true' }, { isOperator: false }],
  ])('with %j signs in %j', async (changes, user) => {
    await beginAtDiscord({ userinfo: { body: { ...profile, ...changes } } })
    const usual = { id, name: person.name, isOperator: false, isViewer: false }
    expect((await watchedLogin(provider)).user).toEqual({ ...usual, ...user })
  })

  it.each<[status: number, ...Parameters<typeof refuses>]>([
    [401, 'misconfigured', 'userinfo_failed', { reason: 'status 401' }],
    [302, 'misconfigured', 'userinfo_failed', { reason: 'status 302' }],
    [429, 'unreachable', 'provider_away', { reason: 'status 429' }],
    [500, 'unreachable', 'provider_away', { reason: 'status 500' }],
  ])('with status %s is reported as %s', async (status, error, code, details) => {
    const body = { error: 'invalid_token', error_description: `Not ${accessToken} of ${person.email}` }
    await beginAtDiscord({ userinfo: { status, body } })
    expect(await watchedLogin(provider)).toMatchObject(refuses(error, code, { endpoint: 'userinfo', ...details }))
  })

  it('is requested at most twice when it always demands a new DPoP nonce', async () => {
    await beginAtDiscord()
    answerAt('/userinfo', (response) => {
      const headers = { 'WWW-Authenticate': 'DPoP error="use_dpop_nonce"', 'DPoP-Nonce': 'another' }
      response.writeHead(401, headers).end('{}')
    })
    expect((await watchedLogin(provider)).user).toBeNull()
    expect(provider.asked.get('/userinfo')).toBe(2)
  })
})

it('a login fails with ETIMEDOUT when userinfo switches the protocol', async () => {
  await beginAtDiscord()
  const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'
  answerAt('/userinfo', (response) => void response.socket?.end(upgrade))
  // This really waits for 11 seconds, because fake timers do not control the time after which Node closes a connection.
  const timedOut = refuses('unreachable', 'provider_away', { endpoint: 'userinfo', reason: 'ETIMEDOUT' })
  expect(await watchedLogin(provider)).toMatchObject(timedOut)
}, 60_000)

describe.each([
  ['token', '/token'],
  ['userinfo', '/userinfo'],
] as const)('an answer for %s', (endpoint, path) => {
  const reason = 'the answer broke off, or exceeded 10 s or 256 KB'
  const cutOff = refuses('unreachable', 'provider_away', { endpoint, reason })

  it.each([
    ['of 250 KB is read', 250, signsIn()],
    ['of 384 KB is refused', 384, cutOff],
  ])('%s', async (_, kilobytes, end) => {
    await beginAtDiscord()
    delayAnswer(provider, path, { bytes: kilobytes * 1024 })
    expect(await watchedLogin(provider)).toMatchObject(end)
  })

  it('that arrives byte by byte ends the login after 10 seconds', async () => {
    await beginAtDiscord()
    // Only the timers of the app's limit and of the provider are fake. The network is real.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    let isRequested = false
    answerAt(path, (response) => {
      isRequested = true
      const timer = setInterval(() => response.write(' '), 1000)
      response.once('close', () => clearInterval(timer))
    })
    let end: LoginEnd | undefined
    const login = watchedLogin(provider).then((result) => (end = result))
    while (!isRequested) await setImmediate()
    for (let second = 1; second < 10; second += 1) {
      vi.advanceTimersByTime(1000)
      // Let the sent bytes arrive.
      for (let turn = 0; turn < 5; turn += 1) await setImmediate()
    }
    expect(end).toBeUndefined()
    vi.advanceTimersByTime(1000)
    expect(await login).toMatchObject(cutOff)
  })
})

it('no log line of these logins contains a secret, a token or personal data', () => {
  expect(leaks()).toEqual([])
})
