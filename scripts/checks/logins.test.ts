import { createServer } from 'node:http'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { listen } from '../../e2e/harness/listen'
import { publicJwk, unusableKeys } from '../../e2e/idp/tokens'
import { configWith, type Variables } from '../../lib/config/test-support'
import { judgeLoginAge, loginChecks } from './logins'

/* The verdicts of the doctor and setup on logins, with one server in place of a provider and of an operator's own site. */

interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string
}

/** The answers that replace the usual ones, by path. */
let answers: Record<string, Answer>
/** Changes the provider's description. undefined removes a field. */
let description: object
let keys: unknown[]
let requested: URL[]

const wellKnown = '/.well-known/openid-configuration'

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', origin)
  requested.push(url)
  const usual: Record<string, object> = {
    [wellKnown]: {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/keys`,
      claims_supported: ['sub', 'auth_time'],
      ...description,
    },
    '/keys': { keys },
  }
  const { status = 200, headers, body = JSON.stringify(usual[url.pathname]) } = answers[url.pathname] ?? {}
  response.writeHead(status, headers).end(body)
})

const rsaKey = { ...(await publicJwk('RS256')), kid: 'one', use: 'sig', alg: 'RS256' }
const namelessKey = await publicJwk('RS256', 1)
const [p256Key, p384Key, edKey] = [await publicJwk('ES256'), await publicJwk('ES384'), await publicJwk('EdDSA')]

const { port, close } = await listen(server)
const origin: string = `http://localhost:${port}`
afterAll(close)
beforeEach(() => {
  answers = {}
  description = {}
  keys = [rsaKey]
  requested = []
})

const ofProvider = { OIDC_ISSUER: origin }
const noProvider = { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }
const ofSite = (change: Variables = {}) => ({
  ...noProvider,
  LOGIN_URL: `${origin}/login?shop=1`,
  LOGIN_JWKS_URL: `${origin}/keys`,
  ...change,
})

/** Returns the findings about the logins of these variables. */
const found = (variables: Variables) =>
  Promise.all(loginChecks(configWith(variables)).map(async ([id, , judge]) => ({ id, ...(await judge()) })))

const findingOf = async (id: string, variables: Variables) =>
  (await found(variables)).find((finding) => finding.id === id)

const listing = (...algorithms: string[]) => ({ description: { id_token_signing_alg_values_supported: algorithms } })
const has = (text: string) => expect.stringContaining(text) as string

const ofStaff = {
  ...noProvider,
  LOGIN_PROVIDER: 'github',
  LOGIN_CLIENT_ID: 'id',
  LOGIN_CLIENT_SECRET: 'secret',
  CONSOLE_OIDC_ISSUER: origin,
  CONSOLE_OIDC_CLIENT_ID: 'client',
  CONSOLE_OIDC_CLIENT_SECRET: 'client-secret',
}

it.each([
  ['users', '', '', 'oidc', ofProvider],
  ['staff', 'console-', 'CONSOLE_', 'console', ofStaff],
])(
  'the checks of the login of %s read its description once, and say what to register',
  async (_, prefix, ofVariable, callback, variables) => {
    const findings = await found(variables)
    expect(findings.map(({ id, state }) => [id, state])).toEqual([
      [`${prefix}provider`, 'holds'],
      [`${prefix}sign-in-request`, 'unknown'],
      [`${prefix}id-tokens`, 'holds'],
      [`${prefix}login-age`, 'holds'],
      [`${prefix}sign-out`, 'holds'],
    ])
    const { host } = new URL(origin)
    const request = `asks ${host} for openid, profile, email, with the redirect URL https://connect.example/api/auth/callback/${callback}, and sends its secret by client_secret_basic.`
    const todo = `${ofVariable}OIDC_CLIENT_ID, letter for letter. Then sign in once in a private`
    expect(findings[1]).toMatchObject({ what: has(request), todo: has(todo) })
    expect(findings.flatMap(({ id, todo }) => (todo === null ? [] : [id]))).toEqual([`${prefix}sign-in-request`])
    // Nothing is asked of the pages for people and of the token endpoint.
    expect(requested.map(({ pathname }) => pathname)).toEqual([wellKnown, '/keys'])
    if (prefix) expect(JSON.stringify(findings)).not.toMatch(/\bOIDC_/)
    expect(JSON.stringify(findings)).not.toContain('client-secret"')
  },
)

type Given = { description?: object; keys?: unknown[]; answers?: typeof answers }

const pushed = { description: { require_pushed_authorization_requests: true } }
const otherKeys = [...unusableKeys, { ...rsaKey, use: 'enc' }, { ...rsaKey, alg: 'RSA-OAEP' }]
const noKeys = { answers: { '/keys': { body: '<p>' } } }
const largeKeys = { answers: { '/keys': { body: 'x'.repeat(400_000) } } }

it.each<[id: string, what: string, Given, todo: string]>([
  ['provider', '(status 503)', { answers: { [wellKnown]: { status: 503 } } }, 'provider runs'],
  ['provider', 'another issuer', { description: { issuer: 'https://a.example' } }, 'Set OIDC_ISSUER to'],
  ['provider', 'signs ID tokens only by HS256', listing('HS256'), 'choose a key (RS256 or ES256) at the'],
  ['provider', 'it requires pushed authorization requests', pushed, 'or use another provider'],
  ['id-tokens', 'no key for ID tokens by RS256', { keys: otherKeys }, 'Give the provider a key'],
  ['id-tokens', '2 keys for RS256 without a kid', { keys: [namelessKey, namelessKey] }, 'give each key a kid'],
  ['id-tokens', 'cannot be read (no set of keys)', noKeys, 'publish its keys'],
  ['id-tokens', 'cannot be reached from here (ECONNRESET)', largeKeys, 'at most 256 KB, and waits at most 10 seconds'],
])('the finding %s is wrong: %s', async (id, what, given, todo) => {
  ;({ description = {}, keys = keys, answers = {} } = given)
  const findings = await found(ofProvider)
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([
    { id, state: 'wrong', what: has(what), todo: has(todo) },
  ])
  if (id !== 'provider') return
  const others = findings.slice(1).map((finding) => finding.what)
  expect(new Set(others)).toEqual(new Set(['Not checked: the provider cannot be used.']))
})

it.each<[string, string, Given, todo?: string]>([
  ['a key among keys that the app cannot use', 'id-tokens', { keys: [...unusableKeys, rsaKey] }],
  ['one key without an ID among others', 'id-tokens', { keys: [namelessKey, rsaKey] }],
  ['EdDSA', 'id-tokens', { ...listing('EdDSA'), keys: [edKey] }],
  ['a key of an algorithm that is not listed first', 'id-tokens', { ...listing('RS256', 'ES256'), keys: [p256Key] }],
  ['algorithms of the secret too', 'id-tokens', listing('HS256', 'RS256'), 'registered there for HS256: choose a'],
  ['a list without a scope', 'sign-in-request', { description: { scopes_supported: ['openid'] } }, 'not list profile'],
])('loginChecks find nothing wrong in %s', async (_, id, given, todo) => {
  ;({ description = {}, keys = keys } = given)
  const state = id === 'id-tokens' ? 'holds' : 'unknown'
  expect(await findingOf(id, ofProvider)).toMatchObject({ state, todo: todo ? has(todo) : null })
})

it.each([
  { end: undefined, chosen: '', state: 'holds', what: 'names no sign-out page' },
  { end: '/end', chosen: '', state: 'holds', what: '/end, which answers without an error status' },
  { end: '/gone?tenant=1', chosen: '', state: 'unknown', what: '/gone, which answers a visitor without a session' },
  { end: '/gone', chosen: 'none', state: 'holds', what: 'LOGIN_SIGN_OUT_URL is none, so the page' },
  { end: '/gone', chosen: '/end', state: 'holds', what: '/end, which answers without an error status' },
  { end: '/oauth2/v1/logout', chosen: '', state: 'holds', what: 'The provider is known to answer such a link with an' },
])('the finding sign-out is $state for a page at $end, with “$chosen” chosen', async ({ end, chosen, state, what }) => {
  description = { end_session_endpoint: end && origin + end }
  answers = { '/gone': { status: 401 } }
  const LOGIN_SIGN_OUT_URL = chosen.startsWith('/') ? origin + chosen : chosen
  const todo = state === 'holds' ? null : has('set LOGIN_SIGN_OUT_URL')
  const finding = await findingOf('sign-out', { ...ofProvider, LOGIN_SIGN_OUT_URL })
  expect(finding).toMatchObject({ state, what: has(what), todo })
  // Without a provider, it judges the operator's own choice alone.
  if (chosen.startsWith('/'))
    expect(await findingOf('sign-out', { ...ofSite(), LOGIN_SIGN_OUT_URL })).toMatchObject({ state, what: has(what) })
})

it.each([
  [['sub', 'auth_time'], 'https://login.example', 'holds', 'lists the claim auth_time'],
  [['sub'], 'https://login.example', 'unknown', 'does not list the claim auth_time, which it may send nevertheless'],
  [undefined, 'https://login.example', 'unknown', 'does not say which claims it has'],
  // Entra ID lists it, and omits it by default.
  [['auth_time'], 'https://login.microsoftonline.com/0f/v2.0', 'unknown', 'if the registration of the app adds it'],
])('the finding login-age for the claims %j of %s is %s', (claims_supported, OIDC_ISSUER, state, what) => {
  const { oidc } = configWith({ OIDC_ISSUER, OIDC_MAX_AGE_SECONDS: '60' }).login
  if (!oidc) throw new Error('There is no login.')
  const provider = { claims_supported } as Parameters<typeof judgeLoginAge>[0]['provider']
  const todo = state === 'holds' ? null : has('set OIDC_PROMPT=login instead')
  expect(judgeLoginAge({ provider, settings: oidc })).toMatchObject({ state, what: has(what), todo })
})

it.each<[Answer | undefined, string, string, string | null]>([
  [{}, 'holds', '/login answers.', null],
  [{ status: 302, headers: { Location: '/accounts/sign-in' } }, 'holds', '/login answers.', null],
  [{ status: 404 }, 'wrong', '/login answers with 404.', 'Check LOGIN_URL'],
  [{ status: 302, headers: { Location: 'http://www.example.com/' } }, 'wrong', 'leads to plain http', 'https alone'],
  [undefined, 'wrong', 'localhost:1 cannot be reached', 'Check LOGIN_URL'],
])('the finding own-site for %j is %s', async (answer, state, what, todo) => {
  answers = { '/login': answer ?? {} }
  const variables = answer ? ofSite() : ofSite({ LOGIN_URL: 'http://localhost:1/login' })
  expect(await findingOf('own-site', variables)).toMatchObject({ state, what: has(what), todo: todo && has(todo) })
  if (!answer) return
  const [query] = requested.flatMap((url) => (url.pathname === '/login' ? [url.searchParams] : []))
  expect(query?.get('shop')).toBe('1')
  expect(query?.get('nonce')).toMatch(/^[\w-]{20,}$/)
})

it.each<[string, { keys?: unknown[]; answer?: Answer; algorithms?: string; todo?: string }]>([
  ['ES256', { keys: [p256Key], algorithms: 'ES256' }],
  ['RSA', { keys: [{ ...rsaKey, alg: undefined }], algorithms: 'PS256, RS256' }],
  ['two keys without a kid', { keys: [namelessKey, namelessKey], algorithms: 'PS256, RS256', todo: 'no kid' }],
  ['a secret', { keys: [{ kty: 'oct', k: 'canary' }], todo: 'Publish there' }],
  ['another algorithm', { keys: [{ ...rsaKey, alg: 'RS512' }], todo: 'Publish there' }],
  ['another curve', { keys: [p384Key], todo: 'Publish there' }],
  ['a key that only signs', { keys: [{ ...rsaKey, key_ops: ['sign'] }], todo: 'Publish there' }],
  ['a private key', { keys: [{ ...rsaKey, d: 'canary' }], todo: 'Publish there' }],
  ['a missing page', { answer: { status: 404 }, todo: 'Check LOGIN_JWKS_URL' }],
])('the finding own-site-keys judges %s', async (_, { keys: given = [], answer, algorithms, todo }) => {
  keys = given
  if (answer) answers = { '/keys': answer }
  const finding = await findingOf('own-site-keys', ofSite())
  expect(finding).toMatchObject({ state: algorithms ? 'holds' : 'wrong', todo: todo ? has(todo) : null })
  if (algorithms) expect(finding?.what).toBe(`Your site has a public key for ${algorithms}.`)
  expect(JSON.stringify(finding)).not.toContain('canary')
})

it.each([
  [50_000, 'holds', "agrees with your site's"],
  [-120_000, 'wrong', "seconds ahead of your site's."],
])('the finding own-site-clock of a site that is %i ms ahead is %s', async (aheadMs, state, what) => {
  answers = { '/login': { headers: { Date: new Date(Date.now() + aheadMs).toUTCString() } } }
  const todo = state === 'holds' ? null : has('more than 60 seconds')
  expect(await findingOf('own-site-clock', ofSite())).toMatchObject({ state, what: has(what), todo })
})
