'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { announce } from '@/components/ui/announcer'
import { useConsoleTexts } from '@/components/texts'
import { transferAt, type Transfer } from '@/lib/console/uploads/transfer'
import { sendFile, type UploadOutcome } from './send-file'

const sampleEveryMs = 500

/** The state of an upload. */
export type Upload =
  | { kind: 'none' }
  | { kind: 'sending'; totalBytes: number; transfer: Transfer }
  | { kind: 'ended'; outcome: UploadOutcome }

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
    warnBeforeLeaving(t('uploadForm.sending.confirmLeave'), abortController.signal)
    return () => abortController.abort()
  }, [isSending, t])

  useEffect(() => () => cancelling.current?.abort(), [])

  async function send(
    file: File,
    { adminJwt, isAgain }: { adminJwt: string | undefined; isAgain: boolean },
  ): Promise<UploadOutcome> {
    const controller = new AbortController()
    cancelling.current = controller
    const totalBytes = file.size
    const sent = { bytes: 0 }
    let transfer = transferAt(0, performance.now())
    let quarters = 0
    setUpload({ kind: 'sending', totalBytes, transfer })
    onSending(true)
    announce(t('uploadForm.sending.started'))
    // Sampled by a timer instead of progress events, so that a stalled upload shows a falling speed.
    const timer = setInterval(() => {
      transfer = transferAt(sent.bytes, performance.now(), transfer)
      setUpload({ kind: 'sending', totalBytes, transfer })
      const reached = Math.floor((sent.bytes / totalBytes) * 4)
      if (reached > quarters) {
        announce(
          reached === 4
            ? t('uploadForm.sending.allSent')
            : t('uploadForm.sending.percentSent', { percent: reached * 25 }),
        )
      }
      quarters = reached
    }, sampleEveryMs)
    const outcome = await sendFile(file, {
      adminJwt,
      isAgain,
      signal: controller.signal,
      onProgress: (bytes) => (sent.bytes = bytes),
    })
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
