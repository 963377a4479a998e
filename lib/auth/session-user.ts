import 'server-only'
import { config } from '@/lib/config'
import { demoIssuer, userFromIdentity } from './identity'
import { authCookies, openSession, sealedSession } from './session'

/**
 * The session among a request's cookies, and its user as this deployment knows them now. Whether it was signed out is
 * not asked.
 *
 * @returns null where there is no session, where it is over, and for a user of another login.
 */
export async function sessionUser(cookies: readonly { name: string; value: string }[]) {
  const { app, login, consoleUsers } = config()
  const session = await openSession(sealedSession(cookies, authCookies(app.isHttps)), login)
  if (!session) return null
  const issuers = [...(login.oidc ? [login.oidc.issuer] : []), ...(login.isDemo ? [demoIssuer] : [])]
  const user = userFromIdentity(session.identity, { issuers, consoleUsers })
  if (!user) return null
  // By what the user may do now, not by what they were allowed at the sign-in.
  const maxSeconds = user.isOperator ? login.session.operatorSeconds : login.session.userSeconds
  return Date.now() >= session.signedInAt + maxSeconds * 1000 ? null : { session, user }
}
