import 'server-only'
import { z } from 'zod'
import { quotesSecret, serviceText, visibleText } from '@/lib/service'
import type { SignInProblem } from './sign-in-query'

/** The problem for the user and the hint for staff, by the code in the log. */
const failures = {
  // Also if an app opens the answer in its own browser, as X's does on iPhones
  // (https://github.com/aspnet-contrib/AspNet.Security.OAuth.Providers/issues/811).
  no_login_here: ['unfinished', 'if many see it: do users open NEXTAUTH_URL, and does the proxy keep cookies?'],
  another_login: ['unfinished', 'if many see it, a proxy or cache changes cookies, or your site changes the nonce'],
  login_used: ['unfinished'],
  denied: ['unfinished', 'if the person should get in, check at the provider who is assigned to this app'],
  login_expired: ['unfinished'],
  code_refused: ['unfinished', 'if many see it, check the description, redirect URL, consent and second factor'],
  claim_required: ['not_admitted', 'right for people without OIDC_REQUIRED_CLAIM; if all see it, check its name'],
  provider_away: ['unreachable', 'check that this server reaches the provider, and that the provider is up'],
  discovery_refused: ['misconfigured', 'run npm run doctor; OIDC_ISSUER may be wrong'],
  provider_unsupported: ['misconfigured', 'change the registration or the provider: see docs/operate/login.md'],
  provider_error: ['misconfigured', 'look the reason up at the provider; often the client lacks a permission there'],
  issuer_mismatch: [
    'misconfigured',
    'once, it may be an attack; if always, set OIDC_ISSUER to the issuer that answers',
  ],
  client_refused: ['misconfigured', 'check the client ID and secret, then OIDC_CLIENT_AUTH with OpenID Connect'],
  scope_refused: ['misconfigured', 'allow every requested scope at the provider, or set fewer in OIDC_SCOPE'],
  id_token_refused: ['misconfigured', 'check OIDC_ISSUER, OIDC_CLIENT_ID, jwks_uri, both clocks, and OIDC_NONCE'],
  id_token_algorithm: ['misconfigured', 'have the provider sign ID tokens by RS256, ES256 or EdDSA'],
  user_id_claim: ['misconfigured', 'OIDC_USER_ID_CLAIM must name a claim with such IDs; perhaps request its scope'],
  user_id_too_long: ['misconfigured', 'set SUBNET_USER_ID=hashed, or have IDs of at most 128 characters sent'],
  login_age_unknown: ['misconfigured', 'have auth_time sent as a number, or use OIDC_PROMPT, not OIDC_MAX_AGE_SECONDS'],
  login_too_old: ['misconfigured', 'set OIDC_PROMPT=login too; if that does not help, remove OIDC_MAX_AGE_SECONDS'],
  userinfo_failed: ['misconfigured', 'check at the provider what this client may read, or put a name into ID tokens'],
  another_person: ['misconfigured', 'the userinfo and the ID token name different people; ask the provider'],
  answer_refused: ['misconfigured', 'have the provider answer with 200 and plain JSON, and no proxy in its place'],
  token_expired: ['unfinished', 'if all users see it, have your site redirect as soon as it has signed the token'],
  token_invalid: ['misconfigured', 'have your site send a signed JWT of at most 4 KB, as the parameter token'],
  token_algorithm: ['misconfigured', 'use HS256 with LOGIN_SECRET; ES256, EdDSA, PS256 or RS256 with LOGIN_JWKS_URL'],
  token_signature: ['misconfigured', 'sign with the text of LOGIN_SECRET, not decoded, or a key at LOGIN_JWKS_URL'],
  token_claim: ['misconfigured', 'have your site sign this claim as docs/operate/login/own-site.md says'],
  token_clock: ['misconfigured', 'set both clocks, at most 60 s apart, and sign a new token for each sign-in'],
  jwks_refused: ['misconfigured', 'have your site answer at LOGIN_JWKS_URL with status 200 and a JSON Web Key Set'],
} as const satisfies Record<string, [SignInProblem, hint?: string]>

type FailureCode = keyof typeof failures

/** `return` is the page to which the operator's own site redirects. */
export type Endpoint = 'discovery' | 'authorization' | 'token' | 'jwks' | 'userinfo' | 'return'

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

/**
 * X sends `invalid_request` for it, as for a mistake of this app (https://github.com/plhery/node-twitter-api-v2/issues/496),
 * and Twitch sends no error code (https://github.com/oengusio/oengusio/issues/125).
 */
const staleCode = /^(?:value passed for the authorization code was invalid|invalid authorization code)\b/i

const words = z.string().min(1).optional().catch(undefined)
const refusalSchema = z.object({ error: words, error_description: words, message: words }).catch({})

/**
 * Classifies a refusal. The sources of the answers are the vendors' documents, their code and their users' reports. Other
 * codes, such as GitHub's `bad_verification_code` and Slack's `invalid_code`, are `provider_error`.
 */
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
    // Keycloak, after a login in another tab or a long wait (https://www.keycloak.org/securing-apps/oidc-layers#_oidc-errors).
    // It is not away.
    if (meaning === 'provider_away' && text === 'authentication_expired') return 'login_expired'
    return meaning ?? 'provider_error'
  }
  // Nobody cancels at the token endpoint. Auth0 answers a wrong secret with `access_denied`
  // (https://github.com/auth0-samples/auth0-angular-samples/issues/201), and Supabase a banned user. Entra asks for a second
  // factor at the next login (https://learn.microsoft.com/javascript/api/@azure/msal-node/interactionrequiredautherrorcodes).
  if (meaning === 'denied') return error === 'access_denied' ? 'client_refused' : 'code_refused'
  if (meaning) return meaning
  if (staleCode.test(text)) return 'code_refused'
  // Twitch answers a wrong secret with 403 and JSON (https://github.com/PhantomBot/PhantomBot/issues/2860), a firewall with 403
  // and a page.
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
