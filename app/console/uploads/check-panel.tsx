'use client'

import { useState } from 'react'
import { Announcement } from '@/components/console/announcement'
import { DataTable, type TableColumn } from '@/components/console/data-table'
import { ProgressBar } from '@/components/console/progress-bar'
import { useFormats } from '@/components/console/use-formats'
import { useConsoleTexts } from '@/components/texts'
import { Alert } from '@/components/ui/alert'
import { announce } from '@/components/ui/announcer'
import { Button } from '@/components/ui/button'
import { Icon, successIcon } from '@/components/ui/icon'
import { byteOrderMark, csvRow } from '@/lib/console/csv'
import type { Formats } from '@/lib/format'
import type { ConsoleTexts } from '@/lib/messages/keys'
import type { CheckMessage } from './csv-check.worker'
import { faultText, stopsUpload, type CsvFault, type CsvReport } from './csv-faults'

/** The state of a file's check. */
export type FileCheck =
  | Exclude<CheckMessage, { kind: 'checking' }>
  /** `report` is null until the worker has sent its first one. The user can stop the check. */
  | { kind: 'checking' | 'stopped'; readBytes: number; report: CsvReport | null }
  /** The browser could not start the worker. */
  | { kind: 'impossible' }

/** The chosen file, with the progress and the result of its check. */
export function CheckPanel({ file, check, onStop }: { file: File; check: FileCheck; onStop: () => void }) {
  const t = useConsoleTexts()
  const { bytes } = useFormats()
  const report = 'report' in check ? check.report : null
  const rows = check.kind === 'done' ? 'uploads.form.check.rows' : 'uploads.form.check.rowsSoFar'
  return (
    <>
      <p className="flex flex-wrap gap-x-4 tabular-nums">
        <bdi className="font-medium wrap-anywhere">{file.name}</bdi>
        <span>{bytes(file.size)}</span>
        {report && report.columnCount > 0 && (
          <>
            <span>{t(rows, { count: report.rows })}</span>
            <span>{t('uploads.form.check.columns', { count: report.columnCount })}</span>
          </>
        )}
      </p>
      {check.kind === 'checking' && (
        <div className="grid gap-2">
          <ProgressBar label={t('uploads.form.check.progress')} value={check.readBytes} max={file.size} />
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p className="text-muted tabular-nums">
              {t('uploads.form.check.checking', { done: bytes(check.readBytes), total: bytes(file.size) })}
            </p>
            <Button look="quiet" onClick={onStop}>
              {t('uploads.form.check.stop')}
            </Button>
          </div>
        </div>
      )}
      <Findings file={file} check={check} report={report} />
    </>
  )
}

function Findings({ file, check, report }: { file: File; check: FileCheck; report: CsvReport | null }) {
  const t = useConsoleTexts()
  const faults = report?.faults ?? []
  const stopping = faults.filter(stopsUpload)
  const warning = faults.filter((fault) => !stopsUpload(fault))
  const { kind } = check
  const isOver = kind !== 'checking'
  return (
    <>
      {(kind === 'unreadable' || kind === 'impossible' || kind === 'stopped') && (
        <Alert tone={kind === 'unreadable' ? 'danger' : 'warning'} title={t(`uploads.form.check.${kind}.title`)}>
          <p>{t(`uploads.form.check.${kind}.text`)}</p>
        </Alert>
      )}
      {stopping.length > 0 && (
        <Alert tone="danger" title={t('uploads.form.check.faultsThatStop')}>
          <FaultList faults={stopping} />
          {isOver && <OddRowsButton file={file} faults={stopping} />}
        </Alert>
      )}
      {/* Only at the end, because a screen reader would read every change, and each row may cause one. */}
      {warning.length > 0 && isOver && (
        <Alert tone="warning" title={t('uploads.form.check.faultsThatWarn')}>
          <FaultList faults={warning} />
          <OddRowsButton file={file} faults={warning} />
        </Alert>
      )}
      {kind === 'done' && faults.length === 0 && (
        <p className="flex items-center gap-2 font-medium text-success">
          <Icon path={successIcon} />
          <span>{t('uploads.form.check.sound', { count: check.report.rows })}</span>
          {/* A screen reader may skip a status that appears together with its text. */}
          <Announcement text={t('uploads.form.check.sound', { count: check.report.rows })} isNews />
        </p>
      )}
    </>
  )
}

/** The faults of a file, each with its line and its remedy. */
export function FaultList({ faults }: { faults: readonly CsvFault[] }) {
  const t = useConsoleTexts()
  const { list } = useFormats()
  return (
    <ul className="grid list-disc gap-2 ps-5">
      {faults.map((fault) => (
        <li key={fault.kind} className="wrap-anywhere">
          <span>{faultText(fault, t, list)}</span>
          {fault.first && <RaggedRows first={fault.first} total={fault.total ?? 0} />}
        </li>
      ))}
    </ul>
  )
}

function RaggedRows({ first, total }: { first: NonNullable<CsvFault['first']>; total: number }) {
  const t = useConsoleTexts()
  return (
    <ul className="mt-1 text-sm sm:columns-2 lg:columns-3">
      {first.map(({ line, cells }) => (
        <li key={line}>{t('uploads.form.faults.ragged_row', { line, cells })}</li>
      ))}
      {total > first.length && <li>{t('uploads.form.faults.raggedMore', { count: total - first.length })}</li>}
    </ul>
  )
}

/** A button that makes a file of the rows with more or fewer cells than the header. The browser uploads nothing. */
function OddRowsButton({ file, faults }: { file: File; faults: readonly CsvFault[] }) {
  const t = useConsoleTexts()
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')

  async function press() {
    if (state === 'busy') return
    setState('busy')
    const csv = await oddRowsOf(file, t).catch(() => null)
    setState(csv ? 'ready' : 'failed')
    if (csv) download(csv, `${file.name.replace(/\.[^.]*$/, '')}-odd-rows.csv`)
    else announce(t('uploads.form.oddRows.failed'))
  }

  if (!faults.some(({ first }) => first)) return null
  return (
    <p className="flex flex-wrap items-center gap-3">
      <Button isBusy={state === 'busy'} onClick={() => void press()}>
        {t(state === 'busy' ? 'uploads.form.oddRows.making' : 'uploads.form.oddRows.download')}
      </Button>
      {state === 'failed' && <span className="text-danger">{t('uploads.form.oddRows.failed')}</span>}
    </p>
  )
}

/** With more such rows, an operator would correct the whole file instead. */
export const maxOddRows = 10_000

/**
 * Writes the first rows with a wrong number of cells as CSV, with their lines and what is wrong.
 *
 * @throws DOMException if the browser can no longer read the file.
 */
export async function oddRowsOf(file: File, t: ConsoleTexts): Promise<Blob> {
  // The page does not need papaparse before.
  const { CsvReader, readFile } = await import('./csv-reader')
  // A part for each chunk, so that the browser need not hold the whole text in memory.
  const parts: Blob[] = []
  let text = ''
  let header: string[] | undefined
  let total = 0
  const reader = new CsvReader((cells, line) => {
    if (!header) {
      header = cells
      text += byteOrderMark + csvRow([t('uploads.form.check.line'), t('uploads.form.oddRows.what'), ...cells])
    } else if (cells.length !== header.length && total < maxOddRows) {
      total += 1
      const what = t('uploads.form.oddRows.cells', { cells: cells.length, expected: header.length })
      text += csvRow([line, what, ...cells])
    }
  })
  const takePart = () => {
    if (text !== '') parts.push(new Blob([text]))
    text = ''
    return total < maxOddRows
  }
  await readFile(file, reader, takePart)
  takePart()
  if (!reader.isWhole) text = csvRow([t('uploads.form.oddRows.cut', { max: maxOddRows })])
  return new Blob([...parts, text], { type: 'text/csv;charset=utf-8' })
}

function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Later, because the download must have started.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The first rows of a file. */
export function Preview({ report: { preview, columns, columnCount } }: { report: CsvReport }) {
  const t = useConsoleTexts()
  const { count } = useFormats()
  if (preview.length === 0) return null
  const title = t('uploads.form.check.preview', { count: preview.length })
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{title}</h3>
      <DataTable caption={title} columns={columnsOf(columns, t, count)} rows={preview} rowKey={({ line }) => line} />
      {columnCount > columns.length && (
        <p className="text-sm text-muted">
          {t('uploads.form.check.moreColumns', { count: columnCount - columns.length })}
        </p>
      )}
    </div>
  )
}

type PreviewRow = CsvReport['preview'][number]

function columnsOf(columns: readonly string[], t: ConsoleTexts, count: Formats['count']): TableColumn<PreviewRow>[] {
  return [
    { header: t('uploads.form.check.line'), cell: ({ line }) => count(line), isNumber: true, isRowHeader: true },
    ...columns.map((name, index) => ({
      header: headerOf(columns, name, index, t),
      cell: ({ cells }: PreviewRow) => <span className="block truncate">{cells[index]}</span>,
    })),
  ]
}

/** Returns a header that is unique in the table. */
function headerOf(columns: readonly string[], name: string, index: number, t: ConsoleTexts): string {
  const position = t('uploads.form.check.unnamedColumn', { position: index + 1 })
  if (name === '') return position
  return columns.indexOf(name) === index && name !== t('uploads.form.check.line') ? name : `${name} (${position})`
}
