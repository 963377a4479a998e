'use client'

import { DataTable, type Column } from '@/components/console/shared/data-table'
import { Detail, Details } from '@/components/console/shared/details'
import { ProgressBar } from '@/components/console/shared/progress-bar'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { stopsUpload, type CsvReport } from '@/lib/console/uploads/csv-report'
import { formatBytes, formatCount } from '@/lib/format'
import { uploadMessages } from '@/lib/messages/console-uploads'
import { FaultList } from './fault-list'
import type { FileCheck } from './use-file-check'

const messages = uploadMessages.check

/** The chosen file, with the progress and the result of its check. */
export function CheckPanel({ file, check, onStop }: { file: File; check: FileCheck; onStop: () => void }) {
  const report = 'report' in check ? check.report : null
  const isWhole = check.kind === 'done'
  return (
    <>
      <Details>
        <Detail name={messages.name}>
          <bdi className="break-all">{file.name}</bdi>
        </Detail>
        <Detail name={messages.size}>{formatBytes(file.size)}</Detail>
        {report && report.columnCount > 0 && (
          <>
            <Detail name={messages.rows}>{isWhole ? formatCount(report.rows) : messages.soFar(report.rows)}</Detail>
            <Detail name={messages.columns}>{formatCount(report.columnCount)}</Detail>
          </>
        )}
      </Details>
      {check.kind === 'checking' && (
        <div className="grid gap-2">
          <ProgressBar label={messages.progress} value={check.readBytes} max={file.size} />
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p className="text-muted tabular-nums">
              {messages.checking} {messages.checked(formatBytes(check.readBytes), formatBytes(file.size))}
            </p>
            <Button look="quiet" onClick={onStop}>
              {messages.stop}
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
  const faults = report?.faults ?? []
  const stopping = faults.filter(stopsUpload)
  const warning = faults.filter((fault) => !stopsUpload(fault))
  return (
    <>
      {check.kind === 'unreadable' && (
        <Alert tone="danger" title={messages.unreadable.title}>
          <p>{messages.unreadable.text}</p>
        </Alert>
      )}
      {check.kind === 'impossible' && (
        <Alert tone="warning" title={messages.impossible.title}>
          <p>{messages.impossible.text}</p>
        </Alert>
      )}
      {check.kind === 'stopped' && (
        <Alert tone="warning" title={messages.stopped.title}>
          <p>{messages.stopped.text}</p>
        </Alert>
      )}
      {stopping.length > 0 && (
        <Alert tone="danger" title={messages.faultsThatStop}>
          <FaultList faults={stopping} />
        </Alert>
      )}
      {/* Only at the end: every row may change it, and a screen reader would read it out each time. */}
      {warning.length > 0 && check.kind !== 'checking' && (
        <Alert tone="warning" title={messages.faultsThatWarn}>
          <FaultList faults={warning} />
        </Alert>
      )}
      {check.kind === 'done' && faults.length === 0 && (
        <Alert tone="success" title={messages.sound(check.report.rows)} />
      )}
    </>
  )
}

interface PreviewRow {
  line: number
  cells: string[]
}

function Preview({ report: { preview, columns, columnCount } }: { report: CsvReport }) {
  const title = messages.preview(preview.length)
  const tableColumns: Column<PreviewRow>[] = [
    { header: messages.line, cell: ({ line }) => formatCount(line), isNumber: true, isRowHeader: true },
    ...columns.map((name, index) => ({
      header: titleOf(columns, name, index),
      cell: ({ cells }: PreviewRow) => cells[index],
    })),
  ]
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{title}</h3>
      <DataTable caption={title} columns={tableColumns} rows={preview} rowKey={({ line }) => line} />
      {columnCount > columns.length && (
        <p className="text-sm text-muted">{messages.moreColumns(columnCount - columns.length)}</p>
      )}
    </div>
  )
}

/** A header that is unique in the table. */
function titleOf(columns: readonly string[], name: string, index: number): string {
  const position = messages.unnamedColumn(index + 1)
  if (name === '') return position
  return columns.indexOf(name) === index && name !== messages.line ? name : `${name} (${position})`
}
