import { createServer } from 'node:http'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listen } from '@/e2e/harness/listen'
import { config } from '@/lib/config'
import { configure } from '@/lib/config/test-support'
import * as logs from '@/lib/log'
import * as metrics from '@/lib/metrics'
import { discovery, fetchProvider, signOutUrl, signOutUrlAt } from './provider'

const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  const { status, body } = answered
  const target = redirects[request.url ?? '']
  if (target) response.writeHead(target.status, { Location: target.location }).end()
  else if (status === 0) request.socket.destroy()
  else response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
})
const { port, close } = await listen(server)
afterAll(async () => {
  vi.useRealTimers()
  await close()
})

const issuer = `http://localhost:${port}`
const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  userinfo_endpoint: `${issuer}/me`,
}
const minuteMs = 60_000

const asked: string[] = []
let answered: { body: unknown; status: number }
/** Redirects that replace the answer, by path. */
let redirects: Record<string, { status: number; location: string }> = {}
/** Sets the provider's answer. With status 0 the provider cuts the connection. */
const answer = (body: unknown, status = 200) => (answered = { body, status })

const error = vi.fn()
const counted = vi.fn()
const advance = (ms: number) => vi.advanceTimersByTime(ms)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  asked.length = 0
  redirects = {}
  error.mockReset()
  counted.mockReset()
  configure({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'the app' })
  vi.spyOn(logs, 'log').mockReturnValue({ error } as never)
  vi.spyOn(metrics, 'count').mockImplementation(counted)
})

it('discovery counts and logs a failure once for all logins that wait for it, and uses known metadata for a day', async () => {
  for (const [body, status, event, reason] of [
    [{}, 503, 'login provider is away', 'status 503'],
    ['<p>', 200, 'login provider cannot be used', 'no JSON'],
  ] as const) {
    error.mockReset()
    counted.mockReset()
    answer(body, status)
    const shared = discovery({ issuer, clientSecret: event })
    const ends = await Promise.allSettled(Array.from({ length: 100 }, () => shared.get()))
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect([error.mock.calls, counted.mock.calls]).toEqual([
      [[{ event, reason }]],
      [['sign_ins_total', 'provider_away']],
    ])
    answer(metadata)
    advance(5000)
    expect(await discovery({ issuer, clientSecret: event }).get()).toMatchObject(metadata)
    answer({}, 0)
    advance(60 * minuteMs)
    expect(await shared.get()).toMatchObject(metadata)
    advance(24 * 60 * minuteMs)
    await expect(shared.get()).rejects.toThrow('provider_away')
  }
})

describe('fetchProvider', () => {
  const wellKnown = '/.well-known/openid-configuration'
  const refused = (code: string, reason: string | undefined) => ({ code, details: { reason } })

  it('refuses an invalid answer and a provider that this app does not support, with a reason of at most 300 characters', async () => {
    const addresses = ['http://login.example/a', 'javascript:alert(1)', 'data:text/html,a', '/relative', '', 7]
    const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint']
    const template = 'https://login.example/{tenantid}/v2.0'
    const oneTenant = `its issuer is the template ${template}: set OIDC_ISSUER to the issuer of one tenant`
    const longIssuer = 'x'.repeat(10_000)
    const invalid: [reason: string, body: unknown][] = [
      ...endpoints.flatMap((name) =>
        addresses.map((address): [string, object] => [`unexpected ${name}`, { ...metadata, [name]: address }]),
      ),
      ...['https://evil.example', issuer.replace('http', 'https'), `${issuer}1`, `${issuer}/a`, `${issuer}/A`].map(
        (other): [string, object] => [`another issuer, ${other}`, { ...metadata, issuer: other }],
      ),
      [`another issuer, ${longIssuer}`.slice(0, 300), { ...metadata, issuer: longIssuer }],
      ['unexpected jwks_uri', { ...metadata, jwks_uri: undefined }],
      ['unexpected body', []],
      ['unexpected issuer', JSON.parse('{"__proto__":{}}')],
      ['unexpected body', '"text"'],
      ['unexpected body', null],
    ]
    const unsupported: [reason: string, changes: object][] = [
      ['it signs ID tokens only by HS256, none', { id_token_signing_alg_values_supported: ['HS256', 'none'] }],
      [
        'it accepts no client secret, only private_key_jwt',
        { token_endpoint_auth_methods_supported: ['private_key_jwt'] },
      ],
      [
        'it answers by form_post, fragment and not in the query',
        { response_modes_supported: ['form_post', 'fragment'] },
      ],
      ['it requires pushed authorization requests', { require_pushed_authorization_requests: true }],
      ['it requires signed request objects', { require_signed_request_object: true }],
      [oneTenant, { issuer: template }],
    ]
    for (const [reason, body] of invalid) {
      answer(body)
      await expect(fetchProvider({ issuer }), reason).rejects.toMatchObject(refused('discovery_refused', reason))
    }
    for (const [reason, changes] of unsupported) {
      answer({ ...metadata, ...changes })
      await expect(fetchProvider({ issuer }), reason).rejects.toMatchObject(refused('provider_unsupported', reason))
    }
  })

  it('accepts an issuer that differs from the configured issuer only in the final slash or the spelling', async () => {
    for (const [configured, answeredIssuer] of [
      [`${issuer}/`, issuer],
      [issuer, `${issuer}/`],
      [issuer, issuer.toUpperCase()],
      [`${issuer}/`, issuer.replace('localhost', 'LocalHost')],
    ] as const) {
      answer({ ...metadata, issuer: answeredIssuer })
      expect((await fetchProvider({ issuer: configured })).issuer).toBe(answeredIssuer)
    }
  })

  it('ignores null and invalid types in optional fields', async () => {
    const lists = ['token_endpoint_auth_methods', 'id_token_signing_alg_values', 'response_modes', 'claims', 'scopes']
    const names = lists.map((list) => `${list}_supported`).concat('userinfo_endpoint', 'end_session_endpoint')
    const flags = ['authorization_response_iss_parameter_supported', 'require_pushed_authorization_requests']
    answer({ ...metadata, ...Object.fromEntries([...names, ...flags].map((name) => [name, null])) })
    const usual = { clientAuth: 'client_secret_basic', userinfo_endpoint: null }
    expect(await fetchProvider({ issuer })).toMatchObject(usual)
    answer({ ...metadata, end_session_endpoint: 'none', claims_supported: 'all', scopes_supported: 7 })
    expect(await fetchProvider({ issuer })).toMatchObject({ ...metadata, end_session_endpoint: undefined })
  })

  it('follows one redirect in the origin', async () => {
    for (const [status, location] of [
      [301, `${wellKnown}/`],
      [307, `//localhost:${port}/moved`],
    ] as const) {
      asked.length = 0
      redirects = { [wellKnown]: { status, location } }
      answer(metadata)
      expect(await fetchProvider({ issuer })).toMatchObject(metadata)
      expect(asked).toEqual([wellKnown, new URL(location, issuer + wellKnown).pathname])
    }
  })

  it('names the target of any other redirect, without control characters and the secret', async () => {
    for (const [status, location, target = location] of [
      [301, `http://127.0.0.1:${port}${wellKnown}`],
      [308, `https://localhost:${port}${wellKnown}`],
      [307, 'http://['],
      [301, wellKnown],
      [302, 'https://a.example/\x80b', 'https://a.example/ b'],
    ] as const) {
      redirects = { [wellKnown]: { status, location } }
      const reason = `status ${status}, redirected to ${target}`
      await expect(fetchProvider({ issuer })).rejects.toMatchObject(refused('discovery_refused', reason))
    }
    redirects = { [wellKnown]: { status: 302, location: 'https://a.example/the-secret' } }
    const secretive = refused('discovery_refused', 'unexpected answer')
    await expect(fetchProvider({ issuer, clientSecret: 'the-secret' })).rejects.toMatchObject(secretive)
    redirects = {}
    answer({}, 301)
    await expect(fetchProvider({ issuer })).rejects.toMatchObject(refused('discovery_refused', 'status 301'))
    redirects = { [wellKnown]: { status: 404, location: `${wellKnown}/` } }
    await expect(fetchProvider({ issuer })).rejects.toMatchObject(refused('discovery_refused', 'status 404'))
  })
})

it('signOutUrl returns the provider’s page when this process has read the metadata, unless it refuses such a link', async () => {
  const endpoints = {
    '/logout?tenant=1&client_id=another': '/logout?tenant=1&client_id=the+app',
    '/oauth2/v1/logout': null,
    '/oauth2/default/v1/logout': null,
    '/oauth2/v1/logout?fromURI=a': null,
    '/am/oauth2/realms/root/connect/endSession': null,
    '/oauth2/logout': '/oauth2/logout?client_id=the+app',
  }
  expect(signOutUrl('users')).toBeNull()
  for (const [path, expected] of Object.entries(endpoints)) {
    answer({ ...metadata, end_session_endpoint: issuer + path })
    advance(11 * minuteMs)
    const own = 'https://login.example/logout?client_id=a&logout_uri=b'
    const known = expected && issuer + expected
    for (const [chosen, ofStaff, urls] of [
      ['', 'none', [known, null]],
      ['none', '', [null, known]],
      [own, 'none', [own, null]],
    ] as const) {
      const client = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'the app' }
      const staff = { CONSOLE_OIDC_ISSUER: issuer, CONSOLE_OIDC_CLIENT_ID: 'the app', CONSOLE_OIDC_CLIENT_SECRET: 'b' }
      configure({ ...client, ...staff, LOGIN_SIGN_OUT_URL: chosen, CONSOLE_LOGIN_SIGN_OUT_URL: ofStaff })
      for (const settings of [config().login.oidc, config().login.staff]) if (settings) await discovery(settings).get()
      expect([signOutUrl('users'), signOutUrl('staff')], `${path} ${chosen}`).toEqual(urls)
    }
  }
  const fips = 'https://cognito-idp-fips.us-east-1.amazonaws.com/pool'
  const endpoint = { issuer: fips, end_session_endpoint: `${issuer}/logout` }
  expect(signOutUrlAt(endpoint, { clientId: 'a', chosen: undefined })).toBeNull()
})
