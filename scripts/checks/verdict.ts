import { unknown, wrong, type Verdict } from '../../lib/console/verdict'
import { ownCaHint, UnreachableError } from './http'

/** Returns a verdict that holds, with a recommendation. */
export const hint = (what: string, todo: string): Verdict => ({ state: 'holds', what, todo })

export { holds, unknown, wrong, type Verdict } from '../../lib/console/verdict'

/**
 * Runs a check, and turns a missing response into a verdict.
 *
 * @param unreachableTodo - the remedy if no response arrives. With a remedy, the verdict is wrong. Without one, it is
 * unknown.
 */
export async function verdictOf(judge: () => Promise<Verdict> | Verdict, unreachableTodo?: string): Promise<Verdict> {
  try {
    return await judge()
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    return unreachableTodo
      ? wrong(error.message, ownCaHint(error.code) ?? unreachableTodo)
      : unknown(`Not checked: ${error.message}`)
  }
}
