import 'server-only'
import { z } from 'zod'
import { quotesSecret, serviceText, visibleText } from '@/lib/service'
import type { SignInProblem } from './sign-in-query'

/** The problem for the user and the hint for staff, by the code in the log. */
const failures = {
  no_login_here: ['unfinished'],
  another_login: ['unfinished'],
  login_used: ['unfinished'],
  denied: ['unfinished'],
  login_expired: ['unfinished'],
  code_refused: ['unfinished', 'if all users see it, read the description, and check the redirect address there'],
  claim_required: ['not_admitted', 'expected for people without the claim that OIDC_REQUIRED_CLAIM names'],
  provider_away: ['unreachable', 'check that this server reaches the provider, and that the provider is up'],
  discovery_refused: ['misconfigured', 'run npm run doctor; OIDC_ISSUER may be wrong'],
  provider_unsupported: ['misconfigured', 'see docs/operate/login.md: this app cannot work with this provider'],
  provider_error: ['misconfigured', 'check the registration of this app at the provider'],
  issuer_mismatch: ['misconfigured', 'set OIDC_ISSUER to the issuer that answers; if iss is missing, ask the provider'],
  client_refused: ['misconfigured', 'check the client ID and secret, then OIDC_CLIENT_AUTH with OpenID Connect'],
  scope_refused: ['misconfigured', 'allow every requested scope at the provider, or set fewer in OIDC_SCOPE'],
  id_token_refused: ['misconfigured', 'check OIDC_ISSUER, OIDC_CLIENT_ID, jwks_uri, both clocks, and OIDC_NONCE'],
  id_token_algorithm: ['misconfigured', 'have the provider sign ID tokens by RS256, ES256 or EdDSA'],
  user_id_claim: [
    'misconfigured',
    'set OIDC_USER_ID_CLAIM to a claim of ID tokens with such IDs, or request its scope',
  ],
  user_id_too_long: [
    'misconfigured',
    'set SUBNET_USER_ID=hashed, or have the login send IDs of at most 128 characters',
  ],
  login_age_unknown: ['misconfigured', 'have auth_time sent as a number in ID tokens, or remove OIDC_MAX_AGE_SECONDS'],
  login_too_old: ['misconfigured', 'the provider ignores max_age; set OIDC_PROMPT=login instead'],
  userinfo_failed: ['misconfigured', 'check at the provider what this client may read, or put a name into ID tokens'],
  another_person: ['misconfigured', 'the userinfo and the ID token name different people; ask the provider'],
  answer_refused: ['misconfigured', 'have the provider answer this request with status 200 and JSON'],
  token_expired: ['unfinished', 'if all users see it, have your site redirect as soon as it has signed the token'],
  token_invalid: ['misconfigured', 'have your site send a signed JWT of at most 4 KB, as the parameter token'],
  token_algorithm: ['misconfigured', 'LOGIN_SECRET is for HS256, LOGIN_JWKS_URL for ES256, EdDSA, PS256 and RS256'],
  token_signature: ['misconfigured', 'check that your site signs with LOGIN_SECRET, or with a key at LOGIN_JWKS_URL'],
  token_claim: ['misconfigured', 'have your site sign this claim as docs/operate/login/own-site.md says'],
  token_clock: ['misconfigured', 'set the clocks of both servers; they may differ by at most 60 s'],
  jwks_refused: ['misconfigured', 'have your site answer at LOGIN_JWKS_URL with status 200 and a JSON Web Key Set'],
} as const satisfies Record<string, [SignInProblem, hint?: string]>

type FailureCode = keyof typeof failures

/** `return` is the page to which the operator's own site redirects. */
export type Endpoint = 'discovery' | 'authorization' | 'token' | 'jwks' | 'userinfo' | 'return'

/** Fields of the log. They contain no secret and name no person. */
interface FailureDetails {
  endpoint?: Endpoint
  reason?: string | undefined
  /** The provider's words, made safe by `loggableText`. */
  description?: string | undefined
  hint?: string | undefined
  claim?: string
  expected?: string
  came?: string
}

export class LoginError extends Error {
  override readonly name = 'LoginError'
  readonly problem: SignInProblem
  readonly hint: string | undefined
  constructor(
    readonly code: FailureCode,
    readonly details: FailureDetails = {},
  ) {
    super(code)
    const [problem, hint] = failures[code]
    this.problem = problem
    this.hint = details.hint ?? hint
  }

  /** Compares names, because one bundle of Next's can throw the error and another bundle catch it. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'LoginError'
  }
}

interface Answer {
  endpoint: Endpoint
  /** Undefined for the redirect that ends a login. */
  status?: number | undefined
  /** The JSON body, or the parameters of the redirect. */
  body: unknown
}

/** The error codes that mean the same (RFC 6749, sections 4.1.2.1 and 5.2; OpenID Connect Core 1.0, section 3.1.2.6). */
const meanings = new Map<FailureCode, string[]>([
  [
    'denied',
    ['access_denied', 'consent_required', 'interaction_required', 'login_required', 'account_selection_required'],
  ],
  ['provider_away', ['server_error', 'temporarily_unavailable']],
  ['client_refused', ['invalid_client', 'unauthorized_client']],
  ['scope_refused', ['invalid_scope']],
  ['code_refused', ['invalid_grant']],
])

/** X sends `invalid_request` for it, as for a mistake of this app, and Twitch sends no error code. */
const staleCode = /^(?:value passed for the authorization code was invalid|invalid authorization code)\b/i

const words = z.string().min(1).optional().catch(undefined)
const refusalSchema = z.object({ error: words, error_description: words, message: words }).catch({})

/** Classifies a refusal. `docs/operate/login-errors.md` lists the answers of real providers, with the source of each. */
export function failureOfAnswer({ endpoint, status, body }: Answer, secrets: readonly string[]): LoginError {
  const ofStatus = { endpoint, reason: `status ${status}` }
  if (status === 429 || Number(status) >= 500) return new LoginError('provider_away', ofStatus)
  if (endpoint === 'discovery') return new LoginError('discovery_refused', ofStatus)
  if (endpoint === 'jwks') return new LoginError('answer_refused', ofStatus)
  if (endpoint === 'userinfo') return new LoginError('userinfo_failed', ofStatus)
  const { error, error_description: description, message } = refusalSchema.parse(body)
  const text = description ?? message
  const word = error !== undefined && /^[a-z_]{1,50}$/.test(error) ? error : undefined
  const named = loggableText(word, secrets) ?? 'error'
  const reason = status !== undefined && error === undefined ? ofStatus.reason : named
  const code = meaningOf({ endpoint, status, body }, error, text)
  return new LoginError(code, { endpoint, reason, description: loggableText(text, secrets) })
}

function meaningOf({ endpoint, status, body }: Answer, error = '', text = ''): FailureCode {
  const [meaning] = [...meanings].find(([, errors]) => errors.includes(error)) ?? []
  if (endpoint === 'authorization') {
    // Keycloak, after a login in another tab or a long wait. It is not away.
    if (meaning === 'provider_away' && text === 'authentication_expired') return 'login_expired'
    return meaning ?? 'provider_error'
  }
  // Nobody cancels at the token endpoint. The next login asks the person for what is missing.
  if (meaning === 'denied') return error === 'access_denied' ? 'client_refused' : 'code_refused'
  if (meaning) return meaning
  if (staleCode.test(text)) return 'code_refused'
  // A firewall answers 403 with a page.
  if (status === 401 || (status === 403 && typeof body === 'object')) return 'client_refused'
  return error === '' ? 'answer_refused' : 'provider_error'
}

/** Quoted texts, e-mail addresses, and possible IDs, tokens and names of persons. */
const privateParts =
  /(?<![\p{L}\p{N}])["'`“‘«„‹「].*?["'`”’“»›」](?![\p{L}\p{N}])|\S*[@＠\\]\S*|(?=\S*\d)\S{16,}|\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+/gu

/** Removes what may name a person from another server's text; undefined if it is missing, or quotes a secret. */
export function loggableText(text: string | undefined, secrets: readonly string[]): string | undefined {
  const visible = text === undefined ? null : visibleText(text)
  if (visible === null || quotesSecret(visible, secrets)) return undefined
  const cut = visible.slice(0, 2000).replace(privateParts, '…')
  return serviceText(cut)?.slice(0, 200).toWellFormed()
}

export function failureOf(error: unknown, endpoint: Endpoint): LoginError {
  if (error instanceof LoginError) return error
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown }
  // openid-client makes the errors of our requests the cause of its own.
  if (cause instanceof LoginError) return cause
  const failure = (code: LoginError['code'], reason: string) => new LoginError(code, { endpoint, reason })
  if (error instanceof SyntaxError) return failure('answer_refused', 'no JSON')
  if (typeof code === 'string') {
    if (code.startsWith('OAUTH_') && cause instanceof Error) return failureOfToken(cause)
    if (code === 'ECONNRESET') return failure('provider_away', 'the answer broke off, or exceeded 10 s or 256 KB')
    // Node's codes for invalid arguments begin with ERR_.
    if (/^(?!ERR_|OAUTH_)|^ERR_(?:TLS|SSL|PROXY)/.test(code)) return failure('provider_away', code)
  }
  const codes: Partial<Record<Endpoint, FailureCode>> = { discovery: 'discovery_refused', userinfo: 'userinfo_failed' }
  return failure(codes[endpoint] ?? 'id_token_refused', 'unexpected error')
}

/** Classifies oauth4webapi's refusal of an ID token. Its message is a fixed text, which quotes no value. */
function failureOfToken({ message, cause }: Error): LoginError {
  const { claim, claims, expected, header } = Object(cause) as Fields & { claims?: Fields; header?: Fields }
  const failure = (code: FailureCode, reason?: string, endpoint: Endpoint = 'token') =>
    new LoginError(code, { endpoint, reason })
  if (message.includes('"alg"')) {
    const [alg = 'an unknown algorithm'] = /^\w{1,10}$/.exec(String(header?.['alg'])) ?? []
    return failure('id_token_algorithm', alg)
  }
  const [, noKey] = /verification key, (.*)/.exec(message) ?? []
  if (noKey !== undefined) return failure('id_token_refused', noKey, 'jwks')
  // A token without any nonce is the provider's failure, not the browser's.
  if (claim === 'nonce' && (expected || claims?.['nonce'])) return failure('another_login', 'nonce mismatch')
  if (claim === 'auth_time' && claims?.['auth_time'] !== 0) return failure('login_too_old')
  if (claim === 'auth_time' || message.includes('"auth_time"')) return failure('login_age_unknown')
  return failure('id_token_refused', message)
}

type Fields = Record<string, unknown>
