import type { App } from './harness/app'
import { signInAtApp, type SessionCookie } from './harness/sign-in'

/** Who has signed in before, by app and name. A worker asks each app for each person once. */
const sessions = new Map<string, Promise<SessionCookie[]>>()

/** The session of somebody who has signed in to the app with the demo login. */
export function sessionOf(app: App, name: string): Promise<SessionCookie[]> {
  const key = `${app.origin} ${name}`
  const session = sessions.get(key) ?? signInAtApp(app, name)
  sessions.set(key, session)
  return session
}
