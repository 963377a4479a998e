import { describe, expect, it } from 'vitest'
import { failureOf, failureOfAnswer, LoginError } from './failure'

describe('failureOf', () => {
  const thrown = (message: string, code?: string, cause?: unknown) =>
    Object.assign(new Error(message, { cause }), { code })
  const invalid = (message: string, facts?: object) =>
    thrown('invalid response encountered', 'OAUTH_INVALID_RESPONSE', new Error(message, { cause: facts }))

  it('maps an error of openid-client or Node to a code, and keeps a reason that quotes nothing', () => {
    for (const [error, code, reason] of [
      [thrown('certificate', 'ERR_TLS_CERT_ALTNAME_INVALID'), 'provider_away', 'ERR_TLS_CERT_ALTNAME_INVALID'],
      [thrown('connect', 'ECONNREFUSED'), 'provider_away', 'ECONNREFUSED'],
      [thrown('407', 'ERR_PROXY_TUNNEL'), 'provider_away', 'ERR_PROXY_TUNNEL'],
      [thrown('Invalid URL: a secret', 'ERR_INVALID_URL'), 'id_token_refused', 'unexpected error'],
      [thrown('something went wrong', undefined, new Error('a secret')), 'id_token_refused', 'unexpected error'],
      [invalid('unexpected JWT "iss"', { claim: 'iss' }), 'id_token_refused', 'unexpected JWT "iss"'],
      [invalid('unexpected JWT "alg"', { header: { alg: 'HS256' } }), 'id_token_algorithm', 'HS256'],
      [invalid('unexpected JWT "alg"', { header: { alg: 'a secret' } }), 'id_token_algorithm', 'an unknown algorithm'],
      ['a text', 'id_token_refused', 'unexpected error'],
    ] as const) {
      const failure = { code, details: { reason, endpoint: 'token' } }
      expect(failureOf(error, 'token'), String(error)).toMatchObject(failure)
    }
  })

  it('blames the endpoint for an unexpected error', () => {
    const codes = (['discovery', 'userinfo', 'token'] as const).map((at) => failureOf(thrown('a secret'), at).code)
    expect(codes).toEqual(['discovery_refused', 'userinfo_failed', 'id_token_refused'])
  })

  it('returns the failure of our own request when openid-client makes it a cause', () => {
    const failure = new LoginError('provider_away', { endpoint: 'jwks' })
    expect(failureOf(thrown('something went wrong', undefined, failure), 'token')).toBe(failure)
  })
})

describe('failureOfAnswer', () => {
  const refusal = (status: number, body: unknown) => failureOfAnswer({ endpoint: 'token', status, body }, [])

  it('reads the answers of token endpoints that docs/operate/login-errors.md lists', () => {
    const ofX = (error_description: string) => ({ error: 'invalid_request', error_description })
    const rows: [what: string, status: number, body: unknown, code: string, details?: object][] = [
      [
        'Auth0, a wrong secret',
        401,
        { error: 'access_denied', error_description: 'Unauthorized' },
        'client_refused',
        { reason: 'access_denied', description: 'Unauthorized' },
      ],
      ['Twitch, an unknown client', 400, { status: 400, message: 'invalid client' }, 'client_refused'],
      ['Twitch, a stale code', 400, { status: 400, message: 'Invalid authorization code' }, 'code_refused'],
      [
        'Twitch, another redirect URL',
        400,
        { message: 'Parameter redirect_uri does not match registered URI', status: 400 },
        'provider_error',
      ],
      [
        'Supabase, a wrong secret',
        400,
        { code: 400, error_code: 'invalid_credentials', msg: 'Invalid client credentials' },
        'client_refused',
        { reason: 'invalid_credentials', description: 'Invalid client credentials' },
      ],
      [
        'X, a stale code',
        400,
        ofX('Value passed for the authorization code was invalid.'),
        'code_refused',
        { reason: 'invalid_request', description: 'Value passed for the authorization code was invalid.' },
      ],
      ...[
        'Value passed for the redirect uri did not match the uri of the authorization code.',
        'Value passed for the code verifier did not match the code challenge.',
        'Missing required parameter [code].',
      ].map((text): [string, number, unknown, string] => [`X, “${text}”`, 400, ofX(text), 'provider_error']),
      [
        'LinkedIn, a stale code',
        400,
        ofX(
          'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
        ),
        'code_refused',
      ],
      [
        'Okta, its own fields',
        400,
        { errorCode: 'invalid_client', errorSummary: 'Invalid Client Secret' },
        'client_refused',
        { reason: 'invalid_client', description: 'Invalid Client Secret' },
      ],
      ['a framework, 401', 401, { detail: 'Not allowed' }, 'client_refused'],
      [
        'a framework, a text beside the status’s words',
        401,
        { statusCode: 401, error: 'Unauthorized', message: 'Unknown client' },
        'client_refused',
        { reason: 'error', description: 'Unknown client' },
      ],
      [
        'a framework, a nested error',
        400,
        { error: { code: 'invalid_client', message: 'Unknown client' } },
        'client_refused',
        { reason: 'invalid_client', description: 'Unknown client' },
      ],
      ['Slack, a stale code', 200, { ok: false, error: 'invalid_code' }, 'code_refused', { reason: 'invalid_code' }],
      [
        'Entra, which asks for a second factor',
        400,
        { error: 'interaction_required', error_description: 'Use multi-factor authentication' },
        'code_refused',
        { reason: 'interaction_required' },
      ],
      ['a firewall', 403, '<h1>Forbidden</h1>', 'answer_refused', { reason: 'status 403', description: undefined }],
    ]
    for (const [what, status, body, code, details = {}] of rows)
      expect(refusal(status, body), what).toMatchObject({ code, details })
  })

  it.each([
    ['Authorization code has already been used', 'code_refused'],
    ['The code is no longer valid', 'code_refused'],
    ['code_already_used', 'code_refused'],
    ['Code not found', 'code_refused'],
    ['expired code', 'code_refused'],
    ['Invalid code verifier', 'answer_refused'],
    ['The code verifier is invalid', 'answer_refused'],
    ['Invalid client secret, error code 7 is unknown', 'client_refused'],
    ['unknown client_id', 'client_refused'],
    ['Something else', 'answer_refused'],
    ['Invalid country code', 'answer_refused'],
    ['Country code is unknown', 'answer_refused'],
    ['The client sent two fields', 'answer_refused'],
    ['Bad secret', 'client_refused'],
    ['Client not found', 'client_refused'],
    ['Unauthorized', 'client_refused'],
    ['Code was issued to another client', 'code_refused'],
    ['The code belongs to a different client', 'code_refused'],
    ["No such code: the code doesn't exist", 'code_refused'],
    ['Error validating verification code.', 'code_refused'],
    ['Could not find the authorization code', 'code_refused'],
    ['Redirect URI not registered for this client', 'provider_error'],
  ])('reads “%s” at the token endpoint as %s', (message, code) => {
    expect(refusal(400, { message }).code).toBe(code)
  })

  it.each([
    ['invalid_request', 'Malformed auth code.', 'code_refused'],
    ['invalid_request', 'The authorization grant is invalid, expired or revoked', 'code_refused'],
    ['invalid_request', 'The authorization grant is probably expired', 'code_refused'],
    ['invalid_request', 'Cannot find authorization code', 'code_refused'],
    ['invalid_request', 'Invalid country code', 'provider_error'],
    ['invalid_request', 'Invalid grant type', 'provider_error'],
    ['invalid_grant', 'Invalid client credentials', 'client_refused'],
    ['invalid_grant', 'The grant was issued to another client', 'code_refused'],
    ['invalid_grant', 'Incorrect redirect_uri', 'code_refused'],
    ['invalid_secret', undefined, 'client_refused'],
    ['unauthorized', undefined, 'client_refused'],
    ['Unauthorized', 'Invalid authorization code', 'code_refused'],
    ['deleted_client', 'The OAuth client was deleted.', 'client_refused'],
  ])('reads %s with “%s” at the token endpoint as %s', (error, error_description, code) => {
    expect(refusal(400, { error, error_description }).code).toBe(code)
  })

  it.each([
    [{ errorCode: 'invalid_client', errorSummary: 'Unknown app' }, 'invalid_client', 'Unknown app'],
    [{ errors: [{ message: 'invalid client' }] }, 'status 400', 'invalid client'],
    [{ errors: ['invalid client'] }, 'status 400', 'invalid client'],
    [{ message: ['invalid client', 'another'] }, 'status 400', 'invalid client'],
    [{ error: { type: 'invalid_client' } }, 'invalid_client', undefined],
    [{ type: 'https://login.example/1', title: 'Unknown client' }, 'status 400', 'Unknown client'],
    ['invalid client secret', 'status 400', 'invalid client secret'],
  ])('reads a refused client from %j', (body, reason, description) => {
    const { code, details } = refusal(400, body)
    expect([code, details]).toEqual(['client_refused', { endpoint: 'token', reason, description }])
  })

  it('reads nothing from a list in very many lists', () => {
    const body: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    expect(refusal(400, body).code).toBe('answer_refused')
  })
})
