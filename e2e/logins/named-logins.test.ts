import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerOfProvider, beginApp, beginLoginHere, copyOfCookies, endLogin, type LoginEnd } from './login-in-process'
import { failed, person, refuses, signsIn } from './imitation'
import { accessToken, leaks, startHostileProvider, watchedLogin } from './watched-login'
import type { Habits, ScriptedProvider } from '../idp/scripted'

/*
 * Tests logins at next-auth's named providers. The tests check the app's requests, and its reaction to wrong answers of
 * the provider or of an attacker's server.
 */

let provider: ScriptedProvider
let habits: Habits
afterEach(async () => {
  vi.useRealTimers()
  await provider.close()
})

const id = '80351110224678912'
const profile = { id, username: 'ada', global_name: person.name, email: person.email, verified: true }

/** Starts an imitation of a provider, and an app that signs users in there. */
async function beginAt(name: string, of: Habits): Promise<void> {
  habits = of
  provider = await startHostileProvider(habits, { LOGIN_PROVIDER: name })
}
const beginAtDiscord = () => beginAt('discord', { isPlain: true, answers: { userinfo: { body: profile } } })

/** Runs a login at Discord with these answers, and checks which requests the app's server makes. */
async function logInWith(answers: Habits['answers'], requests?: typeof tokenAndUserinfo): Promise<LoginEnd> {
  beginApp(provider, { LOGIN_PROVIDER: 'discord' })
  provider.asked.clear()
  habits.answers = { userinfo: { body: profile }, ...answers }
  const end = await watchedLogin(provider)
  if (requests) expect(askedByServer(), JSON.stringify(answers)).toEqual(requests)
  return end
}

/** Returns the requests of the app's server to the provider. */
const askedByServer = () => [...provider.asked].filter(([path]) => path !== '/authorize')
const tokenAndUserinfo = [
  ['/token', 1],
  ['/userinfo', 1],
]

it.each([
  ['discord', 'identify email', null],
  ['github', '', null],
  ['twitter', 'users.read tweet.read', null],
  ['twitch', 'openid user:read:email', '{"id_token":{"email":null,"email_verified":null,"preferred_username":null}}'],
])('the request for authorization at %s asks for %j with a state and a PKCE challenge', async (name, scope, claims) => {
  await beginAt(name, { isPlain: name !== 'twitch' })
  const { searchParams: query } = await beginLoginHere()
  expect(Object.fromEntries(query)).toMatchObject({
    client_id: provider.clientId,
    redirect_uri: `http://localhost:3000/api/auth/callback/${name}`,
    response_type: 'code',
    scope,
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect([query.get('claims'), query.has('nonce')]).toEqual([claims, name === 'twitch'])
})

describe('a login', () => {
  it('signs the user in, and requests the tokens and userinfo once', async () => {
    await beginAtDiscord()
    expect(await logInWith({}, tokenAndUserinfo)).toMatchObject(signsIn({ id, name: person.name }))
  })
})

describe('a callback', () => {
  it('is good once', async () => {
    await beginAtDiscord()
    const callback = await answerOfProvider(await beginLoginHere())
    const restoreCookies = copyOfCookies()
    expect((await endLogin(callback)).user).toMatchObject({ id })
    restoreCookies()
    expect(await endLogin(callback)).toMatchObject({ error: 'unfinished', lines: [failed('login_used', {})] })
    expect(askedByServer()).toEqual(tokenAndUserinfo)
  })
})

it('the token answer is refused when it has no access token, and its error is reported', async () => {
  await beginAtDiscord()
  for (const [token, error, code, details] of [
    [{ body: '<h1>Welcome</h1>' }, 'misconfigured', 'answer_refused', { reason: 'no JSON' }],
    [{ body: '[]' }, 'misconfigured', 'answer_refused', { reason: 'status 200' }],
    [{ body: {} }, 'misconfigured', 'answer_refused', { reason: 'status 200' }],
    [{ body: { access_token: '' } }, 'misconfigured', 'answer_refused', { reason: 'status 200' }],
    [{ body: { error: 'invalid_grant' } }, 'unfinished', 'code_refused', { reason: 'invalid_grant' }],
    [{ body: { access_token: 'a-token', id_token: 'a.b.c' } }, 'misconfigured', 'id_token_refused', {}],
    [{ status: 401, body: { error: 'invalid_client' } }, 'misconfigured', 'client_refused', {}],
    [{ status: 302, body: {} }, 'misconfigured', 'answer_refused', { reason: 'status 302' }],
    [{ status: 502, body: {} }, 'unreachable', 'provider_away', { reason: 'status 502' }],
  ] as const) {
    const end = await logInWith({ token }, [['/token', 1]])
    expect(end, JSON.stringify(token)).toMatchObject(refuses(error, code, { endpoint: 'token', ...details }))
  }
})

describe('the userinfo answer', () => {
  it('is refused when it has no user ID, and its status is reported', async () => {
    await beginAtDiscord()
    const noId = { reason: 'no user ID' }
    const body = { error: 'invalid_token', error_description: `Not ${accessToken} of ${person.email}` }
    for (const [userinfo, error, code, details] of [
      [{ body: '<h1>Welcome</h1>' }, 'misconfigured', 'answer_refused', { reason: 'no JSON' }],
      [{ body: 'null' }, 'misconfigured', 'answer_refused', noId],
      [{ body: [profile] }, 'misconfigured', 'answer_refused', noId],
      [{ body: { ...profile, id: { toString: 1 } } }, 'misconfigured', 'answer_refused', noId],
      [
        { body: { ...profile, id: `${id} ` } },
        'misconfigured',
        'answer_refused',
        { reason: 'begins or ends with a blank' },
      ],
      // A number above 2^53, so another ID has the same value after parsing.
      [{ body: '{"id":80351110224678913}' }, 'misconfigured', 'answer_refused', noId],
      [{ body: `{"__proto__":{"id":"${id}"}}` }, 'misconfigured', 'answer_refused', noId],
      [{ status: 401, body }, 'misconfigured', 'userinfo_failed', { reason: 'status 401' }],
      [{ status: 302, body }, 'misconfigured', 'userinfo_failed', { reason: 'status 302' }],
      [{ status: 500, body }, 'unreachable', 'provider_away', { reason: 'status 500' }],
    ] as const) {
      const end = await logInWith({ userinfo }, tokenAndUserinfo)
      expect(end, JSON.stringify(userinfo)).toMatchObject(refuses(error, code, { endpoint: 'userinfo', ...details }))
    }
  })

  it('names the user, and gives no rights', async () => {
    await beginAtDiscord()
    for (const [changes, user] of [
      [{ id: 583231 }, { id: '583231' }],
      [{ global_name: 7, username: ['ada'] }, { name: person.email }],
      [{ global_name: 'A\0d\u001ba\u202e', email: 7 }, { name: 'A d a' }],
      [{ global_name: {}, username: null, email: null }, { name: id }],
      [{ roles: ['console'], verified: 'true' }, { isOperator: false }],
    ] as const) {
      const end = await logInWith({ userinfo: { body: { ...profile, ...changes } } })
      const usual = { id, name: person.name, isOperator: false, isViewer: false }
      expect(end.user, JSON.stringify(changes)).toEqual({ ...usual, ...user })
    }
  })
})

it('no log line of these logins contains a secret, a token or personal data', () => {
  expect(leaks()).toEqual([])
})
