import { describe, expect, it } from 'vitest'
import { failureOf, failureOfAnswer, loggableText, LoginError } from './failure'

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
  type Answer = Parameters<typeof failureOfAnswer>[0]
  /** Answers of each endpoint, with the code and the fields of the log line. */
  const rows: Record<
    Answer['endpoint'],
    [status: number | undefined, body: unknown, code: string, details?: object][]
  > = {
    authorization: [
      ...['access_denied', 'consent_required', 'interaction_required', 'login_required'].map(
        (error): [undefined, object, string, object] => [undefined, { error }, 'denied', { reason: error }],
      ),
      [undefined, { error: 'account_selection_required' }, 'denied'],
      [undefined, { error: 'server_error' }, 'provider_away'],
      [undefined, { error: 'temporarily_unavailable', error_description: 'Later' }, 'provider_away'],
      // Keycloak.
      [undefined, { error: 'temporarily_unavailable', error_description: 'authentication_expired' }, 'login_expired'],
      [
        undefined,
        { error: 'invalid_scope', error_description: 'no groups' },
        'scope_refused',
        { description: 'no groups' },
      ],
      [undefined, { error: 'unauthorized_client' }, 'client_refused'],
      [undefined, { error: 'invalid_request' }, 'provider_error', { reason: 'invalid_request' }],
      [undefined, { error: 'a_word_of_its_own' }, 'provider_error', { reason: 'a_word_of_its_own' }],
      [undefined, { error: 'Words of its own' }, 'provider_error', { reason: 'error' }],
      [undefined, { error: 'constructor' }, 'provider_error'],
    ],
    token: [
      [400, { error: 'invalid_grant' }, 'code_refused', { reason: 'invalid_grant', description: undefined }],
      [400, { error: 'invalid_scope' }, 'scope_refused'],
      [400, { error: 'invalid_request', error_description: 'Missing [code].' }, 'provider_error'],
      [
        401,
        { error: 'invalid_client', error_description: 'No such client.' },
        'client_refused',
        { description: 'No such client.' },
      ],
      [429, { error: 'invalid_client' }, 'provider_away', { reason: 'status 429' }],
      [502, '<h1>Bad gateway</h1>', 'provider_away', { reason: 'status 502' }],
      // Auth0, for a wrong secret.
      [
        401,
        { error: 'access_denied', error_description: 'Unauthorized' },
        'client_refused',
        { reason: 'access_denied' },
      ],
      // Entra, which asks for a second factor.
      [400, { error: 'interaction_required' }, 'code_refused'],
      // X.
      [
        400,
        { error: 'invalid_request', error_description: 'Value passed for the authorization code was invalid.' },
        'code_refused',
      ],
      [
        400,
        {
          error: 'invalid_request',
          error_description: 'Value passed for the redirect uri did not match the uri of the authorization code.',
        },
        'provider_error',
      ],
      // Twitch.
      [400, { status: 400, message: 'Invalid authorization code' }, 'code_refused', { reason: 'status 400' }],
      [
        403,
        { status: 403, message: 'invalid client secret' },
        'client_refused',
        { description: 'invalid client secret' },
      ],
      // GitHub and Slack answer with status 200.
      [200, { error: 'bad_verification_code' }, 'code_refused', { reason: 'bad_verification_code' }],
      [200, { error: 'incorrect_client_credentials' }, 'client_refused'],
      [200, { ok: false, error: 'invalid_code' }, 'code_refused'],
      // Frameworks.
      [
        400,
        { error: { code: 'invalid_client', message: 'Who?' } },
        'client_refused',
        { reason: 'invalid_client', description: 'Who?' },
      ],
      [401, { detail: 'Not allowed' }, 'client_refused', { reason: 'status 401' }],
      [400, { detail: 'Not allowed' }, 'answer_refused', { reason: 'status 400' }],
      // A firewall.
      [403, '<h1>Forbidden</h1>', 'answer_refused', { reason: 'status 403' }],
      [200, [], 'answer_refused', { reason: 'status 200' }],
    ],
    discovery: [
      [404, { error: 'invalid_client' }, 'discovery_refused', { reason: 'status 404' }],
      [503, {}, 'provider_away'],
    ],
    jwks: [
      [404, { error: 'invalid_client' }, 'answer_refused', { reason: 'status 404' }],
      [503, {}, 'provider_away'],
    ],
    userinfo: [
      [403, { error: 'invalid_client', message: 'a' }, 'userinfo_failed', { reason: 'status 403' }],
      [500, {}, 'provider_away'],
    ],
    return: [],
  }

  it('classifies an answer by its endpoint, status and error code', () => {
    for (const [endpoint, answers] of Object.entries(rows) as [Answer['endpoint'], typeof rows.token][]) {
      for (const [status, body, code, details = {}] of answers) {
        const failure = failureOfAnswer({ endpoint, body, status }, [])
        expect(failure, `${endpoint} ${JSON.stringify(body)}`).toMatchObject({
          code,
          details: { endpoint, ...details },
        })
      }
    }
    const ofUserinfo = { endpoint: 'userinfo', status: 403, body: { error_description: 'The user ada' } } as const
    expect(failureOfAnswer(ofUserinfo, []).details.description).toBeUndefined()
  })
})

describe('loggableText', () => {
  const secret = 's3cr3t~with.odd_chars+/=%'

  it('removes what may name a person, and all of a text that quotes a secret', () => {
    for (const [text, expected] of [
      ['AADSTS7000215: Invalid client secret provided.', 'AADSTS7000215: Invalid client secret provided.'],
      ['Ada Lovelace is banned', '… is banned'],
      ["The user 'ada' is not assigned to “the app”.", 'The user … is not assigned to ….'],
      [`The user's account 'ada' isn't active; don't retry`, `The user's account … isn't active; don't retry`],
      ['The user „ada“ or 「山田」 is locked', 'The user … or … is locked'],
      ['The user "ada\nlovelace" is locked', 'The user … is locked'],
      ['ada.lovelace@example.com is locked', '… is locked'],
      ['ada＠example.com is locked', '… is locked'],
      ['DOMAIN\\ada is locked', '… is locked'],
      ['Code 0f3a9c41-77aa-4bd1-9b9c-2f0d1c9a0b11 is over', 'Code … is over'],
      ['two\r\nlines\u202e', 'two lines'],
      [' ', undefined],
      [undefined, undefined],
      [`the secret ${secret} is wrong`, undefined],
      [`the secret ${secret.split('').join('\u3164')} is wrong`, undefined],
      [`the secret ${encodeURIComponent(secret)} is wrong`, undefined],
    ] as const) {
      expect(loggableText(text, [secret]), text).toBe(expected)
    }
    expect(loggableText('word '.repeat(10_000), [])?.length).toBeLessThanOrEqual(200)
  })
})
