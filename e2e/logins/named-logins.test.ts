import { afterEach, expect, it, vi } from 'vitest'
import { answerOfProvider, beginApp, beginLoginHere, copyOfCookies, endLogin, type LoginEnd } from './login-in-process'
import { failed, person, refuses, signsIn } from './imitation'
import { accessToken, startHostileProvider, watchedLogin } from './watched-login'
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
async function logInWith(answers: Habits['answers'], requests?: (string | number)[][]): Promise<LoginEnd> {
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
])('the request for authorization at %s asks for %j', async (name, scope, claims) => {
  await beginAt(name, { isPlain: name !== 'twitch' })
  const { searchParams: query } = await beginLoginHere()
  expect(query.get('redirect_uri')).toBe(`http://localhost:3000/api/auth/callback/${name}`)
  expect([query.get('scope'), query.get('claims'), query.has('nonce')]).toEqual([scope, claims, name === 'twitch'])
})

it('a callback signs the user in once, with one request for the tokens and one for userinfo', async () => {
  await beginAtDiscord()
  const callback = await answerOfProvider(await beginLoginHere())
  const restoreCookies = copyOfCookies()
  expect(await endLogin(callback)).toMatchObject(signsIn({ id, name: person.name }))
  restoreCookies()
  expect(await endLogin(callback)).toMatchObject({ error: 'unfinished', lines: [failed('login_used', {})] })
  expect(askedByServer()).toEqual(tokenAndUserinfo)
})

it('the token answer is refused when it has no access token, and its error is reported', async () => {
  await beginAtDiscord()
  for (const [body, error, code, reason] of [
    ['<h1>Welcome</h1>', 'misconfigured', 'answer_refused', 'no JSON'],
    [{}, 'misconfigured', 'answer_refused', 'status 200'],
    [{ access_token: '' }, 'misconfigured', 'answer_refused', 'status 200'],
    [{ error: 'invalid_grant' }, 'unfinished', 'code_refused', 'invalid_grant'],
    [{ access_token: 'a-token', id_token: 'a.b.c' }, 'misconfigured', 'id_token_refused', expect.anything()],
  ] as const) {
    const end = await logInWith({ token: { body } }, [['/token', 1]])
    expect(end, JSON.stringify(body)).toMatchObject(refuses(error, code, { endpoint: 'token', reason }))
  }
})

it('the userinfo answer is refused when it has no user ID, and its status is reported without its words', async () => {
  await beginAtDiscord()
  const noId = ['answer_refused', 'no user ID'] as const
  const body = { error: 'invalid_token', error_description: `Not ${accessToken} of ${person.email}` }
  for (const [userinfo, code, reason] of [
    [{ body: '<h1>Welcome</h1>' }, 'answer_refused', 'no JSON'],
    [{ body: 'null' }, ...noId],
    [{ body: [profile] }, ...noId],
    [{ body: { ...profile, id: { toString: 1 } } }, ...noId],
    [{ body: { ...profile, id: `${id} ` } }, 'answer_refused', 'begins or ends with a blank'],
    // A number above 2^53, so another ID has the same value after parsing.
    [{ body: '{"id":80351110224678913}' }, ...noId],
    [{ body: `{"__proto__":{"id":"${id}"}}` }, ...noId],
    [{ status: 401, body }, 'userinfo_failed', 'status 401'],
  ] as const) {
    const end = await logInWith({ userinfo }, tokenAndUserinfo)
    const details = { endpoint: 'userinfo', reason } as const
    expect(end, JSON.stringify(userinfo)).toMatchObject(refuses('misconfigured', code, details))
  }
})
