import type { LoginError } from '@/lib/auth/failure'
import type { SignInProblem } from '@/lib/auth/sign-in-query'
import type { LogEntry } from '@/lib/log/fields'
import type { Habits } from '../idp/scripted'

/** One login, and what it comes to. */
export interface ImitatedLogin {
  habits: Habits
  /** Beside those that name the client. */
  variables?: Record<string, string>
  /** Who is signed in, by default with the ID `user-1`; undefined where the login fails. */
  user?: { id?: string; name: string; isOperator?: true; isViewer?: true; walletAddress?: string }
  /** What the sign-in page says went wrong. */
  error?: SignInProblem
  /** The lines that the app logs: some of the fields of each, and a part of `hint` and `claims`. */
  lines?: LogEntry[]
}

/** The line of a login that fails. */
export const failed = (code: LoginError['code'], details: LoginError['details'] & { hint?: string }): LogEntry => ({
  event: 'login failed',
  code,
  ...details,
})

/** The line where no claim can have the role of operators. */
export const noRole = (claim: string): LogEntry => ({
  event: 'operator role not among the claims',
  claims: claim,
  hint: 'OIDC_ROLES_CLAIM',
})

/** The lines where this app cannot work with a provider. */
export const unsupported = (reason: string): LogEntry[] => [
  { event: 'login provider cannot be used', reason },
  failed('provider_unsupported', { endpoint: 'discovery', reason, hint: 'login.md' }),
]

/** What no line may have of the person. */
export const person = { name: 'Ada Lovelace', email: 'ada@example.com' }
