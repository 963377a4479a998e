import { openMadeUpLink } from './arrival'
import type { Deployment } from './deployment'
import { holds, unknown, wrong, type Verdict } from './finding'
import { pressSignIn } from './login'
import { cookiesOf, type SetCookie } from './set-cookie'

/** Whether the cookies of arrival and sign-in are for this host and https alone, and out of reach for scripts. */
export async function judgeCookies(deployment: Deployment): Promise<Verdict> {
  if (!deployment.isHttps) return unknown('Not checked: without https no cookie can be Secure.')
  const [arrival, signIn] = await Promise.all([openMadeUpLink(deployment), pressSignIn(deployment)])
  const held = cookiesOf(arrival)
  if (held.length === 0) return unknown('Not seen: opening a connect link sets no cookie.')
  const cookies = [...held, ...(signIn ? cookiesOf(signIn) : [])]
  const problems = cookies.flatMap(cookieProblems)
  if (problems.length === 0) {
    return holds(`All ${cookies.length} cookies are Secure, HttpOnly and SameSite, and for this host alone.`)
  }
  return wrong(
    `${problems.join('; ')}.`,
    'Let what stands in front pass on the cookies of the app as they are; set NEXTAUTH_URL to the https address.',
  )
}

/** What is wrong with a cookie of the app. */
export function cookieProblems({ name, attributes }: SetCookie): string[] {
  const missing = ['secure', 'httponly', 'samesite'].filter((attribute) => !attributes.has(attribute))
  return [
    ...missing.map((attribute) => `${name} is not ${attribute}`),
    ...(attributes.get('samesite')?.toLowerCase() === 'none' ? [`${name} is SameSite=None`] : []),
    ...(attributes.has('domain') ? [`${name} is for a whole domain`] : []),
    // The prefix makes browsers refuse the cookie from a sibling host or without https.
    ...(name.startsWith('__Host-') ? [] : [`${name} has no __Host- prefix`]),
  ]
}
