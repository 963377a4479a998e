'use client'

import { ProgressBar } from '@/components/console/shared/progress-bar'
import { useFormats } from '@/components/console/shared/use-formats'
import { useConsoleTexts } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { focus } from '@/components/ui/focus'
import { secondsLeft, type Transfer } from '@/lib/console/uploads/transfer'
import { formatDuration } from '@/lib/format'

/**
 * An upload in progress: bytes sent, speed, time left, and a button that cancels it. It gets the focus, because the
 * pressed button is removed.
 */
export function SendingPanel({
  transfer,
  totalBytes,
  onCancel,
}: {
  transfer: Transfer
  totalBytes: number
  onCancel: () => void
}) {
  const t = useConsoleTexts()
  const { bytes } = useFormats()
  const { sentBytes, bytesPerSecond } = transfer
  const seconds = secondsLeft(transfer, totalBytes)
  // The browser may count more bytes than the file has.
  const isAllSent = sentBytes >= totalBytes
  return (
    <div ref={focus} role="group" tabIndex={-1} aria-label={t('uploadForm.sending.title')} className="grid gap-3">
      <ProgressBar label={t('uploadForm.sending.progress')} value={sentBytes} max={totalBytes} />
      {isAllSent ? (
        <p>{t('uploadForm.sending.allSent')}</p>
      ) : (
        <p className="flex flex-wrap gap-x-4 tabular-nums">
          <span>{t('uploadForm.sending.sent', { done: bytes(sentBytes), total: bytes(totalBytes) })}</span>
          {bytesPerSecond !== null && (
            <span>{t('uploadForm.sending.speed', { perSecond: bytes(bytesPerSecond) })}</span>
          )}
          {seconds !== null && <span>{t('uploadForm.sending.timeLeft', { duration: formatDuration(seconds) })}</span>}
        </p>
      )}
      <p className="text-sm text-muted">{t('uploadForm.sending.stayHere')}</p>
      <Button className="justify-self-start" onClick={onCancel}>
        {t('uploadForm.sending.cancel')}
      </Button>
    </div>
  )
}
