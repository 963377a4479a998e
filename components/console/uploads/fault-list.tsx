import { useFormats } from '@/components/console/shared/use-formats'
import { useConsoleTexts } from '@/components/texts'
import type { CsvFault } from '@/lib/console/uploads/csv-report'
import { faultText } from '@/lib/console/uploads/fault-text'

/** The faults of a file, each with its line and its remedy. */
export function FaultList({ faults }: { faults: readonly CsvFault[] }) {
  const t = useConsoleTexts()
  const { list } = useFormats()
  return (
    <ul className="grid list-disc gap-2 ps-5">
      {faults.map((fault) => (
        <li key={fault.kind} className="wrap-anywhere">
          <span>{faultText(fault, t, list)}</span>
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
