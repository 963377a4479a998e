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
    .filter((name) => ownNames.test(name) || variableNames.some((known) => isNear(name, known)))
    .sort()
}

/**
 * Checks whether two names have the same letters in any order, except for two letters, or for one of a short name. So a
 * missing plural or underscore, a typing error and swapped words count.
 */
function isNear(name: string, known: string): boolean {
  const [letters, others] = [lettersOf(name), lettersOf(known)]
  return Math.max(surplus(letters, others), surplus(others, letters)) <= (others.length < 10 ? 1 : 2)
}

const lettersOf = (name: string) => name.toUpperCase().replaceAll(/[^A-Z]/g, '')

/** Counts the letters of a text that remain without those of another one. */
const surplus = (letters: string, others: string) =>
  Array.from(others).reduce((rest, letter) => rest.replace(letter, ''), letters).length
