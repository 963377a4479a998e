/** What went wrong with a login. Each kind calls for a different next step by the user. */
export type SignInProblem = 'unreachable' | 'unfinished' | 'failed'

const problemByCode: Record<string, SignInProblem> = {
  OAuthSignin: 'unreachable',
  OAuthCallback: 'unfinished',
  Callback: 'unfinished',
}

/**
 * Classifies next-auth's `error` parameter. Anybody can write a link with any value, so it only selects one
 * of our own texts and is never shown.
 */
export function signInProblem(code: unknown): SignInProblem | undefined {
  if (typeof code !== 'string' || code === '') return undefined
  return Object.hasOwn(problemByCode, code) ? problemByCode[code] : 'failed'
}
