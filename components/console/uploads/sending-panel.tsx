'use client'

import { ProgressBar } from '@/components/console/shared/progress-bar'
import { Button } from '@/components/ui/button'
import { secondsLeft, type Transfer } from '@/lib/console/uploads/transfer'
import { formatBytes, formatDuration } from '@/lib/format'
import { uploadMessages } from '@/lib/messages/console-uploads'

const messages = uploadMessages.sending

/** An upload in progress: bytes sent, speed, time left, and a button that cancels it. */
export function SendingPanel({
  transfer,
  totalBytes,
  onCancel,
}: {
  transfer: Transfer
  totalBytes: number
  onCancel: () => void
}) {
  const { sentBytes, bytesPerSecond } = transfer
  const seconds = secondsLeft(transfer, totalBytes)
  // The browser may count more bytes than the file has.
  const isAllSent = sentBytes >= totalBytes
  return (
    <div className="grid gap-3">
      <ProgressBar label={messages.progress} value={sentBytes} max={totalBytes} />
      {isAllSent ? (
        <p>{messages.allSent}</p>
      ) : (
        <p className="flex flex-wrap gap-x-4 tabular-nums">
          <span>{messages.sent(formatBytes(sentBytes), formatBytes(totalBytes))}</span>
          {bytesPerSecond !== null && <span>{messages.speed(formatBytes(bytesPerSecond))}</span>}
          {seconds !== null && <span>{messages.timeLeft(formatDuration(seconds))}</span>}
        </p>
      )}
      <p className="text-sm text-muted">{messages.stayHere}</p>
      <Button className="justify-self-start" onClick={onCancel}>
        {messages.cancel}
      </Button>
    </div>
  )
}
