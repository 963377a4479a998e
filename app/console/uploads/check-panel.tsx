import { useId } from 'react'
import { Announcement } from '@/components/console/announcement'
import { ProgressBar } from '@/components/console/progress-bar'
import { useFormats } from '@/components/console/time'
import { useConsoleTexts } from '@/components/texts'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Icon, successIcon } from '@/components/ui/icon'
import { faultText, stopsUpload, type CsvFault, type CsvReport, type FileCheck } from './csv-check'

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

/** An explicit role, because a browser drops the roles of a table with a grid layout. */
const is = (role: string) => ({ role })

export function Preview({ report: { preview, columns, columnCount } }: { report: CsvReport }) {
  const t = useConsoleTexts()
  const { count } = useFormats()
  const titleId = useId()
  if (preview.length === 0) return null
  const title = t('uploads.form.check.preview', { count: preview.length })
  const line = t('uploads.form.check.line')
  const nameOf = (name: string, index: number) => {
    const position = t('uploads.form.check.unnamedColumn', { position: index + 1 })
    const isTaken = [line, ...columns.slice(0, index)].includes(name)
    return name === '' ? position : isTaken ? `${name} (${position})` : name
  }
  const headers = [line, ...columns.map(nameOf)]
  return (
    <div className="grid gap-2">
      <h3 id={titleId} className="font-semibold">
        {title}
      </h3>
      <div className="table-frame">
        <table
          {...is('table')}
          aria-labelledby={titleId}
          className={`data-table grid-cols-[repeat(${headers.length},auto)]`}
          data-columns={headers.length}
        >
          <thead {...is('rowgroup')}>
            <tr {...is('row')}>
              {headers.map((header, index) => (
                <th key={header} {...is('columnheader')} scope="col" className={index === 0 ? 'number' : undefined}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...is('rowgroup')} tabIndex={-1}>
            {preview.map((row) => (
              <tr key={row.line} {...is('row')} data-marked={row.cellCount !== columnCount || undefined}>
                <th {...is('rowheader')} scope="row" data-label={line} className="number">
                  {count(row.line)}
                </th>
                {columns.map((_, index) => (
                  <td
                    key={headers[index + 1]}
                    {...is('cell')}
                    data-label={headers[index + 1]}
                    className="card-labelled"
                  >
                    {row.cells[index] && <span className="block truncate">{row.cells[index]}</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {columnCount > columns.length && (
        <p className="text-sm text-muted">
          {t('uploads.form.check.moreColumns', { count: columnCount - columns.length })}
        </p>
      )}
    </div>
  )
}
