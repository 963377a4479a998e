import type { ProblemKind } from '@/lib/console/shared/problem'

/** With these problems it is certain that the service did not accept the rows of an upload. */
const certainRefusals: readonly ProblemKind[] = [
  'unauthenticated',
  'forbidden',
  'rate_limited',
  'csv_missing',
  'unknown',
  'redirect',
]

/** Whether it is certain that the service did not accept the rows. */
export function isCertainRefusal(kind: ProblemKind): boolean {
  return certainRefusals.includes(kind)
}
