import type { ComponentProps } from 'react'
import { Announcement } from '@/components/console/shared/announcement'
import { DataTable } from '@/components/console/shared/data-table'
import { sortedText } from '@/components/console/shared/sort-links'
import { consoleTexts } from '@/lib/skin/texts'

/** A table of the page. It announces its own sort, because the query sorts one of several tables. */
export function UserTable<Row extends object>(table: ComponentProps<typeof DataTable<Row>>) {
  const sorted = sortedText(table.columns, consoleTexts())
  return (
    <>
      <DataTable {...table} />
      {sorted !== null && <Announcement isNews text={sorted} />}
    </>
  )
}
