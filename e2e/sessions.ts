import type { App } from './harness/app'
import { signInAtApp, type SessionCookie } from './harness/sign-in'
import { Visitor } from './harness/visitor'

/** The sessions, by app and name. A worker signs each user in only once at each app. */
const sessions = new Map<string, Promise<SessionCookie[]>>()

/** Returns the session of a user who has signed in to the app with the demo login. */
export function sessionOf(app: App, name: string): Promise<SessionCookie[]> {
  const key = `${app.origin} ${name}`
  const session = sessions.get(key) ?? signInAtApp(app, name)
  sessions.set(key, session)
  return session
}

/** Gives a visitor the session of `name`. */
export async function openSession(visitor: Visitor, app: App, name: string): Promise<void> {
  for (const cookie of await sessionOf(app, name)) visitor.cookies.set(cookie.name, cookie.value)
}

/** Returns a visitor with the session of `name`, or without a session if there is no name. */
export async function visitorAs(app: App, name?: string): Promise<Visitor> {
  const visitor = new Visitor(app.origin)
  if (name !== undefined) await openSession(visitor, app, name)
  return visitor
}
