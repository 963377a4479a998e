'use client'

import { useConsoleTexts } from '@/components/texts'
import { serviceText, type Unreadable } from '@/lib/service'
import { Badge } from './badge'
import { tableRoles } from './table-roles'

/** The row of a record that does not match the interface: the problem, and the record as received. */
export function UnreadableRow({ record: { path, unreadable }, columns }: { record: Unreadable; columns: number }) {
  const t = useConsoleTexts()
  return (
    <tr {...tableRoles.row} data-unreadable>
      <td {...tableRoles.cell} colSpan={columns} className="col-span-full border-s-3 border-warning">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone="warning">{t('controls.unreadable.name')}</Badge>
          <span>{path === '' ? t('controls.unreadable.record') : t('controls.unreadable.field', { field: path })}</span>
        </p>
        <p className="mt-1 font-mono break-all">{serviceText(unreadable)}</p>
      </td>
    </tr>
  )
}
