import { unknown, wrong, type Verdict } from '../../lib/console/verdict'
import { ownCaHint, UnreachableError } from './http'

/** Returns a verdict that holds, with a recommendation. */
export const hint = (what: string, todo: string): Verdict => ({ state: 'holds', what, todo })

export { holds, unknown, wrong, type Verdict } from '../../lib/console/verdict'

/** Runs a check. Without a response, the verdict is wrong if there is a remedy for that, and otherwise unknown. */
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
