import type { Formats } from '@/lib/format'
import type { ConsoleTexts } from '@/lib/messages/keys'
import type { CsvFault } from './csv-report'

const separatorNames = { ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

/** Returns the text of a file's fault, with the remedy. */
export function faultText(fault: CsvFault, t: ConsoleTexts, list: Formats['list']): string {
  switch (fault.kind) {
    case 'empty':
    case 'no_rows':
      return t(`uploadForm.faults.${fault.kind}`)
    case 'no_header':
    case 'nul':
    case 'mark':
    case 'broken_quotes':
    case 'endless_row':
      return t(`uploadForm.faults.${fault.kind}`, { line: fault.line })
    case 'bare_return':
      return t(`uploadForm.faults.${fault.isDoubled ? 'doubled_return' : 'bare_return'}`, { line: fault.line })
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
    case 'blanks_in_names': {
      const { line, names, isCertain } = fault
      const key = isCertain ? 'uploadForm.faults.blanks_in_names' : 'uploadForm.faults.spaces_in_names'
      return t(key, { line, count: names.length, names: list(names) })
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
