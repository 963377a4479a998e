import type { LoginError } from '@/lib/auth/failure'
import type { SignInProblem } from '@/lib/auth/sign-in-query'
import type { LogEntry } from '@/lib/log/fields'
import type { LoginEnd } from './login-in-process'
import type { Habits, ScriptedProvider } from '../idp/scripted'

export interface ImitatedLogin {
  habits: Habits
  /** Variables in addition to the client's. */
  variables?: Record<string, string>
  /** What the provider changes in its answers. */
  lie?: ScriptedProvider['lie']
  /** The signed-in user. undefined if the login fails. @default the ID `user-1` */
  user?: { id?: string; name: string; isOperator?: true; isViewer?: true; walletAddress?: string }
  error?: SignInProblem
  /** Some fields of each line in the log, with a part of `hint` and `claims`. */
  lines?: LogEntry[]
}

export const failed = (code: LoginError['code'], details: LoginError['details']): LogEntry => ({
  event: 'login failed',
  code,
  ...details,
})

/** Expects a login that signs the user in without a line in the log. */
export const signsIn = (user: Partial<LoginEnd['user']> = {}) => ({ error: null, user, lines: [] })

/** Expects a login that fails, with its only line. */
export const refuses = (error: SignInProblem, ...line: Parameters<typeof failed>) => ({
  error,
  user: null,
  lines: [failed(...line)],
})

/** Personal data that no log line may contain. */
export const person = { name: 'Ada Lovelace', email: 'ada@example.com' }
