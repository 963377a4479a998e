import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as Config from '@/lib/config'
import type { LoginError } from './failure'
import { Discovery, discovery as sharedDiscovery, fetchProvider, signOutUrl, type ProviderSettings } from './provider'

const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  const { status, body } = answered
  if (status === 0) request.socket.destroy()
  else response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => {
  vi.useRealTimers()
  server.close().closeAllConnections()
})

const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
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
/** Sets the provider's answer. With status 0 the provider cuts the connection. */
const answer = (body: unknown, status = 200) => (answered = { body, status })

const oidc = { issuer, clientId: 'the app' }
vi.mock('@/lib/config', async (original) => ({
  ...(await original<typeof Config>()),
  config: () => ({ login: { oidc } }),
}))
const { error, countSignIn } = vi.hoisted(() => ({ error: vi.fn(), countSignIn: vi.fn() }))
vi.mock('@/lib/metrics', () => ({ countSignIn }))
vi.mock('@/lib/log', () => ({ log: () => ({ error }) }))
const away = (reason: string) => [{ event: 'login provider is away', reason }]
const unusable = (reason: string) => [{ event: 'login provider cannot be used', reason }]

const discovery = (settings: ProviderSettings = { issuer }) => new Discovery(settings)
const advance = (ms: number) => vi.setSystemTime(Date.now() + ms)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  asked.length = 0
  error.mockReset()
  countSignIn.mockReset()
})

describe('Discovery', () => {
  it('sends one request for parallel callers, and reuses the answer for 10 minutes', async () => {
    answer(metadata)
    const provider = discovery()
    const all = await Promise.all(Array.from({ length: 100 }, () => provider.provider()))
    expect(all.every((one) => one.token_endpoint === metadata.token_endpoint)).toBe(true)
    expect(asked).toEqual(['/.well-known/openid-configuration'])

    advance(9 * minuteMs)
    await provider.provider()
    expect(asked).toHaveLength(1)
    advance(2 * minuteMs)
    await provider.provider()
    expect(asked).toHaveLength(2)
  })

  it('remembers a failure for 5 seconds, and logs and counts it once', async () => {
    answer({}, 503)
    const provider = discovery()
    const failures = await Promise.allSettled(Array.from({ length: 100 }, () => provider.provider()))
    expect(failures.every(({ status }) => status === 'rejected')).toBe(true)
    advance(4000)
    await expect(provider.provider()).rejects.toMatchObject({
      code: 'provider_away',
      details: { reason: 'status 503' },
    })
    expect(asked).toHaveLength(1)
    expect(error.mock.calls).toEqual([away('status 503')])
    expect(countSignIn.mock.calls).toEqual([['provider_away']])

    answer(metadata)
    advance(2000)
    expect(await provider.provider()).toMatchObject(metadata)
  })

  it('uses the last known metadata for a day while the provider is unavailable', async () => {
    answer(metadata)
    const provider = discovery()
    await provider.provider()
    answer({}, 0)
    advance(60 * minuteMs)
    expect(await provider.provider()).toMatchObject(metadata)
    expect(error.mock.calls).toEqual([away('the answer broke off, or exceeded 10 s or 256 KB')])
    advance(24 * 60 * minuteMs)
    await expect(provider.provider()).rejects.toThrow('provider_away')
  })

  it.each([
    ['another issuer, https://evil.example', { ...metadata, issuer: 'https://evil.example' }],
    ['unexpected token_endpoint', { ...metadata, token_endpoint: 'http://login.example/token' }],
    ['unexpected jwks_uri', { ...metadata, jwks_uri: undefined }],
    ['unexpected authorization_endpoint', { ...metadata, authorization_endpoint: 'javascript:alert(1)' }],
    ['unexpected issuer', []],
    ['status 200', null],
    ['unexpected issuer', 'text'],
    ['unexpected token_endpoint', { ...metadata, token_endpoint: 'no address' }],
  ])('rejects an invalid answer and logs the reason: %s', async (reason, body) => {
    answer(body)
    await expect(discovery().provider()).rejects.toMatchObject({ code: 'discovery_refused', details: { reason } })
    expect(error.mock.calls).toEqual([unusable(reason)])
  })

  it.each([
    [`${issuer}/`, issuer],
    [issuer, `${issuer}/`],
  ])(
    'accepts an issuer when it differs from the configured issuer %s only in the final slash: %s',
    async (configured, answeredIssuer) => {
      answer({ ...metadata, issuer: answeredIssuer })
      expect((await discovery({ issuer: configured }).provider()).issuer).toBe(answeredIssuer)
    },
  )

  it.each([
    [
      'has more than 256 KB',
      { ...metadata, more: 'x'.repeat(400_000) },
      200,
      'the answer broke off, or exceeded 10 s or 256 KB',
    ],
    ['asks to slow down', {}, 429, 'status 429'],
  ])('treats the provider as unavailable when its answer %s', async (_, body, status, reason) => {
    answer(body, status)
    await expect(discovery().provider()).rejects.toMatchObject({ code: 'provider_away', details: { reason } })
  })

  it('treats a redirect as a refusal, and does not follow it', async () => {
    answer({}, 302)
    await expect(discovery().provider()).rejects.toMatchObject({
      code: 'discovery_refused',
      details: { reason: 'status 302' },
    })
    expect(asked).toHaveLength(1)
  })
})

describe('fetchProvider', () => {
  const fetched = async (changes: object, settings: Partial<ProviderSettings> = {}) => {
    answer({ ...metadata, ...changes })
    return fetchProvider({ issuer, ...settings })
  }
  const [basic, post] = ['client_secret_basic', 'client_secret_post']

  it.each([
    [undefined, undefined, basic],
    [null, undefined, basic],
    [[post], undefined, post],
    [[post, basic], undefined, basic],
    [[post, basic], 'post', post],
    [['private_key_jwt', post], undefined, post],
  ] as const)(
    'selects how to send the secret when the methods are %j and OIDC_CLIENT_AUTH is %j: %s',
    async (methods, clientAuth, expected) => {
      const settings = clientAuth && { clientAuth }
      expect((await fetched({ token_endpoint_auth_methods_supported: methods }, settings)).clientAuth).toBe(expected)
    },
  )

  it.each([
    [undefined, undefined, 'RS256'],
    [null, undefined, 'RS256'],
    [['ES256', 'RS256'], undefined, 'RS256'],
    [['ES512', 'ES384', 'ES256'], undefined, 'ES256'],
    [['HS256', 'none', 'PS256', 'EdDSA'], undefined, 'EdDSA'],
    [['ES256', 'RS256'], 'ES256', 'ES256'],
  ] as const)(
    'selects the algorithm when the provider lists %j and OIDC_ID_TOKEN_ALG is %j: %s',
    async (algorithms, idTokenAlgorithm, expected) => {
      const settings = idTokenAlgorithm && { idTokenAlgorithm }
      const provider = await fetched({ id_token_signing_alg_values_supported: algorithms }, settings)
      expect(provider.idTokenAlgorithm).toBe(expected)
    },
  )

  it.each([
    [{ id_token_signing_alg_values_supported: ['HS256', 'none'] }, 'it signs ID tokens only by HS256, none'],
    [
      { token_endpoint_auth_methods_supported: ['private_key_jwt'] },
      'it accepts no client secret, only private_key_jwt',
    ],
    [{ response_modes_supported: ['form_post', 'fragment'] }, 'it answers by form_post, fragment and not in the query'],
    [{ response_modes_supported: ['form_post'] }, 'it answers by form_post and not in the query'],
    [
      { issuer: 'https://login.example/{tenantid}/v2.0' },
      'its issuer is the template https://login.example/{tenantid}/v2.0: set OIDC_ISSUER to the issuer of one tenant',
    ],
  ])('refuses a provider with %j', async (changes, reason) => {
    await expect(fetched(changes)).rejects.toMatchObject({ code: 'provider_unsupported', details: { reason } })
  })

  it('ignores null and invalid types in optional fields', async () => {
    const changes = {
      userinfo_endpoint: null,
      end_session_endpoint: 'none',
      claims_supported: 'all',
      scopes_supported: 7,
    }
    const { userinfo_endpoint: userinfo, end_session_endpoint: end } = await fetched(changes)
    expect([userinfo, end]).toEqual([null, undefined])
  })

  it('cuts a reason to 300 characters when it quotes the answer', async () => {
    const error: LoginError = await fetched({ issuer: 'x'.repeat(10_000) }).catch((error) => error)
    expect(error.details.reason).toHaveLength(300)
  })
})

it('signOutUrl returns the provider’s sign-out page when this process has read the metadata', async () => {
  answer({ ...metadata, end_session_endpoint: `${issuer}/logout?tenant=1&client_id=another` })
  expect(signOutUrl('users')).toBeNull()
  await sharedDiscovery(oidc).provider()
  expect(signOutUrl('users')).toBe(`${issuer}/logout?tenant=1&client_id=the+app`)
})
