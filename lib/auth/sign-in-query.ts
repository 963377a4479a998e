import { elsewhereParameter } from '@/lib/request/paths'

/* The query of the sign-in page. It is untrusted, because anyone can write a link with any query. */

const defaultPath = '/connect/confirm'

/** A cookie stores the URL during the login, and proxies refuse requests whose cookies are too long. */
const maxUrlLength = 512

/** The pages that ask a visitor to sign in, and the start page. Exports and other handlers have longer paths. */
const page = /^\/(?:connect\/confirm|console(?:\/[a-z-]+(?:\/one)?)?)?$/

/**
 * Returns the page to open after a login. It is never another site, and never an export in the name of the person who
 * signs in. A page of the console with a query waits for a press before a look-up.
 */
export function returnPath(url: unknown, origin: string): string {
  if (typeof url !== 'string' || !URL.canParse(url, origin)) return defaultPath
  const parsed = new URL(url, origin)
  if (parsed.origin !== origin || !page.test(parsed.pathname)) return defaultPath
  // The number of a page starts nothing.
  const startsMore = [...parsed.searchParams.keys()].some((name) => name !== 'page')
  if (parsed.pathname.startsWith('/console') && startsMore) parsed.searchParams.set(elsewhereParameter, '1')
  const path = parsed.pathname + parsed.search + parsed.hash
  return origin.length + path.length <= maxUrlLength ? path : defaultPath
}

/**
 * @param query.code - the support code of `error`.
 * @param query.name - a name that the demo login refused.
 * @param query.cookieSetAt - when this response gives the browser its first cookie, in milliseconds since the epoch.
 * @param query.signedOut - set if the person has just signed out here, and may still be signed in at the provider.
 */
export function signInPath(query: {
  [Name in 'callbackUrl' | 'error' | 'code' | 'name' | 'cookieSetAt' | 'signedOut']?: string | undefined
}): `/signin${string}` {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return given.length === 0 ? '/signin' : `/signin?${new URLSearchParams(given)}`
}

/** The problems of a login. Each requires a different next step by the user. */
export const signInProblems = [
  'unfinished',
  'unreachable',
  'misconfigured',
  'not_admitted',
  'too_often',
  'failed',
] as const
export type SignInProblem = (typeof signInProblems)[number]

/** Any other text counts as `failed`. */
export function signInProblem(error: unknown): SignInProblem | undefined {
  if (typeof error !== 'string' || error === '') return undefined
  return signInProblems.find((problem) => problem === error) ?? 'failed'
}
