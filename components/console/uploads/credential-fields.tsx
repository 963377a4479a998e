'use client'

import { useId, type Ref } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { CodeField } from '@/components/ui/code-field'

const credentials = ['key', 'jwt'] as const
export type Credential = (typeof credentials)[number]

/** The choice of the credential for the upload. */
export function CredentialChoice({
  chosen,
  onChoose,
}: {
  chosen: Credential
  onChoose: (credential: Credential) => void
}) {
  const t = useConsoleTexts()
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span id={id} className="font-medium">
        {t('uploadForm.credential.title')}
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
          {t(`uploadForm.credential.${credential}`)}
        </label>
      ))}
    </div>
  )
}

/** The field for the JWT, which is never in the state of the page. */
export function JwtField({ ref, error }: { ref: Ref<HTMLInputElement>; error: string | undefined }) {
  const t = useConsoleTexts()
  return (
    <CodeField
      ref={ref}
      label={t('uploadForm.credential.jwtLabel')}
      hint={t('uploadForm.credential.jwtHint')}
      error={error}
      // The styles mask it like a password. The type is different, because the browser would offer to save a password.
      type="text"
      className="[-webkit-text-security:disc]"
      data-1p-ignore
      data-lpignore="true"
    />
  )
}
