'use client'

import { DataTable, type Column } from '@/components/console/shared/data-table'
import { Detail, Details } from '@/components/console/shared/details'
import { ProgressBar } from '@/components/console/shared/progress-bar'
import { useFormats } from '@/components/console/shared/use-formats'
import { useConsoleTexts } from '@/components/texts'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { stopsUpload, type CsvReport } from '@/lib/console/uploads/csv-report'
import type { ConsoleTexts } from '@/lib/messages/keys'
import { FaultList } from './fault-list'
import type { FileCheck } from './use-file-check'

/** The chosen file, with the progress and the result of its check. */
export function CheckPanel({ file, check, onStop }: { file: File; check: FileCheck; onStop: () => void }) {
  const t = useConsoleTexts()
  const { bytes, count } = useFormats()
  const report = 'report' in check ? check.report : null
  const isWhole = check.kind === 'done'
  return (
    <>
      <Details>
        <Detail name={t('uploadForm.check.name')}>
          <bdi className="break-all">{file.name}</bdi>
        </Detail>
        <Detail name={t('uploadForm.check.size')}>{bytes(file.size)}</Detail>
        {report && report.columnCount > 0 && (
          <>
            <Detail name={t('uploadForm.check.rows')}>
              {isWhole ? count(report.rows) : t('uploadForm.check.soFar', { count: report.rows })}
            </Detail>
            <Detail name={t('uploadForm.check.columns')}>{count(report.columnCount)}</Detail>
          </>
        )}
      </Details>
      {check.kind === 'checking' && (
        <div className="grid gap-2">
          <ProgressBar label={t('uploadForm.check.progress')} value={check.readBytes} max={file.size} />
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p className="text-muted tabular-nums">
              {t('uploadForm.check.checking', { done: bytes(check.readBytes), total: bytes(file.size) })}
            </p>
            <Button look="quiet" onClick={onStop}>
              {t('uploadForm.check.stop')}
            </Button>
          </div>
        </div>
      )}
      <Findings check={check} report={report} />
      {report && report.preview.length > 0 && <Preview report={report} />}
    </>
  )
}

function Findings({ check, report }: { check: FileCheck; report: CsvReport | null }) {
  const t = useConsoleTexts()
  const faults = report?.faults ?? []
  const stopping = faults.filter(stopsUpload)
  const warning = faults.filter((fault) => !stopsUpload(fault))
  return (
    <>
      {check.kind === 'unreadable' && (
        <Alert tone="danger" title={t('uploadForm.check.unreadable.title')}>
          <p>{t('uploadForm.check.unreadable.text')}</p>
        </Alert>
      )}
      {check.kind === 'impossible' && (
        <Alert tone="warning" title={t('uploadForm.check.impossible.title')}>
          <p>{t('uploadForm.check.impossible.text')}</p>
        </Alert>
      )}
      {check.kind === 'stopped' && (
        <Alert tone="warning" title={t('uploadForm.check.stopped.title')}>
          <p>{t('uploadForm.check.stopped.text')}</p>
        </Alert>
      )}
      {stopping.length > 0 && (
        <Alert tone="danger" title={t('uploadForm.check.faultsThatStop')}>
          <FaultList faults={stopping} />
        </Alert>
      )}
      {/* Only at the end: every row may change it, and a screen reader would read it out each time. */}
      {warning.length > 0 && check.kind !== 'checking' && (
        <Alert tone="warning" title={t('uploadForm.check.faultsThatWarn')}>
          <FaultList faults={warning} />
        </Alert>
      )}
      {check.kind === 'done' && faults.length === 0 && (
        <Alert tone="success" title={t('uploadForm.check.sound', { count: check.report.rows })} />
      )}
    </>
  )
}

interface PreviewRow {
  line: number
  cells: string[]
}

function Preview({ report: { preview, columns, columnCount } }: { report: CsvReport }) {
  const t = useConsoleTexts()
  const { count } = useFormats()
  const title = t('uploadForm.check.preview', { count: preview.length })
  const tableColumns: Column<PreviewRow>[] = [
    { header: t('uploadForm.check.line'), cell: ({ line }) => count(line), isNumber: true, isRowHeader: true },
    ...columns.map((name, index) => ({
      header: titleOf(columns, name, index, t),
      cell: ({ cells }: PreviewRow) => cells[index],
    })),
  ]
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{title}</h3>
      <DataTable caption={title} columns={tableColumns} rows={preview} rowKey={({ line }) => line} />
      {columnCount > columns.length && (
        <p className="text-sm text-muted">
          {t('uploadForm.check.moreColumns', { count: columnCount - columns.length })}
        </p>
      )}
    </div>
  )
}

/** A header that is unique in the table. */
function titleOf(columns: readonly string[], name: string, index: number, t: ConsoleTexts): string {
  const position = t('uploadForm.check.unnamedColumn', { position: index + 1 })
  if (name === '') return position
  return columns.indexOf(name) === index && name !== t('uploadForm.check.line') ? name : `${name} (${position})`
}
