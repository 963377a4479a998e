import { startTransition, useActionState } from 'react'
import { Announcement } from '@/components/console/announcement'
import { DataTable } from '@/components/console/data-table'
import { ProgressBar } from '@/components/console/progress-bar'
import { useFormats } from '@/components/console/use-formats'
import { useConsoleTexts } from '@/components/texts'
import { Alert } from '@/components/ui/alert'
import { announce } from '@/components/ui/announcer'
import { Button } from '@/components/ui/button'
import { Icon, successIcon } from '@/components/ui/icon'
import { byteOrderMark, csvRow } from '@/lib/console/csv'
import type { ConsoleTexts } from '@/lib/messages/keys'
import { faultText, stopsUpload, type CsvReport, type FileCheck } from './csv-check'
import { chunksOf, CsvReader, type CsvFault } from './csv-reader'

export function CheckPanel({ file, check, onStop }: { file: File; check: FileCheck; onStop: () => void }) {
  const t = useConsoleTexts()
  const { bytes } = useFormats()
  const { kind, readBytes, report } = check
  const { faults } = report
  const isOver = kind !== 'checking'
  const alerts = [
    { tone: 'danger', title: 'faultsThatStop', listed: faults.filter(stopsUpload) },
    // Only at the end, because a screen reader would read every change, and each row may cause one.
    { tone: 'warning', title: 'faultsThatWarn', listed: isOver ? faults.filter((fault) => !stopsUpload(fault)) : [] },
  ] as const
  const rows = kind === 'done' ? 'rows' : 'rowsSoFar'
  const sound = kind === 'done' && faults.length === 0 && t('uploads.form.check.sound', { count: report.rows })
  return (
    <>
      <p className="flex flex-wrap gap-x-4 tabular-nums">
        <bdi className="font-medium wrap-anywhere">{file.name}</bdi>
        <span>{bytes(file.size)}</span>
        {report.columnCount > 0 && (
          <>
            <span>{t(`uploads.form.check.${rows}`, { count: report.rows })}</span>
            <span>{t('uploads.form.check.columns', { count: report.columnCount })}</span>
          </>
        )}
      </p>
      {kind === 'checking' && (
        <div className="grid gap-2">
          <ProgressBar label={t('uploads.form.check.progress')} value={readBytes} max={file.size} />
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p className="text-muted tabular-nums">
              {t('uploads.form.check.checking', { done: bytes(readBytes), total: bytes(file.size) })}
            </p>
            <Button look="quiet" onClick={onStop}>
              {t('uploads.form.check.stop')}
            </Button>
          </div>
        </div>
      )}
      {(kind === 'unreadable' || kind === 'stopped') && (
        <Alert tone={kind === 'unreadable' ? 'danger' : 'warning'} title={t(`uploads.form.check.${kind}.title`)}>
          <p>{t(`uploads.form.check.${kind}.text`)}</p>
        </Alert>
      )}
      {alerts.map(
        ({ tone, title, listed }) =>
          listed.length > 0 && (
            <Alert key={title} tone={tone} title={t(`uploads.form.check.${title}`)}>
              <FaultList faults={listed} />
              {listed.some(({ first }) => first) && <OddRowsButton file={file} />}
            </Alert>
          ),
      )}
      {sound && (
        <p className="flex items-center gap-2 font-medium text-success">
          <Icon path={successIcon} />
          <span>{sound}</span>
          {/* A screen reader may skip a status that appears together with its text. */}
          <Announcement text={sound} isNews />
        </p>
      )}
    </>
  )
}

export function FaultList({ faults }: { faults: readonly CsvFault[] }) {
  const t = useConsoleTexts()
  const { list } = useFormats()
  return (
    <ul className="grid list-disc gap-2 ps-5">
      {faults.map((fault) => {
        const { kind, total = 0, first } = fault
        return (
          <li key={kind} className="wrap-anywhere">
            <span>{faultText(fault, t, list)}</span>
            {first && (
              <ul className="mt-1 text-sm sm:columns-2 lg:columns-3">
                {first.map(({ line, cells }) => (
                  <li key={line}>{t('uploads.form.faults.ragged_row', { line, cells })}</li>
                ))}
                {total > first.length && (
                  <li>{t('uploads.form.faults.raggedMore', { count: total - first.length })}</li>
                )}
              </ul>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** A button that makes a file of the rows with more or fewer cells than the header. The browser uploads nothing. */
function OddRowsButton({ file }: { file: File }) {
  const t = useConsoleTexts()
  const [hasFailed, make, isMaking] = useActionState(async () => {
    const csv = await oddRowsOf(file, t).catch(() => null)
    if (!csv) {
      announce(t('uploads.form.oddRows.failed'))
      return true
    }
    const link = document.createElement('a')
    link.href = URL.createObjectURL(csv)
    link.download = `${file.name.replace(/\.[^.]*$/, '')}-odd-rows.csv`
    link.click()
    // Later, because the download must have started.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
    return false
  }, false)

  return (
    <p className="flex flex-wrap items-center gap-3">
      <Button isBusy={isMaking} onClick={() => isMaking || startTransition(make)}>
        {t(`uploads.form.oddRows.${isMaking ? 'making' : 'download'}`)}
      </Button>
      {hasFailed && !isMaking && <span className="text-danger">{t('uploads.form.oddRows.failed')}</span>}
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
  // A part for each row, so that the browser need not hold the whole text in memory.
  const parts: Blob[] = []
  const write = (cells: (string | number)[], mark = '') => parts.push(new Blob([mark, csvRow(cells)]))
  let header: string[] | undefined
  let total = 0
  const reader = new CsvReader((cells, line) => {
    if (!header) {
      header = cells
      write([t('uploads.form.check.line'), t('uploads.form.oddRows.what'), ...cells], byteOrderMark)
    } else if (cells.length !== header.length && total < maxOddRows) {
      total += 1
      write([line, t('uploads.form.oddRows.cells', { cells: cells.length, expected: header.length }), ...cells])
    }
  })
  for await (const chunk of chunksOf(file)) {
    reader.write(chunk)
    if (reader.fault || total === maxOddRows) break
  }
  if (total < maxOddRows) reader.end()
  if (!reader.isWhole) write([t('uploads.form.oddRows.cut', { max: maxOddRows })])
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

export function Preview({ report: { preview, columns, columnCount, faults } }: { report: CsvReport }) {
  const t = useConsoleTexts()
  const { count } = useFormats()
  if (preview.length === 0) return null
  const title = t('uploads.form.check.preview', { count: preview.length })
  const [line, what] = [t('uploads.form.check.line'), t('uploads.form.oddRows.what')]
  const nameOf = (name: string, index: number) => {
    const position = t('uploads.form.check.unnamedColumn', { position: index + 1 })
    const isTaken = [line, what, ...columns.slice(0, index)].includes(name)
    // Unique in the table.
    return name === '' ? position : isTaken ? `${name} (${position})` : name
  }
  const isOdd = ({ cellCount }: PreviewRow) => cellCount !== columnCount
  const hasOdd = preview.some(isOdd)
  const { total = 0, first = [] } = faults.find((fault) => fault.first) ?? {}
  const nextOdd = first.find((row) => row.line > (preview.at(-1)?.line ?? 0))
  const reasonOf = (row: PreviewRow) =>
    isOdd(row) && (
      <span className="text-warning">
        {t('uploads.form.oddRows.cells', { cells: row.cellCount, expected: columnCount })}
      </span>
    )
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{title}</h3>
      <DataTable
        caption={title}
        columns={[
          { header: line, isNumber: true, isRowHeader: true },
          ...(hasOdd ? [{ header: what }] : []),
          ...columns.map((name, index) => ({ header: nameOf(name, index), card: 'labelled' as const })),
        ]}
        rows={preview.map((row) => ({
          key: row.line,
          isMarked: isOdd(row),
          cells: [
            count(row.line),
            ...(hasOdd ? [reasonOf(row)] : []),
            ...columns.map(
              (_, index) =>
                row.cells[index] && (
                  <span key={index} className="block truncate">
                    {row.cells[index]}
                  </span>
                ),
            ),
          ],
        }))}
      />
      {nextOdd && (
        <p className="text-sm text-warning">
          {t('uploads.form.check.moreOdd', { count: total - preview.filter(isOdd).length, line: nextOdd.line })}
        </p>
      )}
      {columnCount > columns.length && (
        <p className="text-sm text-muted">
          {t('uploads.form.check.moreColumns', { count: columnCount - columns.length })}
        </p>
      )}
    </div>
  )
}

type PreviewRow = CsvReport['preview'][number]
