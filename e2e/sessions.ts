import type { App } from './harness/app'
import { signInAtApp, type SessionCookie } from './harness/sign-in'
import { Visitor } from './harness/visitor'

/** Who has signed in before, by app and name. A worker asks each app for each person once. */
const sessions = new Map<string, Promise<SessionCookie[]>>()

/** The session of somebody who has signed in to the app with the demo login. */
export function sessionOf(app: App, name: string): Promise<SessionCookie[]> {
  const key = `${app.origin} ${name}`
  const session = sessions.get(key) ?? signInAtApp(app, name)
  sessions.set(key, session)
  return session
}

/** Requests to an app with the session of `name`; without a name, with none. */
export async function visitorAs(app: App, name?: string): Promise<Visitor> {
  const visitor = new Visitor(app.origin)
  if (name === undefined) return visitor
  for (const cookie of await sessionOf(app, name)) visitor.cookies.set(cookie.name, cookie.value)
  return visitor
}
