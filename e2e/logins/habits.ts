import { failed, unsupported, person, type ImitatedLogin } from './imitation'
import type { ScriptedProvider } from '../idp/scripted'

const ada = { name: 'Ada' }
export const lists = (...algorithms: string[]) => ({ id_token_signing_alg_values_supported: algorithms })
const secondsOfDay = 24 * 60 * 60

/** An email address in the ID token, without email_verified. */
const unverifiedEmail = { openid: { ...ada, email: person.email } }
const trusted = { OIDC_TRUST_EMAIL: '1', CONSOLE_USERS: person.email }

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds

const withTimes =
  (times: () => object): ScriptedProvider['lie'] =>
  async ({ claims, signed }) => ({ idToken: await signed({ ...claims, ...times() }) })

/** Logins by a single habit of the provider. */
export const habits: Record<string, ImitatedLogin> = {
  ...Object.fromEntries(
    (['RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES384', 'ES512', 'EdDSA', 'Ed25519'] as const).map((algorithm) => [
      `signs only by ${algorithm}`,
      { habits: { algorithm, discovery: lists('HS256', algorithm, 'none') }, user: ada },
    ]),
  ),
  'requires pushed authorization requests': {
    habits: { discovery: { require_pushed_authorization_requests: true } },
    error: 'misconfigured',
    lines: unsupported('it requires pushed authorization requests'),
  },
  'requires signed request objects': {
    habits: { discovery: { require_signed_request_object: true } },
    error: 'misconfigured',
    lines: unsupported('it requires signed request objects'),
  },
  'lists basic for a client of post, with OIDC_CLIENT_AUTH=post': {
    habits: { clientAuth: 'post' },
    variables: { OIDC_CLIENT_AUTH: 'post' },
    user: ada,
  },
  'writes null for unsupported features': {
    habits: {
      discovery: {
        userinfo_endpoint: null,
        end_session_endpoint: null,
        token_endpoint_auth_methods_supported: null,
        id_token_signing_alg_values_supported: null,
        response_modes_supported: null,
        scopes_supported: null,
        claims_supported: null,
        authorization_response_iss_parameter_supported: null,
        require_pushed_authorization_requests: null,
        require_signed_request_object: false,
      },
    },
    user: ada,
  },
  'has no userinfo': { habits: { discovery: { userinfo_endpoint: undefined } }, user: ada },
  'refuses userinfo, with a name in the ID token': {
    habits: { answers: { userinfo: { status: 403, body: { error: 'insufficient_scope' } } } },
    user: ada,
    lines: [{ event: 'userinfo is missing', code: 'userinfo_failed', reason: 'status 403' }],
  },
  'refuses userinfo, without a name in the ID token': {
    habits: { idToken: {}, answers: { userinfo: { status: 403, body: { error: 'insufficient_scope' } } } },
    error: 'misconfigured',
    lines: [failed('userinfo_failed', { endpoint: 'userinfo', reason: 'status 403', hint: 'client' })],
  },
  'reports in userinfo that the email address is not verified': {
    habits: { idToken: unverifiedEmail, userinfo: { openid: { ...ada, email: person.email, email_verified: false } } },
    variables: trusted,
    user: ada,
  },
  'refuses userinfo, which could report an unverified address': {
    habits: { idToken: unverifiedEmail, answers: { userinfo: { status: 429, body: {} } } },
    variables: trusted,
    user: ada,
    lines: [{ event: 'userinfo is missing', code: 'provider_away', reason: 'status 429' }],
  },
  'does not report whether the email address is verified': {
    habits: { idToken: unverifiedEmail },
    variables: trusted,
    user: { ...ada, isOperator: true },
  },
  'has the required claim in a list': {
    habits: { idToken: { openid: { ...ada, groups: ['staff', 'members'] } } },
    variables: { OIDC_REQUIRED_CLAIM: 'groups=members' },
    user: ada,
  },
  ...Object.fromEntries(
    [{}, { x: null }, { x: [['a']] }, { x: { a: 1 } }, { x: '' }, { x: [[]] }].map(
      (claims): [string, ImitatedLogin] => [
        `has ${JSON.stringify(claims)} for the required claim`,
        {
          habits: { idToken: { openid: { ...ada, ...claims } }, userinfo: {} },
          variables: { OIDC_REQUIRED_CLAIM: 'x=a,undefined,null,[object Object],' },
          error: 'not_admitted',
          lines: [failed('claim_required', { hint: 'OIDC_REQUIRED_CLAIM' })],
        },
      ],
    ),
  ),
  'has a clock 30 seconds ahead': { habits: { clockAheadSeconds: 30, hasNotBefore: true }, user: ada },
  'has a clock 90 seconds behind': { habits: { clockAheadSeconds: -90, hasNotBefore: true }, user: ada },
  'has a clock two minutes ahead': {
    habits: { clockAheadSeconds: 120, hasNotBefore: true },
    error: 'misconfigured',
    lines: [
      failed('id_token_refused', {
        endpoint: 'token',
        reason: 'unexpected JWT "nbf" (not before) claim value',
        hint: 'clocks',
      }),
    ],
  },
  'has a clock a day ahead': {
    habits: { clockAheadSeconds: secondsOfDay },
    error: 'misconfigured',
    lines: [failed('id_token_refused', { reason: 'iat is in the future', hint: 'clocks' })],
  },
  'announces its issuer in the answer, and sends it': {
    habits: {
      discovery: { authorization_response_iss_parameter_supported: true },
      callback: { iss: '{issuer}' },
    },
    user: ada,
  },
  'announces its issuer in the answer, and omits it': {
    habits: { discovery: { authorization_response_iss_parameter_supported: true } },
    error: 'misconfigured',
    lines: [failed('issuer_mismatch', { endpoint: 'authorization', reason: 'no iss', hint: 'OIDC_ISSUER' })],
  },
  'announces its issuer in the answer, and omits it when the user cancels': {
    habits: {
      discovery: { authorization_response_iss_parameter_supported: true },
      answers: { authorization: { error: 'access_denied' } },
    },
    error: 'unfinished',
    lines: [failed('denied', { endpoint: 'authorization', reason: 'access_denied' })],
  },
  'answers as another issuer when the user cancels': {
    habits: { answers: { authorization: { error: 'access_denied' } }, callback: { iss: 'https://login.example.org' } },
    error: 'misconfigured',
    lines: [failed('issuer_mismatch', { endpoint: 'authorization', reason: 'another iss' })],
  },
  'publishes its issuer in capital letters': {
    habits: {
      issuerHost: 'LocalHost',
      discovery: { authorization_response_iss_parameter_supported: true },
      callback: { iss: '{issuer}' },
    },
    user: ada,
  },
  'has signed the user in two hours ago, although the max age is one hour': {
    habits: { authTime: Math.floor(Date.now() / 1000) - 7200 },
    variables: { OIDC_MAX_AGE_SECONDS: '3600' },
    error: 'misconfigured',
    lines: [failed('login_too_old', { endpoint: 'token', hint: 'OIDC_PROMPT' })],
  },
  'has signed the last user in half a minute ago, although every sign-in asks': {
    habits: { authTime: Math.floor(Date.now() / 1000) - 30 },
    variables: { OIDC_MAX_AGE_SECONDS: '0' },
    error: 'misconfigured',
    lines: [failed('login_too_old', { endpoint: 'token', hint: 'OIDC_PROMPT' })],
  },
  'has signed the last user in 100 seconds ago and sets iat back, although every sign-in asks': {
    habits: {},
    lie: withTimes(() => ({ iat: secondsAgo(300), auth_time: secondsAgo(100) })),
    variables: { OIDC_MAX_AGE_SECONDS: '0' },
    error: 'misconfigured',
    lines: [failed('login_too_old', { endpoint: 'token', hint: 'OIDC_PROMPT' })],
  },
  'sends the time of the sign-in as a text': {
    habits: {},
    lie: withTimes(() => ({ auth_time: String(secondsAgo(0)) })),
    error: 'misconfigured',
    lines: [failed('login_age_unknown', { endpoint: 'token', hint: 'as a number' })],
  },
  'has a clock half a minute behind, and asks at every sign-in': {
    habits: { authTime: 'now', clockAheadSeconds: -30 },
    variables: { OIDC_MAX_AGE_SECONDS: '0' },
    user: ada,
  },
  'refuses the client instead of sending a code': {
    habits: { answers: { authorization: { error: 'unauthorized_client', error_description: 'No such client.' } } },
    error: 'misconfigured',
    lines: [
      failed('client_refused', {
        endpoint: 'authorization',
        reason: 'unauthorized_client',
        description: 'No such client.',
        hint: 'the client ID',
      }),
    ],
  },
  'says that the code is used up': {
    habits: { answers: { token: { status: 400, body: { error: 'invalid_grant' } } } },
    error: 'unfinished',
    lines: [failed('code_refused', { endpoint: 'token', reason: 'invalid_grant' })],
  },
  'is behind a gateway that fails': {
    habits: { answers: { token: { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' } } },
    error: 'unreachable',
    lines: [failed('provider_away', { endpoint: 'token', reason: 'status 502', hint: 'reaches' })],
  },
  'answers with a page instead of tokens': {
    habits: { answers: { token: { contentType: 'text/html', body: '<h1>Welcome</h1>' } } },
    error: 'misconfigured',
    lines: [failed('answer_refused', { endpoint: 'token', reason: 'no JSON', hint: 'JSON' })],
  },
  'sends no ID token': {
    habits: { answers: { token: { body: { access_token: 'a', token_type: 'Bearer' } } } },
    error: 'misconfigured',
    lines: [
      failed('id_token_refused', {
        endpoint: 'token',
        reason: '"response" body "id_token" property must be a string',
        hint: 'OIDC_ISSUER',
      }),
    ],
  },
  'does not publish its keys': {
    habits: { answers: { keys: { status: 404, body: {} } } },
    error: 'misconfigured',
    lines: [failed('answer_refused', { endpoint: 'jwks', reason: 'status 404' })],
  },
}
