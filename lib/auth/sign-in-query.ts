/*
 * What the query of the sign-in page says. Anybody can write a link with any query.
 */

/** Where to go after a login by default. A held connect link is shown there. */
const defaultPath = '/connect/confirm'

/** The URL is kept in a cookie during the login. Proxies refuse requests whose cookies are too long. */
const maxUrlLength = 512

/**
 * The page of this app to return to after a login. The URL comes from a query or a form, so anybody may
 * have written it. Only pages of this app are allowed, which prevents an open redirect.
 *
 * @param url - a path, or the absolute URL that next-auth makes of it.
 * @param origin - of this app.
 * @returns a path of this app, with query and fragment; never the sign-in page, or what begins or ends a login.
 */
export function returnPath(url: unknown, origin: string): string {
  if (typeof url !== 'string' || !URL.canParse(url, origin)) return defaultPath
  const parsed = new URL(url, origin)
  // The path is used alone: with two leading slashes it would be another host's URL, and without any (a
  // `blob:` URL can have this origin, too) it could be anything.
  if (parsed.origin !== origin || !/^\/(?!\/)/.test(parsed.pathname)) return defaultPath
  if (/^\/(?:signin|api)(?:\/|$)/.test(parsed.pathname)) return defaultPath
  const path = parsed.pathname + parsed.search + parsed.hash
  return origin.length + path.length <= maxUrlLength ? path : defaultPath
}

/**
 * The address of the sign-in page.
 *
 * @param query.callbackUrl - where to go after the login, if not to the default page.
 * @param query.error - what went wrong with the last one.
 * @param query.code - by which support finds that login in the log.
 * @param query.name - a name that the demo login refused, to be corrected.
 * @param query.signedOut - that the person has just signed out here, and not of the account that they sign in with.
 */
export function signInPath(query: {
  [Name in 'callbackUrl' | 'error' | 'code' | 'name' | 'signedOut']?: string | undefined
}): `/signin${string}` {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return given.length === 0 ? '/signin' : `/signin?${new URLSearchParams(given)}`
}

/** What went wrong with a login. Each kind calls for a different next step by the user. */
export const signInProblems = [
  'unfinished',
  'unreachable',
  'misconfigured',
  'not_admitted',
  'too_often',
  'failed',
] as const

export type SignInProblem = (typeof signInProblems)[number]

/**
 * The problem that the parameter `error` names, which only selects one of our own texts and is never shown. next-auth
 * has codes of its own, for what has no better word here.
 */
export function signInProblem(error: unknown): SignInProblem | undefined {
  if (typeof error !== 'string' || error === '') return undefined
  return signInProblems.find((problem) => problem === error) ?? 'failed'
}
