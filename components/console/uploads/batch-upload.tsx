'use client'

import { useEffect, useRef, useState } from 'react'
import { Section } from '@/components/console/shared/console-page'
import { Button } from '@/components/ui/button'
import type { Problem } from '@/lib/console/shared/problem'
import { stopsUpload } from '@/lib/console/uploads/csv-report'
import { adminJwtPattern } from '@/lib/console/uploads/protocol'
import { uploadMessages } from '@/lib/messages/console-uploads'
import { CheckPanel } from './check-panel'
import { CredentialFields, type Credential } from './credential-fields'
import { FilePicker } from './file-picker'
import { OutcomeAlert } from './outcome-alert'
import { SendingPanel } from './sending-panel'
import { useFileCheck, type FileCheck } from './use-file-check'
import { useUpload } from './use-upload'

const { file: fileMessages, check: checkMessages, credential: credentialMessages, ...messages } = uploadMessages

/** Uploads a file: choosing, checking, sending, and the result. */
export function BatchUpload({ expectedColumns }: { expectedColumns: readonly string[] }) {
  const [file, setFile] = useState<File | null>(null)
  const { check, start, stop } = useFileCheck(expectedColumns)
  const { upload, send, cancel, reset } = useUpload()
  const [credential, setCredential] = useState<Credential>('key')
  const [jwtError, setJwtError] = useState<string>()
  const jwtRef = useRef<HTMLInputElement>(null)
  const outcomeRef = useRef<HTMLDivElement>(null)
  const outcome = upload.kind === 'ended' ? upload.outcome : null
  const isSending = upload.kind === 'sending'

  useEffect(() => {
    if (outcome) outcomeRef.current?.focus()
  }, [outcome])

  function clearJwt() {
    if (jwtRef.current) jwtRef.current.value = ''
  }

  function choose(chosen: File) {
    clearJwt()
    setJwtError(undefined)
    setFile(chosen)
    reset()
    start(chosen)
  }

  async function sendChosen(chosen: File) {
    if (isSending) return
    const jwt = credential === 'jwt' ? (jwtRef.current?.value.trim() ?? '') : undefined
    const problem = jwt === undefined ? undefined : jwtProblem(jwt)
    setJwtError(problem)
    if (problem) {
      jwtRef.current?.focus()
      return
    }
    // Only a press after the page has told that the bytes were sent before sends them again.
    const ended = await send(chosen, { adminJwt: jwt, isAgain: outcome?.kind === 'sent_before' })
    // The JWT was for this upload only. It is kept for another attempt if the upload was interrupted.
    if (ended.kind === 'taken') setCredential('key')
    else if (ended.kind === 'failed' && isRefusedCredential(ended.problem)) clearJwt()
  }

  const canSend = check !== null && isSendable(check)
  return (
    <>
      <Section title={fileMessages.title}>
        <p className="wrap-anywhere text-muted">
          {expectedColumns.length > 0 ? fileMessages.expected(expectedColumns) : fileMessages.noneExpected}
        </p>
        <FilePicker isBusy={isSending} onFile={choose} />
      </Section>
      {file && check && (
        <Section title={checkMessages.title}>
          <CheckPanel file={file} check={check} onStop={stop} />
        </Section>
      )}
      {file && check && (canSend || check.kind === 'checking' || upload.kind !== 'none') && (
        <Section title={messages.upload}>
          {outcome && <OutcomeAlert ref={outcomeRef} outcome={outcome} credential={credential} />}
          {outcome?.kind !== 'taken' && (
            // Hidden and not removed while the file is sent, so that the JWT stays for another attempt.
            <div hidden={isSending} className="grid gap-4">
              <CredentialFields chosen={credential} onChoose={setCredential} jwtRef={jwtRef} error={jwtError} />
              <div className="flex flex-wrap items-center gap-4">
                <Button look="primary" isBusy={!canSend} onClick={() => canSend && void sendChosen(file)}>
                  {outcome?.kind === 'sent_before'
                    ? messages.uploadTwice
                    : outcome
                      ? messages.uploadAgain
                      : messages.upload}
                </Button>
                {!canSend && <p className="text-sm text-muted">{messages.waitForCheck}</p>}
              </div>
            </div>
          )}
          {upload.kind === 'sending' && (
            <SendingPanel transfer={upload.transfer} totalBytes={upload.totalBytes} onCancel={cancel} />
          )}
        </Section>
      )}
    </>
  )
}

/** Whether a file may be uploaded: its check has ended and found no fault that stops an upload. */
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

/** The service refused the credential, so another one is needed. */
function isRefusedCredential({ kind }: Problem): boolean {
  return kind === 'unauthenticated' || kind === 'forbidden'
}

function jwtProblem(jwt: string): string | undefined {
  if (jwt === '') return credentialMessages.jwtMissing
  return adminJwtPattern.test(jwt) ? undefined : credentialMessages.jwtInvalid
}
