import { createHash } from 'node:crypto'
import { accepted, missing, refused, signed, unexpected } from './forged-tokens'
import { lists } from './habits'
import { failed, person, unsupported, type ImitatedLogin } from './imitation'
import { accessToken } from './watched-login'
import type { Habits, ScriptedProvider } from '../idp/scripted'
import { keyPair, publicJwk, signedToken, unsignedToken } from '../idp/tokens'

/** A login at the provider of some tests, and what a conformant party does there; `optional` if it may choose. */
type ConformanceLogin = ImitatedLogin & { tests: string; party: 'signs in' | 'refuses' | 'optional' }
/** Tests that do not apply to the app, and the reason. */
type OtherTests = { tests: string; outside: string }

const mustSignIn = (tests: string, login: ImitatedLogin): ConformanceLogin => ({ tests, party: 'signs in', ...login })
const mustRefuse = (tests: string, login: ImitatedLogin): ConformanceLogin => ({ tests, party: 'refuses', ...login })
const mayChoose = (tests: string, login: ImitatedLogin): ConformanceLogin => ({ tests, party: 'optional', ...login })
const outside = (reason: string, tests: string): OtherTests => ({ tests, outside: reason })

const ada = { name: 'Ada' }
const secretWithSymbols = 's3cr3t~with.odd_chars+/=%&:'
const byEs256 = { algorithm: 'ES256', discovery: lists('ES256') } as const
const wrongSignature = refused('JWT signature verification failed', ({ claims, forged }) => forged(claims))

/** Returns the `at_hash` of a token (OpenID Connect Core 1.0, section 3.1.3.6). */
const hashOf = (token: string) => createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url')

const replacedKeys: Habits = {}
let keyNumber = 0
/** Replaces the provider's key, and then signs. */
const signByNewKey: ScriptedProvider['lie'] = async ({ claims }) => {
  const number = (keyNumber += 1)
  const kid = `key-${number}`
  replacedKeys.answers = { keys: { body: { keys: [{ ...(await publicJwk('ES256', number)), kid }] } } }
  const { privateKey } = await keyPair('ES256', number)
  return { idToken: await signedToken({ alg: 'ES256', kid }, claims, privateKey) }
}

const jwtTests = 'oidcc-client-test-userinfo-signed rp-userinfo-sig rp-userinfo-enc rp-userinfo-sig+enc'
const jwtUserinfo: Habits['answers'] = { userinfo: { contentType: 'application/jwt', body: 'a.b.c' } }

/**
 * The OpenID Foundation's tests of relying parties, by what the provider does in them: `oidcc-client-…` of its
 * conformance suite (gitlab.com/openid/conformance-suite), and `rp-…` of the older one (github.com/rohe/oidctest).
 */
export const conformance: Record<string, ConformanceLogin | OtherTests> = {
  // The configuration, the keys and the client secret.
  'publishes its configuration and key, and signs by RS256, with the hash of the access token': mustSignIn(
    `oidcc-client-test oidcc-client-test-discovery-openid-config oidcc-client-test-discovery-jwks-uri-keys
    oidcc-client-test-idtoken-sig-rs256 rp-response_type-code rp-discovery-openid-configuration
    rp-discovery-jwks_uri-keys rp-id_token-sig-rs256`,
    accepted({ at_hash: hashOf(accessToken) }),
  ),
  'publishes the configuration of another issuer': mustRefuse(
    'oidcc-client-test-discovery-issuer-mismatch rp-discovery-issuer-not-matching-config',
    {
      habits: { discovery: { issuer: 'https://login.example.org' } },
      error: 'misconfigured',
      lines: [
        { event: 'login provider cannot be used', reason: 'another issuer, https://login.example.org' },
        failed('discovery_refused', { endpoint: 'discovery', hint: 'OIDC_ISSUER' }),
      ],
    },
  ),
  'replaces its key before it signs, at each of two logins': mustSignIn(
    `oidcc-client-test-signing-key-rotation oidcc-client-test-signing-key-rotation-just-before-signing
    rp-key-rotation-op-sign-key rp-key-rotation-op-sign-key-native`,
    { habits: replacedKeys, lie: signByNewKey, isSecond: true, user: ada },
  ),
  'has one key without an id': mustSignIn(
    'oidcc-client-test-kid-absent-single-jwks rp-id_token-kid-absent-single-jwks',
    { habits: { keyIds: [undefined] }, user: ada },
  ),
  'has two keys without ids': mayChoose(
    'oidcc-client-test-kid-absent-multiple-jwks rp-id_token-kid-absent-multiple-jwks',
    {
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
  ),
  'accepts only basic, with symbols in the secret': mustSignIn(
    'oidcc-client-test-client-secret-basic rp-token_endpoint-client_secret_basic',
    { habits: { clientAuth: 'basic', clientSecret: secretWithSymbols }, user: ada },
  ),
  'accepts only post, with symbols in the secret': mustSignIn('rp-token_endpoint-client_secret_post', {
    habits: {
      clientAuth: 'post',
      clientSecret: secretWithSymbols,
      discovery: { token_endpoint_auth_methods_supported: ['client_secret_post'] },
    },
    user: ada,
  }),

  // The ID token. A party may rely on TLS instead of the signature.
  'does not sign': mayChoose(
    'oidcc-client-test-idtoken-sig-none rp-id_token-sig-none',
    refused('none', ({ claims }) => unsignedToken(claims), 'id_token_algorithm'),
  ),
  'signs by RS256, and the signature is wrong': mayChoose(
    'oidcc-client-test-invalid-sig-rs256 rp-id_token-bad-sig-rs256',
    wrongSignature,
  ),
  'signs by ES256': mayChoose('rp-id_token-sig-es256', { habits: byEs256, user: ada }),
  'signs by ES256, and the signature is wrong': mayChoose(
    'oidcc-client-test-invalid-sig-es256 rp-id_token-bad-sig-es256',
    { ...wrongSignature, habits: byEs256 },
  ),
  'signs only with the client secret': mayChoose(
    'oidcc-client-test-invalid-sig-hs256 rp-id_token-sig-hs256 rp-id_token-bad-sig-hs256',
    {
      habits: { discovery: lists('HS256') },
      error: 'misconfigured',
      lines: unsupported('it signs ID tokens only by HS256'),
    },
  ),
  'encrypts the ID token': mayChoose(
    'rp-id_token-sig+enc rp-id_token-sig+enc-a128kw',
    refused('JWE decryption is not configured', () => 'e30.AAAA.AAAA.AAAA.AAAA'),
  ),
  'signs for another issuer': mustRefuse(
    'oidcc-client-test-invalid-iss rp-id_token-issuer-mismatch',
    unexpected('iss', 'value', ({ iss }) => ({ iss: `${String(iss)}1` })),
  ),
  'signs for another client': mustRefuse(
    'oidcc-client-test-invalid-aud rp-id_token-aud',
    unexpected('aud', 'value', ({ aud }) => ({ aud: `${String(aud)}1` })),
  ),
  'signs for no client': mustRefuse('oidcc-client-test-missing-aud rp-id_token-aud', missing('aud')),
  'omits the time of issue': mustRefuse('oidcc-client-test-missing-iat rp-id_token-iat', missing('iat')),
  'omits the subject': mustRefuse('oidcc-client-test-missing-sub rp-id_token-sub', missing('sub')),
  'signs another nonce': mustRefuse(
    'oidcc-client-test-nonce-invalid rp-nonce-invalid',
    refused('nonce mismatch', signed({ nonce: 'another-nonce' }), 'another_login'),
  ),
  // These tests demand a refusal only for tokens that arrive through the browser.
  'signs the hash of another access token': mayChoose(
    'oidcc-client-test-invalid-athash rp-id_token-bad-at_hash',
    refused('at_hash mismatch', signed({ at_hash: hashOf('another') })),
  ),

  // Userinfo.
  'sends the claims of each scope only in userinfo, for an access token in a header': mustSignIn(
    `oidcc-client-test-scope-userinfo-claims oidcc-client-test-userinfo-bearer-header
    rp-scope-userinfo-claims rp-userinfo-bearer-header`,
    {
      habits: {
        idToken: {},
        userinfo: { profile: { name: person.name }, email: { email: person.email, email_verified: true } },
      },
      variables: { CONSOLE_USERS: person.email },
      user: { name: person.name, isOperator: true },
    },
  ),
  'sends the userinfo of another subject': mustRefuse(
    'oidcc-client-test-userinfo-invalid-sub rp-userinfo-bad-sub-claim',
    {
      habits: { answers: { userinfo: { body: { sub: 'user-1invalid', ...ada } } } },
      error: 'misconfigured',
      lines: [failed('another_person', { endpoint: 'userinfo', reason: 'userinfo sub mismatch' })],
    },
  ),
  'signs or encrypts userinfo, with a name in the ID token': mayChoose(jwtTests, {
    habits: { answers: jwtUserinfo },
    user: ada,
    lines: [{ event: 'userinfo is missing', code: 'answer_refused', reason: 'no JSON' }],
  }),
  'signs or encrypts userinfo, without a name in the ID token': mayChoose(jwtTests, {
    habits: { idToken: {}, answers: jwtUserinfo },
    error: 'misconfigured',
    lines: [failed('answer_refused', { endpoint: 'userinfo', reason: 'no JSON', hint: 'JSON' })],
  }),
  'sends other claims than the name as a token in userinfo, or only their address': mayChoose(
    `oidcc-client-test-aggregated-claims oidcc-client-test-distributed-claims
    rp-claims-aggregated rp-claims-distributed`,
    {
      habits: {
        userinfo: {
          openid: {
            ...ada,
            _claim_names: { phone_number: 'a', credit_score: 'b' },
            _claim_sources: { a: { JWT: unsignedToken({}) }, b: { endpoint: 'http://localhost:9/claims' } },
          },
        },
      },
      user: ada,
    },
  ),

  // Other tests.
  'sends an ID token or an access token through the browser': outside(
    'the app asks only for a code: e2e/logins/hostile.test.ts',
    `oidcc-client-test-nonce-unless-code-flow oidcc-client-test-missing-athash oidcc-client-test-invalid-chash
    oidcc-client-test-missing-chash rp-nonce-unless-code-flow rp-id_token-missing-at_hash rp-id_token-bad-c_hash
    rp-id_token-missing-c_hash rp-response_type-id_token rp-response_type-id_token+token
    rp-response_type-code+id_token rp-response_type-code+token rp-response_type-code+id_token+token`,
  ),
  'answers by form_post, to all of these tests or with an error': outside(
    'the app asks for an answer in the query, and refuses a posted one: e2e/attacks/provider.spec.ts',
    `oidcc-client-formpost-basic-certification-test-plan oidcc-client-test-form-post-error
    rp-response_mode-form_post rp-response_mode-form_post-error`,
  ),
  'accepts the access token in a form': outside(
    'the app sends it in a header instead',
    'oidcc-client-test-userinfo-bearer-body rp-userinfo-bearer-body',
  ),
  'sends the claims that the parameter `claims` names': outside(
    'the app asks by scopes, except at Twitch: e2e/logins/named-logins.test.ts',
    'rp-claims_request-id_token rp-claims_request-userinfo',
  ),
  'accepts a signature or a certificate of the client': outside(
    'the app sends its secret instead',
    `oidcc-client-test-mtls-endpoint-aliases rp-token_endpoint-client_secret_jwt
    rp-token_endpoint-private_key_jwt`,
  ),
  'fetches a request object from the client': outside(
    'the app sends its request as parameters',
    `oidcc-client-test-request-uri-signed-none oidcc-client-test-request-uri-signed-rs256 rp-request_uri-unsigned
    rp-request_uri-sig rp-request_uri-enc rp-request_uri-sig+enc rp-key-rotation-op-enc-key`,
  ),
  'is found by the name of a person, or registers clients': outside(
    'the operator sets the provider, and registers the app there',
    `oidcc-client-test-discovery-webfinger-acct oidcc-client-test-discovery-webfinger-url
    oidcc-client-test-dynamic-registration rp-discovery-webfinger-acct rp-discovery-webfinger-url
    rp-discovery-webfinger-http-href rp-discovery-webfinger-unknown-member rp-registration-dynamic`,
  ),
  'sends new tokens for a refresh token': outside(
    'the app uses no token after the login',
    `oidcc-client-test-refresh-token oidcc-client-test-refresh-token-invalid-issuer
    oidcc-client-test-refresh-token-invalid-sub`,
  ),
  'sends people to the client to begin a login': outside(
    'no address of the app takes an issuer',
    'oidcc-client-test-3rd-party-init-login rp-3rd_party-init-login',
  ),
  'ends sessions at the client, or tells it of ended ones': outside(
    'the app ends its own session, and only links to the page where people sign out of the provider',
    `oidcc-client-test-rp-backchannel-rpinitlogout oidcc-client-test-rp-backchannel-rpinitlogout-alg-none
    oidcc-client-test-rp-backchannel-rpinitlogout-no-event oidcc-client-test-rp-backchannel-rpinitlogout-with-nonce
    oidcc-client-test-rp-backchannel-rpinitlogout-wrong-alg oidcc-client-test-rp-backchannel-rpinitlogout-wrong-aud
    oidcc-client-test-rp-backchannel-rpinitlogout-wrong-event oidcc-client-test-rp-backchannel-rpinitlogout-wrong-iss
    oidcc-client-test-rp-frontchannel-opinitlogout oidcc-client-test-rp-frontchannel-rpinitlogout
    oidcc-client-test-rp-init-logout oidcc-client-test-rp-init-logout-no-state
    oidcc-client-test-rp-init-logout-other-state oidcc-client-test-session-management rp-backchannel-rpinitlogout
    rp-backchannel-rpinitlogout-lt-alg-none rp-backchannel-rpinitlogout-lt-no-event
    rp-backchannel-rpinitlogout-lt-with-nonce rp-backchannel-rpinitlogout-lt-wrong-alg
    rp-backchannel-rpinitlogout-lt-wrong-aud rp-backchannel-rpinitlogout-lt-wrong-event
    rp-backchannel-rpinitlogout-lt-wrong-issuer rp-frontchannel-rpinitlogout rp-init-logout
    rp-init-logout-no-state rp-init-logout-other-state rp-init-logout-session`,
  ),
}
