'use client'

import { useConsoleTexts } from '@/components/texts'
import { tableRoles } from './table-roles'

/** The header of the cells with details. Like these cells, it has no column in the grid. */
export function DetailsHeader() {
  return (
    <th {...tableRoles.columnheader} scope="col" className="sr-only">
      {useConsoleTexts()('controls.details')}
    </th>
  )
}
