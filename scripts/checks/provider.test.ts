import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { appVariables } from '../../e2e/harness/app-variables'
import { startScriptedProvider, type Habits, type ScriptedProvider } from '../../e2e/idp/scripted'
import { publicJwk, unusableKeys } from '../../e2e/idp/tokens'
import type { People } from '../../lib/auth/people'
import { fetchProvider } from '../../lib/auth/provider'
import { parseConfig, type Config } from '../../lib/config'
import { examine } from '../doctor/checks'
import { checkStep, steps } from '../setup/questions'
import { judgeLoginAge, judgeLoginBy, judgeProvider, loginChecks, openIdLogin } from './provider'
import type { Verdict } from './verdict'

/* Tests the verdicts of the doctor and setup on the login at a provider. */

const ownOrigin = 'https://connect.example'
const redirectAddress = `${ownOrigin}/api/auth/callback/oidc`
/** It has characters that Basic encodes (RFC 6749, section 2.3.1). */
const clientSecret = 'a secret: +/%'

/** The staff's login has other variable names and another redirect URL. */
const nameFor = {
  users: (text: string) => text,
  staff: (text: string) => text.replaceAll('OIDC_', 'CONSOLE_OIDC_').replaceAll('callback/oidc', 'callback/console'),
}

/** What the provider's page knows of this app. */
interface Registration {
  redirectAddress: string
  scopes: string[]
  /** How the page refuses another redirect URL. */
  refusal: 'status' | 'error page' | 'page of Entra'
}

const rightRegistration: Registration = {
  redirectAddress,
  scopes: ['openid', 'profile', 'email', 'groups'],
  refusal: 'status',
}

const rsaKey = { ...(await publicJwk('RS256')), kid: 'one', use: 'sig', alg: 'RS256' }
const namelessKey = await publicJwk('RS256', 1)
const [p256Key, edKey] = [await publicJwk('ES256'), await publicJwk('EdDSA')]

let provider: ScriptedProvider
let issuer: string
/** The provider reads its habits at each request. */
const habits: Habits = { clientSecret }
let registration: Registration
/** The query of the last sign-in. */
let authorized: URLSearchParams | undefined
/** The responses that replace the provider's responses, by path. `{issuer}` in a body means the issuer. */
let responses: Record<string, { status: number; headers?: Record<string, string>; body?: string }>
/** The responses of the token endpoint, first to the right secret, and then to another one. */
let tokenAnswers: Answer[]
type Answer = readonly [status: number, body: string]
/** The parameters that the provider checks before it shows its page. */
let checkedFirst: string[]
/** The status for made-up values of these parameters. */
let busyWith: { status: number; parts: string[] } | undefined

/** Answers with the page, and with what a test scripts. The provider itself answers anything else. */
function intercept({ url: path = '' }: IncomingMessage, response: ServerResponse): boolean {
  const { pathname, searchParams } = new URL(path, issuer)
  const scripted = responses[pathname]
  const answer = pathname === '/token' ? tokenAnswers.shift() : undefined
  if (scripted) response.writeHead(scripted.status, scripted.headers).end(scripted.body?.replaceAll('{issuer}', issuer))
  else if (answer) response.writeHead(answer[0]).end(answer[1])
  else if (pathname === '/authorize') authorize(searchParams, response)
  else return false
  return true
}

function authorize(query: URLSearchParams, response: ServerResponse): void {
  authorized ??= query
  const isRefused = (name: string, isKnown: boolean) => checkedFirst.includes(name) && !isKnown
  const redirect = (address: string, error: string) =>
    response.writeHead(302, { Location: `${address}?error=${error}` })
  const { scopes, refusal } = registration
  const isMadeUp = busyWith?.parts.some((name) => query.get(name) !== authorized?.get(name))
  if (busyWith && isMadeUp) response.writeHead(busyWith.status).end()
  else if (isRefused('client_id', query.get('client_id') === provider.clientId)) {
    response.writeHead(400).end('<h1>unauthorized_client</h1>')
  } else if (isRefused('redirect_uri', query.get('redirect_uri') === registration.redirectAddress)) {
    if (refusal === 'status') response.writeHead(400).end('<h1>Bad request</h1>')
    else if (refusal === 'error page') redirect('/error', 'redirect_mismatch').end()
    else response.end('<script>{"strServiceExceptionMessage":"AADSTS50011: The redirect URI …"}</script>')
  } else if (
    isRefused(
      'scope',
      (query.get('scope') ?? '').split(' ').every((scope) => scopes.includes(scope)),
    )
  ) {
    redirect(redirectAddress, 'invalid_scope').end()
  } else {
    response.end('<h1>Sign in</h1>')
  }
}

beforeAll(async () => {
  provider = await startScriptedProvider(habits)
  issuer = provider.issuer
  provider.intercept = intercept
  return () => provider.close()
})
beforeEach(() => {
  provide({})
  registration = rightRegistration
  responses = {}
  tokenAnswers = []
  checkedFirst = ['client_id', 'redirect_uri', 'scope']
  busyWith = undefined
  authorized = undefined
  provider.asked.clear()
})

/** Changes the description of the provider, its keys, and the only method by which the client may send its secret. */
function provide(change: { description?: object; keys?: object; clientAuth?: 'basic' | 'post' }): void {
  const { description, keys = { keys: [rsaKey] }, clientAuth = 'basic' } = change
  const discovery = {
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    id_token_signing_alg_values_supported: ['RS256'],
    claims_supported: ['sub', 'auth_time'],
    ...description,
  }
  Object.assign(habits, { discovery, clientAuth, answers: { keys: { body: keys } } })
}

/** Returns the variables of an app whose login matches the registration at the provider, with some changes. */
const variablesWith = (change: Record<string, string> = {}, people: People = 'users') => ({
  ...appVariables({
    // These tests do not check the service.
    standIn: { baseUrl: issuer, subnetId: '0'.repeat(26), apiKey: 'key', profileUrl: issuer },
    port: 3000,
  }),
  DEMO_LOGIN: '',
  NEXTAUTH_URL: ownOrigin,
  // Users need a login too. The tests do not check this one.
  ...(people === 'staff' && { LOGIN_PROVIDER: 'github', LOGIN_CLIENT_ID: 'id', LOGIN_CLIENT_SECRET: 'secret' }),
  ...Object.fromEntries(
    Object.entries({
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      ...change,
    }).map(([name, value]) => [nameFor[people](name), value]),
  ),
})

function configWith(change: Record<string, string>, people: People): Config {
  const parsed = parseConfig(variablesWith(change, people))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.config
}

/** The checks of these people's login, by the ids of the doctor's findings. */
function checksOf(change: Record<string, string>, people: People): Record<string, () => Promise<Verdict>> {
  const { app, login } = configWith(change, people)
  const settings = people === 'staff' ? login.staff : login.oidc
  if (!settings) throw new Error('these people have no login')
  const openId = openIdLogin(people, settings, people === 'staff' ? login.staffSignOutUrl : login.signOutUrl)
  const ownAddress = new URL(app.origin)
  return {
    provider: () => judgeProvider(openId),
    ...Object.fromEntries(loginChecks.map(([id, , judge]) => [id, () => judgeLoginBy(judge, openId, ownAddress)])),
  }
}

/** Returns the verdicts on these people's login. */
const found = (change: Record<string, string> = {}, people: People = 'users') =>
  Promise.all(Object.entries(checksOf(change, people)).map(async ([id, judge]) => ({ id, ...(await judge()) })))

/** Returns setup's verdicts on the logins when it does not ask at a terminal. */
async function judgedBySetup(change: Record<string, string> = {}, people: People = 'users') {
  const ofLogin = steps.filter(({ questions }) => questions.some(({ name }) => /^(CONSOLE_)?OIDC_/.test(name)))
  const variables = variablesWith(change, people)
  const verdicts = await Promise.all(ofLogin.map(async (step) => (await checkStep(step, variables)) ?? []))
  return verdicts.flat()
}

interface WrongRegistration {
  registration?: Partial<Registration>
  description?: object
  keys?: object
  clientAuth?: 'post'
  responses?: typeof responses
  variables?: Record<string, string>
  /** Expected parts of the problem and the remedy, by the id of the finding. */
  findings: Record<string, [what: string, todo: string]>
}

const registerAddress = `Register ${redirectAddress} there`

const wrongRegistrations: Record<string, WrongRegistration> = {
  'a wrong client secret': {
    variables: { OIDC_CLIENT_SECRET: 'a secret: wrong' },
    findings: {
      'client-secret': ['refuses the client with client_secret_basic (invalid_client)', 'Set OIDC_CLIENT_ID and OIDC_'],
    },
  },
  "a wrong client secret, with the provider's words, but without a secret or a control character": {
    responses: {
      '/token': {
        status: 401,
        body: `{"error":"invalid_client","error_description":"Bad\\u0007secret ${'long '.repeat(100)}"}`,
      },
    },
    findings: {
      'client-secret': ['(invalid_client: Bad secret long long', 'Set OIDC_CLIENT_ID and OIDC_CLIENT_SECRET'],
    },
  },
  'a client that sends its secret by post, when the provider lists nothing': {
    clientAuth: 'post',
    description: { token_endpoint_auth_methods_supported: undefined },
    findings: { 'client-secret': ['with client_secret_basic', 'set OIDC_CLIENT_AUTH=post'] },
  },
  'a client that sends its secret by basic, when OIDC_CLIENT_AUTH=post': {
    variables: { OIDC_CLIENT_AUTH: 'post' },
    findings: { 'client-secret': ['with client_secret_post', 'set OIDC_CLIENT_AUTH=basic'] },
  },
  'a client ID that the provider does not know': {
    variables: { OIDC_CLIENT_ID: 'another' },
    findings: {
      'client-secret': ['invalid_client', 'Set OIDC_CLIENT_ID'],
      'sign-in-request': ['refuses to sign anyone in (400, unauthorized_client)', 'Set OIDC_CLIENT_ID'],
    },
  },
  'a redirect address that is not registered, refused by a status': {
    registration: { redirectAddress: 'https://other.example' },
    findings: { 'sign-in-request': ['(400)', registerAddress] },
  },
  'a redirect address that is not registered, refused by a redirect to an error page': {
    registration: { redirectAddress: 'https://other.example', refusal: 'error page' },
    responses: { '/error': { status: 200, body: '<p>Something went wrong</p>' } },
    findings: {
      'sign-in-request': ['(redirect_mismatch)', `${registerAddress} as redirect address, letter for letter.`],
    },
  },
  'a redirect address that is not registered, refused by a page with status 200': {
    registration: { redirectAddress: 'https://other.example', refusal: 'page of Entra' },
    findings: { 'sign-in-request': ['(AADSTS50011)', registerAddress] },
  },
  'a scope that is not allowed, refused by a redirect back to the app': {
    variables: { OIDC_SCOPE: 'openid roles' },
    findings: { 'sign-in-request': ['(invalid_scope)', 'every scope of OIDC_SCOPE (openid roles) there'] },
  },
  'a grant that is not allowed, refused on the page that the sign-in page redirects to': {
    responses: {
      '/authorize': { status: 302, headers: { Location: '/first' } },
      '/first': { status: 307, headers: { Location: `/second` } },
      '/second': { status: 403, body: 'Forbidden' },
    },
    findings: { 'sign-in-request': ['(403)', 'check OIDC_CLIENT_ID and OIDC_SCOPE'] },
  },
  'no key for ID tokens, but one for encryption, one for another algorithm and a private one': {
    keys: {
      keys: [{ ...rsaKey, use: 'enc' }, { ...rsaKey, alg: 'RSA-OAEP' }, { ...rsaKey, d: 'AQAB' }, { kty: 'EC' }],
    },
    findings: { 'id-tokens': ['no key for ID tokens by RS256', 'Give the provider a key'] },
  },
  'no key that the app can use': {
    keys: { keys: unusableKeys },
    findings: { 'id-tokens': ['no key for ID tokens by RS256', 'Give the provider a key'] },
  },
  'two keys without an ID': {
    keys: { keys: [{ ...rsaKey, kid: undefined }, namelessKey] },
    findings: { 'id-tokens': ['2 keys for RS256 without a kid', 'give each key a kid'] },
  },
  'a page instead of keys': {
    responses: { '/keys': { status: 200, body: '<p>Keys</p>' } },
    findings: { 'id-tokens': ['cannot be read (no set of keys)', 'publish its keys'] },
  },
  'keys that are larger than the app reads': {
    keys: { keys: [rsaKey], more: 'x'.repeat(400_000) },
    findings: {
      'id-tokens': ['cannot be reached from here (ECONNRESET)', 'reads at most 256 KB, and waits at most 10 seconds'],
    },
  },
  'missing keys': {
    description: { jwks_uri: 'http://localhost:1/keys' },
    findings: { 'id-tokens': ['localhost:1 cannot be reached', "read the provider's keys at localhost:1"] },
  },
  'HS256 alone': {
    description: { id_token_signing_alg_values_supported: ['HS256'] },
    findings: { provider: ['signs ID tokens only by HS256', 'choose a key (RS256 or ES256) at the provider'] },
  },
  'OAuth 2.0 without OpenID Connect': {
    responses: {
      '/.well-known/openid-configuration': { status: 404 },
      '/.well-known/oauth-authorization-server': {
        status: 200,
        body: '{"issuer":"{issuer}","token_endpoint":"{issuer}/token"}',
      },
    },
    findings: { provider: ['as a server of OAuth 2.0, without OpenID Connect', 'Switch OpenID Connect on'] },
  },
  'OAuth 2.0 described in place of OpenID Connect': {
    description: { jwks_uri: undefined },
    findings: { provider: ['/.well-known/openid-configuration as a server of OAuth 2.0', 'Switch OpenID Connect on'] },
  },
  'OpenID Connect with keys over plain http': {
    description: { jwks_uri: 'http://login.example/keys' },
    findings: { provider: ['cannot be used (unexpected jwks_uri).', 'Set OIDC_ISSUER to the address in front of'] },
  },
  'a page at an address that only another issuer describes': {
    responses: {
      '/.well-known/openid-configuration': { status: 200, body: '<p>Home</p>' },
      '/.well-known/oauth-authorization-server': {
        status: 200,
        body: '{"issuer":"{issuer}/api/auth","token_endpoint":"{issuer}/token"}',
      },
    },
    findings: { provider: ['cannot be used (no JSON).', 'Set OIDC_ISSUER to the address in front of'] },
  },
  'private_key_jwt alone': {
    description: { token_endpoint_auth_methods_supported: ['private_key_jwt'] },
    findings: { provider: ['accepts no client secret, only private_key_jwt', 'Change that'] },
  },
  'required pushed authorization requests': {
    description: { require_pushed_authorization_requests: true },
    findings: { provider: ['it requires pushed authorization requests', 'or use another provider'] },
  },
  'required request objects': {
    description: { require_signed_request_object: true },
    findings: { provider: ['it requires signed request objects', 'or use another provider'] },
  },
  'a provider that is down': {
    responses: { '/.well-known/openid-configuration': { status: 503 } },
    findings: { provider: ['status 503', 'that the provider runs'] },
  },
}

/** One registration for each finding, because setup and staff have the same checks with other names of variables. */
const alsoInSetup = [
  'a wrong client secret',
  'a redirect address that is not registered, refused by a status',
  'no key that the app can use',
  'a provider that is down',
]

describe.each(['users', 'staff'] as const)(
  'setup and doctor against wrong registrations of the login of %s',
  (people) => {
    const named = nameFor[people]
    const rows = Object.entries(wrongRegistrations).filter(([name]) => people === 'users' || alsoInSetup.includes(name))

    it.each(rows)('find %s', async (name, { findings, variables, ...wrong }) => {
      registration = { ...rightRegistration, redirectAddress: named(redirectAddress), ...wrong.registration }
      provide(wrong)
      responses = wrong.responses ?? responses

      const all = await found(variables, people)
      const bad = all.filter(({ state }) => state === 'wrong')
      expect(bad).toEqual(
        Object.entries(findings).map(([id, [what, todo]]) =>
          expect.objectContaining({
            id,
            what: expect.stringContaining(named(what)),
            todo: expect.stringContaining(named(todo)),
          }),
        ),
      )
      if (people === 'staff') expect(JSON.stringify(all)).not.toMatch(/\bOIDC_/)
      expect(JSON.stringify(all)).not.toContain('a secret: ')
      if ('provider' in findings) {
        expect(all.slice(1).map(({ what }) => what)).toEqual(
          loginChecks.map(() => 'Not checked: the provider cannot be used.'),
        )
      }
      if (!alsoInSetup.includes(name)) return
      const ofSetup = await judgedBySetup(variables, people)
      expect(ofSetup.filter(({ state }) => state === 'wrong')).toEqual(
        bad.map(({ state, what, todo }) => ({ state, what, todo })),
      )
      if ('provider' in findings) expect(ofSetup.map(({ state }) => state)).toEqual(['wrong', 'unknown'])
    })
  },
)

describe('setup and doctor against right registrations', () => {
  const idsOfLogin = ['provider', ...loginChecks.map(([id]) => id)]
  const noProblem = idsOfLogin.map((id) => ({ id, state: 'holds', todo: null }))

  it.each(['users', 'staff'] as const)('find no problem at the provider of %s', async (people) => {
    registration = { ...rightRegistration, redirectAddress: nameFor[people](redirectAddress) }
    expect(await found({}, people)).toMatchObject(noProblem)
    // The checks share the description of the provider.
    expect(provider.asked.get('/.well-known/openid-configuration')).toBe(1)
    expect((await judgedBySetup({}, people)).map(({ state }) => state)).toEqual(noProblem.map(({ state }) => state))
  })

  it.each([
    { OIDC_NONCE: '0', sent: false },
    { OIDC_NONCE: '', sent: true },
  ])('send a nonce as the app does when OIDC_NONCE=$OIDC_NONCE', async ({ OIDC_NONCE, sent }) => {
    await found({ OIDC_NONCE })
    expect(authorized?.has('nonce')).toBe(sent)
  })

  it.each([
    { name: 'for a client that sends its secret by post', with: { clientAuth: 'post' }, OIDC_CLIENT_AUTH: 'post' },
    { name: 'with every variable', OIDC_SCOPE: 'openid groups', OIDC_PROMPT: 'login', OIDC_MAX_AGE_SECONDS: '0' },
    { name: 'at a provider with null for userinfo', described: { userinfo_endpoint: null } },
    { name: 'at a provider that lists nothing', described: { token_endpoint_auth_methods_supported: null } },
    { name: 'with two keys and their IDs', keys: [rsaKey, { ...rsaKey, kid: 'two' }] },
    { name: 'with one key without an ID among others', keys: [namelessKey, rsaKey] },
    { name: 'with the key among keys that the app cannot use', keys: [...unusableKeys, rsaKey] },
    { name: 'with EdDSA', alg: 'EdDSA', keys: [edKey] },
    {
      name: 'with a key of an algorithm that is not listed first',
      described: { id_token_signing_alg_values_supported: ['RS256', 'ES256'] },
      keys: [{ ...p256Key, kid: 'one' }],
    },
  ])(
    'find no problem $name',
    async ({ name: _name, with: client, described: more, keys: given, alg, ...variables }) => {
      provide({
        ...(client as { clientAuth?: 'post' }),
        description: { ...more, ...(alg && { id_token_signing_alg_values_supported: [alg] }) },
        keys: { keys: given ?? [rsaKey] },
      })
      expect(await found(variables)).toMatchObject(noProblem)
    },
  )

  it.each([
    {
      hint: { id: 'sign-in-request', what: 'Signing in leads to', todo: 'does not list groups of OIDC_SCOPE' },
      description: { scopes_supported: ['openid'] },
      variables: { OIDC_SCOPE: 'openid groups' },
    },
    {
      hint: {
        id: 'id-tokens',
        what: 'takes ID tokens by RS256',
        todo: 'registered there for HS256 or HS512: choose a',
      },
      description: { id_token_signing_alg_values_supported: ['HS256', 'HS512', 'RS256'] },
      variables: {},
    },
  ])('give a hint at $hint.id: $hint.todo', async ({ hint: { id, what, todo }, description, variables }) => {
    provide({ description })
    const hints = (await found(variables)).filter((finding) => finding.todo !== null)
    expect(hints).toMatchObject([{ id, state: 'holds', what: has(what), todo: has(todo) }])
  })
})

/** Returns the verdict of one check of the users' login. */
const findingOf = async (id: string, change: Record<string, string> = {}) => checksOf(change, 'users')[id]?.()

const has = (text: string) => expect.stringContaining(text) as string

const refused = [401, '{"error":"invalid_client"}'] as const
const noCode = [400, '{"error":"invalid_grant"}'] as const
it.each<[right: Answer, other: Answer, state: string]>([
  [noCode, refused, 'holds'],
  [[403, '{"error":"invalid_code"}'], refused, 'holds'],
  [noCode, [400, '{"error":"invalid_request"}'], 'unknown'],
  [noCode, [400, 'invalid client secret'], 'holds'],
  [refused, noCode, 'wrong'],
  [[401, '{"error":"unauthorized_client"}'], refused, 'wrong'],
  [noCode, noCode, 'unknown'],
  [noCode, [429, ''], 'unknown'],
  [[502, ''], refused, 'unknown'],
  [[200, '<p>Sign in</p>'], [200, '<p>Sign in</p>'], 'unknown'],
])('the finding client-secret answered with %j, and with %j for another secret, is judged %s', async (...row) => {
  const [right, other, state] = row
  tokenAnswers = [right, other]
  expect(await findingOf('client-secret')).toMatchObject({ state })
})

it.each([
  [['client_id', 'redirect_uri', 'scope'], 'holds', `which takes ${redirectAddress}.`],
  [['client_id', 'redirect_uri'], 'holds', 'the same page for a made-up scope, so nothing is known of OIDC_SCOPE'],
  [['client_id'], 'unknown', 'the same page for a made-up redirect URL or scope'],
  [['redirect_uri', 'scope'], 'unknown', 'the same page for a made-up client ID'],
  [[], 'unknown', 'the same page for a made-up client ID, redirect URL or scope'],
])('the finding sign-in-request at a provider that checks %j before the password is %s', async (...row) => {
  const [parts, state, what] = row
  checkedFirst = parts
  expect(await findingOf('sign-in-request')).toMatchObject({ state, what: has(what) })
})

it.each([
  [429, ['scope'], 'holds', 'It does not answer a made-up scope now, so nothing is known of that.'],
  [500, ['client_id'], 'unknown', 'It does not answer a made-up client ID now, so nothing is known of that.'],
])('the finding sign-in-request at a provider that answers %i to a made-up %j is %s', async (...row) => {
  const [status, parts, state, what] = row
  busyWith = { status, parts }
  expect(await findingOf('sign-in-request')).toMatchObject({ state, what: has(what) })
})

it.each([
  [302, '/login', 'unknown'],
  [302, '/authorize', 'unknown'],
  [302, `${redirectAddress}?code=a`, 'unknown'],
  [302, 'app://sign-in', 'unknown'],
  [302, `${redirectAddress}?error=access_denied`, 'wrong'],
  [302, '/problem?authError=Ch5', 'wrong'],
  [500, '', 'wrong'],
  [302, `${redirectAddress}?error=temporarily_unavailable`, 'unknown'],
  [429, '', 'unknown'],
  [503, '', 'unknown'],
  [302, 'http://localhost:1/', 'unknown'],
])('the finding sign-in-request answered with %i %s is judged %s', async (status, address, state) => {
  responses = { '/authorize': { status, headers: { Location: address } }, '/login': { status: 200 } }
  expect(await findingOf('sign-in-request')).toMatchObject({ state })
})

it("the finding sign-in-request has the provider's own words", async () => {
  const words = new URLSearchParams({ error: 'invalid_scope', error_description: 'No such scope:\u0007groups' })
  responses = { '/authorize': { status: 302, headers: { Location: `${redirectAddress}?${words}` } } }
  const what = 'The provider refuses to sign anyone in (invalid_scope: No such scope: groups).'
  expect(await findingOf('sign-in-request')).toMatchObject({ state: 'wrong', what })
})

it.each([
  [undefined, 200, 'holds', 'names no sign-out page'],
  ['/end', 200, 'holds', '/end, which answers without an error status'],
  ['/end', 302, 'holds', '/end, which answers without an error status'],
  ['/end?tenant=1', 401, 'unknown', '/end, which answers a visitor without a session with an error (401)'],
  ['/end', 400, 'unknown', 'with an error (400)'],
])('the finding sign-out for %s answered with %i is judged %s', async (path, status, state, what) => {
  provide({ description: { end_session_endpoint: path && issuer + path } })
  responses = { '/end': { status, headers: { Location: '/login' } }, '/login': { status: 200 } }
  const todo = state === 'holds' ? null : has('LOGIN_SIGN_OUT_URL')
  expect(await findingOf('sign-out')).toMatchObject({ state, what: has(what), todo })
})

it.each([
  ['none', '/end', 'LOGIN_SIGN_OUT_URL is none, so the page'],
  ['{issuer}/own', '/end', '/own, which answers without an error status'],
  ['', '/oauth2/v1/logout', 'The provider is known to answer such a link with an error, so the page'],
])('the finding sign-out with LOGIN_SIGN_OUT_URL=%s holds for a provider with an error at %s', async (...row) => {
  const [chosen, path, what] = row
  const variables = { LOGIN_SIGN_OUT_URL: chosen.replace('{issuer}', issuer) }
  provide({ description: { end_session_endpoint: issuer + path } })
  responses = { [path]: { status: 400 }, '/own': { status: 200 } }
  expect(await findingOf('sign-out', variables)).toMatchObject({ state: 'holds', what: has(what) })
})

it('the finding sign-out of a named provider judges LOGIN_SIGN_OUT_URL', async () => {
  const parsed = parseConfig(variablesWith({ LOGIN_SIGN_OUT_URL: `${issuer}/own` }, 'staff'))
  responses = { '/own': { status: 404 } }
  const copy = { version: '1.0.0', changelog: '' }
  const findings = await examine({ environment: { parsed, unread: [] }, deployment: undefined, copy })
  const what = has('/own, which answers a visitor without a session with an error (404)')
  expect(findings.find(({ id }) => id === 'sign-out')).toMatchObject({ state: 'unknown', what })
})

it.each([
  [['sub', 'auth_time'], 'holds', 'lists the claim auth_time'],
  [['sub'], 'unknown', 'does not list the claim auth_time, which it may send nevertheless'],
  [undefined, 'unknown', 'does not say which claims it has'],
])('the finding login-age for the claims %j is %s', async (claims, state, what) => {
  provide({ description: { claims_supported: claims } })
  const todo = state === 'holds' ? null : has('set OIDC_PROMPT=login instead')
  const finding = await findingOf('login-age', { OIDC_MAX_AGE_SECONDS: '60' })
  expect(finding).toMatchObject({ state, what: has(what), todo })
})

it('judgeLoginAge is unknown when Entra ID lists auth_time, because it omits it by default', async () => {
  const { oidc } = configWith({ OIDC_MAX_AGE_SECONDS: '60' }, 'users').login
  if (!oidc) throw new Error('the variables are not right')
  const settings = { ...oidc, issuer: 'https://login.microsoftonline.com/0f/v2.0' }
  expect(judgeLoginAge({ provider: await fetchProvider(oidc), settings })).toMatchObject({
    state: 'unknown',
    todo: has('optional claims'),
  })
})
