/** `unknown` is what could not be seen: it does not make a deployment wrong. */
export const verdictStates = ['holds', 'wrong', 'unknown'] as const
type VerdictState = (typeof verdictStates)[number]

/** What one check came to, in words for the operator. No secret is ever in them. */
export interface Verdict {
  state: VerdictState
  what: string
  /** What to do about it; null where there is nothing to do. */
  todo: string | null
}

export const holds = (what: string): Verdict => ({ state: 'holds', what, todo: null })
export const wrong = (what: string, todo: string): Verdict => ({ state: 'wrong', what, todo })
export const unknown = (what: string, todo: string | null = null): Verdict => ({ state: 'unknown', what, todo })
