import { unknown, wrong, type Verdict } from '../../lib/console/shared/verdict'
import { ownCaHint, UnreachableError } from './http'

/** What holds and could be better. */
export const hint = (what: string, todo: string): Verdict => ({ state: 'holds', what, todo })

export { holds, unknown, wrong, type Verdict } from '../../lib/console/shared/verdict'

/**
 * What a check came to.
 *
 * @param unreachableTodo - what to do if no response comes, which is wrong then. Without it, the check has not been made.
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
