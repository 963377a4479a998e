import { failed, person, type ImitatedLogin } from './imitation'
import type { Habits } from '../idp/scripted'

/*
 * What products do differently, as habits of the scripted provider (e2e/idp/scripted.ts), with the variables that an
 * operator sets for each. The tests do not use the products themselves. Each row shows something that the app tells
 * apart; lib/auth/claims.test.ts has the claims, and lib/auth/failure.test.ts the refusals.
 */

const ada = { name: person.name }
const operator = { ...ada, isOperator: true } as const
const address = { email: person.email, email_verified: true }
const byRole = { OIDC_OPERATOR_ROLE: 'console' }
const byAddress = { CONSOLE_USERS: person.email }

/** Its key names no algorithm, and its ID token has the claims that userinfo lacks. */
const entra: Habits = {
  issuerPath: '/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
  key: { alg: undefined },
  idToken: { openid: { oid: 'b2a1', roles: ['console'] }, profile: ada, email: { email: person.email } },
  userinfo: { profile: ada, email: { email: person.email } },
}

const keycloak: Habits = {
  issuerPath: '/realms/acme',
  discovery: {
    token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_basic', 'client_secret_post'],
    authorization_response_iss_parameter_supported: true,
  },
  callback: { session_state: '0a1b2c3d', iss: '{issuer}' },
  authTime: 'now',
  idToken: {
    openid: {
      resource_access: { 'connect.example': { roles: ['console'] } },
      azp: 'subnet-connect',
    },
    profile: ada,
  },
}

const plainDiscord = (user: object = {}): Habits => ({
  isPlain: true,
  clientAuth: 'basic',
  callback: { iss: 'https://discord.com' },
  answers: {
    userinfo: {
      body: { id: '80351110224678912', username: 'ada', global_name: person.name, ...address, verified: true, ...user },
    },
  },
})

/** The email address is the public one of the profile. */
const github: Habits = {
  isPlain: true,
  clientAuth: 'basic',
  callback: { iss: 'https://github.com/login/oauth' },
  answers: { userinfo: { body: { login: 'ada', id: 583231, ...ada, email: person.email } } },
}

/** Logins by product and special setting. */
export const products: Record<string, ImitatedLogin> = {
  'Entra, staff by address, known by oid': {
    habits: entra,
    variables: { ...byAddress, OIDC_TRUST_EMAIL: '1', OIDC_USER_ID_CLAIM: 'oid' },
    user: { ...operator, id: 'b2a1' },
  },
  'Entra, for a user in too many groups': {
    habits: { ...entra, idToken: { openid: { ...ada, _claim_names: { groups: 'src1' } } } },
    variables: byRole,
    user: ada,
    lines: [{ event: 'operator role not among the claims', claims: '_claim_names', hint: 'OIDC_ROLES_CLAIM' }],
  },
  'Keycloak, client roles': {
    habits: keycloak,
    variables: { ...byRole, OIDC_ROLES_CLAIM: '[resource_access,connect.example,roles]', OIDC_MAX_AGE_SECONDS: '0' },
    user: operator,
  },
  'Zitadel, a client for post only': {
    habits: { clientAuth: 'post' },
    variables: { OIDC_CLIENT_AUTH: 'post' },
    user: { name: 'Ada' },
  },
  'FusionAuth, an EC key beside the only listed algorithm': {
    habits: { discovery: { id_token_signing_alg_values_supported: ['RS256'] }, algorithm: 'ES256' },
    user: { name: 'Ada' },
  },
  'Glewlwyd, whose auth_time is 0': {
    habits: { authTime: 0, idToken: { openid: { ...ada, role: 'console' } } },
    variables: byRole,
    user: operator,
  },
  'Glewlwyd, with a maximum age': {
    habits: { authTime: 0 },
    variables: { OIDC_MAX_AGE_SECONDS: '3600' },
    error: 'misconfigured',
    lines: [failed('login_age_unknown', { endpoint: 'token', hint: 'OIDC_MAX_AGE_SECONDS' })],
  },
  'Discord, by name': {
    habits: plainDiscord(),
    variables: { ...byAddress, LOGIN_PROVIDER: 'discord' },
    user: { ...operator, id: '80351110224678912' },
  },
  'Discord, by name, an address that may not be verified': {
    habits: plainDiscord({ verified: null, global_name: null }),
    variables: { ...byAddress, LOGIN_PROVIDER: 'discord' },
    user: { name: 'ada', id: '80351110224678912' },
  },
  'GitHub, staff by address': {
    habits: github,
    variables: { ...byAddress, LOGIN_PROVIDER: 'github' },
    user: { ...ada, id: '583231' },
  },
  // It takes its secret only in the form, and sends names and addresses only if the request asks for these claims.
  'Twitch, by name': {
    habits: {
      issuerPath: '/oauth2',
      discovery: { token_endpoint_auth_methods_supported: ['client_secret_post'] },
      clientAuth: 'post',
      idToken: { openid: { preferred_username: 'ada' }, 'user:read:email': address },
      answers: { userinfo: { status: 403, body: {} } },
    },
    variables: { ...byAddress, LOGIN_PROVIDER: 'twitch' },
    user: { name: 'ada', isOperator: true },
  },
  'X, as twitter': {
    habits: {
      isPlain: true,
      clientAuth: 'basic',
      answers: { userinfo: { body: { data: { id: '2244994945', ...ada, username: 'ada' } } } },
    },
    variables: { LOGIN_PROVIDER: 'twitter' },
    user: { ...ada, id: '2244994945' },
  },
}
