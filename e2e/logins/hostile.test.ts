import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { beginApp, beginLoginHere, browserCookies, copyOfCookies, endLogin } from './login-in-process'
import { refuses, signsIn } from './imitation'
import { accessToken, answerAt, changeAnswer, pkceVerifier, startHostileProvider, watchedLogin } from './watched-login'
import type { Habits, ScriptedProvider } from '../idp/scripted'
import { config } from '@/lib/config'
import { defaultKeyId, keyPair, publicJwk, signedToken, unsignedToken } from '../idp/tokens'

/*
 * Attacks by a hostile provider, or by a server that answers instead of the provider. The tests check what the app
 * accepts, does and logs. They also contain the allowed cases.
 */

let habits: Habits
let provider: ScriptedProvider
beforeEach(async () => {
  habits = {}
  provider = await startHostileProvider(habits)
})
afterEach(() => provider.close())

/** Returns the paths that the app's server has requested from the provider, except its metadata. */
const askedByServer = () =>
  [...provider.asked.keys()].filter((path) => !['/authorize', '/.well-known/openid-configuration'].includes(path))

describe('an ID token', () => {
  it('signs in when several keys have its kid, and one of them has signed it', async () => {
    const [key, another, ofForger] = await Promise.all([0, 1, -1].map((number) => publicJwk('RS256', number)))
    const refusal = refuses('misconfigured', 'id_token_refused', { endpoint: 'jwks' })
    const byAlgorithm = ['PS256', 'RS256'].map((alg) => ({ ...key, alg }))
    for (const [keys, end] of [
      [[key, key], signsIn()],
      [[another, key], signsIn()],
      [byAlgorithm, signsIn()],
      [[another, ofForger], refusal],
      [[another, { ...key, use: 'enc' }, ofForger], refusal],
    ] as const) {
      beginApp(provider)
      habits.answers = { keys: { body: { keys: keys.map((each) => ({ ...each, kid: defaultKeyId })) } } }
      expect(await watchedLogin(provider), JSON.stringify(keys)).toMatchObject(end)
    }
  })

  it('signs in by either name of Ed25519, whichever the key has, with the hash of the access token', async () => {
    const at_hash = createHash('sha512').update(accessToken).digest().subarray(0, 32).toString('base64url')
    habits.discovery = { id_token_signing_alg_values_supported: ['EdDSA'] }
    for (const alg of ['EdDSA', 'Ed25519'] as const) {
      for (const ofKey of ['EdDSA', 'Ed25519', 'ES256']) {
        beginApp(provider)
        habits.answers = { keys: { body: { keys: [{ ...(await publicJwk(alg)), kid: defaultKeyId, alg: ofKey }] } } }
        const { privateKey } = await keyPair(alg, 0)
        provider.lie = async ({ claims }) => ({
          idToken: await signedToken({ alg, kid: defaultKeyId }, { ...claims, at_hash }, privateKey),
        })
        const end = ofKey === 'ES256' ? refuses('misconfigured', 'id_token_refused', { endpoint: 'jwks' }) : signsIn()
        expect(await watchedLogin(provider), `${alg} with a key for ${ofKey}`).toMatchObject(end)
      }
    }
  })
})

it('an ID token of a login without a nonce signs in only when it has no nonce', async () => {
  const ofProvider = { endpoint: 'token', reason: 'unexpected ID Token "nonce" claim value' } as const
  for (const [nonce, end] of [
    [undefined, signsIn()],
    ['', refuses('misconfigured', 'id_token_refused', ofProvider)],
    [null, refuses('misconfigured', 'id_token_refused', ofProvider)],
    // The token was made for another login, which has sent a nonce.
    ['another-nonce', refuses('unfinished', 'another_login', { endpoint: 'token', reason: 'nonce mismatch' })],
  ] as const) {
    // The browser still has the nonce of a login that began before.
    beginApp(provider)
    await beginLoginHere()
    const restoreCookies = copyOfCookies()
    beginApp(provider, { OIDC_NONCE: '0', NEXTAUTH_SECRET: config().login.secret })
    restoreCookies()
    provider.lie = async ({ claims, signed }) => ({ idToken: await signed({ ...claims, nonce }) })
    expect((await beginLoginHere()).searchParams.has('nonce')).toBe(false)
    expect(await watchedLogin(provider), String(nonce)).toMatchObject(end)
  }
})

it('a user ID in a separate claim does not replace the subject, which userinfo must also have', async () => {
  Object.assign(habits, { userinfo: { openid: { sub: 'b2a1' } }, idToken: { openid: { oid: 'b2a1' } } })
  beginApp(provider, { OIDC_USER_ID_CLAIM: 'oid' })
  const mismatch = { endpoint: 'userinfo', reason: 'userinfo sub mismatch' } as const
  expect(await watchedLogin(provider)).toMatchObject(refuses('misconfigured', 'another_person', mismatch))
})

describe('the token endpoint', () => {
  it('is not followed to another URL', async () => {
    answerAt(provider, '/token', (response) => response.writeHead(307, { Location: '/elsewhere' }).end('{}'))
    const details = { endpoint: 'token', reason: 'status 307' } as const
    expect(await watchedLogin(provider)).toMatchObject(refuses('misconfigured', 'answer_refused', details))
    expect(askedByServer()).toEqual(['/token'])
  })

  it('is refused when its answer has no ID token', async () => {
    for (const body of ['[]', '{}', '{"__proto__":{"id_token":"a.b.c"}}', '{"id_token":["a.b.c"]}']) {
      beginApp(provider)
      habits.answers = { token: { body } }
      const refusal = refuses('misconfigured', 'id_token_refused', { endpoint: 'token' })
      expect(await watchedLogin(provider), body).toMatchObject(refusal)
    }
  })
})

describe('a callback', () => {
  const forgedToken = unsignedToken({ sub: 'eve', aud: 'subnet-connect' })

  /** New values of callback parameters. An empty list removes the parameter. */
  type Changes = Record<string, string[]>
  const withChanges = (changes: Changes) => (callback: URL) => {
    const query = callback.searchParams
    for (const [name, values] of Object.entries(changes)) {
      query.delete(name)
      for (const value of values) query.append(name, value)
    }
  }

  it('without a code sends no request to the provider', async () => {
    for (const instead of [{ access_token: ['a-token'] }, { id_token: [forgedToken] }, {}]) {
      beginApp(provider)
      const end = await watchedLogin(provider, withChanges({ code: [], ...instead }))
      const details = { endpoint: 'authorization', reason: 'no code' } as const
      expect(end, JSON.stringify(instead)).toMatchObject(refuses('misconfigured', 'provider_error', details))
    }
    expect(askedByServer()).toEqual([])
  })

  it('signs in the user of the code when it also has a forged ID token', async () => {
    const end = await watchedLogin(provider, withChanges({ id_token: [forgedToken] }))
    expect(end).toMatchObject(signsIn({ id: provider.sub }))
  })

  it('without the right state sends no request to the provider, and the login can still end', async () => {
    const changes: Record<string, (state: string) => Changes> = {
      'no state': () => ({ state: [] }),
      'another state': () => ({ state: ['x'.repeat(43)] }),
      'two states, of which the second is right': (state) => ({ state: ['another', state] }),
      'an error and another state': () => ({ code: [], error: ['access_denied'], state: ['another'] }),
    }
    for (const [what, changesOf] of Object.entries(changes)) {
      beginApp(provider)
      provider.asked.clear()
      let honest = new URL(provider.issuer)
      const end = await watchedLogin(provider, (callback, { state }) => {
        honest = new URL(callback)
        withChanges(changesOf(state))(callback)
      })
      expect(end, what).toMatchObject(refuses('unfinished', 'another_login', {}))
      expect(askedByServer(), what).toEqual([])
      expect((await endLogin(honest)).user, what).toMatchObject({ id: provider.sub })
    }
  })

  it('from another issuer sends no request to the provider', async () => {
    for (const issuer of ['https://login.example.org', '', `${provider.issuer}/`]) {
      beginApp(provider)
      const end = await watchedLogin(provider, withChanges({ iss: [issuer] }))
      const details = { endpoint: 'authorization', reason: 'another iss' } as const
      expect(end, issuer).toMatchObject(refuses('misconfigured', 'issuer_mismatch', details))
    }
    expect(askedByServer()).toEqual([])
  })
})

describe('the request for authorization', () => {
  it('asks for a code, with a unique state, nonce and PKCE challenge', async () => {
    const values: (string | null)[] = []
    for (let time = 0; time < 5; time += 1) {
      const { searchParams: query } = await beginLoginHere()
      expect(Object.fromEntries(query)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' })
      const challenge = createHash('sha256')
        .update(await pkceVerifier())
        .digest('base64url')
      expect(query.get('code_challenge')).toBe(challenge)
      values.push(query.get('state'), query.get('nonce'), challenge)
    }
    for (const value of values) expect(value).toMatch(/^[\w-]{43}$/)
    expect(new Set(values).size).toBe(15)
  })

  it('has no + for a space, and keeps the parameters of the provider’s URL except those that the app sets', async () => {
    const givenQuery = new URLSearchParams({
      tenant: 'a +',
      client_id: 'another-client',
      redirect_uri: 'https://evil.example',
      response_type: 'token',
      scope: 'openid payments',
      state: 'known',
      nonce: 'known',
      code_challenge: 'known',
      code_challenge_method: 'plain',
    })
    habits.discovery = { authorization_endpoint: `{issuer}/authorize?${givenQuery}` }
    const { search, searchParams: query } = await beginLoginHere()
    expect(search).not.toContain('+')
    expect(query.getAll('tenant')).toEqual(['a +'])
    for (const name of givenQuery.keys()) {
      expect(query.getAll(name)).toHaveLength(1)
      if (name !== 'tenant') expect(query.get(name)).not.toBe(givenQuery.get(name))
    }
    expect(query.get('redirect_uri')).toBe('http://localhost:3000/api/auth/callback/oidc')
    expect(await watchedLogin(provider)).toMatchObject(signsIn())
  })
})

it('the session fits into one cookie below 4 KB when all claims are full of any character', async () => {
  habits.discovery = { userinfo_endpoint: undefined }
  const variables = { OIDC_OPERATOR_ROLE: 'console', OIDC_WALLET_CLAIM: 'wallet' }
  for (const letter of ['x', '"', '李', '\u0001', '👩\u200d🚀', '\ud83d', '\\']) {
    beginApp(provider, variables)
    const long = letter.repeat(5000)
    const email = `${letter.repeat(60)}@example.com`
    const claims = { name: long, given_name: long, wallet: long, email, email_verified: true, roles: ['console'] }
    habits.idToken = { openid: claims }
    provider.sub = '李'.repeat(255)
    const { user } = await watchedLogin(provider)
    expect(user, letter).toMatchObject({ id: provider.sub, isOperator: true })
    expect(user?.name.isWellFormed()).toBe(true)
    const session = [...browserCookies].filter(([cookie]) => cookie.startsWith('next-auth.session-token'))
    expect(session).toHaveLength(1)
    expect(session.flat().join('=').length).toBeLessThan(4096)
  }
})

describe('userinfo', () => {
  const variables = { OIDC_OPERATOR_ROLE: 'console', OIDC_WALLET_CLAIM: 'wallet' }
  const rights = { roles: ['console'], name: 'Olga', wallet: 'a-wallet' }
  it('counts only when it has the subject of the ID token, and another subject is another person', async () => {
    // With a name in the ID token, the login continues when userinfo fails.
    const operator = signsIn({ isOperator: true, walletAddress: 'a-wallet' })
    const another = refuses('misconfigured', 'another_person', {
      endpoint: 'userinfo',
      reason: 'userinfo sub mismatch',
    })
    const noSub = { code: 'answer_refused', endpoint: 'userinfo', reason: 'no sub' } as const
    const ignored = {
      ...signsIn({ id: provider.sub, name: 'Ada', isOperator: false, isViewer: false }),
      lines: [{ event: 'userinfo is missing', ...noSub }, { event: 'operator role not among the claims' }],
    }
    const rows: [what: string, body: (sub: string) => unknown, end: object][] = [
      ['the subject', (sub) => ({ sub, ...rights }), operator],
      ['the subject in capital letters', (sub) => ({ sub: sub.toUpperCase(), ...rights }), another],
      ['the subject in a list', (sub) => ({ sub: [sub], ...rights }), another],
      ['the subject and a space', (sub) => ({ sub: `${sub} `, ...rights }), another],
      ['no subject', () => rights, ignored],
      ['null as the subject', () => ({ ...rights, sub: null }), ignored],
      ['a list', (sub) => [{ sub, ...rights }], ignored],
      ['null', () => null, ignored],
    ]
    for (const [what, bodyOf, end] of rows) {
      habits.answers = { userinfo: { body: JSON.stringify(bodyOf(provider.sub)) } }
      habits.idToken = { openid: { name: 'Ada' } }
      beginApp(provider, variables)
      const login = await watchedLogin(provider)
      expect(login, what).toMatchObject(end)
      if (end !== ignored) continue
      expect(login.user, what).toEqual(ignored.user)
      habits.idToken = {}
      beginApp(provider, variables)
      const { code, ...details } = noSub
      expect(await watchedLogin(provider), what).toMatchObject(refuses('misconfigured', code, details))
    }
  })

  it('is not requested without an access token, and the ID token alone signs in when it has a name', async () => {
    const why = { endpoint: 'userinfo', reason: 'no access token provided' } as const
    const warning = { event: 'userinfo is missing', code: 'userinfo_failed', ...why }
    for (const [idToken, end] of [
      [{ openid: { name: 'Ada' } }, { error: null, user: { name: 'Ada' }, lines: [warning] }],
      [{}, refuses('misconfigured', 'userinfo_failed', why)],
    ] as const) {
      beginApp(provider)
      habits.idToken = idToken
      changeAnswer(provider, '/token', (body, send) =>
        send(JSON.stringify({ ...JSON.parse(body), access_token: undefined })),
      )
      expect(await watchedLogin(provider)).toMatchObject(end)
    }
    expect(provider.asked.has('/userinfo')).toBe(false)
  })
})
