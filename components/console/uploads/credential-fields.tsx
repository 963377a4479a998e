'use client'

import { useId, type RefObject } from 'react'
import { Field } from '@/components/ui/field'
import { uploadMessages } from '@/lib/messages/console-uploads'

const messages = uploadMessages.credential

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
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">{messages.title}</legend>
      <Choice
        label={messages.key}
        hint={messages.keyHint}
        isChosen={chosen === 'key'}
        onChoose={() => onChoose('key')}
      />
      <Choice
        label={messages.jwt}
        hint={messages.jwtHint}
        isChosen={chosen === 'jwt'}
        onChoose={() => onChoose('jwt')}
      />
      {chosen === 'jwt' && (
        <div className="pl-8">
          <Field
            ref={jwtRef}
            label={messages.jwtLabel}
            hint={messages.jwtFieldHint}
            error={error}
            // Masked like a password, but not one, since the browser would offer to save it.
            type="text"
            className="font-mono [-webkit-text-security:disc]"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
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
