'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { CodeField } from '@/components/ui/field'
import type { Credential } from '@/lib/console/batches'
import { CheckPanel, FaultList, Preview } from './check-panel'
import { checkFile, CsvCheck, stopsUpload, type FileCheck } from './csv-check'
import { OutcomeAlert } from './outcome-alert'
import { adminJwtPattern, postFile, type UploadOutcome } from './post-file'
import { SendingPanel } from './sending'
import type { UploadPhase } from './upload-form'

/** While it is sending, the user cannot choose another file. */
export function ChosenFile({
  file,
  expectedColumns,
  isSending,
  onPhase,
}: {
  file: File
  expectedColumns: readonly string[]
  isSending: boolean
  onPhase: (phase: UploadPhase) => void
}) {
  const t = useConsoleTexts()
  const router = useRouter()
  const id = useId()
  const [check, setCheck] = useState(unchecked)
  const stopping = useRef<AbortController>(null)
  const [outcome, setOutcome] = useState<UploadOutcome | null>(null)
  const [credential, setCredential] = useState<Credential>('key')
  const [jwtProblem, setJwtProblem] = useState<'jwtMissing' | 'jwtInvalid'>()
  const jwtRef = useRef<HTMLInputElement>(null)
  const sent = useRef(0)
  const cancelling = useRef<AbortController>(null)
  // An upload refreshes the page and its columns, which must not restart the check.
  const startCheck = useEffectEvent(({ signal }: AbortController) => {
    const show = (next: FileCheck) => signal.reason !== 'gone' && setCheck(next)
    checkFile(file.stream(), expectedColumns, show, () => signal.aborted).then(show, () => show(unreadable))
  })
  useEffect(() => {
    startCheck((stopping.current = new AbortController()))
    return () => {
      stopping.current?.abort('gone')
      cancelling.current?.abort()
    }
  }, [])
  const isSentBefore = outcome?.kind === 'sent_before'

  async function send() {
    const adminJwt = credential === 'jwt' ? (jwtRef.current?.value.trim() ?? '') : undefined
    if (adminJwt !== undefined && !adminJwtPattern.test(adminJwt)) {
      setJwtProblem(adminJwt === '' ? 'jwtMissing' : 'jwtInvalid')
      return jwtRef.current?.focus()
    }
    setJwtProblem(undefined)
    setOutcome(null)
    onPhase('sending')
    sent.current = 0
    cancelling.current = new AbortController()
    const ended = await postFile(file, {
      adminJwt,
      // Only after the page has warned about that.
      isAgain: isSentBefore,
      signal: cancelling.current.signal,
      onProgress: (sentBytes) => (sent.current = sentBytes),
    })
    setOutcome(ended)
    onPhase(ended.kind === 'taken' ? 'taken' : 'choosing')
    // For the list of batches. After another outcome, a signed-out user would lose the page.
    if (ended.kind === 'taken' || ended.kind === 'failed') router.refresh()
    // An interrupted upload keeps the JWT for another try.
    const isRefused = ended.kind === 'failed' && ['unauthenticated', 'forbidden'].includes(ended.problem.kind)
    if (isRefused && jwtRef.current) jwtRef.current.value = ''
  }

  const isChecking = check.kind === 'checking'
  const { faults } = check.report
  const isForbidden = check.kind === 'unreadable' || faults.some(stopsUpload)
  // A fault that does not stop the upload asks for a decision, because the service gets the file as it is.
  const first = !isChecking && faults.length > 0 ? 'uploadAnyway' : 'upload'
  const action = isSentBefore ? 'uploadTwice' : outcome ? 'uploadAgain' : first
  const odd = faults.find(({ first }) => first)?.total ?? 0
  const result = outcome && (
    <OutcomeAlert outcome={outcome} credential={credential}>
      {faults.length > 0 && <FaultList faults={faults} />}
    </OutcomeAlert>
  )
  if (outcome?.kind === 'taken') return result
  return (
    <>
      <CheckPanel file={file} check={check} onStop={() => stopping.current?.abort()} />
      <Preview check={check} />
      {result}
      {(isChecking || !isForbidden) && (
        // Hidden but not removed during the upload, so that the JWT stays for another try.
        <div hidden={isSending} className="grid gap-3 border-t border-line pt-4">
          {credential === 'jwt' && (
            <CodeField
              // Its value is never in the state of the page.
              ref={jwtRef}
              label={t('uploads.form.credential.jwtLabel')}
              hint={t('uploads.form.credential.jwtHint')}
              error={jwtProblem && t(`uploads.form.credential.${jwtProblem}`)}
              // Styles mask it like a password, which the browser would offer to save.
              type="text"
              className="[-webkit-text-security:disc]"
              data-1p-ignore
              data-lpignore="true"
            />
          )}
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <div role="radiogroup" aria-labelledby={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
              <span id={id} className="text-muted">
                {t('uploads.form.credential.title')}
              </span>
              {(['key', 'jwt'] as const).map((each) => (
                <label key={each} className="flex min-h-6 items-center gap-2">
                  <input
                    type="radio"
                    name={id}
                    checked={credential === each}
                    onChange={() => setCredential(each)}
                    className="size-4"
                  />
                  {t(`uploads.form.credential.${each}`)}
                </label>
              ))}
            </div>
            {isChecking && <p className="text-sm text-muted">{t('uploads.form.waitForCheck')}</p>}
            <Button
              look={action === 'uploadAnyway' ? 'secondary' : 'primary'}
              isBusy={isChecking}
              onClick={() => isChecking || void send()}
            >
              {t(`uploads.form.${action}`, { odd })}
            </Button>
          </div>
        </div>
      )}
      {isSending && <SendingPanel sent={sent} totalBytes={file.size} onCancel={() => cancelling.current?.abort()} />}
    </>
  )
}

const unchecked: FileCheck = { kind: 'checking', readBytes: 0, report: new CsvCheck([]).report() }

const unreadable: FileCheck = { ...unchecked, kind: 'unreadable' }
