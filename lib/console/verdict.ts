/** `unknown` means that the check was not possible. It does not count as a fault of the deployment. */
export const verdictStates = ['holds', 'wrong', 'unknown'] as const
type VerdictState = (typeof verdictStates)[number]

/** The result of one check, with texts for the operator. They never contain a secret. */
export interface Verdict {
  state: VerdictState
  what: string
  /** The remedy; null if there is nothing to do. */
  todo: string | null
}

export const holds = (what: string): Verdict => ({ state: 'holds', what, todo: null })
export const wrong = (what: string, todo: string): Verdict => ({ state: 'wrong', what, todo })
export const unknown = (what: string, todo: string | null = null): Verdict => ({ state: 'unknown', what, todo })
