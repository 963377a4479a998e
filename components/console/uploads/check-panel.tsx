'use client'

import { Announcement } from '@/components/console/shared/announcement'
import { ProgressBar } from '@/components/console/shared/progress-bar'
import { useFormats } from '@/components/console/shared/use-formats'
import { useConsoleTexts } from '@/components/texts'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Icon, successIcon } from '@/components/ui/icon'
import { stopsUpload, type CsvFault, type CsvReport } from '@/lib/console/uploads/csv-report'
import { FaultList } from './fault-list'
import { OddRowsButton } from './odd-rows-button'
import type { FileCheck } from './use-file-check'

/** The chosen file, with the progress and the result of its check. */
export function CheckPanel({ file, check, onStop }: { file: File; check: FileCheck; onStop: () => void }) {
  const t = useConsoleTexts()
  const { bytes } = useFormats()
  const report = 'report' in check ? check.report : null
  const rows = check.kind === 'done' ? 'uploadForm.check.rows' : 'uploadForm.check.rowsSoFar'
  return (
    <>
      <p className="flex flex-wrap gap-x-4 tabular-nums">
        <bdi className="font-medium wrap-anywhere">{file.name}</bdi>
        <span>{bytes(file.size)}</span>
        {report && report.columnCount > 0 && (
          <>
            <span>{t(rows, { count: report.rows })}</span>
            <span>{t('uploadForm.check.columns', { count: report.columnCount })}</span>
          </>
        )}
      </p>
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
      <Findings file={file} check={check} report={report} />
    </>
  )
}

function Findings({ file, check, report }: { file: File; check: FileCheck; report: CsvReport | null }) {
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
          <Faults file={file} faults={stopping} isOver={check.kind !== 'checking'} />
        </Alert>
      )}
      {/* Only at the end, because a screen reader would read every change, and each row may cause one. */}
      {warning.length > 0 && check.kind !== 'checking' && (
        <Alert tone="warning" title={t('uploadForm.check.faultsThatWarn')}>
          <Faults file={file} faults={warning} isOver />
        </Alert>
      )}
      {check.kind === 'done' && faults.length === 0 && (
        <Sound text={t('uploadForm.check.sound', { count: check.report.rows })} />
      )}
    </>
  )
}

/** A text with an announcement, because a screen reader may skip a status that appears together with its text. */
function Sound({ text }: { text: string }) {
  return (
    <p className="flex items-center gap-2 font-medium text-success">
      <Icon path={successIcon} />
      <span>{text}</span>
      <Announcement text={text} isNews />
    </p>
  )
}

/** @param isOver - whether the check has ended, so that the user can download the rows with a wrong number of cells. */
function Faults({ file, faults, isOver }: { file: File; faults: readonly CsvFault[]; isOver: boolean }) {
  return (
    <>
      <FaultList faults={faults} />
      {isOver && faults.some(({ kind }) => kind === 'ragged_rows') && <OddRowsButton file={file} />}
    </>
  )
}
