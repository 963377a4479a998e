import type { Config } from '../../lib/config'
import { holds, type Verdict } from './verdict'

type Logins = Pick<Config['login'], 'oidc' | 'site' | 'named'>

/** States which user IDs the app uses itself and sends to the service. No check can see whether they have changed. */
export function judgeUserIds(login: Logins): Verdict {
  const id = userIdOf(login)
  if (id === undefined) return holds('Users are known by the names that they type.')
  return holds(
    `Users are known by ${id}. If the login or the ID claim changes, each user is a new user to the service, ` +
      'unless the IDs stay the same.',
  )
}

function userIdOf({ oidc, site, named }: Logins): string | undefined {
  if (oidc) return `the claim ${[oidc.userIdClaim].flat().join('.')} of ${oidc.issuer}`
  if (site) return `the claim sub of ${site.url.origin}`
  return named && `their account ID at ${named.provider}`
}
