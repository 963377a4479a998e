import type { App } from './app'
import { hiddenFields } from './html'
import { Visitor } from './visitor'

/** A cookie of a request. */
export interface SessionCookie {
  name: string
  value: string
}

/** Returns the `Cookie` header with these cookies. */
export const cookieHeader = (cookies: readonly SessionCookie[]): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/**
 * Signs in with the demo login like a browser without scripts, directly at the app's process.
 *
 * @returns the session cookies, so that a test can sign in without the form.
 */
export async function signInAtApp(app: App, name: string): Promise<SessionCookie[]> {
  const visitor = new Visitor(app.origin, () => app.address)
  const page = await visitor.send('/signin')
  const fields = hiddenFields(page.body, 'form:has([name="provider"][value="demo"])')
  const { status } = await visitor.send('/signin', { form: { ...fields, name } })
  const session = [...visitor.cookies]
    .filter(([cookie]) => cookie.includes('session-token'))
    .map(([cookie, value]) => ({ name: cookie, value }))
  if (session.length === 0) throw new Error(`${name} could not sign in: the app answered ${status}.`)
  return session
}
