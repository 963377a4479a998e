import type { App } from './app'
import { hiddenFields } from './html'

/** A cookie as a request carries it. */
export interface SessionCookie {
  name: string
  value: string
}

/** The `Cookie` header that sends these. */
export const cookieHeader = (cookies: readonly SessionCookie[]): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/**
 * Signs in with the demo login as a browser without scripts does, straight at the app's process.
 *
 * @returns the session, for whoever is to be signed in without going through the form.
 */
export async function signInAtApp(app: App, name: string): Promise<SessionCookie[]> {
  const page = await fetch(`${app.address}/signin`)
  const form = new FormData()
  for (const [field, value] of Object.entries(
    hiddenFields(await page.text(), 'form:has([name="provider"][value="demo"])'),
  ))
    form.set(field, value)
  form.set('name', name)
  const answer = await fetch(`${app.address}/signin`, {
    method: 'POST',
    headers: { Origin: app.origin },
    body: form,
    redirect: 'manual',
  })
  const session = answer.headers
    .getSetCookie()
    .map((line) => /^([^=]+)=([^;]*)/.exec(line) ?? [])
    .map(([, cookie = '', value = '']) => ({ name: cookie, value }))
    .filter((cookie) => cookie.name.includes('session-token'))
  if (session.length === 0) throw new Error(`${name} could not sign in: the app answered ${answer.status}.`)
  return session
}
