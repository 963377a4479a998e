/** What went wrong with a login, as far as it calls for different next steps. */
export type SignInProblem = 'unreachable' | 'unfinished' | 'failed'

const problemOfCode: Record<string, SignInProblem> = {
  OAuthSignin: 'unreachable',
  OAuthCallback: 'unfinished',
  Callback: 'unfinished',
}

/**
 * Reads next-auth's `error` parameter. Its texts are next-auth's, or anybody's who wrote a link: they
 * choose one of our own texts and are never shown.
 */
export function signInProblem(code: unknown): SignInProblem | undefined {
  if (typeof code !== 'string' || code === '') return undefined
  return Object.hasOwn(problemOfCode, code) ? problemOfCode[code] : 'failed'
}
