import 'server-only'
import { variablesOf } from './variable'
import { variables } from './variables'

export const variableNames = variablesOf(variables).map(({ name }) => name)

/** The variables that the system sets and an operator does not. */
export const namesSetByTheSystem: readonly string[] = ['NODE_ENV', 'VERCEL']

/** The prefixes of this app's variables that other programs are unlikely to use, and a name that it no longer reads. */
const ownNames =
  /^(?:(?:SERVICE|OIDC|CONSOLE_OIDC|CONSOLE_LOGIN|LOGIN|CONNECT|CONNECTED|CONNECTIONS|CONFIRM|HOLD|WALLET|OPERATOR|SHUTDOWN|SIGN_IN)_|NEXT_SERVER_ACTIONS_ENCRYPTION_KEY$)/
/** The variables that Kubernetes sets for each service in every container of a namespace. */
const madeByKubernetes = /_SERVICE_(?:HOST|PORT)|_PORT(?:_|$)/

/**
 * Lists the names in an environment that look like this app's variables but are unknown, such as a typing error or a
 * variable of another version.
 */
export function unknownVariables(environment: Record<string, string | undefined>): string[] {
  return Object.keys(environment)
    .filter((name) => !variableNames.includes(name) && !madeByKubernetes.test(name))
    .filter((name) => ownNames.test(name) || isNearKnown(lettersOf(name)))
    .sort()
}

const lettersOf = (name: string) => name.toUpperCase().replaceAll(/[^A-Z]/g, '')
const knownLetters = variableNames.map(lettersOf)

/**
 * Checks whether a known name has the same letters in any order, except for two letters, or for one of a short name. So
 * a missing plural or underscore, a typing error and swapped words count.
 */
const isNearKnown = (letters: string) =>
  knownLetters.some((known) => {
    const allowed = known.length < 10 ? 1 : 2
    // Most names already differ in their length.
    const isAsLong = Math.abs(letters.length - known.length) <= allowed
    return isAsLong && surplus(letters, known) <= allowed && surplus(known, letters) <= allowed
  })

/** Counts the letters of a text that remain without those of another one. */
const surplus = (letters: string, others: string) =>
  Array.from(others).reduce((rest, letter) => rest.replace(letter, ''), letters).length
