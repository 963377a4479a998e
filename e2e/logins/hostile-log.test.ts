import { afterEach, beforeEach, expect, it } from 'vitest'
import { beginApp } from './login-in-process'
import { secretNames, startHostileProvider, watchedLogin } from './watched-login'
import type { Habits, ScriptedProvider } from '../idp/scripted'
import { tokenOf } from '../idp/tokens'

/*
 * Tests the log of failed logins at a provider that repeats secrets, tokens and personal data wherever it can.
 * `watchedLogin` searches the lines for them.
 */

/** The unusual behaviour of a provider in one login. */
interface Manner {
  /** Parameters of the callback that replace the code. */
  callback?: Record<string, string>
  answers?: NonNullable<Habits['answers']>
  lie?: ScriptedProvider['lie']
}

let provider: ScriptedProvider
let habits: Habits
beforeEach(async () => {
  habits = {}
  provider = await startHostileProvider(habits)
})
afterEach(() => provider.close())

/** Makes the provider behave in this manner. Returns the callback of the browser. */
function behave({ callback: parameters, answers = {}, lie = () => ({}) }: Manner, callback: URL): URL {
  habits.answers = answers
  provider.lie = lie
  if (!parameters) return callback
  const state = callback.searchParams.get('state') ?? ''
  return new URL(`?${new URLSearchParams({ state, ...parameters })}`, callback)
}

const sentence = (text: string) => `It was ${text} that came.`
const error = (text: string) => ({ status: 400, body: { error: 'invalid_request', error_description: sentence(text) } })
const withHeader =
  (name: string, text: string): Manner['lie'] =>
  (parts) => ({
    idToken: tokenOf({ alg: 'RS256', [name]: text }, parts.claims, () => Buffer.alloc(0)),
  })
const withClaim =
  (name: string, text: string): Manner['lie'] =>
  async ({ claims, signed }) => ({
    idToken: await signed({ ...claims, [name]: text }),
  })

/** The only line of a failed login. */
const oneLine = [{ event: 'login failed', code: expect.any(String), endpoint: expect.any(String) }]

/** Places whose text the log repeats if it is safe. */
const loggedPlaces: Record<string, (text: string) => Manner> = {
  'the description of a callback': (text) => ({
    callback: { error: 'invalid_request', error_description: sentence(text) },
  }),
  'the error of a callback': (error) => ({ callback: { error } }),
  'the description of the token endpoint': (text) => ({ answers: { token: error(text) } }),
  'the error of the token endpoint': (error) => ({ answers: { token: { status: 400, body: { error } } } }),
}

it('the log contains no secret and no personal data from a text that it repeats', async () => {
  for (const [place, repeating] of Object.entries(loggedPlaces)) {
    // No access token has arrived yet.
    for (const name of secretNames.filter((name) => name !== 'accessToken')) {
      beginApp(provider)
      const { lines } = await watchedLogin(provider, (callback, secrets) => behave(repeating(secrets[name]), callback))
      expect(lines, `${name} in ${place}`).toMatchObject(oneLine)
    }
  }
})

/** Places whose text the log never repeats. */
const otherPlaces: Record<string, (text: string) => Manner> = {
  'the description of userinfo': (text) => ({ answers: { userinfo: error(text) } }),
  'the body of the token endpoint': (body) => ({ answers: { token: { body } } }),
  'the body of a token endpoint that fails': (body) => ({ answers: { token: { status: 500, body } } }),
  'the body of the keys': (body) => ({ answers: { keys: { body } } }),
  'the body of userinfo': (body) => ({ answers: { userinfo: { body } } }),
  'the subject of userinfo': (sub) => ({ lie: () => ({ userinfo: { sub } }) }),
  ...Object.fromEntries(
    ['alg', 'kid'].map((name) => [`the ${name} of an ID token`, (text: string) => ({ lie: withHeader(name, text) })]),
  ),
  ...Object.fromEntries(
    ['iss', 'aud', 'azp', 'nonce', 'exp', 'nbf', 'iat', 'at_hash'].map((claim) => [
      `the claim ${claim} of an ID token`,
      (text: string) => ({ lie: withClaim(claim, text) }),
    ]),
  ),
}

it('the log contains no secret and no personal data from another text', async () => {
  for (const [place, repeating] of Object.entries(otherPlaces)) {
    beginApp(provider)
    const { lines } = await watchedLogin(provider, (callback, secrets) =>
      behave(repeating(Object.values(secrets).join(' ')), callback),
    )
    expect(lines, place).toMatchObject(oneLine)
  }
})

it('the log contains no client secret from discovery', async () => {
  for (const secret of [provider.clientSecret, encodeURIComponent(provider.clientSecret)]) {
    for (const discovery of [
      { issuer: secret },
      { response_modes_supported: [secret] },
      { token_endpoint_auth_methods_supported: [secret] },
      { id_token_signing_alg_values_supported: [secret] },
    ]) {
      beginApp(provider)
      habits.discovery = discovery
      const { lines } = await watchedLogin(provider)
      expect(lines, JSON.stringify(discovery)).toMatchObject([{ event: 'login provider cannot be used' }, ...oneLine])
      expect(JSON.stringify(lines)).not.toContain(secret)
    }
  }
})
