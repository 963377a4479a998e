/** `unknown` is what could not be seen: it does not make a deployment wrong. */
export type FindingState = 'holds' | 'wrong' | 'unknown'

/** What one check came to, in words for the operator. No secret is ever in them. */
export interface Verdict {
  state: FindingState
  what: string
  /** What to do about it; null where there is nothing to do. */
  todo: string | null
}

/** The verdict of one check of the list. */
export interface Finding extends Verdict {
  id: string
  /** What was checked. */
  title: string
}

export const holds = (what: string): Verdict => ({ state: 'holds', what, todo: null })
export const wrong = (what: string, todo: string): Verdict => ({ state: 'wrong', what, todo })
export const unknown = (what: string, todo: string | null = null): Verdict => ({ state: 'unknown', what, todo })
