import type { ServiceNames } from '@/lib/service'

/** The variable of each name that the interface leaves open, in display order. */
export const nameVariables = {
  signature: 'SERVICE_SIGNATURE_FIELD',
  from: 'SERVICE_PARAM_FROM',
  until: 'SERVICE_PARAM_UNTIL',
  page: 'SERVICE_PARAM_PAGE',
  limit: 'SERVICE_PARAM_LIMIT',
  address: 'SERVICE_PARAM_ADDRESS',
} as const satisfies Record<keyof ServiceNames, string>

/** The names that the interface leaves open, in display order. */
export const openNames = Object.keys(nameVariables) as (keyof ServiceNames)[]
