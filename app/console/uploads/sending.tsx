'use client'

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ProgressBar } from '@/components/console/progress-bar'
import { useFormats } from '@/components/console/use-formats'
import { useConsoleTexts } from '@/components/texts'
import { announce } from '@/components/ui/announcer'
import { Button } from '@/components/ui/button'
import { focus } from '@/components/ui/focus'
import { formatDuration } from '@/lib/format'
import { uploadPath } from '@/lib/request/paths'
import { uploadHeaders, type UploadResponse } from './protocol'

/** The outcome of an upload. */
export type UploadOutcome =
  | Exclude<UploadResponse, { kind: 'invalid' }>
  /** `isAllSent`: the whole file was sent, so the service may have accepted it. The second: this app was lost. */
  | { kind: 'cancelled' | 'broken_off'; isAllSent: boolean }
  | { kind: 'signed_out' }
  /** The response is from another program, such as a proxy in front of this app. */
  | { kind: 'not_from_this_app'; status: number }

/** What goes with a file. */
interface SendOptions {
  /** Undefined if the file was not checked to its end. */
  sha256: string | undefined
  /** The credential instead of the API key. */
  adminJwt: string | undefined
  /** Sends the file although this console sent its bytes before. */
  isAgain: boolean
}

/** The state of an upload. */
type Upload =
  | { kind: 'none' }
  | { kind: 'sending'; totalBytes: number; transfer: Transfer }
  | { kind: 'ended'; outcome: UploadOutcome }

const sampleEveryMs = 500

/**
 * Uploads a file. Leaving the page during an upload asks for confirmation.
 *
 * @param onSending - called when an upload begins and ends.
 */
export function useUpload(onSending: (isSending: boolean) => void) {
  const t = useConsoleTexts()
  const [upload, setUpload] = useState<Upload>({ kind: 'none' })
  const router = useRouter()
  const cancelling = useRef<AbortController | null>(null)
  const isSending = upload.kind === 'sending'

  useEffect(() => {
    if (!isSending) return undefined
    const abortController = new AbortController()
    warnBeforeLeaving(t('uploads.form.sending.confirmLeave'), abortController.signal)
    return () => abortController.abort()
  }, [isSending, t])

  useEffect(() => () => cancelling.current?.abort(), [])

  async function send(file: File, options: SendOptions): Promise<UploadOutcome> {
    const controller = new AbortController()
    cancelling.current = controller
    const totalBytes = file.size
    let sentBytes = 0
    let transfer = transferAt(0, performance.now())
    let quarters = 0
    setUpload({ kind: 'sending', totalBytes, transfer })
    onSending(true)
    announce(t('uploads.form.sending.started'))
    // Sampled by a timer instead of progress events, so that a stalled upload shows a falling speed.
    const timer = setInterval(() => {
      transfer = transferAt(sentBytes, performance.now(), transfer)
      setUpload({ kind: 'sending', totalBytes, transfer })
      const reached = Math.floor((sentBytes / totalBytes) * 4)
      if (reached > quarters) {
        announce(
          reached === 4
            ? t('uploads.form.sending.allSent')
            : t('uploads.form.sending.percentSent', { percent: reached * 25 }),
        )
      }
      quarters = reached
    }, sampleEveryMs)
    const outcome = await sendFile(file, options, controller.signal, (bytes) => (sentBytes = bytes))
    clearInterval(timer)
    setUpload({ kind: 'ended', outcome })
    onSending(false)
    // The list of batches may have a new entry. Other outcomes must not refresh, because a signed-out user would lose
    // the page.
    if (outcome.kind === 'taken' || outcome.kind === 'failed') router.refresh()
    return outcome
  }

  const cancel = useCallback(() => cancelling.current?.abort(), [])
  return { upload, send, cancel }
}

/** Asks before the tab closes. It also asks before a link of this app opens, because browsers do not ask then. */
function warnBeforeLeaving(question: string, signal: AbortSignal): void {
  window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal })
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      const opensElsewhere =
        event.ctrlKey || event.metaKey || event.shiftKey || link?.getAttribute('target') === '_blank'
      if (!link || opensElsewhere || window.confirm(question)) return
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true, signal },
  )
}

/**
 * Uploads a file to this app, which streams it to the service. The browser reads the file while it sends it. This uses
 * XMLHttpRequest, because `fetch` does not report the progress of an upload.
 */
async function sendFile(
  file: File,
  { sha256, adminJwt, isAgain }: SendOptions,
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
): Promise<UploadOutcome> {
  const hash = sha256 ?? (await sha256Of(file, signal))
  if (signal.aborted) return { kind: 'cancelled', isAllSent: false }
  if (hash === null) return { kind: 'file_changed' }
  const request = new XMLHttpRequest()
  let isAllSent = false
  const ended = new Promise<string>((resolve) => {
    for (const end of ['load', 'abort', 'error']) request.addEventListener(end, () => resolve(end))
  })
  request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
  request.upload.addEventListener('load', () => (isAllSent = true))
  const abort = () => request.abort()
  signal.addEventListener('abort', abort)

  request.open('POST', uploadPath)
  request.setRequestHeader('Content-Type', 'text/csv')
  request.setRequestHeader(uploadHeaders.fileName, encodeURIComponent(file.name.toWellFormed()))
  request.setRequestHeader(uploadHeaders.sha256, hash)
  if (adminJwt !== undefined) request.setRequestHeader(uploadHeaders.adminJwt, adminJwt)
  if (isAgain) request.setRequestHeader(uploadHeaders.sendAgain, '1')
  request.send(file)

  const end = await ended
  signal.removeEventListener('abort', abort)
  if (end === 'abort') return { kind: 'cancelled', isAllSent }
  if (end === 'error') return (await isReadable(file)) ? { kind: 'broken_off', isAllSent } : { kind: 'file_changed' }
  // Without a session, the size limit is that of an ordinary form.
  if (request.status === 413 && (await isUploadHidden())) return { kind: 'signed_out' }
  return outcomeOf(request.status, request.responseText)
}

/** Hashes a file that was not checked to its end. Null if the browser cannot read it, or after an abort. */
async function sha256Of(file: File, signal: AbortSignal): Promise<string | null> {
  const hash = sha256.create()
  try {
    const chunks = file.stream().getReader()
    while (!signal.aborted) {
      const { done, value } = await chunks.read()
      if (done) return bytesToHex(hash.digest())
      hash.update(value)
    }
    await chunks.cancel()
  } catch {
    // The file was moved, changed or deleted.
  }
  return null
}

const statuses = { taken: 200, sent_before: 409, file_changed: 409, failed: 502, invalid: null } as const

function outcomeOf(status: number, text: string): UploadOutcome {
  let response: UploadResponse | null = null
  try {
    response = JSON.parse(text) as UploadResponse | null
  } catch {
    // A proxy answers with HTML.
  }
  if (response && response.kind !== 'invalid' && statuses[response.kind] === status) return response
  // The app responds with 404 unless the user is a signed-in operator.
  return status === 404 ? { kind: 'signed_out' } : { kind: 'not_from_this_app', status }
}

/** Checks whether this app no longer accepts files from this browser. */
async function isUploadHidden(): Promise<boolean> {
  const answer = await fetch(uploadPath, { method: 'HEAD' }).catch(() => null)
  return answer?.status === 404
}

/** Checks whether the browser can read the file. It refuses a file that was changed after it was chosen. */
async function isReadable(file: File): Promise<boolean> {
  const start = await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => null)
  return start !== null
}

/** The progress and the speed of an upload. */
export interface Transfer {
  sentBytes: number
  atMs: number
  /** Smoothed; null before the second measurement. */
  bytesPerSecond: number | null
}

/** The time constant of the smoothing. The speed takes about this long to follow a change. */
const smoothingMs = 5000

/** @param atMs - from a monotonic clock, such as `performance.now()`. */
export function transferAt(sentBytes: number, atMs: number, before?: Transfer): Transfer {
  if (!before) return { sentBytes, atMs, bytesPerSecond: null }
  const passedMs = atMs - before.atMs
  const now = ((sentBytes - before.sentBytes) / passedMs) * 1000
  // The first value has no earlier value to smooth it with.
  const speed = before.bytesPerSecond ?? now
  return { sentBytes, atMs, bytesPerSecond: speed + (1 - Math.exp(-passedMs / smoothingMs)) * (now - speed) }
}

/** Returns the whole seconds until the upload ends at this speed; null if unknown or more than a week. */
export function secondsLeft({ sentBytes, bytesPerSecond }: Transfer, totalBytes: number): number | null {
  if (bytesPerSecond === null || bytesPerSecond <= 0) return null
  const seconds = Math.ceil((totalBytes - sentBytes) / bytesPerSecond)
  return seconds > 7 * 86_400 ? null : Math.max(seconds, 0)
}

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
  return (
    <div ref={focus} role="group" tabIndex={-1} aria-label={t('uploads.form.sending.title')} className="grid gap-3">
      <ProgressBar label={t('uploads.form.sending.progress')} value={sentBytes} max={totalBytes} />
      {/* The browser may count more bytes than the file has. */}
      {sentBytes >= totalBytes ? (
        <p>{t('uploads.form.sending.allSent')}</p>
      ) : (
        <p className="flex flex-wrap gap-x-4 tabular-nums">
          <span>{t('uploads.form.sending.sent', { done: bytes(sentBytes), total: bytes(totalBytes) })}</span>
          {bytesPerSecond !== null && (
            <span>{t('uploads.form.sending.speed', { perSecond: bytes(bytesPerSecond) })}</span>
          )}
          {seconds !== null && <span>{t('uploads.form.sending.timeLeft', { duration: formatDuration(seconds) })}</span>}
        </p>
      )}
      <p className="text-sm text-muted">{t('uploads.form.sending.stayHere')}</p>
      <Button className="justify-self-start" onClick={onCancel}>
        {t('uploads.form.sending.cancel')}
      </Button>
    </div>
  )
}
