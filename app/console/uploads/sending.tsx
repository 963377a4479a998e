'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { Announcement } from '@/components/console/announcement'
import { ProgressBar } from '@/components/console/progress-bar'
import { useFormats } from '@/components/console/use-formats'
import { useConsoleTexts } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { focus } from '@/components/ui/focus'
import { formatDuration } from '@/lib/format'
import { uploadPath } from '@/lib/request/paths'
import { uploadHeaders, type UploadResponse } from './protocol'

/** The outcome of an upload. */
export type UploadOutcome =
  | UploadResponse
  /** `isAllSent`: the whole file was sent, so the service may have accepted it. The second: this app was lost. */
  | { kind: 'cancelled' | 'broken_off'; isAllSent: boolean }
  | { kind: 'signed_out' }
  /** The response is from another program, such as a proxy in front of this app. */
  | { kind: 'not_from_this_app'; status: number }

/** What goes with a file. */
interface SendOptions {
  /** Null if the browser cannot read the file. */
  sha256: Promise<string | null> | null
  /** The credential instead of the API key. */
  adminJwt: string | undefined
  /** Sends the file although this console sent its bytes before. */
  isAgain: boolean
}

/** The sent bytes at a time of a monotonic clock. */
interface Sample {
  sentBytes: number
  atMs: number
}

const sampleEveryMs = 500
/** The speed is that of the last five seconds. */
const maxSamples = 11

/**
 * Uploads a file. Leaving the page during an upload asks for confirmation.
 *
 * @param onSending - called when an upload begins and ends.
 * @returns `samples`, the progress of an upload, or null.
 */
export function useUpload(file: File, onSending: (isSending: boolean) => void) {
  const t = useConsoleTexts()
  const router = useRouter()
  const [samples, setSamples] = useState<readonly Sample[] | null>(null)
  const [outcome, setOutcome] = useState<UploadOutcome | null>(null)
  const cancelling = useRef<AbortController>(null)
  useEffect(() => () => cancelling.current?.abort(), [])

  async function send(options: SendOptions): Promise<UploadOutcome> {
    const controller = new AbortController()
    cancelling.current = controller
    let sentBytes = 0
    const sample = () => {
      const next = { sentBytes, atMs: performance.now() }
      setSamples((before) => [...(before ?? []), next].slice(-maxSamples))
    }
    setOutcome(null)
    sample()
    onSending(true)
    warnBeforeLeaving(t('uploads.form.sending.confirmLeave'), controller.signal)
    // Sampled by a timer instead of progress events, so that a stalled upload shows a falling speed.
    const timer = setInterval(sample, sampleEveryMs)
    const ended = await sendFile(file, options, controller.signal, (bytes) => (sentBytes = bytes))
    clearInterval(timer)
    // Ends the warnings.
    controller.abort()
    setSamples(null)
    setOutcome(ended)
    onSending(false)
    // The list of batches may have a new entry. Other outcomes must not refresh, because a signed-out user would lose
    // the page.
    if (ended.kind === 'taken' || ended.kind === 'failed') router.refresh()
    return ended
  }

  return { samples, outcome, send, cancel: () => cancelling.current?.abort() }
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
  const aborted = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)))
  const hash = await Promise.race([sha256, aborted])
  if (signal.aborted) return { kind: 'cancelled', isAllSent: false }
  if (hash === null) return { kind: 'file_changed' }
  const request = new XMLHttpRequest()
  let isAllSent = false
  const ended = new Promise((resolve) => request.addEventListener('loadend', resolve))
  request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
  request.upload.addEventListener('load', () => (isAllSent = true))
  signal.addEventListener('abort', () => request.abort())

  request.open('POST', uploadPath)
  request.setRequestHeader('Content-Type', 'text/csv')
  request.setRequestHeader(uploadHeaders.fileName, encodeURIComponent(file.name.toWellFormed()))
  request.setRequestHeader(uploadHeaders.sha256, hash)
  if (adminJwt !== undefined) request.setRequestHeader(uploadHeaders.adminJwt, adminJwt)
  if (isAgain) request.setRequestHeader(uploadHeaders.sendAgain, '1')
  request.send(file)

  await ended
  if (signal.aborted) return { kind: 'cancelled', isAllSent }
  if (request.status === 0) {
    // The browser refuses to read a file that was changed after it was chosen.
    const start = await file
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => null)
    return start ? { kind: 'broken_off', isAllSent } : { kind: 'file_changed' }
  }
  if (request.status === 413) {
    // Without a session, the size limit is that of an ordinary form, and the app hides the upload.
    const answer = await fetch(uploadPath, { method: 'HEAD' }).catch(() => null)
    if (answer?.status === 404) return { kind: 'signed_out' }
  }
  return outcomeOf(request.status, request.responseText)
}

const kinds: UploadResponse['kind'][] = ['taken', 'sent_before', 'file_changed', 'failed']

function outcomeOf(status: number, text: string): UploadOutcome {
  try {
    const response = JSON.parse(text) as UploadResponse
    if (kinds.includes(response.kind)) return response
  } catch {
    // A proxy answers with HTML.
  }
  // The app responds with 404 unless the user is a signed-in operator.
  return status === 404 ? { kind: 'signed_out' } : { kind: 'not_from_this_app', status }
}

/** Returns the speed of an upload, and the seconds until it ends; null if unknown, or more than a week. */
export function speedOf(samples: readonly Sample[], totalBytes: number) {
  const [first, last] = [samples.at(0), samples.at(-1)]
  if (!first || !last || first === last) return { bytesPerSecond: null, secondsLeft: null }
  const bytesPerSecond = ((last.sentBytes - first.sentBytes) / (last.atMs - first.atMs)) * 1000
  const secondsLeft = Math.ceil((totalBytes - last.sentBytes) / bytesPerSecond)
  return { bytesPerSecond, secondsLeft: secondsLeft > 7 * 86_400 ? null : secondsLeft }
}

/**
 * An upload in progress: bytes sent, speed, time left, and a button that cancels it. It gets the focus, because the
 * pressed button is removed.
 */
export function SendingPanel({
  samples,
  totalBytes,
  onCancel,
}: {
  samples: readonly Sample[]
  totalBytes: number
  onCancel: () => void
}) {
  const t = useConsoleTexts()
  const { bytes } = useFormats()
  const sentBytes = samples.at(-1)?.sentBytes ?? 0
  const { bytesPerSecond, secondsLeft } = speedOf(samples, totalBytes)
  // The browser may count more bytes than the file has.
  const isAllSent = sentBytes >= totalBytes
  const percent = Math.floor((sentBytes / totalBytes) * 4) * 25
  const news = isAllSent ? 'allSent' : percent > 0 ? 'percentSent' : 'started'
  return (
    <div ref={focus} role="group" tabIndex={-1} aria-label={t('uploads.form.sending.title')} className="grid gap-3">
      <Announcement text={t(`uploads.form.sending.${news}`, { percent })} isNews />
      <ProgressBar label={t('uploads.form.sending.progress')} value={sentBytes} max={totalBytes} />
      {isAllSent ? (
        <p>{t('uploads.form.sending.allSent')}</p>
      ) : (
        <p className="flex flex-wrap gap-x-4 tabular-nums">
          <span>{t('uploads.form.sending.sent', { done: bytes(sentBytes), total: bytes(totalBytes) })}</span>
          {bytesPerSecond !== null && (
            <span>{t('uploads.form.sending.speed', { perSecond: bytes(bytesPerSecond) })}</span>
          )}
          {secondsLeft !== null && (
            <span>{t('uploads.form.sending.timeLeft', { duration: formatDuration(secondsLeft) })}</span>
          )}
        </p>
      )}
      <p className="text-sm text-muted">{t('uploads.form.sending.stayHere')}</p>
      <Button className="justify-self-start" onClick={onCancel}>
        {t('uploads.form.sending.cancel')}
      </Button>
    </div>
  )
}
