import 'server-only'
import { variablesOf } from './variable'
import { variables } from './variables'

export const variableNames = variablesOf(variables).map(({ name }) => name)

export const namesSetByTheSystem: readonly string[] = ['NODE_ENV', 'VERCEL']

/** The prefixes that other programs are unlikely to use, and the key that next.config.mjs replaces. */
const ownNames =
  /^(?:(?:SERVICE|OIDC|CONSOLE_OIDC|CONSOLE_LOGIN|LOGIN|CONNECT|CONNECTED|CONNECTIONS|CONFIRM|HOLD|WALLET|OPERATOR|SHUTDOWN|SIGN_IN)_|NEXT_SERVER_ACTIONS_ENCRYPTION_KEY$)/
/** The variables that Kubernetes sets for each service in every container of a namespace. */
const madeByKubernetes = /_SERVICE_(?:HOST|PORT)|_PORT(?:_|$)/

/** Lists unknown names that look like this app's variables, such as those of another version. */
export function unknownVariables(environment: Record<string, string | undefined> = process.env): string[] {
  return Object.keys(environment)
    .filter((name) => !variableNames.includes(name) && !madeByKubernetes.test(name))
    .filter((name) => ownNames.test(name) || isNearKnown(name))
    .sort()
}

/** Case and underscores do not count. */
function isNearKnown(name: string): boolean {
  const letters = lettersOf(name)
  return knownLetters.some((known) => {
    const allowed = known.length < 10 ? 1 : 2
    // Most names already differ in their length.
    return Math.abs(letters.length - known.length) <= allowed && editsBetween(letters, known) <= allowed
  })
}

const lettersOf = (name: string) => name.toUpperCase().replaceAll('_', '')
const knownLetters = variableNames.map(lettersOf)

/** Counts the characters to insert, delete or replace to turn one text into the other (Levenshtein). */
export function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, character] of from.split('').entries()) {
    const next = [i + 1]
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] ?? 0) + (character === to[j] ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
