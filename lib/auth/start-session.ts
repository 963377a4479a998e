import 'server-only'
import { cookies } from 'next/headers'
import { config } from '@/lib/config'
import { bindHold, setHoldAside } from '@/lib/connect/hold-cookie'
import { hasSubnetUserId } from '@/lib/connect/subnet-user-id'
import { limitAccount } from '@/lib/limits'
import { countSignIn } from '@/lib/metrics'
import { recordStep } from '@/lib/records/record-step'
import { authCookies, setMark } from './cookies'
import { LoginError } from './failure'
import type { Identity } from './identity'
import type { People } from './people'
import { reportFailedLogin } from './report-failure'
import { revokeSession, sealSession, sessionIn } from './session'
import { signInPath } from './sign-in-query'

/**
 * Starts the session of a person whom a login has identified, and binds the browser's links to a user.
 *
 * @returns where to send the browser: `callbackUrl`, or the sign-in page if this person may not sign in now.
 */
export async function startSession(people: People, identity: Identity, callbackUrl: string): Promise<string> {
  const isUser = people === 'users'
  if (isUser && !hasSubnetUserId(identity.id, config().subnetUserId))
    return reportFailedLogin(people, callbackUrl, new LoginError('user_id_too_long'))
  const { isAllowed } = await limitAccount({ people, id: identity.id })
  if (!isAllowed) return signInPath({ callbackUrl, error: 'too_often' })

  await endSessionOf(people)
  ;(await cookies()).set(await sealSession(people, identity))
  countSignIn('signed_in')
  setMark(await cookies(), 'just-signed-in')
  if (isUser) {
    for (const { requestId, code: linkCode } of await bindHold(identity.id)) {
      recordStep({ step: 'signed_in', requestId, linkCode, userId: identity.id })
    }
    setMark(await cookies(), 'ask-to-sign-in', false)
  }
  return callbackUrl
}

/** Ends this browser's session, of users or of staff. The session at the provider continues. */
export async function endSession(people: People): Promise<void> {
  await endSessionOf(people)
  if (people === 'users') {
    await setHoldAside()
    setMark(await cookies(), 'ask-to-sign-in')
  }
}

/** Revokes this browser's session, and deletes its cookie. */
async function endSessionOf(people: People): Promise<void> {
  const cookieJar = await cookies()
  const session = await sessionIn(cookieJar, people)
  if (session) await revokeSession(session)
  const { name, options } = authCookies(people).sessionToken
  if (cookieJar.get(name)) cookieJar.set(name, '', { ...options, maxAge: 0 })
}
