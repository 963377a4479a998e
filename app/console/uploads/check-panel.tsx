import { useId } from 'react'
import { Announcement } from '@/components/console/announcement'
import { ProgressBar } from '@/components/console/progress-bar'
import { useFormats } from '@/components/console/time'
import { useConsoleTexts } from '@/components/texts'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Icon, successIcon } from '@/components/ui/icon'
import { faultText, stopsUpload, type CsvFault, type FileCheck } from './csv-check'

export function CheckPanel({ file, check, onStop }: { file: File; check: FileCheck; onStop: () => void }) {
  const t = useConsoleTexts()
  const { bytes } = useFormats()
  const { kind, readBytes, report } = check
  const { rows, faults } = report
  const alerts = [
    { tone: 'danger', title: 'faultsThatStop', listed: faults.filter(stopsUpload) },
    // Only at the end, because a screen reader would read every change, and each row may cause one.
    {
      tone: 'warning',
      title: 'faultsThatWarn',
      listed: kind === 'checking' ? [] : faults.filter((fault) => !stopsUpload(fault)),
    },
  ] as const
  const sound = kind === 'done' && faults.length === 0 && t('uploads.form.check.sound', { count: rows })
  return (
    <>
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
              <details>
                <summary className="w-fit cursor-pointer">{t('uploads.form.faults.raggedRows')}</summary>
                <ul className="mt-1 sm:columns-2 lg:columns-3">
                  {first.map(({ line, cells }) => (
                    <li key={line}>{t('uploads.form.faults.ragged_row', { line, cells })}</li>
                  ))}
                  {total > first.length && (
                    <li>{t('uploads.form.faults.raggedMore', { count: total - first.length })}</li>
                  )}
                </ul>
              </details>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const cell = 'max-w-64 truncate border-t border-line px-3 py-1 text-start'

export function Preview({ check: { kind, report } }: { check: Pick<FileCheck, 'kind' | 'report'> }) {
  const t = useConsoleTexts()
  const { count } = useFormats()
  const titleId = useId()
  const { rows, preview, columns, columnCount } = report
  if (preview.length === 0) return null
  const more = columnCount - columns.length
  return (
    // Its summary makes it a tab stop, so that the keyboard can scroll it.
    <details open className="overflow-x-auto rounded-skin border border-line text-sm">
      <summary className="flex flex-wrap gap-x-4 px-3 py-2 text-muted tabular-nums">
        <span id={titleId}>{t('uploads.form.check.preview', { count: preview.length })}</span>
        <span>{t(`uploads.form.check.${kind === 'done' ? 'rows' : 'rowsSoFar'}`, { count: rows })}</span>
        <span>{t('uploads.form.check.columns', { count: columnCount })}</span>
        {more > 0 && <span>{t('uploads.form.check.moreColumns', { count: more })}</span>}
      </summary>
      <table aria-labelledby={titleId} className="w-full tabular-nums [&_[data-marked]]:bg-warning-surface">
        <thead>
          <tr>
            <th scope="col" className={cell}>
              {t('uploads.form.check.line')}
            </th>
            {columns.map((name, index) => (
              <th key={index} scope="col" className={cell}>
                {name || t('uploads.form.check.unnamedColumn', { position: index + 1 })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map(({ line, cells, cellCount }) => (
            <tr key={line} data-marked={cellCount !== columnCount || undefined}>
              <th scope="row" className={`${cell} font-normal`}>
                {count(line)}
              </th>
              {columns.map((_, index) => (
                <td key={index} className={cell}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
