import type { Verdict } from '../../lib/console/overview/verdict'

export { holds, unknown, wrong, type Verdict, type VerdictState } from '../../lib/console/overview/verdict'

/** The verdict of one check of the list. */
export interface Finding extends Verdict {
  id: string
  /** What was checked. */
  title: string
}
