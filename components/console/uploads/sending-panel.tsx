'use client'

import { Button } from '@/components/ui/button'
import { secondsLeft, type Transfer } from '@/lib/console/uploads/transfer'
import { formatBytes, formatDuration } from '@/lib/format'
import { uploadMessages } from '@/lib/messages/console-uploads'
import { ProgressBar } from './progress-bar'

const messages = uploadMessages.sending

/** An upload under way: how much, how fast, how long still, and how to end it. */
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
  // The browser counts what it puts around the file as well.
  const isAllSent = sentBytes >= totalBytes
  return (
    <div className="grid gap-3">
      <ProgressBar label={messages.progress} value={Math.min(sentBytes, totalBytes)} max={totalBytes} />
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
