import { describe, expect, it } from 'vitest'
import { failureOf, failureOfAnswer, loggableText } from './failure'

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
})

it('failureOfAnswer classifies an answer by its endpoint, status and error code, and logs the words of the two token steps alone', () => {
  const saying = (error: string, error_description?: string) => ({ error, error_description })
  const staleAtX = 'Value passed for the authorization code was invalid.'
  for (const [endpoint, status, body, code, reason, description] of [
    ['authorization', undefined, saying('access_denied'), 'denied', 'access_denied'],
    ['authorization', undefined, saying('consent_required'), 'denied', 'consent_required'],
    ['authorization', undefined, saying('interaction_required'), 'denied', 'interaction_required'],
    ['authorization', undefined, saying('login_required'), 'denied', 'login_required'],
    ['authorization', undefined, saying('account_selection_required'), 'denied', 'account_selection_required'],
    ['authorization', undefined, saying('server_error'), 'provider_away', 'server_error'],
    ['authorization', undefined, saying('temporarily_unavailable', 'Later'), 'provider_away', undefined, 'Later'],
    // Keycloak.
    ['authorization', undefined, saying('temporarily_unavailable', 'authentication_expired'), 'login_expired'],
    ['authorization', undefined, saying('invalid_scope', 'no groups'), 'scope_refused', undefined, 'no groups'],
    ['authorization', undefined, saying('unauthorized_client'), 'client_refused', 'unauthorized_client'],
    ['authorization', undefined, saying('invalid_request'), 'provider_error', 'invalid_request'],
    ['authorization', undefined, saying('Words of its own'), 'provider_error', 'error'],
    ['authorization', undefined, saying('constructor'), 'provider_error', 'constructor'],
    ['token', 400, saying('invalid_grant'), 'code_refused', 'invalid_grant'],
    ['token', 400, saying('invalid_scope'), 'scope_refused', 'invalid_scope'],
    ['token', 400, saying('invalid_request', 'Missing [code].'), 'provider_error', 'invalid_request'],
    ['token', 401, saying('invalid_client', 'No such one.'), 'client_refused', 'invalid_client', 'No such one.'],
    ['token', 429, saying('invalid_client'), 'provider_away', 'status 429'],
    ['token', 502, '<h1>Bad gateway</h1>', 'provider_away', 'status 502'],
    // Auth0, for a wrong secret.
    ['token', 401, saying('access_denied', 'Unauthorized'), 'client_refused', 'access_denied', 'Unauthorized'],
    // Entra, which asks for a second factor.
    ['token', 400, saying('interaction_required'), 'code_refused', 'interaction_required'],
    // X.
    ['token', 400, saying('invalid_request', staleAtX), 'code_refused', 'invalid_request', staleAtX],
    ['token', 400, saying('invalid_request', `The redirect URI: ${staleAtX}`), 'provider_error', 'invalid_request'],
    // Twitch.
    ['token', 400, { status: 400, message: 'Invalid authorization code' }, 'code_refused', 'status 400'],
    ['token', 403, { message: 'invalid secret' }, 'client_refused', 'status 403', 'invalid secret'],
    // GitHub.
    ['token', 200, saying('bad_verification_code'), 'provider_error', 'bad_verification_code'],
    ['token', 401, { detail: 'Not allowed' }, 'client_refused', 'status 401'],
    ['token', 400, { error: { code: 'invalid_client' } }, 'answer_refused', 'status 400'],
    // A firewall.
    ['token', 403, '<h1>Forbidden</h1>', 'answer_refused', 'status 403'],
    ['token', 200, [], 'answer_refused', 'status 200'],
    ['discovery', 404, saying('invalid_client'), 'discovery_refused', 'status 404'],
    ['jwks', 404, saying('invalid_client'), 'answer_refused', 'status 404'],
    ['userinfo', 403, saying('invalid_client', 'The user ada'), 'userinfo_failed', 'status 403'],
    ['userinfo', 500, {}, 'provider_away', 'status 500'],
  ] as const) {
    const failure = failureOfAnswer({ endpoint, body, status }, [])
    const known = { ...(reason && { reason }), ...(description && { description }) }
    expect(failure, `${endpoint} ${JSON.stringify(body)}`).toMatchObject({ code, details: { endpoint, ...known } })
    if (endpoint === 'userinfo') expect(failure.details.description).toBeUndefined()
  }
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
