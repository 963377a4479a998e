import 'server-only'
import type { Config } from '.'
import type { ConfigProblem } from './variable'

/** A part of a name of LDAP, such as `cn=users,dc=example`, without the parts around it. */
const pieceOfLdapName = /^(cn|l|st|o|ou|c|street|dc|uid)=[^,]*$/i
/** Pieces of one kind can be complete entries. */
const hasPieces = (entries: readonly string[]) =>
  new Set(entries.flatMap((entry) => pieceOfLdapName.exec(entry)?.[1]?.toLowerCase() ?? [])).size > 1
const ldapHint =
  'has pieces of an LDAP name: write a name with commas in a JSON array, like ["cn=users,dc=example"]. Now each piece is an entry'
const hasSeveralPeople = (entries: readonly string[]) => entries.some((entry) => /;|@.*@/.test(entry))
const peopleHint = 'has several people in one entry: separate them by commas. Now the entry names nobody'
const tlsHint =
  'is 0, so anybody can pose as the service or your login: remove it, and name the file of your CA in NODE_EXTRA_CA_CERTS'

/** Finds settings with which the app starts, but which nobody can mean. */
export function configHints(
  { login, consoleUsers, consoleViewers }: Config,
  environment: Record<string, string | undefined> = process.env,
): ConfigProblem[] {
  const people = { CONSOLE_USERS: consoleUsers, CONSOLE_VIEWERS: consoleViewers }
  const claims = {
    OIDC_REQUIRED_CLAIM: login.oidc?.requiredClaim?.values ?? [],
    CONSOLE_OIDC_REQUIRED_CLAIM: login.staff?.requiredClaim?.values ?? [],
  }
  const hintsAt = (lists: Record<string, readonly string[]>, isWrong: typeof hasPieces, message: string) =>
    Object.entries(lists).flatMap(([name, entries]) => (isWrong(entries) ? [{ name, message }] : []))
  return [
    ...hintsAt({ ...claims, ...people }, hasPieces, ldapHint),
    ...hintsAt(people, hasSeveralPeople, peopleHint),
    ...(environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
      ? [{ name: 'NODE_TLS_REJECT_UNAUTHORIZED', message: tlsHint }]
      : []),
  ]
}

/** Returns a problem if neither a variable nor a role makes anybody an operator. */
export function missingOperator({ login, consoleUsers, consoleViewers }: Config): ConfigProblem[] {
  const { operatorRole, viewerRole } = login.staff ?? login.oidc ?? login.site ?? {}
  if (consoleUsers.length > 0 || operatorRole !== undefined) return []
  const hasViewer = consoleViewers.length > 0 || viewerRole !== undefined
  const nobody = `nobody can ${hasViewer ? 'change anything in' : 'open'} the console`
  return [{ name: 'CONSOLE_USERS', message: `names no operator, and no role does: ${nobody}` }]
}
