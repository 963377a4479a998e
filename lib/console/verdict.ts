import { z } from 'zod'

/** The result of one check, with texts for the operator. They never contain a secret. */
export type Verdict = z.infer<typeof verdictSchema>

export const verdictSchema = z.object({
  /** `unknown` means that the check was not possible. It does not count as a fault of the deployment. */
  state: z.enum(['holds', 'wrong', 'unknown']),
  what: z.string(),
  /** The remedy; null if there is nothing to do. */
  todo: z.string().nullable(),
})

export const holds = (what: string): Verdict => ({ state: 'holds', what, todo: null })
export const wrong = (what: string, todo: string): Verdict => ({ state: 'wrong', what, todo })
export const unknown = (what: string, todo: string | null = null): Verdict => ({ state: 'unknown', what, todo })
