import 'server-only'
import { resourceKinds } from '@/lib/console/shared/resource-sort'
import { sortingOf } from '@/lib/console/shared/sort'

export const resourceSorting = sortingOf(resourceKinds)
