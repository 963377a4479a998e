import 'server-only'
import { z } from 'zod'
import { log, type LogEntry } from '@/lib/log'
import { loggableText } from '@/lib/log/foreign-text'
import { lineLimit } from '@/lib/log/line-limit'
import { countSignIn } from '@/lib/metrics'
import { processSingleton } from '@/lib/process-singleton'
import { correlationId } from '@/lib/request/context'
import { withVariablesOf, type People } from './people'
import { signInPath, type SignInProblem } from './sign-in-query'

/** The problem that the user sees and the hint for staff, by the failure's code in the log. */
const failures = {
  no_login_here: ['unfinished'],
  another_login: ['unfinished'],
  login_used: ['unfinished'],
  denied: ['unfinished'],
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
  id_token_algorithm: [
    'misconfigured',
    'set OIDC_ID_TOKEN_ALG to this algorithm; if it is HS256, select a key at the provider',
  ],
  user_id_claim: [
    'misconfigured',
    'set OIDC_USER_ID_CLAIM to a claim of the ID token that has such IDs, or request its scope',
  ],
  user_id_too_long: [
    'misconfigured',
    'SUBNET_USER_ID=plain allows user IDs of 128 characters: set SUBNET_USER_ID=hashed, or have the login send shorter IDs',
  ],
  login_age_unknown: ['misconfigured', 'have the provider send auth_time in ID tokens, or remove OIDC_MAX_AGE_SECONDS'],
  login_too_old: ['misconfigured', 'the provider ignores max_age; set OIDC_PROMPT=login instead'],
  userinfo_failed: ['misconfigured', 'check at the provider what this client may read'],
  another_person: ['misconfigured', 'the userinfo and the ID token name different people; ask the provider'],
  answer_refused: ['misconfigured', 'have the provider answer this request with status 200 and JSON'],
  token_expired: ['unfinished', 'if all users see it, have your site redirect as soon as it has signed the token'],
  token_invalid: ['misconfigured', 'have your site send a signed JWT of at most 4 KB, as the parameter token'],
  token_algorithm: ['misconfigured', 'LOGIN_SECRET is for HS256, LOGIN_JWKS_URL for ES256, EdDSA, PS256 and RS256'],
  token_signature: ['misconfigured', 'check that your site signs with LOGIN_SECRET, or with a key at LOGIN_JWKS_URL'],
  token_claim: ['misconfigured', 'have your site sign this claim as docs/operate/login.md says'],
  token_clock: ['misconfigured', 'set the clocks of both servers; they may differ by at most 60 s'],
  jwks_refused: ['misconfigured', 'have your site answer at LOGIN_JWKS_URL with status 200 and a JSON Web Key Set'],
} as const satisfies Record<string, [SignInProblem, hint?: string]>

type FailureCode = keyof typeof failures

/** The endpoint at which a login failed; `return` is the page to which the operator's own site redirects. */
type Endpoint = 'discovery' | 'authorization' | 'token' | 'jwks' | 'userinfo' | 'return'

/** The log fields of a failure in addition to its code. They contain no secret and name no person. */
interface FailureDetails {
  endpoint?: Endpoint
  /** Our own words, or an error code of the standard. */
  reason?: string | undefined
  /** The provider's words, made safe by `loggableText`. */
  description?: string | undefined
  /** The wrong claim of the token, with the expected and the received value in our own words. */
  claim?: string
  expected?: string
  came?: string
}

/** A login has failed for a known reason. */
export class LoginError extends Error {
  override readonly name = 'LoginError'
  readonly problem: SignInProblem
  constructor(
    readonly code: FailureCode,
    readonly details: FailureDetails = {},
  ) {
    super(code)
    this.problem = failures[code][0]
  }

  /** Compares names, because one bundle of Next's can throw the error and another bundle catch it. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'LoginError'
  }
}

/**
 * Logs a warning about a login, up to a limit per minute for each event and code, because anyone can cause some of them
 * without an account.
 */
export function warnOfLogin(entry: LogEntry): void {
  const lines = processSingleton('login lines', () => lineLimit('more logins failed'))
  lines.write(() => log().warn(entry), { kind: `${entry.event} ${entry.code}` })
}

/**
 * Counts and logs a failed login, and returns the path of the sign-in page with its problem.
 *
 * @param cookieSetAt - see `signInPath`.
 */
export function failedLoginPath(
  people: People,
  callbackUrl: string,
  { code, problem, details }: LoginError,
  cookieSetAt?: string,
): string {
  // `Discovery` has already counted a failed discovery, once for all logins that waited for it.
  if (details.endpoint !== 'discovery')
    countSignIn(problem === 'unfinished' || problem === 'not_admitted' ? problem : 'failed')
  const entry = { event: 'login failed', ...(people === 'staff' && { people }), code, ...details } as const
  const [, hint] = failures[code] as [SignInProblem, hint?: string]
  warnOfLogin({ ...entry, hint: hint && withVariablesOf(people, hint) })
  return signInPath({ callbackUrl, error: problem, code: correlationId(), cookieSetAt })
}

const errorSchema = z.object({ name: z.string(), message: z.string(), code: z.string().optional().catch(undefined) })
const metadataSchema = z.union([z.object({ error: errorSchema }).transform(({ error }) => error), errorSchema])

/**
 * Logs an error of next-auth without its message, because the message may contain tokens, claims and responses. Skips
 * our own errors, because `failedLoginPath` logs them.
 */
export function logNextAuthError(code: string, metadata: unknown): void {
  const error = metadataSchema.safeParse(metadata).data
  if (error?.code !== undefined && Object.hasOwn(failures, error.code)) return
  countSignIn('failed')
  warnOfLogin({ event: 'login failed', code, error: error?.name })
}

/** An error response of the provider. `error` is an error code of the standard, or openid-client's own message. */
const refusalSchema = z.object({
  error: z.string(),
  error_description: z.string().optional().catch(undefined),
  response: z.object({ statusCode: z.number() }),
})

const wordsByCode: Partial<Record<FailureCode, readonly string[]>> = {
  client_refused: ['invalid_client', 'unauthorized_client', 'incorrect_client_credentials'],
  code_refused: ['invalid_grant', 'invalid_code', 'bad_verification_code'], // The last two are Glewlwyd's and GitHub's.
  scope_refused: ['invalid_scope'],
  provider_away: ['server_error', 'temporarily_unavailable'],
  denied: ['access_denied', 'consent_required', 'interaction_required', 'login_required', 'account_selection_required'],
}

/** Classifies an error code of the provider, standard (RFC 6749, sections 4.1.2.1 and 5.2) or not. */
export function failureByError(error: string, details: FailureDetails, secrets: readonly string[]): LoginError {
  const [code] = Object.entries(wordsByCode).find(([, words]) => words.includes(error)) ?? ['provider_error']
  const word = /^[a-z_]{1,50}$/.test(error) ? loggableText(error, secrets) : undefined
  return new LoginError(code as FailureCode, { ...details, reason: word ?? 'error' })
}

/** Classifies an error of openid-client, or of Node below it. */
export function failureOf(error: unknown, endpoint: Endpoint, secrets: readonly string[]): LoginError {
  if (error instanceof LoginError) return error
  const failure = (code: LoginError['code'], reason: string) => new LoginError(code, { endpoint, reason })
  const refusal = refusalSchema.safeParse(error).data
  if (refusal) {
    const { statusCode: status } = refusal.response
    const description = loggableText(refusal.error_description, secrets)
    const details = { endpoint, reason: `status ${status}`, description }
    if (status === 429 || status >= 500) return new LoginError('provider_away', details)
    if (endpoint === 'discovery') return new LoginError('discovery_refused', details)
    if (endpoint === 'userinfo') return new LoginError('userinfo_failed', details)
    if (endpoint === 'token' && !refusal.error.includes(' ')) return failureByError(refusal.error, details, secrets)
    return new LoginError(status === 401 ? 'client_refused' : 'answer_refused', details)
  }
  if (error instanceof SyntaxError) return failure('answer_refused', 'no JSON')
  if (error instanceof z.ZodError) return failure('id_token_refused', 'sub is not a text of 1 to 255 characters')
  const { message = '', code } = errorSchema.safeParse(error).data ?? {}
  if (code === 'ECONNRESET') return failure('provider_away', 'the answer broke off, or exceeded 10 s or 256 KB')
  // jose's codes for invalid tokens and Node's codes for invalid arguments begin with ERR_.
  if (code !== undefined && /^(?!ERR_)|^ERR_(?:TLS|SSL)/.test(code)) return failure('provider_away', code)
  const [, expected, got] = /^unexpected JWT alg received, expected (\w+), got: (\w{1,10})$/.exec(message) ?? []
  if (expected && got) return failure('id_token_algorithm', `${got} and not ${expected}`)
  // openid-client's messages quote values or put them at the end, so cut them off.
  const [reason = ''] = message.split(/, (?:expected|now|got)\b|[(:`"{]|\s'/, 1)
  // A token without any nonce is the provider's failure, not the browser's.
  if (reason === 'nonce mismatch' && !message.endsWith(' undefined')) return failure('another_login', reason)
  const codeHere = endpoint === 'userinfo' ? 'another_person' : 'id_token_refused'
  return failure(endpoint === 'discovery' ? 'discovery_refused' : codeHere, reason.trim().slice(0, 100))
}
