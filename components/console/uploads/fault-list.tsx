import type { CsvFault } from '@/lib/console/uploads/csv-report'
import { uploadMessages } from '@/lib/messages/console-uploads'

const texts = uploadMessages.faults

/** The faults of a file, each with its line and with what to do. */
export function FaultList({ faults }: { faults: readonly CsvFault[] }) {
  return (
    <ul className="grid list-disc gap-2 pl-5">
      {faults.map((fault) => (
        <li key={fault.kind} className="wrap-anywhere">
          {textOf(fault)}
          {fault.kind === 'ragged_rows' && <RaggedRows fault={fault} />}
        </li>
      ))}
    </ul>
  )
}

function RaggedRows({ fault: { first, total } }: { fault: Extract<CsvFault, { kind: 'ragged_rows' }> }) {
  return (
    <ul className="mt-1 text-sm sm:columns-2 lg:columns-3">
      {first.map(({ line, cells }) => (
        <li key={line}>{texts.ragged_row(line, cells)}</li>
      ))}
      {total > first.length && <li>{texts.raggedMore(total - first.length)}</li>}
    </ul>
  )
}

function textOf(fault: CsvFault): string {
  switch (fault.kind) {
    case 'empty':
      return texts.empty
    case 'no_rows':
      return texts.no_rows
    case 'no_header':
      return texts.no_header(fault.line)
    case 'not_utf8':
      return fault.isUtf16 ? texts.utf16 : texts.not_utf8(fault.line)
    case 'nul':
      return texts.nul(fault.line)
    case 'broken_quotes':
      return texts.broken_quotes(fault.line)
    case 'endless_row':
      return texts.endless_row(fault.line)
    case 'duplicate_columns':
      return texts.duplicate_columns(fault.line, fault.names)
    case 'too_many_columns':
      return texts.too_many_columns(fault.line, fault.total, fault.max)
    case 'missing_columns':
      return texts.missing_columns(fault.names)
    case 'unnamed_columns':
      return texts.unnamed_columns(fault.line, fault.positions)
    case 'header_looks_like_data':
      return texts.header_looks_like_data(fault.line, fault.example)
    case 'other_separator':
      return texts.other_separator(fault.line, texts.separators[fault.separator])
    case 'ragged_rows':
      return fault.isEveryRow ? texts.every_row_ragged(fault.expected) : texts.ragged_rows(fault.total, fault.expected)
  }
}
