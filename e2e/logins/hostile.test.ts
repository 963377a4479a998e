import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { beginLoginHere, browserCookies, browserJar, endLogin, type LoginEnd } from './login-in-process'
import { sentTokens } from './forged-tokens'
import { failed, person } from './imitation'
import { leaks, pkceVerifier, startHostileProvider, watchedLogin } from './watched-login'
import type { Habits, ScriptedProvider } from '../idp/scripted'
import { defaultKeyId, keyPair, signedToken, unsignedToken } from '../idp/tokens'

/*
 * Attacks by a hostile provider, or by a server that answers instead of the provider. The tests check what the app
 * accepts, does and logs. They also contain the allowed cases.
 */

let provider: ScriptedProvider
afterEach(() => provider.close())

async function beginAt(habits: Habits, variables?: Record<string, string>): Promise<ScriptedProvider> {
  provider = await startHostileProvider(habits, variables)
  return provider
}

/** Expects a login that signs the user in without a line in the log. */
const signsIn = (user: Partial<LoginEnd['user']> = {}) => ({ error: null, user, lines: [] })
/** Expects a login that fails, with its only line. */
const refuses = (error: LoginEnd['error'], ...line: Parameters<typeof failed>) => ({
  error,
  user: null,
  lines: [failed(...line)],
})

/** Returns the paths that the app's server has requested from the provider, except its metadata. */
const askedByServer = () =>
  [...provider.asked.keys()].filter((path) => !['/authorize', '/.well-known/openid-configuration'].includes(path))

/** Replaces the provider's answer at a path. */
function answerAt(path: string, answer: (response: ServerResponse, request: IncomingMessage) => void): void {
  provider.intercept = (request, response) => {
    if (request.url !== path) return false
    answer(response, request)
    return true
  }
}

describe('an ID token', () => {
  it.each(Object.entries(sentTokens))('that %s', async (_, { token, refusal }) => {
    // Without userinfo, only the ID token decides.
    await beginAt({ discovery: { userinfo_endpoint: undefined } })
    provider.lie = (parts) => ({ idToken: token(parts) })
    const end = await watchedLogin(provider)
    if (refusal === null) return expect(end).toMatchObject(signsIn())
    const error = refusal.code === 'another_login' ? 'unfinished' : 'misconfigured'
    expect(end).toMatchObject(refuses(error, refusal.code, { endpoint: 'token', ...refusal }))
  })

  it('signs in only with the provider’s new key when the provider has replaced its key', async () => {
    const habits: Habits = {}
    await beginAt(habits)
    expect(await watchedLogin(provider)).toMatchObject(signsIn())
    browserCookies.clear()
    const { privateKey, publicKey } = keyPair('RS256', 1)
    habits.answers = { keys: { body: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: defaultKeyId }] } } }
    expect(await watchedLogin(provider)).toMatchObject(
      refuses('misconfigured', 'id_token_refused', { reason: 'failed to validate JWT signature' }),
    )
    provider.lie = ({ claims }) => ({ idToken: signedToken({ alg: 'RS256', kid: defaultKeyId }, claims, privateKey) })
    const { lines: _, ...signedIn } = signsIn()
    expect(await watchedLogin(provider)).toMatchObject(signedIn)
  })
})

describe('an ID token of a login without a nonce', () => {
  it.each<[what: string, nonce: string | undefined, end: object]>([
    ['without a nonce signs in', undefined, signsIn()],
    ['with an empty nonce signs in', '', signsIn()],
    // The token was made for another login, which has sent a nonce.
    [
      'with a nonce is refused',
      'another-nonce',
      refuses('unfinished', 'another_login', { endpoint: 'token', reason: 'nonce mismatch' }),
    ],
  ])('%s', async (_, nonce, end) => {
    await beginAt({}, { OIDC_NONCE: '0' })
    provider.lie = ({ claims, signed }) => ({ idToken: signed({ ...claims, nonce }) })
    expect((await beginLoginHere()).searchParams.has('nonce')).toBe(false)
    expect(await watchedLogin(provider)).toMatchObject(end)
  })
})

describe('a user ID in a separate claim', () => {
  const reason = 'not a text of 1 to 255 characters or a whole number'
  const refused = refuses('misconfigured', 'user_id_claim', { endpoint: 'token', claim: 'oid', reason })
  it.each<[value: string, end: object]>([
    ['"b2a1"', signsIn({ id: 'b2a1' })],
    ['"12"', signsIn({ id: '12' })],
    ['12', signsIn({ id: '12' })],
    ['9007199254740991', signsIn({ id: '9007199254740991' })],
    ['9007199254740993', refused],
    ['12.5', refused],
    ['""', refused],
    ['["b2a1"]', refused],
    ['{"oid":"b2a1"}', refused],
    ['null', refused],
  ])('with the value %s ends the login with %j', async (value, end) => {
    await beginAt({ userinfo: { openid: { ...person, oid: 'another-id' } } }, { OIDC_USER_ID_CLAIM: 'oid' })
    provider.lie = ({ claims, signed }) => ({ idToken: signed({ ...claims, oid: JSON.parse(value) }) })
    expect(await watchedLogin(provider)).toMatchObject(end)
  })

  it('is refused when only userinfo has it', async () => {
    await beginAt({ userinfo: { openid: { ...person, oid: 'another-id' } } }, { OIDC_USER_ID_CLAIM: 'oid' })
    const missing = { endpoint: 'token', claim: 'oid', reason: 'not in the ID token' } as const
    expect(await watchedLogin(provider)).toMatchObject(refuses('misconfigured', 'user_id_claim', missing))
  })

  it('does not replace the subject, which userinfo must also have', async () => {
    await beginAt(
      { userinfo: { openid: { sub: 'b2a1' } }, idToken: { openid: { oid: 'b2a1' } } },
      { OIDC_USER_ID_CLAIM: 'oid' },
    )
    const mismatch = { endpoint: 'userinfo', reason: 'userinfo sub mismatch' } as const
    expect(await watchedLogin(provider)).toMatchObject(refuses('misconfigured', 'another_person', mismatch))
  })
})

describe('userinfo', () => {
  const mismatch = 'userinfo sub mismatch'
  const bodies: [what: string, body: (sub: string) => unknown, reason: string | null][] = [
    ['with the subject signs in', (sub) => ({ sub, ...person }), null],
    ['with another subject is refused', () => ({ sub: 'eve', ...person }), mismatch],
    ['with the subject in capital letters is refused', (sub) => ({ sub: sub.toUpperCase() }), mismatch],
    ['with the subject and a space is refused', (sub) => ({ sub: `${sub} ` }), mismatch],
    ['with the subject in a list is refused', (sub) => ({ sub: [sub] }), mismatch],
    ['without a subject is refused', () => ({ ...person }), mismatch],
    ['that is a list is refused', (sub) => [{ sub }], mismatch],
    ['that is a text is refused', (sub) => sub, mismatch],
    ['that is a number is refused', () => 7, mismatch],
    ['that is null is refused', () => null, 'Cannot read properties of null'],
  ]
  it.each(bodies)('%s', async (_, bodyOf, reason) => {
    // With a name in the ID token, the login continues when userinfo fails.
    const habits: Habits = { idToken: { openid: { name: 'Ada' } } }
    await beginAt(habits)
    habits.answers = { userinfo: { body: JSON.stringify(bodyOf(provider.sub)) } }
    const refusal = refuses('misconfigured', 'another_person', { endpoint: 'userinfo', reason: reason ?? '' })
    expect(await watchedLogin(provider)).toMatchObject(reason === null ? signsIn({ name: 'Ada' }) : refusal)
  })

  const variables = { OIDC_OPERATOR_ROLE: 'console', OIDC_WALLET_CLAIM: 'wallet' }
  const rights = { roles: ['console'], name: 'Olga', wallet: 'a-wallet' }
  const claims: [what: string, claims: object, user: object][] = [
    ['counts', rights, { name: 'Olga', walletAddress: 'a-wallet', isOperator: true }],
    ['does not count under __proto__', { ['__proto__']: rights }, { isOperator: false }],
    ['does not count under constructor', { constructor: { ...rights, prototype: rights } }, { isOperator: false }],
    ['does not count in a list within a list', { roles: [['console']] }, { isOperator: false }],
    ['does not count with spaces', { roles: [' console '], groups: ['console\n'] }, { isOperator: false }],
    ['does not count in capital letters', { roles: ['CONSOLE'], groups: 'Console' }, { isOperator: false }],
    ['does not count with invisible characters', { roles: ['con\u200bsole'] }, { isOperator: false }],
    ['does not count in a longer text', { role: 'console,staff', groups: ['console staff'] }, { isOperator: false }],
    ['does not count among 20,000 roles without it', { roles: Array(20_000).fill('role') }, { isOperator: false }],
    ['counts among 20,000 other roles', { roles: [...Array(20_000).fill('role'), 'console'] }, { isOperator: true }],
  ]
  it.each(claims)('a role or a name in it %s', async (_, claims, user) => {
    const habits: Habits = {}
    await beginAt(habits, variables)
    const { sub } = provider
    habits.answers = { userinfo: { body: JSON.stringify({ ...claims, sub }) } }
    const end = await watchedLogin(provider)
    expect(end.user).toEqual({ id: sub, name: sub, isViewer: false, ...user })
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it('is refused as too long when it has 200,000 roles', async () => {
    await beginAt({ userinfo: { openid: { roles: Array(200_000).fill('role') } } }, variables)
    const reason = 'the answer broke off, or exceeded 10 s or 256 KB'
    expect(await watchedLogin(provider)).toMatchObject(
      refuses('unreachable', 'provider_away', { endpoint: 'userinfo', reason }),
    )
  })

  it.each([302, 307])('is not followed to another URL when its status is %s', async (status) => {
    await beginAt({})
    answerAt('/userinfo', (response) => response.writeHead(status, { Location: '/elsewhere' }).end('{}'))
    const reason = `status ${status}`
    expect(await watchedLogin(provider)).toMatchObject(
      refuses('misconfigured', 'userinfo_failed', { endpoint: 'userinfo', reason }),
    )
    expect(askedByServer()).not.toContain('/elsewhere')
  })
})

describe('the token endpoint', () => {
  it.each([302, 307, 308])('is not followed to another URL when its status is %s', async (status) => {
    await beginAt({})
    answerAt('/token', (response) => response.writeHead(status, { Location: '/elsewhere' }).end('{}'))
    const reason = `status ${status}`
    expect(await watchedLogin(provider)).toMatchObject(
      refuses('misconfigured', 'answer_refused', { endpoint: 'token', reason }),
    )
    expect(askedByServer()).toEqual(['/token'])
  })

  it.each([
    '[]',
    '7',
    '{}',
    '{"error":7}',
    '{"id_token":7}',
    '{"__proto__":{"id_token":"a.b.c"}}',
    '{"id_token":["a.b.c"]}',
  ])('that answers %s is refused', async (body) => {
    await beginAt({ answers: { token: { body } } })
    expect(await watchedLogin(provider)).toMatchObject(
      refuses('misconfigured', 'id_token_refused', { endpoint: 'token' }),
    )
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

  it.each<[what: string, changes: Changes]>([
    ['with an access token', { code: [], access_token: ['a-token'] }],
    ['with a forged ID token', { code: [], id_token: [forgedToken] }],
    ['with a response that is a forged token', { code: [], response: [forgedToken] }],
    ['with nothing', { code: [] }],
    ['with an empty code', { code: [''] }],
  ])('%s instead of a code sends no request to the provider', async (_, changes) => {
    await beginAt({})
    const end = await watchedLogin(provider, withChanges(changes))
    const reason = 'code missing from response'
    expect(end).toMatchObject(refuses('misconfigured', 'id_token_refused', { endpoint: 'token', reason }))
    expect(askedByServer()).toEqual([])
  })

  it('signs in the user of the code when it also has a forged ID token', async () => {
    await beginAt({})
    const end = await watchedLogin(provider, withChanges({ id_token: [forgedToken] }))
    expect(end).toMatchObject(signsIn({ id: provider.sub }))
  })

  it.each<[what: string, changesOf: (state: string) => Changes]>([
    ['no state', () => ({ state: [] })],
    ['an empty state', () => ({ state: [''] })],
    ['another state', () => ({ state: ['x'.repeat(43)] })],
    ['a longer state', (state) => ({ state: [`${state}x`] })],
    ['two states, of which the second is right', (state) => ({ state: ['another', state] })],
    ['a list of states', (state) => ({ state: [], 'state[]': [state] })],
    ['an error and another state', () => ({ code: [], error: ['access_denied'], state: ['another'] })],
    ['a response that is a forged token, and no state', () => ({ code: [], response: [forgedToken], state: [] })],
  ])('with %s sends no request to the provider, and the login can still end', async (_, changesOf) => {
    await beginAt({})
    let honest = new URL(provider.issuer)
    const end = await watchedLogin(provider, (callback, { state }) => {
      honest = new URL(callback)
      withChanges(changesOf(state))(callback)
    })
    expect(end).toMatchObject(refuses('unfinished', 'another_login', {}))
    expect(askedByServer()).toEqual([])
    expect((await endLogin(honest)).user).toMatchObject({ id: provider.sub })
  })

  it.each([
    ['another issuer', () => 'https://login.example.org'],
    ['an empty issuer', () => ''],
    ['an issuer with one more slash', () => `${provider.issuer}/`],
  ])('from %s sends no request to the provider', async (_, issuer) => {
    await beginAt({})
    const end = await watchedLogin(provider, withChanges({ iss: [issuer()] }))
    const details = { endpoint: 'authorization', reason: 'another iss' } as const
    expect(end).toMatchObject(refuses('misconfigured', 'issuer_mismatch', details))
    expect(askedByServer()).toEqual([])
  })

  it('from the right issuer signs in', async () => {
    await beginAt({ callback: { iss: '{issuer}' } })
    expect(await watchedLogin(provider)).toMatchObject(signsIn())
  })

  it('sends no request to the provider when the browser has begun no login', async () => {
    await beginAt({})
    const end = await watchedLogin(provider, () => browserCookies.clear())
    expect(end).toMatchObject(refuses('unfinished', 'no_login_here', {}))
    expect(askedByServer()).toEqual([])
  })
})

describe('the request for authorization', () => {
  it('asks for a code, with a unique state, nonce and PKCE challenge', async () => {
    await beginAt({})
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

  it('sets cookies for 15 minutes that are hidden from scripts and other sites', async () => {
    await beginAt({})
    const set = vi.spyOn(browserJar, 'set')
    await beginLoginHere()
    const cookies = set.mock.calls.map(([cookie]) => cookie as unknown as { name: string; expires: Date })
    for (const name of ['state', 'nonce', 'pkce.code_verifier']) {
      const cookie = cookies.find((cookie) => cookie.name === `next-auth.${name}`)
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/' })
      const minutes = (Number(cookie?.expires) - Date.now()) / 60_000
      expect(minutes).toBeGreaterThan(14.9)
      expect(minutes).toBeLessThanOrEqual(15)
    }
  })

  it('keeps the parameters of the provider’s URL, except the parameters that the app sets', async () => {
    const givenQuery = new URLSearchParams({
      tenant: 'acme',
      client_id: 'another-client',
      redirect_uri: 'https://evil.example',
      response_type: 'token',
      scope: 'openid payments',
      state: 'known',
      nonce: 'known',
      code_challenge: 'known',
      code_challenge_method: 'plain',
    })
    await beginAt({ discovery: { authorization_endpoint: `{issuer}/authorize?${givenQuery}` } })
    const { searchParams: query } = await beginLoginHere()
    expect(query.getAll('tenant')).toEqual(['acme'])
    for (const name of givenQuery.keys()) {
      expect(query.getAll(name)).toHaveLength(1)
      if (name !== 'tenant') expect(query.get(name)).not.toBe(givenQuery.get(name))
    }
    expect(query.get('redirect_uri')).toBe('http://localhost:3000/api/auth/callback/oidc')
    expect(await watchedLogin(provider)).toMatchObject(signsIn())
  })
})

describe('discovery', () => {
  const refusesToBegin = (reason: string) => ({
    error: 'misconfigured',
    user: null,
    lines: [
      { event: 'login provider cannot be used', reason },
      failed('discovery_refused', { endpoint: 'discovery', reason }),
    ],
  })

  const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint']
  const addresses = ['http://login.example/a', 'javascript:alert(1)', 'data:text/html,a', '/relative', '', 7]
  it.each(endpoints.flatMap((name) => addresses.map((address) => [name, address] as const)))(
    'with the %s %j begins no login',
    async (name, address) => {
      await beginAt({ discovery: { [name]: address } })
      expect(await watchedLogin(provider)).toMatchObject(refusesToBegin(`unexpected ${name}`))
      expect(askedByServer()).toEqual([])
    },
  )

  it.each([
    ['https://login.example.org', (issuer: string) => issuer.replace('http', 'https')],
    ['capital letters', (issuer: string) => issuer.replace('localhost', 'LOCALHOST')],
    ['a path', (issuer: string) => `${issuer}/tenant`],
  ])('with an issuer that differs by %s begins no login', async (_, other) => {
    const habits: Habits = {}
    await beginAt(habits)
    const issuer = other(provider.issuer)
    habits.discovery = { issuer }
    expect(await watchedLogin(provider)).toMatchObject(refusesToBegin(`another issuer, ${issuer}`))
  })

  it.each<[body: string, reason: string, code: 'discovery_refused' | 'answer_refused']>([
    ['<h1>Welcome</h1>', 'no JSON', 'answer_refused'],
    ['null', 'status 200', 'discovery_refused'],
    ['[]', 'unexpected issuer', 'discovery_refused'],
    ['{"__proto__":{}}', 'unexpected issuer', 'discovery_refused'],
  ])('that is %s begins no login', async (body, reason, code) => {
    await beginAt({})
    answerAt('/.well-known/openid-configuration', (response) => response.end(body))
    expect(await watchedLogin(provider)).toMatchObject({
      error: 'misconfigured',
      user: null,
      lines: [{ reason }, failed(code, { endpoint: 'discovery', reason })],
    })
  })

  it.each([301, 302, 307])('is not followed to another URL when its status is %s', async (status) => {
    await beginAt({})
    answerAt('/.well-known/openid-configuration', (response) =>
      response.writeHead(status, { Location: '/elsewhere' }).end(),
    )
    expect(await watchedLogin(provider)).toMatchObject(refusesToBegin(`status ${status}`))
    expect(askedByServer()).toEqual([])
  })
})

describe('a name', () => {
  it.each([
    ['Ada', 'Ada'],
    ['A\0d\u001ba\u202e\u2066 \u200bL\u2028', 'A d a L'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['x'.repeat(5000), 'x'.repeat(200)],
    ['\u200b\u202e \u3164', 'auth0|5f7c8ec7c33c6c004bbafe82'],
  ])('%j is shown as %j', async (name, shown) => {
    await beginAt({ userinfo: { openid: { name } } })
    expect((await watchedLogin(provider)).user?.name).toBe(shown)
  })

  it.each(['x', '"', '李', '\u0001', '👩\u200d🚀', '\\'])(
    'and all other claims full of %j fit into one cookie below 4 KB',
    async (letter) => {
      const long = letter.repeat(5000)
      const email = `${letter.repeat(60)}@example.com`
      const claims = { name: long, given_name: long, wallet: long, email, email_verified: true, roles: ['console'] }
      const habits: Habits = { discovery: { userinfo_endpoint: undefined }, idToken: { openid: claims } }
      await beginAt(habits, { OIDC_OPERATOR_ROLE: 'console', OIDC_WALLET_CLAIM: 'wallet' })
      provider.sub = letter.repeat(255).slice(0, 255)
      expect((await watchedLogin(provider)).user).toMatchObject({ id: provider.sub, isOperator: true })
      const session = [...browserCookies].filter(([cookie]) => cookie.startsWith('next-auth.session-token'))
      expect(session).toHaveLength(1)
      expect(session.flat().join('=').length).toBeLessThan(4096)
    },
  )
})

describe('a user', () => {
  it.each([
    ['demo:olga', 'demo:olga', false],
    ['olga', 'demo:olga', false],
    ['demo:olga', 'olga', false],
    ['olga', 'olga', true],
    ['demo', 'demo', true],
  ])('with the ID %s and CONSOLE_USERS=%s has isOperator %s', async (sub, CONSOLE_USERS, isOperator) => {
    await beginAt({}, { CONSOLE_USERS })
    provider.sub = sub
    expect((await watchedLogin(provider)).user).toMatchObject({ id: sub, isOperator })
  })
})

it('no log line of these logins contains a secret, a token or personal data', () => {
  expect(leaks()).toEqual([])
})
