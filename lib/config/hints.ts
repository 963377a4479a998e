import 'server-only'
import type { Config } from '.'
import type { ConfigProblem } from './variable'

/** A part of a name of LDAP, such as `cn=users,dc=example`, without the parts around it. */
const pieceOfLdapName = /^(?:cn|ou|dc)=[^,]*$/i

/** Finds the lists in which commas have cut a name of LDAP. */
export function cutLdapNames({ login, consoleUsers, consoleViewers }: Config): ConfigProblem[] {
  const lists = {
    OIDC_REQUIRED_CLAIM: login.oidc?.requiredClaim?.values,
    CONSOLE_OIDC_REQUIRED_CLAIM: login.staff?.requiredClaim?.values,
    CONSOLE_USERS: consoleUsers,
    CONSOLE_VIEWERS: consoleViewers,
  }
  const cut = Object.entries(lists).filter(([, entries]) => entries?.some((entry) => pieceOfLdapName.test(entry)))
  const message = 'has a piece of an LDAP name: write a name with commas in a JSON array, like ["cn=users,dc=example"]'
  return cut.map(([name]) => ({ name, message }))
}

/** Returns a problem if neither a variable nor a role makes anybody an operator. */
export function missingOperator({ login, consoleUsers, consoleViewers }: Config): ConfigProblem[] {
  const { operatorRole, viewerRole } = login.staff ?? login.oidc ?? login.site ?? {}
  if (consoleUsers.length > 0 || operatorRole !== undefined) return []
  const hasViewer = consoleViewers.length > 0 || viewerRole !== undefined
  const nobody = `nobody can ${hasViewer ? 'change anything in' : 'open'} the console`
  return [{ name: 'CONSOLE_USERS', message: `names no operator, and no role does: ${nobody}` }]
}
