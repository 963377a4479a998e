'use client'

import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { CodeField } from '@/components/ui/code-field'
import type { Credential } from '@/lib/console/batches'
import { CheckPanel, Preview } from './check-panel'
import { checkFile, CsvCheck, stopsUpload, type CheckedFile, type FileCheck } from './csv-check'
import type { CheckMessage, CheckRequest } from './csv-check.worker'
import { chunksOf } from './csv-reader'
import { OutcomeAlert } from './outcome-alert'
import { adminJwtPattern } from './protocol'
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
  const { check, stop, sha256 } = useFileCheck(file, expectedColumns)
  const { samples, outcome, send, cancel } = useUpload(file, onSending)
  const [credential, setCredential] = useState<Credential>('key')
  const [jwtProblem, setJwtProblem] = useState<'jwtMissing' | 'jwtInvalid'>()
  const jwtRef = useRef<HTMLInputElement>(null)
  const isSentBefore = outcome?.kind === 'sent_before'

  async function sendFile() {
    const adminJwt = credential === 'jwt' ? (jwtRef.current?.value.trim() ?? '') : undefined
    if (adminJwt !== undefined && !adminJwtPattern.test(adminJwt)) {
      setJwtProblem(adminJwt === '' ? 'jwtMissing' : 'jwtInvalid')
      return jwtRef.current?.focus()
    }
    setJwtProblem(undefined)
    // Sends bytes that were sent before only after the page has warned about that.
    const ended = await send({ sha256: sha256(), adminJwt, isAgain: isSentBefore })
    // The JWT was for this upload only. An interrupted upload keeps it for another try.
    if (ended.kind === 'taken') setCredential('key')
    const isRefused = ended.kind === 'failed' && ['unauthenticated', 'forbidden'].includes(ended.problem.kind)
    if (isRefused && jwtRef.current) jwtRef.current.value = ''
  }

  const isChecking = check.kind === 'checking'
  const isForbidden = check.kind === 'unreadable' || check.report.faults.some(stopsUpload)
  // A fault that does not stop the upload asks for a decision, because the service gets the file as it is.
  const { faults } = check.report
  const first = !isChecking && faults.length > 0 ? 'uploadAnyway' : 'upload'
  const action = isSentBefore ? 'uploadTwice' : outcome ? 'uploadAgain' : first
  const odd = faults.find(({ first }) => first)?.total ?? 0
  return (
    <>
      <CheckPanel file={file} check={check} onStop={stop} />
      {outcome && <OutcomeAlert outcome={outcome} credential={credential} />}
      {outcome?.kind !== 'taken' && (isChecking || !isForbidden) && (
        // Hidden but not removed during the upload, so that the JWT stays for another try.
        <div hidden={samples !== null} className="grid gap-3">
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <CredentialChoice chosen={credential} onChoose={setCredential} />
            <Button
              look={action === 'uploadAnyway' ? 'secondary' : 'primary'}
              isBusy={isChecking}
              onClick={() => isChecking || void sendFile()}
            >
              {t(`uploads.form.${action}`, { odd })}
            </Button>
            {isChecking && <p className="text-sm text-muted">{t('uploads.form.waitForCheck')}</p>}
          </div>
          {credential === 'jwt' && (
            <CodeField
              // Its value is never in the state of the page.
              ref={jwtRef}
              label={t('uploads.form.credential.jwtLabel')}
              hint={t('uploads.form.credential.jwtHint')}
              error={jwtProblem && t(`uploads.form.credential.${jwtProblem}`)}
              // The styles mask it like a password. The type is different, because the browser would offer to save a
              // password.
              type="text"
              className="[-webkit-text-security:disc]"
              data-1p-ignore
              data-lpignore="true"
            />
          )}
        </div>
      )}
      {samples && <SendingPanel samples={samples} totalBytes={file.size} onCancel={cancel} />}
      <Preview report={check.report} />
    </>
  )
}

const unchecked: FileCheck = { kind: 'checking', readBytes: 0, report: new CsvCheck([]).report() }
const unreadable = { ...unchecked, kind: 'unreadable', sha256: null } as const

/** Checks and hashes a file in a worker, so that the page stays responsive with a large file. */
function useFileCheck(file: File, expectedColumns: readonly string[]) {
  const [check, setCheck] = useState(unchecked)
  const workerRef = useRef<Worker>(null)
  /** Resolves at the end of the check; to null if the browser cannot read the file. */
  const sha256Ref = useRef<Promise<string | null>>(null)

  const request = (message: CheckRequest) => workerRef.current?.postMessage(message)
  const show = (next: FileCheck) => setCheck((before) => (before.kind === 'stopped' ? before : next))

  const checkInWorker = () =>
    new Promise<CheckedFile>((resolve, reject) => {
      const worker = new Worker(new URL('./csv-check.worker.ts', import.meta.url), { type: 'module' })
      workerRef.current = worker
      worker.addEventListener('error', reject)
      worker.addEventListener('message', ({ data }: MessageEvent<CheckMessage>) => {
        if (data === null) reject(new Error('The worker cannot read the file.'))
        else if ('sha256' in data) resolve(data)
        else show(data)
      })
      request({ file, expectedColumns })
    })

  // An upload refreshes the page and its columns, which must not restart the check.
  const start = useEffectEvent(() => {
    sha256Ref.current = checkInWorker()
      // A browser that cannot run the worker checks the file in the page.
      .catch(() => checkFile(chunksOf(file), expectedColumns, show))
      .catch(() => unreadable)
      .then((checked) => {
        show(checked)
        return checked.sha256
      })
  })
  useEffect(() => {
    start()
    return () => workerRef.current?.terminate()
  }, [])

  function stop() {
    request('stop')
    setCheck((before) => ({ ...before, kind: 'stopped' }))
  }
  return { check, stop, sha256: () => sha256Ref.current }
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
      {(['key', 'jwt'] as const).map((credential) => (
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
