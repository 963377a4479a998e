import { isLoopback } from '../../lib/service'
import { parseConfig, type ConfigProblem } from '../../lib/config'
import { readVariables, variablesOf } from '../../lib/config/variable'
import { variables } from '../../lib/config/variables'
import type { Values } from './env-file'

const schemas = new Map(variablesOf(variables).map(({ name, schema }) => [name, schema]))

export const isKnown = (name: string) => schemas.has(name)

/** What is wrong with an answer, by the rules with which the app starts; undefined where nothing is. */
export function problemWith(name: string, value: string): string | undefined {
  const message = schemas.get(name)?.safeParse(value.trim() === '' ? undefined : value).error?.issues[0]?.message
  return message === undefined ? undefined : `${name} ${message}`
}

/** What is wrong with all answers together. */
export function problemsWith(values: Values): ConfigProblem[] {
  const result = parseConfig(values)
  return result.ok ? [] : result.problems
}

/** The answers that are right, as the app reads them; the others are undefined. */
export function parsedAnswers(values: Values) {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
  return readVariables(variables, given, () => {})
}

/** Whether the app's own address is this machine: only there is the demo login allowed. */
export function isOnLoopback(values: Values): boolean {
  const address = values['NEXTAUTH_URL'] ?? ''
  return URL.canParse(address) && isLoopback(new URL(address))
}
