'use client'

import { useConsoleTexts } from '@/components/texts'
import { tableRoles } from './table-roles'

/** The header of the cells with details. It takes no column, as they take none. */
export function DetailsHeader() {
  return (
    <th {...tableRoles.columnheader} scope="col" className="sr-only">
      {useConsoleTexts()('controls.details')}
    </th>
  )
}
