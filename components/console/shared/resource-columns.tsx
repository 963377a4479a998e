import type { ResourceKey } from '@/lib/console/shared/resource-sort'
import { consoleTexts } from '@/lib/skin/texts'
import { serviceText, type Resource } from '@/lib/service'
import type { Column, RowDetails } from './data-table'
import { Flag } from './flag'
import { Identifier } from './identifier'
import type { SortBy } from './sort-links'

/** Returns the columns of a resource, and its details with the PDA and the ID. */
export function resourceTable(sortBy: SortBy<ResourceKey>): {
  columns: Column<Resource>[]
  details: RowDetails<Resource>
} {
  const t = consoleTexts()
  const nameOf = ({ name }: Resource) => serviceText(name) ?? t('shared.none')
  const id = (header: string, valueOf: (resource: Resource) => string, what: string): Column<Resource> => ({
    header,
    isDetail: true,
    cell: (resource) => <Identifier value={valueOf(resource)} what={what} isWhole />,
  })
  return {
    columns: [
      { header: t('resources.columns.name'), isRowHeader: true, sort: sortBy('name'), cell: nameOf },
      {
        header: t('resources.columns.resource_type'),
        sort: sortBy('resource_type'),
        cell: ({ resource_type: type }) => serviceText(type),
      },
      {
        header: t('resources.columns.resource_subtype'),
        sort: sortBy('resource_subtype'),
        cell: ({ resource_subtype: subtype }) => serviceText(subtype),
      },
      {
        header: t('resources.columns.active'),
        sort: sortBy('active'),
        cell: ({ active }) => <Flag isSet={active} />,
      },
      id(t('resources.columns.resource_pda'), ({ resource_pda: pda }) => pda, t('resources.ids.resource_pda')),
      id(t('resources.columns.id'), (resource) => resource.id, t('resources.ids.id')),
    ],
    details: { label: (resource) => t('resources.details', { row: nameOf(resource) }) },
  }
}
