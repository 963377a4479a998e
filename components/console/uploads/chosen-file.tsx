'use client'

import { useEffect, useRef, useState } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { Button } from '@/components/ui/button'
import type { Problem } from '@/lib/console/shared/problem'
import { stopsUpload } from '@/lib/console/uploads/csv-report'
import { adminJwtPattern } from '@/lib/console/uploads/protocol'
import { CheckPanel } from './check-panel'
import { CredentialChoice, JwtField, type Credential } from './credential-fields'
import { OutcomeAlert } from './outcome-alert'
import { Preview } from './preview'
import { SendingPanel } from './sending-panel'
import { useFileCheck, type FileCheck } from './use-file-check'
import { useUpload } from './use-upload'

/**
 * The chosen file. It checks the file immediately, and sends it on request.
 *
 * @param onSending - called when an upload begins and ends. Meanwhile the user cannot choose another file.
 */
export function ChosenFile({
  file,
  expectedColumns,
  onSending,
}: {
  file: File
  expectedColumns: readonly string[]
  onSending: (isSending: boolean) => void
}) {
  const t = useConsoleTexts()
  const { check, stop } = useFileCheck(file, expectedColumns)
  const { upload, send, cancel } = useUpload(onSending)
  const [credential, setCredential] = useState<Credential>('key')
  const [jwtProblem, setJwtProblem] = useState<'jwtMissing' | 'jwtInvalid'>()
  const jwtRef = useRef<HTMLInputElement>(null)
  const outcomeRef = useRef<HTMLDivElement>(null)
  const outcome = upload.kind === 'ended' ? upload.outcome : null
  const isSending = upload.kind === 'sending'

  useEffect(() => {
    if (outcome) outcomeRef.current?.focus()
  }, [outcome])

  async function sendFile() {
    if (isSending) return
    const jwt = credential === 'jwt' ? (jwtRef.current?.value.trim() ?? '') : undefined
    const problem = jwt === undefined ? undefined : problemOf(jwt)
    setJwtProblem(problem)
    if (problem) {
      jwtRef.current?.focus()
      return
    }
    // Sends bytes that were sent before only after the page has warned about that.
    const ended = await send(file, { adminJwt: jwt, isAgain: outcome?.kind === 'sent_before' })
    // The JWT was for this upload only. An interrupted upload keeps it for another try.
    if (ended.kind === 'taken') setCredential('key')
    else if (ended.kind === 'failed' && isRefusedCredential(ended.problem) && jwtRef.current) jwtRef.current.value = ''
  }

  const canSend = isSendable(check)
  return (
    <>
      <CheckPanel file={file} check={check} onStop={stop} />
      {outcome && <OutcomeAlert ref={outcomeRef} outcome={outcome} credential={credential} />}
      {outcome?.kind !== 'taken' && (canSend || check.kind === 'checking') && (
        // Hidden but not removed during the upload, so that the JWT stays for another try.
        <div hidden={isSending} className="grid gap-3">
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <CredentialChoice chosen={credential} onChoose={setCredential} />
            <Button look="primary" isBusy={!canSend} onClick={() => canSend && void sendFile()}>
              {outcome?.kind === 'sent_before'
                ? t('uploadForm.uploadTwice')
                : t(outcome ? 'uploadForm.uploadAgain' : 'uploadForm.upload')}
            </Button>
            {!canSend && <p className="text-sm text-muted">{t('uploadForm.waitForCheck')}</p>}
          </div>
          {credential === 'jwt' && (
            <JwtField ref={jwtRef} error={jwtProblem && t(`uploadForm.credential.${jwtProblem}`)} />
          )}
        </div>
      )}
      {upload.kind === 'sending' && (
        <SendingPanel transfer={upload.transfer} totalBytes={upload.totalBytes} onCancel={cancel} />
      )}
      {'report' in check && check.report && <Preview report={check.report} />}
    </>
  )
}

/** Checks whether the user may upload a file: its check has ended and found no fault that stops an upload. */
function isSendable(check: FileCheck): boolean {
  switch (check.kind) {
    case 'done':
    case 'stopped':
      return !check.report?.faults.some(stopsUpload)
    case 'impossible':
      return true
    case 'checking':
    case 'unreadable':
      return false
  }
}

/** Checks whether the service refused the credential, so that the user needs another one. */
function isRefusedCredential({ kind }: Problem): boolean {
  return kind === 'unauthenticated' || kind === 'forbidden'
}

function problemOf(jwt: string): 'jwtMissing' | 'jwtInvalid' | undefined {
  if (jwt === '') return 'jwtMissing'
  return adminJwtPattern.test(jwt) ? undefined : 'jwtInvalid'
}
