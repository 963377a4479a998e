import 'server-only'
import { z } from 'zod'
import { log } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { countSignIn } from '@/lib/metrics'
import { perProcess } from '@/lib/per-process'
import { correlationId } from '@/lib/request/context'
import { quotesSecret, serviceText } from '@/lib/service'
import type { SignInProblem } from './sign-in-query'

/** Where at the provider a login failed. */
export type Endpoint = 'discovery' | 'authorization' | 'token' | 'jwks' | 'userinfo'

interface FailureKind {
  /** What the user is told: whose failure it is. */
  problem: SignInProblem
  /** What staff can do about it. */
  hint?: string
}

const unfinished: FailureKind = { problem: 'unfinished' }
const misconfigured = (hint: string): FailureKind => ({ problem: 'misconfigured', hint })
const unreachable = (hint: string): FailureKind => ({ problem: 'unreachable', hint })

/** Every failure of a login, by its code in the log. docs/operate/login.md says more about each. */
const failures = {
  no_login_here: unfinished,
  another_login: unfinished,
  login_used: unfinished,
  denied: unfinished,
  code_refused: unfinished,
  claim_required: { problem: 'not_admitted', hint: 'right for people whom OIDC_REQUIRED_CLAIM keeps out' },
  provider_away: unreachable('check that this server reaches the provider, and that the provider is well'),
  discovery_refused: misconfigured('run npm run doctor; OIDC_ISSUER may be another one'),
  provider_error: misconfigured('look at the registration of this app at the provider'),
  issuer_mismatch: misconfigured('set OIDC_ISSUER to the issuer that answers'),
  client_refused: misconfigured('check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, then OIDC_CLIENT_AUTH'),
  scope_refused: misconfigured('allow every scope of OIDC_SCOPE at the provider, or set fewer'),
  id_token_refused: misconfigured('check OIDC_ISSUER, OIDC_CLIENT_ID, and the clocks of provider and server'),
  id_token_algorithm: misconfigured('set OIDC_ID_TOKEN_ALG to the algorithm that the provider uses for this client'),
  login_age_unknown: misconfigured('remove OIDC_MAX_AGE_SECONDS, or have the provider put auth_time into ID tokens'),
  login_too_old: misconfigured('the provider ignores max_age: remove OIDC_MAX_AGE_SECONDS, or set OIDC_PROMPT=login'),
  userinfo_failed: misconfigured('look at what this client may read at the provider'),
  another_person: misconfigured('the userinfo is not of the person in the ID token: ask the provider'),
  answer_refused: misconfigured('an answer may have 256 KB, and must be JSON'),
} as const satisfies Record<string, FailureKind>

export type FailureCode = keyof typeof failures

/** What the log says of a failure, beside its code. None of it contains a secret or names a person. */
export interface FailureDetails {
  endpoint?: Endpoint
  /** In a few words of ours, or a word of the standard. */
  reason?: string | undefined
  /** In the provider's words, which `providerText` has made safe. */
  description?: string | undefined
}

/** A login that has failed for a reason that is known. */
export class LoginError extends Error {
  override readonly name = 'LoginError'
  constructor(
    readonly code: FailureCode,
    readonly details: FailureDetails = {},
  ) {
    super(code)
  }

  get problem(): SignInProblem {
    return failures[this.code].problem
  }
}

/** Anyone can have a login fail, without an account. */
const lines = () => perProcess('failed logins', () => lineLimit('more logins failed'))

/** Logs a login that has failed, in one line. It is a warning, since users cause most of these failures. */
export function logFailedLogin({ code, problem, details }: LoginError): void {
  countSignIn(problem === 'unfinished' ? 'unfinished' : 'failed')
  lines().write(() => log().warn({ event: 'login failed', code, ...details, ...hintOf(code) }))
}

/** Logs that a login goes on although the provider's userinfo failed: the ID token says enough. */
export function logMissingUserinfo({ details }: LoginError): void {
  lines().write(() => log().warn({ event: 'userinfo is missing', ...details, ...hintOf('userinfo_failed') }))
}

/** Logs that the role was looked for in vain, since the claims have no roles at all. Of the claims it logs the names. */
export function logMissingRole(claims: readonly string[]): void {
  const hint = 'set OIDC_ROLES_CLAIM, or OIDC_SCOPE: see docs/operate/login.md'
  const names = claims.slice(0, maxClaimNames).map((name) => name.slice(0, maxClaimNameLength))
  lines().write(() => log().warn({ event: 'operator role not among the claims', claims: names.join(', '), hint }))
}

const maxClaimNames = 50
const maxClaimNameLength = 80

const hintOf = (code: FailureCode): { hint?: string } => {
  const { hint }: FailureKind = failures[code]
  return hint === undefined ? {} : { hint }
}

/** The sign-in page that tells of a failed login, which this logs. */
export function failedLoginPath(callbackUrl: string, error: LoginError): string {
  logFailedLogin(error)
  const code = correlationId()
  return `/signin?${new URLSearchParams({ callbackUrl, error: error.problem, ...(code === undefined ? {} : { code }) })}`
}

const errorSchema = z.object({ name: z.string(), code: z.unknown() })
const metadataSchema = z.union([z.object({ error: errorSchema }).transform(({ error }) => error), errorSchema])

/**
 * Logs an error of next-auth that is not one of ours, which has been logged. Its message and the rest may contain tokens,
 * claims and the provider's responses.
 */
export function logNextAuthError(code: string, metadata: unknown): void {
  const error = metadataSchema.safeParse(metadata).data
  if (typeof error?.code === 'string' && Object.hasOwn(failures, error.code)) return
  countSignIn('failed')
  lines().write(() => log().warn({ event: 'login failed', code, ...(error && { error: error.name }) }))
}

/** Logs a warning of next-auth, which is always about its configuration. */
export function logNextAuthWarning(code: string): void {
  log().warn({ event: 'login misconfigured', code })
}

const maxDescriptionLength = 200
/** Quoted texts, addresses, what may be an ID or a token, and what may be a person's name. */
const privateParts = /(["'`“‘«]).*?["'`”’»]|\S*@\S*|(?=\S*\d)\S{16,}|\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+/gu

/**
 * Makes a provider's description of an error safe to log: without what may name a person, and none at all where it quotes
 * what this app has sent.
 *
 * @param secrets - what was sent, and what is known of the person.
 */
export function providerText(text: string | undefined, secrets: readonly string[]): string | undefined {
  if (text === undefined || quotesSecret(text, secrets)) return undefined
  const cut = text.slice(0, 10 * maxDescriptionLength).replace(privateParts, '…')
  return serviceText(cut)?.slice(0, maxDescriptionLength).toWellFormed()
}
