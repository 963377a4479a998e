import { describe, expect, it } from 'vitest'
import { failureOf, failureOfAnswer } from './failure'

describe('failureOf', () => {
  const thrown = (message: string, code?: string) => Object.assign(new Error(message), { code })
  const refused = (error: string, statusCode: number) =>
    Object.assign(new Error(error), { error, response: { statusCode } })

  it('maps an error of openid-client or Node to a code, and keeps a reason that quotes nothing', () => {
    for (const [error, code, reason] of [
      [thrown('certificate', 'ERR_TLS_CERT_ALTNAME_INVALID'), 'provider_away', 'ERR_TLS_CERT_ALTNAME_INVALID'],
      [thrown('connect', 'ECONNREFUSED'), 'provider_away', 'ECONNREFUSED'],
      [thrown('not supported', 'ERR_JOSE_NOT_SUPPORTED'), 'id_token_refused', 'not supported'],
      [thrown('unexpected iss value, expected a, got: b'), 'id_token_refused', 'unexpected iss value'],
      [refused('expected 200 OK, got: 401 Unauthorized', 401), 'client_refused', 'status 401'],
      [refused('expected 200 OK, got: 404 Not Found', 404), 'answer_refused', 'status 404'],
      [refused('invalid_client', 400), 'client_refused', 'invalid_client'],
      [refused('Ada', 400), 'provider_error', 'error'],
      [refused('the_secret', 400), 'provider_error', 'error'],
      [refused('invalid_client', 503), 'provider_away', 'status 503'],
      ['a text', 'id_token_refused', ''],
    ] as const) {
      const failure = { code, details: { reason, endpoint: 'token' } }
      expect(failureOf(error, 'token', ['the_secret']), String(error)).toMatchObject(failure)
    }
  })

  it.each([
    ['ES512', 'set OIDC_ID_TOKEN_ALG to this algorithm'],
    ...['HS256', 'HS384', 'HS512', 'none', 'ES256K'].map((algorithm): [string, string] => [
      algorithm,
      'select an RSA, EC or Ed25519 key for ID tokens at the provider',
    ]),
  ])('advises for ID tokens by %s: %s', (got, hint) => {
    const error = new Error(`unexpected JWT alg received, expected RS256, got: ${got}`)
    const details = { endpoint: 'token', reason: `${got} and not RS256` }
    expect(failureOf(error, 'token', [])).toMatchObject({ code: 'id_token_algorithm', hint, details })
  })
})

describe('failureOfAnswer', () => {
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
    expect(failureOfAnswer({ endpoint: 'token', status: 400, body: { message } }, []).code).toBe(code)
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
    expect(failureOfAnswer({ endpoint: 'token', status: 400, body: { error, error_description } }, []).code).toBe(code)
  })

  it.each([
    [{ errorCode: 'invalid_client', errorSummary: 'Unknown app' }, 'invalid_client', 'Unknown app'],
    [{ errors: [{ message: 'invalid client' }] }, 'status 400', 'invalid client'],
    [{ errors: ['invalid client'] }, 'status 400', 'invalid client'],
    [{ message: ['invalid client', 'another'] }, 'status 400', 'invalid client'],
    [{ error: { type: 'invalid_client' } }, 'invalid_client', undefined],
    [{ type: 'https://login.example/1', title: 'Unknown client' }, 'status 400', 'Unknown client'],
    ['invalid client secret', 'status 400', 'invalid client secret'],
    [Buffer.from('invalid client secret'), 'status 400', 'invalid client secret'],
  ])('reads a refused client from %j', (body, reason, description) => {
    const { code, details } = failureOfAnswer({ endpoint: 'token', status: 400, body }, [])
    expect([code, details]).toEqual(['client_refused', { endpoint: 'token', reason, description }])
  })

  it('reads nothing from a list in very many lists', () => {
    const body: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    expect(failureOfAnswer({ endpoint: 'token', status: 400, body }, []).code).toBe('answer_refused')
  })
})
