import { failed, person, type ImitatedLogin } from './imitation'
import type { ScriptedProvider } from '../idp/scripted'

const ada = { name: 'Ada' }
const algorithms = ['RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'] as const
const clientSecret = 's3cr3t~with.odd_chars+/=%&:'
const refusedUserinfo = { userinfo: { status: 403, body: { error: 'insufficient_scope' } } }
const cancelled = { authorization: { error: 'access_denied', error_description: 'Not now.' } }
const promisesIssuer = { authorization_response_iss_parameter_supported: true }

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds
const withTimes =
  (times: () => object): ScriptedProvider['lie'] =>
  async ({ claims, signed }) => ({ idToken: await signed({ ...claims, ...times() }) })

/** Logins by a single habit of the provider. */
export const habits: Record<string, ImitatedLogin> = {
  ...Object.fromEntries(
    algorithms.map((algorithm) => [
      `signs only by ${algorithm}`,
      {
        habits: { algorithm, discovery: { id_token_signing_alg_values_supported: ['HS256', algorithm, 'none'] } },
        user: ada,
      },
    ]),
  ),
  'accepts only basic, with symbols in the secret': { habits: { clientAuth: 'basic', clientSecret }, user: ada },
  'accepts only post, with symbols in the secret': {
    habits: {
      clientAuth: 'post',
      clientSecret,
      discovery: { token_endpoint_auth_methods_supported: ['client_secret_post'] },
    },
    user: ada,
  },
  'has one key without an id': { habits: { keyIds: [undefined] }, user: ada },
  'has two keys without ids': {
    habits: { keyIds: [undefined, undefined] },
    error: 'misconfigured',
    lines: [
      failed('id_token_refused', {
        endpoint: 'jwks',
        reason: 'multiple applicable keys found, a "kid" JWT Header Parameter is required',
        hint: 'jwks_uri',
      }),
    ],
  },
  'does not publish its keys': {
    habits: { answers: { keys: { status: 404, body: {} } } },
    error: 'misconfigured',
    lines: [failed('answer_refused', { endpoint: 'jwks', reason: 'status 404' })],
  },
  'refuses userinfo, with a name in the ID token': {
    habits: { answers: refusedUserinfo },
    user: ada,
    lines: [{ event: 'userinfo is missing', code: 'userinfo_failed', reason: 'status 403' }],
  },
  'refuses userinfo, without a name in the ID token': {
    habits: { idToken: {}, answers: refusedUserinfo },
    error: 'misconfigured',
    lines: [failed('userinfo_failed', { endpoint: 'userinfo', reason: 'status 403', hint: 'client' })],
  },
  'signs userinfo': {
    habits: { idToken: {}, answers: { userinfo: { contentType: 'application/jwt', body: 'a.b.c' } } },
    error: 'misconfigured',
    lines: [failed('answer_refused', { endpoint: 'userinfo', reason: 'no JSON', hint: 'JSON' })],
  },
  'refuses userinfo, which could report an unverified address': {
    habits: {
      idToken: { openid: { ...ada, email: person.email } },
      answers: { userinfo: { status: 429, body: {} } },
    },
    variables: { OIDC_TRUST_EMAIL: '1', CONSOLE_USERS: person.email },
    user: ada,
    lines: [{ event: 'userinfo is missing', code: 'provider_away', reason: 'status 429' }],
  },
  'has the required claim in a list': {
    habits: { idToken: { openid: { ...ada, groups: ['staff', 'members'] } } },
    variables: { OIDC_REQUIRED_CLAIM: 'groups=guests,members' },
    user: ada,
  },
  ...Object.fromEntries(
    [{}, { x: null }, { x: [['a']] }, { x: { a: 1 } }, { x: '' }, { x: 'b' }].map((claims): [string, ImitatedLogin] => [
      `has ${JSON.stringify(claims)} for the required claim`,
      {
        habits: { idToken: { openid: { ...ada, ...claims } }, userinfo: {} },
        variables: { OIDC_REQUIRED_CLAIM: 'x=a,undefined,null,[object Object],' },
        error: 'not_admitted',
        lines: [failed('claim_required', { hint: 'OIDC_REQUIRED_CLAIM' })],
      },
    ]),
  ),
  'announces its issuer in the answer, and omits it': {
    habits: { discovery: promisesIssuer },
    error: 'misconfigured',
    lines: [failed('issuer_mismatch', { endpoint: 'authorization', reason: 'no iss', hint: 'OIDC_ISSUER' })],
  },
  'announces its issuer in the answer, and omits it when the user cancels': {
    habits: { discovery: promisesIssuer, answers: cancelled },
    error: 'unfinished',
    lines: [failed('denied', { endpoint: 'authorization', reason: 'access_denied', description: 'Not now.' })],
  },
  'answers as another issuer when the user cancels': {
    habits: { answers: cancelled, callback: { iss: 'https://login.example.org' } },
    error: 'misconfigured',
    lines: [failed('issuer_mismatch', { endpoint: 'authorization', reason: 'another iss' })],
  },
  'has signed the user in two hours ago, although the max age is one hour': {
    habits: { authTime: secondsAgo(7200) },
    variables: { OIDC_MAX_AGE_SECONDS: '3600' },
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
}
