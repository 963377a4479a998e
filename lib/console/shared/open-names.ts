import type { ServiceNames, Suspicion } from '@/lib/service'

/** The variables that set the names that the interface leaves open, in the order in which they are listed. */
export const nameVariables = {
  signature: 'SERVICE_SIGNATURE_FIELD',
  from: 'SERVICE_PARAM_FROM',
  until: 'SERVICE_PARAM_UNTIL',
  page: 'SERVICE_PARAM_PAGE',
  limit: 'SERVICE_PARAM_LIMIT',
  address: 'SERVICE_PARAM_ADDRESS',
} as const satisfies Record<keyof ServiceNames, string>

/** The open names, in the order in which they are listed. */
export const openNames = Object.keys(nameVariables) as (keyof ServiceNames)[]

/** The variables to check because of a suspicion. */
export function variablesOf({ names }: Suspicion): string[] {
  return names.map((name) => nameVariables[name])
}
