import { ownCaHint, UnreachableError } from './http'

/** The result of one check, with texts for the operator. They never contain a secret. */
export interface Verdict {
  /** `unknown` means that the check was not possible. It does not count as a fault of the deployment. */
  state: 'holds' | 'wrong' | 'unknown'
  what: string
  /** The remedy; null if there is nothing to do. */
  todo: string | null
}

export const holds = (what: string): Verdict => ({ state: 'holds', what, todo: null })
export const wrong = (what: string, todo: string): Verdict => ({ state: 'wrong', what, todo })
export const unknown = (what: string, todo: string | null = null): Verdict => ({ state: 'unknown', what, todo })

export const hint = (what: string, todo: string): Verdict => ({ state: 'holds', what, todo })

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
