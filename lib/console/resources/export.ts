import { fieldColumns } from '@/lib/console/shared/csv'

/** The fields of the interface's "Resource record", in its order. */
export const resourceColumns = fieldColumns([
  'id',
  'name',
  'resource_type',
  'resource_subtype',
  'resource_pda',
  'active',
])
