import type { Resource } from '@/lib/service'
import type { SortKind, SortValue } from './sort'

/** The columns of a resource, and the kind of their values. */
export const resourceKinds = {
  name: 'text',
  resource_type: 'text',
  resource_subtype: 'text',
  active: 'number',
} as const satisfies Partial<Record<keyof Resource, SortKind>>
export type ResourceKey = keyof typeof resourceKinds

/** Returns the value of a resource in a column. */
export const resourceValue = (resource: Resource, key: ResourceKey): SortValue =>
  key === 'active' ? Number(resource.active) : resource[key]
