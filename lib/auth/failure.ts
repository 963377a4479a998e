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

/** Every failure of a login, by its code in the log: what the user is told, and what staff can do about it. */
const failures = {
  no_login_here: ['unfinished'],
  another_login: ['unfinished'],
  login_used: ['unfinished'],
  denied: ['unfinished'],
  code_refused: ['unfinished', 'if all users see it: read the description, and check the redirect address there'],
  claim_required: ['not_admitted', 'right for people whom OIDC_REQUIRED_CLAIM keeps out'],
  provider_away: ['unreachable', 'check that this server reaches the provider, and that the provider is well'],
  discovery_refused: ['misconfigured', 'run npm run doctor: OIDC_ISSUER may be another one'],
  provider_unsupported: ['misconfigured', 'see docs/operate/login.md: this app cannot work with this provider'],
  provider_error: ['misconfigured', 'look at the registration of this app at the provider'],
  issuer_mismatch: ['misconfigured', 'set OIDC_ISSUER to the issuer that answers; without iss, ask the provider'],
  client_refused: ['misconfigured', 'check the client ID and secret, then OIDC_CLIENT_AUTH with OpenID Connect'],
  scope_refused: ['misconfigured', 'allow every requested scope at the provider, or set fewer in OIDC_SCOPE'],
  id_token_refused: ['misconfigured', 'check OIDC_ISSUER, OIDC_CLIENT_ID, jwks_uri, both clocks, and OIDC_NONCE'],
  id_token_algorithm: ['misconfigured', 'set OIDC_ID_TOKEN_ALG to it; for HS256, choose a key at the provider'],
  user_id_claim: ['misconfigured', 'set OIDC_USER_ID_CLAIM to a claim of the ID token, or ask for its scope'],
  login_age_unknown: ['misconfigured', 'have auth_time put into ID tokens, or remove OIDC_MAX_AGE_SECONDS'],
  login_too_old: ['misconfigured', 'the provider ignores max_age: set OIDC_PROMPT=login in place of it'],
  userinfo_failed: ['misconfigured', 'look at what this client may read at the provider'],
  another_person: ['misconfigured', 'the userinfo is of another person than the ID token: ask the provider'],
  answer_refused: ['misconfigured', 'have the provider answer there with status 200 and JSON'],
  token_expired: ['unfinished', 'if all users see it: have your site redirect as soon as it has signed'],
  token_invalid: ['misconfigured', 'have your site send a signed JWT of at most 4 KB, as the parameter token'],
  token_algorithm: ['misconfigured', 'LOGIN_SECRET is for HS256, LOGIN_JWKS_URL for ES256, EdDSA, PS256 and RS256'],
  token_signature: ['misconfigured', 'check that your site signs with LOGIN_SECRET, or with a key at LOGIN_JWKS_URL'],
  token_claim: ['misconfigured', 'have your site sign this claim as docs/operate/login.md says'],
  token_clock: ['misconfigured', 'set the clocks of both servers: they may be 60 s apart'],
  jwks_refused: ['misconfigured', 'have your site answer at LOGIN_JWKS_URL with status 200 and a JSON Web Key Set'],
} as const satisfies Record<string, [SignInProblem, hint?: string]>

type FailureCode = keyof typeof failures

/** Failures of tokens without a valid signature, which anyone can write. */
const unsigned: readonly FailureCode[] = ['token_invalid', 'token_algorithm', 'token_signature']

/** Where at the provider a login failed; `return` where the operator's own site sends the browser. */
type Endpoint = 'discovery' | 'authorization' | 'token' | 'jwks' | 'userinfo' | 'return'

/** What the log says of a failure beside its code. None of it contains a secret or names a person. */
interface FailureDetails {
  endpoint?: Endpoint
  /** A few words of ours, or a word of the standard. */
  reason?: string | undefined
  /** The provider's words, which `loggableText` has made safe. */
  description?: string | undefined
  /** The claim of the token that was wrong, what was expected there, and what came, in our own words. */
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

  /** One bundle of Next's throws it, where the provider was read at the start, and another one catches it. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'LoginError'
  }
}

/**
 * Logs a warning about a login, of which there are some a minute. Anyone can have a login fail by their own browser,
 * without an account: those failures have limits of their own, so that they hide no others.
 */
export function warnOfLogin(entry: LogEntry, kind: 'unfinished' | 'unsigned' | 'failed' = 'failed'): void {
  processSingleton(`logins ${kind}`, () => lineLimit('more logins failed')).write(() => log().warn(entry))
}

/** Logs a failed login, and returns the sign-in page that tells of it. */
export function failedLoginPath(people: People, callbackUrl: string, { code, problem, details }: LoginError): string {
  // A failed discovery has been counted, once for all who wait for it.
  if (details.endpoint !== 'discovery')
    countSignIn(problem === 'unfinished' || problem === 'not_admitted' ? problem : 'failed')
  const kind = problem === 'unfinished' ? problem : unsigned.includes(code) ? 'unsigned' : 'failed'
  const entry = { event: 'login failed', ...(people === 'staff' && { people }), code, ...details } as const
  const [, hint] = failures[code] as [SignInProblem, hint?: string]
  warnOfLogin({ ...entry, hint: hint && withVariablesOf(people, hint) }, kind)
  return signInPath({ callbackUrl, error: problem, code: correlationId() })
}

const errorSchema = z.object({ name: z.string(), message: z.string(), code: z.string().optional().catch(undefined) })
const metadataSchema = z.union([z.object({ error: errorSchema }).transform(({ error }) => error), errorSchema])

/**
 * Logs an error of next-auth that is not one of ours, which `failedLoginPath` logs. Its message and the rest may contain
 * tokens, claims and the provider's responses.
 */
export function logNextAuthError(code: string, metadata: unknown): void {
  const error = metadataSchema.safeParse(metadata).data
  if (error?.code !== undefined && Object.hasOwn(failures, error.code)) return
  countSignIn('failed')
  warnOfLogin({ event: 'login failed', code, error: error?.name })
}

/** An answer of the provider that is no success. `error` is a word of the standard, or openid-client's own words. */
const refusalSchema = z.object({
  error: z.string(),
  error_description: z.string().optional().catch(undefined),
  response: z.object({ statusCode: z.number() }),
})

const wordsByCode: Partial<Record<FailureCode, readonly string[]>> = {
  client_refused: ['invalid_client', 'unauthorized_client', 'incorrect_client_credentials'],
  code_refused: ['invalid_grant', 'invalid_code', 'bad_verification_code'], // Also Glewlwyd's and GitHub's.
  scope_refused: ['invalid_scope'],
  provider_away: ['server_error', 'temporarily_unavailable'],
  denied: ['access_denied', 'consent_required', 'interaction_required', 'login_required', 'account_selection_required'],
}

/** A failure that the provider tells by a word of the standard (RFC 6749, sections 4.1.2.1 and 5.2), or by any other. */
export function failureByError(error: string, details: FailureDetails, secrets: readonly string[]): LoginError {
  const [code] = Object.entries(wordsByCode).find(([, words]) => words.includes(error)) ?? ['provider_error']
  const word = /^[a-z_]{1,50}$/.test(error) ? loggableText(error, secrets) : undefined
  return new LoginError(code as FailureCode, { ...details, reason: word ?? 'error' })
}

/** Tells what openid-client, or Node below it, has thrown. */
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
  // Not the codes of jose for a token, or of Node for a wrong argument.
  if (code !== undefined && /^(?!ERR_)|^ERR_(?:TLS|SSL)/.test(code)) return failure('provider_away', code)
  const [, expected, got] = /^unexpected JWT alg received, expected (\w+), got: (\w{1,10})$/.exec(message) ?? []
  if (expected && got) return failure('id_token_algorithm', `${got} and not ${expected}`)
  // openid-client's messages end with what was expected and what came, or quote it.
  const [reason = ''] = message.split(/, (?:expected|now|got)\b|[(:`"{]|\s'/, 1)
  // The provider may have signed no nonce at all, which is not the browser's failure.
  if (reason === 'nonce mismatch' && !message.endsWith(' undefined')) return failure('another_login', reason)
  const codeHere = endpoint === 'userinfo' ? 'another_person' : 'id_token_refused'
  return failure(endpoint === 'discovery' ? 'discovery_refused' : codeHere, reason.trim().slice(0, 100))
}
