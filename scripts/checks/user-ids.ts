import type { Config } from '../../lib/config'
import { holds, type Verdict } from './verdict'

type Logins = Pick<Config['login'], 'oidc' | 'site' | 'named'>

/** Says by what users are known, here and to the service. Nothing shows whether they were known by it before. */
export function judgeUserIds(login: Logins): Verdict {
  const id = userIdOf(login)
  if (id === undefined) return holds('Users are known by the names that they type.')
  return holds(
    `Users are known by ${id}. With another login or another ID claim, each is another user to the service, ` +
      'unless the IDs stay the same.',
  )
}

function userIdOf({ oidc, site, named }: Logins): string | undefined {
  if (oidc) return `the claim ${[oidc.userIdClaim].flat().join('.')} of ${oidc.issuer}`
  if (site) return `the claim sub of ${site.url.origin}`
  return named && `their account ID at ${named.provider}`
}
