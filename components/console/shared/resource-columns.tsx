import { consoleTexts } from '@/lib/skin/texts'
import type { Resource } from '@/lib/service'
import { serviceText } from '@/lib/service/text'
import type { Column } from './data-table'
import { Flag } from './flag'
import { Identifier } from './identifier'

/** The columns of a resource. */
export function resourceColumns(): Column<Resource>[] {
  const t = consoleTexts()
  return [
    {
      header: t('shared.resourceColumns.name'),
      cell: ({ name }) => (
        <span className="inline-block min-w-36">{serviceText(name) ?? t('shared.resourceColumns.unnamed')}</span>
      ),
      isRowHeader: true,
    },
    { header: t('shared.resourceColumns.type'), cell: ({ resource_type: type }) => serviceText(type) },
    { header: t('shared.resourceColumns.subtype'), cell: ({ resource_subtype: subtype }) => serviceText(subtype) },
    { header: t('shared.resourceColumns.active'), cell: ({ active }) => <Flag isSet={active} /> },
    {
      header: t('shared.resourceColumns.pda'),
      cell: ({ resource_pda: pda }) => <Identifier value={pda} what={t('shared.resourceColumns.resourcePda')} />,
    },
    {
      header: t('shared.resourceColumns.id'),
      cell: ({ id }) => <Identifier value={id} what={t('shared.resourceColumns.resourceId')} />,
    },
  ]
}
