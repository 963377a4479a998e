import 'server-only'
import { loggableText } from '@/lib/log/foreign-text'
import type { SignInProblem } from './sign-in-query'

/** The problem that the user sees and the hint for staff, by the failure's code in the log. */
const failures = {
  no_login_here: ['unfinished'],
  another_login: ['unfinished'],
  login_used: ['unfinished'],
  denied: ['unfinished'],
  login_expired: ['unfinished'],
  code_refused: [
    'unfinished',
    'if all users see it, read the description and check the redirect address at the provider',
  ],
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
    'set OIDC_USER_ID_CLAIM to a claim of the ID token that has such IDs, or request its scope',
  ],
  user_id_too_long: [
    'misconfigured',
    'SUBNET_USER_ID=plain allows user IDs of 128 characters: set SUBNET_USER_ID=hashed, or have the login send shorter IDs',
  ],
  login_age_unknown: [
    'misconfigured',
    'have the provider send auth_time as a number in ID tokens, or remove OIDC_MAX_AGE_SECONDS',
  ],
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

/** The endpoint at which a login failed; `return` is the page to which the operator's own site redirects. */
export type Endpoint = 'discovery' | 'authorization' | 'token' | 'jwks' | 'userinfo' | 'return'

/** The log fields of a failure in addition to its code. They contain no secret and name no person. */
interface FailureDetails {
  endpoint?: Endpoint
  /** Our own words, or an error code of the standard. */
  reason?: string | undefined
  /** The provider's words, made safe by `loggableText`. */
  description?: string | undefined
  /** Replaces the hint of the code. */
  hint?: string | undefined
  /** The wrong claim of the token, with the expected and the received value in our own words. */
  claim?: string
  expected?: string
  came?: string
}

/** A login has failed for a known reason. */
export class LoginError extends Error {
  override readonly name = 'LoginError'
  readonly problem: SignInProblem
  /** What staff can do about it. */
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

/** An answer by which a provider refuses a request. */
interface Answer {
  endpoint: Endpoint
  /** The HTTP status; undefined for the redirect that ends a login. */
  status?: number
  /** The JSON body, or the parameters of the redirect. */
  body: unknown
}

const maxSaidLength = 1000

const bad = 'invalid|bad|wrong|incorrect|malformed|unknown|find|such|validating|expired|revoked|used|consumed|redeemed'
const isBad = String.raw`(?:[\w,()]+ ){0,4}(?:${bad}|already|another|different|cannot|\w+n't|no longer|not \w)`
const kinds = String.raw`\w*auth\w*|access|exchange|grant|verification`
/** The code that the app exchanges for tokens, which some call a grant; no country code and no code verifier. */
const code = String.raw`(?:code|(?<=\bauth\w* )grant)\b(?! (?:verifier|challenge|type))`
const badCode = String.raw`\b(?:${bad}) (?:(?:the|this|your) )?(?:(?:${kinds}) )?${code}`
const codeIsBad = String.raw`(?:^|[^\w ] ?|\b(?:the|this|that|your|${kinds}) )${code} ${isBad}`
const client = '(?:client(?: (?:id|secret|credentials))?|secret|credentials)'
const badClient = String.raw`\b(?:${bad}|disabled|deleted|no) (?:\w+ )?${client}\b|\b${client} ${isBad}|\bclient auth`

/** Matches one of these error codes. */
const words = (...codes: string[]) => RegExp(`^(?:${codes.join('|')}):`)

/** The statuses that say enough. */
const outage = /^(?:429|5..)$/

/**
 * What a provider's refusal means, by patterns of the endpoint, the HTTP status, and the error code and text. The first
 * row that fits counts. Code and text are in small letters and without `_`, because providers send the same words as
 * either: `{"error":"invalid_client"}` is `invalid client:`, and `{"message":"invalid client"}` is `: invalid client`.
 *
 * `docs/operate/login-errors.md` lists the answers of real providers, with the source of each.
 */
const refusals: readonly (readonly [at: string, status: RegExp | '', said: RegExp | '', code: FailureCode])[] = [
  ['', outage, '', 'provider_away'],
  ['discovery', '', '', 'discovery_refused'],
  ['jwks', '', '', 'answer_refused'],
  ['userinfo', '', '', 'userinfo_failed'],
  ['authorization', '', words('access denied', 'consent required', 'interaction required'), 'denied'],
  ['authorization', '', words('login required', 'account selection required'), 'denied'],
  ['authorization', '', /^temporarily unavailable: authentication expired/, 'login_expired'],
  ['', '', words('server error', 'temporarily unavailable'), 'provider_away'],
  ['', '', words('invalid client', 'unauthorized client', 'incorrect client credentials'), 'client_refused'],
  ['', '', words('invalid scope'), 'scope_refused'],
  // Nobody cancels at the token endpoint. The next login asks the person for what is missing.
  ['token', '', words('consent required', 'interaction required', 'login required'), 'code_refused'],
  ['token', '', RegExp(`${badCode}|${codeIsBad}`), 'code_refused'],
  ['token', '', RegExp(`^invalid grant:(?!.*(?:${badClient}))`), 'code_refused'],
  ['token', '', /redirect ?ur[il]/, 'provider_error'],
  ['token', '', RegExp(`${badClient}|client (?:id|secret)|credentials`), 'client_refused'],
  ['token', '', /^(?:access denied|(?:: )?unauthorized)/, 'client_refused'],
  ['token', /^401$/, '', 'client_refused'],
  ['token', /^403$/, /^[^:]/, 'client_refused'],
  ['token', '', /^:/, 'answer_refused'],
  ['', '', '', 'provider_error'],
]

/** Classifies an answer by which a provider refuses a request. */
export function failureOfAnswer({ endpoint, status, body }: Answer, secrets: readonly string[]): LoginError {
  const { error, text } = refusalIn(body)
  const said = `${error ?? ''}: ${text ?? ''}`
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .slice(0, maxSaidLength)
  const facts = [endpoint, String(status ?? ''), said]
  const row = refusals.find((row) => facts.every((fact, column) => RegExp(row[column] ?? '').test(fact)))
  const word = error && /^[a-z_]{1,50}$/.test(error) ? error : undefined
  const isStatusEnough = outage.test(facts[1] ?? '') || !/authorization|token/.test(endpoint)
  const isNamed = status === undefined || (error !== undefined && !isStatusEnough)
  return new LoginError(row?.[3] ?? 'provider_error', {
    endpoint,
    reason: isNamed ? (loggableText(word, secrets) ?? 'error') : `status ${status}`,
    description: loggableText(text ?? (word ? undefined : error), secrets),
  })
}

/**
 * Reads the error code and the text of a refusal: `error` and `error_description` (RFC 6749, sections 4.1.2.1 and 5.2),
 * or the fields of Twitch, Supabase, Okta and common frameworks, also inside objects and lists. A body can be a text.
 */
function refusalIn(body: unknown): { error: string | undefined; text: string | undefined } {
  const fields = textsIn(body)
  const first = (...names: string[]) =>
    names.flatMap((wanted) => fields.filter(([name]) => name === wanted)).map(([, text]) => text)
  // The type can be a URL (RFC 9457).
  const error = first('error', 'errorcode', 'code', 'type').find((text) => !text.includes('/'))
  const texts = first('errordescription', 'errorsummary', 'errormessage', 'message', 'msg', 'detail', 'title', 'errors')
  return { error, text: texts.find((text) => !/^\s*</.test(text)) }
}

const maxDepth = 5

/** Returns the texts in an answer, with the names of their fields in small letters and without `_`. */
function textsIn(value: unknown, name = 'message', depth = 0): [name: string, text: string][] {
  if (typeof value === 'string') return value === '' ? [] : [[name, value]]
  if (depth > maxDepth) return []
  return Object.entries(Object(value)).flatMap(([key, inner]) =>
    textsIn(inner, /^\d+$/.test(key) ? name : key.toLowerCase().replaceAll('_', ''), depth + 1),
  )
}

/** Classifies an error of openid-client, or of Node below it. */
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

/** Classifies the error of oauth4webapi that refuses an ID token. Its message is a fixed text, which quotes no value. */
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
