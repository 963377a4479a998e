'use client'

import { useEffect, useEffectEvent, useId, useRef, useState, type Ref } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { CodeField } from '@/components/ui/code-field'
import { CheckPanel, Preview, type FileCheck } from './check-panel'
import type { CheckMessage, CheckRequest } from './csv-check.worker'
import { stopsUpload } from './csv-faults'
import { OutcomeAlert } from './outcome-alert'
import { adminJwtPattern, credentials, type Credential } from './protocol'
import { SendingPanel, useUpload } from './sending'

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
  const isSentBefore = outcome?.kind === 'sent_before'

  useEffect(() => {
    if (outcome) outcomeRef.current?.focus()
  }, [outcome])

  async function sendFile() {
    if (isSending) return
    const adminJwt = credential === 'jwt' ? (jwtRef.current?.value.trim() ?? '') : undefined
    const problem = adminJwt === undefined ? undefined : problemOf(adminJwt)
    setJwtProblem(problem)
    if (problem) return jwtRef.current?.focus()
    const sha256 = check.kind === 'done' ? check.sha256 : undefined
    // Sends bytes that were sent before only after the page has warned about that.
    const ended = await send(file, { sha256, adminJwt, isAgain: isSentBefore })
    // The JWT was for this upload only. An interrupted upload keeps it for another try.
    if (ended.kind === 'taken') setCredential('key')
    const isRefused = ended.kind === 'failed' && ['unauthenticated', 'forbidden'].includes(ended.problem.kind)
    if (isRefused && jwtRef.current) jwtRef.current.value = ''
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
              {t(
                isSentBefore
                  ? 'uploads.form.uploadTwice'
                  : outcome
                    ? 'uploads.form.uploadAgain'
                    : 'uploads.form.upload',
              )}
            </Button>
            {!canSend && <p className="text-sm text-muted">{t('uploads.form.waitForCheck')}</p>}
          </div>
          {credential === 'jwt' && (
            <JwtField ref={jwtRef} error={jwtProblem && t(`uploads.form.credential.${jwtProblem}`)} />
          )}
        </div>
      )}
      {isSending && <SendingPanel transfer={upload.transfer} totalBytes={upload.totalBytes} onCancel={cancel} />}
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

function problemOf(jwt: string): 'jwtMissing' | 'jwtInvalid' | undefined {
  if (jwt === '') return 'jwtMissing'
  return adminJwtPattern.test(jwt) ? undefined : 'jwtInvalid'
}

/** Checks a file in a worker, so that the page stays responsive with a large file. */
function useFileCheck(file: File, expectedColumns: readonly string[]): { check: FileCheck; stop: () => void } {
  const [check, setCheck] = useState<FileCheck>({ kind: 'checking', readBytes: 0, report: null })
  const end = useRef<() => void>(null)

  // An upload refreshes the page and its columns, which must not restart the check.
  const start = useEffectEvent(() => startCheck({ file, expectedColumns }, setCheck))
  useEffect(() => {
    end.current = start()
    return () => end.current?.()
  }, [])

  function stop() {
    end.current?.()
    setCheck((check) => (check.kind === 'checking' ? { ...check, kind: 'stopped' } : check))
  }

  return { check, stop }
}

/** Starts a check in a worker, and returns a function that ends it. */
function startCheck(request: CheckRequest, onChange: (check: FileCheck) => void): () => void {
  try {
    const worker = new Worker(new URL('./csv-check.worker.ts', import.meta.url), { type: 'module' })
    // A message may already be on its way when the worker ends.
    const listening = new AbortController()
    const { signal } = listening
    const end = () => {
      listening.abort()
      worker.terminate()
    }
    const onMessage = ({ data }: MessageEvent<CheckMessage>) => {
      onChange(data)
      if (data.kind !== 'checking') end()
    }
    const onError = () => {
      onChange({ kind: 'impossible' })
      end()
    }
    worker.addEventListener('message', onMessage, { signal })
    worker.addEventListener('error', onError, { signal })
    worker.postMessage(request)
    return end
  } catch {
    onChange({ kind: 'impossible' })
    return () => {}
  }
}

/** The choice of the credential for the upload. */
function CredentialChoice({ chosen, onChoose }: { chosen: Credential; onChoose: (credential: Credential) => void }) {
  const t = useConsoleTexts()
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span id={id} className="font-medium">
        {t('uploads.form.credential.title')}
      </span>
      {credentials.map((credential) => (
        <label key={credential} className="flex min-h-6 items-center gap-2">
          <input
            type="radio"
            name={id}
            checked={chosen === credential}
            onChange={() => onChoose(credential)}
            className="size-5 accent-accent"
          />
          {t(`uploads.form.credential.${credential}`)}
        </label>
      ))}
    </div>
  )
}

/** The field for the JWT, which is never in the state of the page. */
function JwtField({ ref, error }: { ref: Ref<HTMLInputElement>; error: string | undefined }) {
  const t = useConsoleTexts()
  return (
    <CodeField
      ref={ref}
      label={t('uploads.form.credential.jwtLabel')}
      hint={t('uploads.form.credential.jwtHint')}
      error={error}
      // The styles mask it like a password. The type is different, because the browser would offer to save a password.
      type="text"
      className="[-webkit-text-security:disc]"
      data-1p-ignore
      data-lpignore="true"
    />
  )
}
