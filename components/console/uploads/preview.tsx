'use client'

import { DataTable, type Column } from '@/components/console/shared/data-table'
import { useFormats } from '@/components/console/shared/use-formats'
import { useConsoleTexts } from '@/components/texts'
import type { CsvReport } from '@/lib/console/uploads/csv-report'
import type { Formats } from '@/lib/format'
import type { ConsoleTexts } from '@/lib/messages/keys'

interface PreviewRow {
  line: number
  cells: string[]
}

/** The first rows of a file. */
export function Preview({ report: { preview, columns, columnCount } }: { report: CsvReport }) {
  const t = useConsoleTexts()
  const { count } = useFormats()
  if (preview.length === 0) return null
  const title = t('uploadForm.check.preview', { count: preview.length })
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{title}</h3>
      <DataTable caption={title} columns={columnsOf(columns, t, count)} rows={preview} rowKey={({ line }) => line} />
      {columnCount > columns.length && (
        <p className="text-sm text-muted">
          {t('uploadForm.check.moreColumns', { count: columnCount - columns.length })}
        </p>
      )}
    </div>
  )
}

function columnsOf(columns: readonly string[], t: ConsoleTexts, count: Formats['count']): Column<PreviewRow>[] {
  return [
    { header: t('uploadForm.check.line'), cell: ({ line }) => count(line), isNumber: true, isRowHeader: true },
    ...columns.map((name, index) => ({
      header: titleOf(columns, name, index, t),
      cell: ({ cells }: PreviewRow) => <span className="block truncate">{cells[index]}</span>,
    })),
  ]
}

/** Returns a header that is unique in the table. */
function titleOf(columns: readonly string[], name: string, index: number, t: ConsoleTexts): string {
  const position = t('uploadForm.check.unnamedColumn', { position: index + 1 })
  if (name === '') return position
  return columns.indexOf(name) === index && name !== t('uploadForm.check.line') ? name : `${name} (${position})`
}
