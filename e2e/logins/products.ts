import { failed, noRole, person, type ImitatedLogin } from './imitation'
import type { Habits } from '../idp/scripted'

/*
 * Known behaviour of products as habits of the scripted provider (e2e/idp/scripted.ts), with the variables that an
 * operator sets for each. The tests do not use the products themselves.
 */

const ada = { name: person.name }
const operator = { ...ada, isOperator: true } as const
const names = { ...ada, given_name: 'Ada', family_name: 'Lovelace' }
const address = { email: person.email, email_verified: true }
const wallet = '4Nd1mYbFMhEZGpSQqbvYdM2rJ5kqSgVgk3qVbCrhEYsY'
const byRole = { OIDC_OPERATOR_ROLE: 'console' }
const byAddress = { CONSOLE_USERS: person.email }
const unknownAge = [failed('login_age_unknown', { endpoint: 'token', hint: 'OIDC_MAX_AGE_SECONDS' })]

/** Returns the habits of a provider that puts the same claims into ID token and userinfo. */
const inBoth = (claims: NonNullable<Habits['idToken']>) => ({ idToken: claims, userinfo: claims })

const entra: Habits = {
  issuerPath: '/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
  discovery: {
    token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    id_token_signing_alg_values_supported: ['RS256'],
  },
  key: { alg: undefined },
  hasNotBefore: true,
  codePrefix: `1.${'A'.repeat(1500)}`,
  callback: { session_state: 'c1f5a0f4-6b0b-4a5e-9a51-0b3f6f0a7c11' },
  idToken: {
    openid: { oid: 'b2a1', tid: '9188', ver: '2.0', roles: ['console'] },
    profile: { ...ada, preferred_username: person.email },
    email: { email: person.email },
  },
  userinfo: { profile: names, email: { email: person.email } },
}

/** The claims that replace the groups in the ID token of a user with many groups. */
const groupsLeftOut = {
  _claim_names: { groups: 'src1' },
  _claim_sources: { src1: { endpoint: 'https://graph.example/groups' } },
}

const google: Habits = {
  discovery: {
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    id_token_signing_alg_values_supported: ['RS256'],
  },
  codePrefix: '4/0AeanS0b/',
  callback: { iss: '{issuer}', scope: 'email profile openid', authuser: '0', hd: 'example.com', prompt: 'none' },
  ...inBoth({ openid: { hd: 'example.com' }, profile: names, email: address }),
}

const auth0: Habits = {
  issuerPath: '/',
  discovery: {
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    id_token_signing_alg_values_supported: ['HS256', 'RS256', 'PS256'],
    end_session_endpoint: '{issuer}oidc/logout',
  },
  authTime: 'now',
  ...inBoth({
    openid: { 'https://example.com/roles': ['console'], 'https://example.com/wallet': wallet },
    profile: { ...names, nickname: 'ada' },
    email: address,
  }),
}

const keycloak: Habits = {
  issuerPath: '/realms/acme',
  discovery: {
    token_endpoint_auth_methods_supported: [
      'private_key_jwt',
      'client_secret_basic',
      'client_secret_post',
      'tls_client_auth',
    ],
    id_token_signing_alg_values_supported: ['PS384', 'ES384', 'RS384', 'HS256', 'ES256', 'RS256', 'PS256', 'EdDSA'],
    response_modes_supported: ['query', 'fragment', 'form_post', 'query.jwt'],
    authorization_response_iss_parameter_supported: true,
  },
  callback: { session_state: '0a1b2c3d', iss: '{issuer}' },
  authTime: 'now',
  ...inBoth({
    openid: {
      realm_access: { roles: ['offline_access', 'console'] },
      resource_access: { 'connect.example': { roles: ['console'] } },
      wallets: { solana: wallet },
      azp: 'subnet-connect',
    },
    profile: { ...names, preferred_username: 'ada' },
    email: address,
  }),
}

const oktaOrg: Habits = {
  discovery: {
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    id_token_signing_alg_values_supported: ['RS256'],
    response_modes_supported: ['query', 'fragment', 'form_post', 'okta_post_message'],
  },
  scopes: ['openid', 'email', 'profile', 'address', 'phone', 'offline_access', 'groups'],
  authTime: 'now',
  idToken: { openid: { amr: ['pwd'], idp: '00o1' } },
  userinfo: {
    profile: { ...names, preferred_username: person.email },
    email: address,
    groups: { groups: ['Everyone', 'console'] },
  },
}

const oktaCustom: Habits = {
  ...oktaOrg,
  issuerPath: '/oauth2/default',
  scopes: ['openid', 'email', 'profile', 'offline_access'],
  ...inBoth({ openid: { groups: ['Everyone', 'console'] }, profile: names, email: address }),
}

const cognito: Habits = {
  issuerPath: '/eu-west-1_abcdefghi',
  discovery: {
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    id_token_signing_alg_values_supported: ['RS256'],
  },
  authTime: 'now',
  idToken: {
    openid: { 'cognito:groups': ['console'], 'cognito:username': 'ada', 'custom:wallet': wallet, token_use: 'id' },
    email: address,
  },
  userinfo: { openid: { username: 'ada' }, email: { email: person.email, email_verified: 'true' } },
}

const authentik: Habits = {
  issuerPath: '/application/o/connect/',
  discovery: {
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    id_token_signing_alg_values_supported: ['RS256'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
  },
  authTime: 'now',
  ...inBoth({
    profile: { ...names, groups: ['console'], preferred_username: 'ada', nickname: 'ada' },
    email: { email: person.email, email_verified: false },
  }),
}

const zitadel: Habits = {
  discovery: {
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    id_token_signing_alg_values_supported: ['RS256'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
  },
  otherAudiences: ['257713952794870157'],
  authTime: 'now',
  idToken: { openid: { amr: ['pwd'] } },
  userinfo: {
    profile: { ...names, preferred_username: 'ada@acme.example' },
    email: address,
    'urn:zitadel:iam:org:project:roles': {
      'urn:zitadel:iam:org:project:roles': { console: { '257712562366317695': 'acme.example' } },
    },
  },
}

const dex: Habits = {
  issuerPath: '/dex',
  discovery: {
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    id_token_signing_alg_values_supported: ['RS256'],
  },
  ...inBoth({ profile: { ...ada, preferred_username: 'ada' }, email: address, groups: { groups: ['console'] } }),
}

const glewlwyd: Habits = {
  issuerPath: '/api/glwd',
  discovery: {
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'client_secret_jwt'],
    id_token_signing_alg_values_supported: ['RS256', 'RS384', 'RS512'],
  },
  tokenType: 'bearer',
  authTime: 0,
  ...inBoth({ openid: { ...ada, role: 'console' } }),
}

const glewlwydEc: Habits = {
  ...glewlwyd,
  discovery: { id_token_signing_alg_values_supported: ['ES256', 'ES384', 'ES512'] },
  algorithm: 'ES256',
}

/** Its ID tokens have no nonce, and each client gets a different `sub`. */
const telegram: Habits = {
  discovery: {
    userinfo_endpoint: undefined,
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256', 'EdDSA', 'ES256K'],
  },
  scopes: ['openid', 'profile', 'phone', 'telegram:bot_access'],
  idToken: { openid: { nonce: undefined }, profile: { ...ada, preferred_username: 'ada', id: 274685406 } },
}
const byTelegram = { OIDC_SCOPE: 'openid profile', OIDC_USER_ID_CLAIM: 'id', OIDC_NONCE: '0' }

/** Its ID tokens contain no name. */
const discord: Habits = {
  discovery: { id_token_signing_alg_values_supported: ['RS256'] },
  scopes: ['openid', 'identify', 'email'],
  callback: { iss: '{issuer}' },
  authTime: 'now',
  idToken: {},
  userinfo: { identify: { preferred_username: 'ada', nickname: person.name }, email: address },
}

const plainDiscord = (user: object = {}): Habits => ({
  isPlain: true,
  scopes: ['identify', 'email'],
  clientAuth: 'basic',
  callback: { iss: 'https://discord.com' },
  answers: {
    userinfo: {
      body: {
        id: '80351110224678912',
        username: 'ada',
        global_name: person.name,
        email: person.email,
        verified: true,
        ...user,
      },
    },
  },
})

/** The email address is the public one of the profile. */
const github: Habits = {
  isPlain: true,
  scopes: [''],
  clientAuth: 'basic',
  tokenType: 'bearer',
  callback: { iss: 'https://github.com/login/oauth' },
  answers: { userinfo: { body: { login: 'ada', id: 583231, ...ada, email: person.email } } },
}

/** It reports failures at its token endpoint with status 200. */
const refusingGitHub = (error: string): Habits => ({
  ...github,
  answers: { token: { body: { error, error_description: 'The code passed is incorrect or expired.' } } },
})

/** It sends names and addresses only if the request asks for these claims. */
const twitch: Habits = {
  issuerPath: '/oauth2',
  discovery: {
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    id_token_signing_alg_values_supported: ['RS256'],
    claims_parameter_supported: true,
  },
  clientAuth: 'post',
  tokenType: 'bearer',
  idToken: { openid: { preferred_username: 'ada' }, 'user:read:email': address },
  userinfo: {},
}

const twitter: Habits = {
  isPlain: true,
  scopes: ['users.read', 'tweet.read'],
  clientAuth: 'basic',
  tokenType: 'bearer',
  answers: { userinfo: { body: { data: { id: '2244994945', ...ada, username: 'ada' } } } },
}

const zitadelWebKeys: Habits = {
  ...zitadel,
  discovery: { id_token_signing_alg_values_supported: ['EdDSA', 'RS256'] },
  algorithm: 'EdDSA',
}

const postOnlyClient: Habits = { ...zitadel, clientAuth: 'post' }

/** Logins by product and special setting. */
export const products: Record<string, ImitatedLogin> = {
  'Entra, one tenant': { habits: entra, variables: byRole, user: operator },
  'Entra, staff by address': { habits: entra, variables: { ...byAddress, OIDC_TRUST_EMAIL: '1' }, user: operator },
  'Entra, whose addresses are not trusted': { habits: entra, variables: byAddress, user: ada },
  'Entra, with a maximum age': {
    habits: entra,
    variables: { OIDC_MAX_AGE_SECONDS: '3600' },
    error: 'misconfigured',
    lines: unknownAge,
  },
  'Entra, with auth_time set up and a maximum age': {
    habits: { ...entra, authTime: 'now' },
    variables: { ...byRole, OIDC_MAX_AGE_SECONDS: '0' },
    user: operator,
  },
  'Entra, for a user in too many groups': {
    habits: { ...entra, idToken: { openid: { ...ada, ...groupsLeftOut } } },
    variables: byRole,
    user: ada,
    lines: [noRole('_claim_names')],
  },
  'Entra, for an operator in too many groups': {
    habits: { ...entra, idToken: { openid: { ...ada, roles: ['console'], ...groupsLeftOut } } },
    variables: byRole,
    user: operator,
  },
  Google: { habits: google, variables: byAddress, user: operator },
  'Google, for one organisation': {
    habits: google,
    variables: { OIDC_REQUIRED_CLAIM: 'hd=example.org,example.com' },
    user: ada,
  },
  'Google, for another organisation': {
    habits: google,
    variables: { OIDC_REQUIRED_CLAIM: 'hd=example.org' },
    error: 'not_admitted',
    lines: [failed('claim_required', { hint: 'OIDC_REQUIRED_CLAIM' })],
  },
  'Auth0, with a custom claim for roles': {
    habits: auth0,
    variables: {
      ...byRole,
      OIDC_ROLES_CLAIM: 'https://example.com/roles',
      OIDC_WALLET_CLAIM: 'https://example.com/wallet',
      OIDC_MAX_AGE_SECONDS: '3600',
    },
    user: { ...operator, walletAddress: wallet },
  },
  'Auth0, with the plain claim role': {
    habits: { ...auth0, ...inBoth({ openid: { ...names, role: 'console' } }) },
    variables: byRole,
    user: operator,
  },
  'Keycloak, with a wallet in a separate claim': {
    habits: { ...keycloak, ...inBoth({ openid: { ...ada, wallet } }) },
    variables: { OIDC_WALLET_CLAIM: 'wallet' },
    user: { ...ada, walletAddress: wallet },
  },
  'Keycloak, realm roles': {
    habits: keycloak,
    variables: { ...byRole, OIDC_ROLES_CLAIM: 'realm_access.roles', OIDC_WALLET_CLAIM: 'wallets.solana' },
    user: { ...operator, walletAddress: wallet },
  },
  'Keycloak, client roles': {
    habits: keycloak,
    variables: {
      ...byRole,
      OIDC_ROLES_CLAIM: '[resource_access,connect.example,roles]',
      OIDC_MAX_AGE_SECONDS: '0',
    },
    user: operator,
  },
  'Keycloak, without OIDC_ROLES_CLAIM': {
    habits: keycloak,
    variables: byRole,
    user: ada,
    lines: [noRole('realm_access')],
  },
  'Keycloak, with a mapper to the claim roles': {
    habits: { ...keycloak, ...inBoth({ openid: { ...ada, roles: ['console'] } }) },
    variables: byRole,
    user: operator,
  },
  'Okta, org server': {
    habits: oktaOrg,
    variables: { ...byRole, OIDC_SCOPE: 'openid profile email groups' },
    user: operator,
  },
  'Okta, org server, without the scope of groups': {
    habits: oktaOrg,
    variables: byRole,
    user: ada,
    lines: [noRole('preferred_username')],
  },
  'Okta, custom server': { habits: oktaCustom, variables: { ...byRole, OIDC_MAX_AGE_SECONDS: '3600' }, user: operator },
  'Okta, custom server, with an unknown scope': {
    habits: oktaCustom,
    variables: { OIDC_SCOPE: 'openid profile groups' },
    error: 'misconfigured',
    lines: [
      failed('scope_refused', {
        endpoint: 'authorization',
        reason: 'invalid_scope',
        description: 'unknown scope: groups',
        hint: 'OIDC_SCOPE',
      }),
    ],
  },
  Cognito: {
    habits: cognito,
    variables: {
      ...byRole,
      OIDC_SCOPE: 'openid email',
      OIDC_ROLES_CLAIM: 'cognito:groups',
      OIDC_WALLET_CLAIM: 'custom:wallet',
      OIDC_MAX_AGE_SECONDS: '3600',
    },
    user: { name: person.email, isOperator: true, walletAddress: wallet },
  },
  'Cognito, staff by address': { habits: cognito, variables: byAddress, user: { ...operator, name: person.email } },
  'Cognito, without an address': {
    habits: cognito,
    variables: { OIDC_SCOPE: 'openid' },
    user: { name: 'ada' },
  },
  'Authentik, RS256': { habits: authentik, variables: { ...byRole, OIDC_MAX_AGE_SECONDS: '3600' }, user: operator },
  'Authentik, whose addresses are not checked': {
    habits: authentik,
    variables: { ...byAddress, OIDC_TRUST_EMAIL: '1' },
    user: ada,
  },
  'Authentik, an EC certificate': {
    habits: { ...authentik, discovery: { id_token_signing_alg_values_supported: ['ES256'] }, algorithm: 'ES256' },
    variables: byRole,
    user: operator,
  },
  Zitadel: {
    habits: zitadel,
    variables: {
      ...byRole,
      OIDC_SCOPE: 'openid profile email urn:zitadel:iam:org:project:roles',
      OIDC_ROLES_CLAIM: 'urn:zitadel:iam:org:project:roles',
    },
    user: operator,
  },
  'Zitadel, a client for post only': { habits: postOnlyClient, variables: { OIDC_CLIENT_AUTH: 'post' }, user: ada },
  'Zitadel, a client for post only, without OIDC_CLIENT_AUTH': {
    habits: postOnlyClient,
    error: 'misconfigured',
    lines: [failed('client_refused', { endpoint: 'token', reason: 'invalid_client', hint: 'OIDC_CLIENT_AUTH' })],
  },
  'Zitadel, web keys': { habits: zitadelWebKeys, user: ada },
  'FusionAuth, an EC key beside the only listed algorithm': {
    habits: { discovery: { id_token_signing_alg_values_supported: ['RS256'] }, algorithm: 'ES256' },
    user: { name: 'Ada' },
  },
  'Supabase, one ES256 key': {
    habits: { discovery: { id_token_signing_alg_values_supported: ['RS256', 'HS256', 'ES256'] }, algorithm: 'ES256' },
    user: { name: 'Ada' },
  },
  Dex: { habits: dex, variables: { ...byRole, OIDC_SCOPE: 'openid profile email groups' }, user: operator },
  'Glewlwyd, RSA': { habits: glewlwyd, variables: byRole, user: operator },
  'Glewlwyd, EC': { habits: glewlwydEc, variables: byRole, user: operator },
  'Glewlwyd, with a maximum age': {
    habits: glewlwyd,
    variables: { OIDC_MAX_AGE_SECONDS: '3600' },
    error: 'misconfigured',
    lines: unknownAge,
  },
  'Entra, known by oid': {
    habits: entra,
    variables: { ...byRole, OIDC_USER_ID_CLAIM: 'oid' },
    user: { ...operator, id: 'b2a1' },
  },
  'Telegram, known by id': { habits: telegram, variables: byTelegram, user: { ...ada, id: '274685406' } },
  'Telegram, an operator by id': {
    habits: telegram,
    variables: { ...byTelegram, CONSOLE_USERS: '274685406' },
    user: { ...operator, id: '274685406' },
  },
  'Telegram, without the scope of id': {
    habits: telegram,
    variables: { ...byTelegram, OIDC_SCOPE: 'openid' },
    error: 'misconfigured',
    lines: [
      failed('user_id_claim', {
        endpoint: 'token',
        claim: 'id',
        reason: 'not in the ID token',
        hint: 'OIDC_USER_ID_CLAIM',
      }),
    ],
  },
  'Telegram, without OIDC_NONCE': {
    habits: telegram,
    variables: { ...byTelegram, OIDC_NONCE: '' },
    error: 'misconfigured',
    lines: [
      failed('id_token_refused', {
        endpoint: 'token',
        reason: 'JWT "nonce" (nonce) claim missing',
        hint: 'OIDC_NONCE',
      }),
    ],
  },
  'Discord, by OpenID': {
    habits: discord,
    variables: { ...byAddress, OIDC_SCOPE: 'openid identify email' },
    user: { name: 'ada', isOperator: true },
  },
  'Twitch, by OpenID, which asks for no claims': {
    habits: { ...twitch, idToken: {} },
    variables: { OIDC_SCOPE: 'openid' },
    user: { name: 'user-1' },
  },
  'Discord, by name': {
    habits: plainDiscord(),
    variables: { ...byAddress, LOGIN_PROVIDER: 'discord' },
    user: { ...operator, id: '80351110224678912' },
  },
  'Discord, by name, an address that is not verified': {
    habits: plainDiscord({ verified: false, global_name: null }),
    variables: { ...byAddress, LOGIN_PROVIDER: 'discord' },
    user: { name: 'ada', id: '80351110224678912' },
  },
  'Discord, by name, an address without the field verified': {
    habits: plainDiscord({ verified: undefined }),
    variables: { ...byAddress, LOGIN_PROVIDER: 'discord' },
    user: { ...ada, id: '80351110224678912' },
  },
  'GitHub, staff by address': {
    habits: github,
    variables: { ...byAddress, LOGIN_PROVIDER: 'github' },
    user: { ...ada, id: '583231' },
  },
  'GitHub, staff by ID': {
    habits: github,
    variables: { CONSOLE_USERS: '583231', LOGIN_PROVIDER: 'github' },
    user: { ...operator, id: '583231' },
  },
  'GitHub, staff by a name that another account can take over': {
    habits: github,
    variables: { CONSOLE_USERS: 'ada', LOGIN_PROVIDER: 'github' },
    user: { ...ada, id: '583231' },
  },
  'GitHub, which refuses its code': {
    habits: refusingGitHub('bad_verification_code'),
    variables: { LOGIN_PROVIDER: 'github' },
    error: 'unfinished',
    lines: [
      failed('code_refused', {
        endpoint: 'token',
        reason: 'bad_verification_code',
        description: 'The code passed is incorrect or expired.',
      }),
    ],
  },
  'GitHub, which does not know the client': {
    habits: refusingGitHub('incorrect_client_credentials'),
    variables: { LOGIN_PROVIDER: 'github' },
    error: 'misconfigured',
    lines: [failed('client_refused', { endpoint: 'token', reason: 'incorrect_client_credentials' })],
  },
  'Twitch, by name': {
    habits: twitch,
    variables: { ...byAddress, LOGIN_PROVIDER: 'twitch' },
    user: { name: 'ada', isOperator: true },
  },
  'X, as twitter': { habits: twitter, variables: { LOGIN_PROVIDER: 'twitter' }, user: { ...ada, id: '2244994945' } },
}
