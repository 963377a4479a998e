import { useFormats } from '@/components/console/shared/use-formats'
import { useConsoleTexts } from '@/components/texts'
import type { CsvFault } from '@/lib/console/uploads/csv-report'
import type { Formats } from '@/lib/format'
import type { ConsoleTexts } from '@/lib/messages/keys'

/** The faults of a file, each with its line and with what to do. */
export function FaultList({ faults }: { faults: readonly CsvFault[] }) {
  const t = useConsoleTexts()
  const { list } = useFormats()
  return (
    <ul className="grid list-disc gap-2 ps-5">
      {faults.map((fault) => (
        <li key={fault.kind} className="wrap-anywhere">
          {textOf(fault, t, list)}
          {fault.kind === 'ragged_rows' && <RaggedRows fault={fault} />}
        </li>
      ))}
    </ul>
  )
}

function RaggedRows({ fault: { first, total } }: { fault: Extract<CsvFault, { kind: 'ragged_rows' }> }) {
  const t = useConsoleTexts()
  return (
    <ul className="mt-1 text-sm sm:columns-2 lg:columns-3">
      {first.map(({ line, cells }) => (
        <li key={line}>{t('uploadForm.faults.ragged_row', { line, cells })}</li>
      ))}
      {total > first.length && <li>{t('uploadForm.faults.raggedMore', { count: total - first.length })}</li>}
    </ul>
  )
}

const separatorNames = { ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

function textOf(fault: CsvFault, t: ConsoleTexts, list: Formats['list']): string {
  switch (fault.kind) {
    case 'empty':
    case 'no_rows':
      return t(`uploadForm.faults.${fault.kind}`)
    case 'no_header':
    case 'nul':
    case 'broken_quotes':
    case 'endless_row':
      return t(`uploadForm.faults.${fault.kind}`, { line: fault.line })
    case 'not_utf8':
      return t(fault.isUtf16 ? 'uploadForm.faults.utf16' : 'uploadForm.faults.not_utf8', { line: fault.line })
    case 'duplicate_columns':
      return t('uploadForm.faults.duplicate_columns', { line: fault.line, names: list(fault.names) })
    case 'too_many_columns': {
      const { line, total, max } = fault
      return t('uploadForm.faults.too_many_columns', { line, total, max })
    }
    case 'missing_columns':
      return t('uploadForm.faults.missing_columns', { count: fault.names.length, names: list(fault.names) })
    case 'unnamed_columns': {
      const { line, positions } = fault
      return t('uploadForm.faults.unnamed_columns', {
        line,
        count: positions.length,
        positions: list(positions.map(String)),
      })
    }
    case 'header_looks_like_data':
      return t('uploadForm.faults.header_looks_like_data', { line: fault.line, example: fault.example })
    case 'other_separator':
      return t('uploadForm.faults.other_separator', { line: fault.line, separator: separatorNames[fault.separator] })
    case 'ragged_rows': {
      const { isEveryRow, total, expected } = fault
      return t(isEveryRow ? 'uploadForm.faults.every_row_ragged' : 'uploadForm.faults.ragged_rows', { total, expected })
    }
  }
}
