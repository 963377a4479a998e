'use client'

import { useId, type RefObject } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { CodeField } from '@/components/ui/code-field'

export type Credential = 'key' | 'jwt'

/** Chooses the credential for the upload. The JWT is only in its field, and in no state of the page. */
export function CredentialFields({
  chosen,
  onChoose,
  jwtRef,
  error,
}: {
  chosen: Credential
  onChoose: (credential: Credential) => void
  jwtRef: RefObject<HTMLInputElement | null>
  error: string | undefined
}) {
  const t = useConsoleTexts()
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">{t('uploadForm.credential.title')}</legend>
      <Choice
        label={t('uploadForm.credential.key')}
        hint={t('uploadForm.credential.keyHint')}
        isChosen={chosen === 'key'}
        onChoose={() => onChoose('key')}
      />
      <Choice
        label={t('uploadForm.credential.jwt')}
        hint={t('uploadForm.credential.jwtHint')}
        isChosen={chosen === 'jwt'}
        onChoose={() => onChoose('jwt')}
      />
      {chosen === 'jwt' && (
        <div className="pl-8">
          <CodeField
            ref={jwtRef}
            label={t('uploadForm.credential.jwtLabel')}
            hint={t('uploadForm.credential.jwtFieldHint')}
            error={error}
            // Masked like a password, but not one, since the browser would offer to save it.
            type="text"
            className="[-webkit-text-security:disc]"
            data-1p-ignore
            data-lpignore="true"
          />
        </div>
      )}
    </fieldset>
  )
}

function Choice({
  label,
  hint,
  isChosen,
  onChoose,
}: {
  label: string
  hint: string
  isChosen: boolean
  onChoose: () => void
}) {
  const id = useId()
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3">
      <input
        type="radio"
        id={id}
        checked={isChosen}
        onChange={onChoose}
        aria-describedby={`${id}-hint`}
        className="size-5 accent-accent"
      />
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-hint`} className="col-start-2 text-sm text-muted">
        {hint}
      </p>
    </div>
  )
}
