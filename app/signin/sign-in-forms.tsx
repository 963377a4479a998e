'use client'

import { useActionState, useEffect, useRef } from 'react'
import { signIn, type SignInState } from '@/app/signin/actions'
import { Alert } from '@/components/ui/alert'
import { classNames } from '@/components/ui/class-names'
import { Field } from '@/components/ui/field'
import { SubmitButton } from '@/components/ui/submit-button'
import { signInMessages } from '@/lib/messages/signin'

/** A form for each login that this deployment offers, and what came of the last attempt. */
export function SignInForms({
  hasProvider,
  isDemo,
  callbackUrl,
  initialState,
}: {
  hasProvider: boolean
  isDemo: boolean
  callbackUrl: string
  initialState: SignInState
}) {
  const [state, action] = useActionState(signIn, initialState)
  const alert = useRef<HTMLDivElement>(null)
  const nameField = useRef<HTMLInputElement>(null)
  // Moves to what needs attention, so that a screen reader tells it.
  useEffect(() => {
    if (state.problem === 'name') nameField.current?.focus()
    else if (state.problem) alert.current?.focus()
  }, [state])

  const { provider, demo, problems } = signInMessages
  return (
    <>
      {state.problem && state.problem !== 'name' && (
        <Alert ref={alert} tone="danger" title={problems[state.problem].title}>
          <p>{problems[state.problem].text}</p>
        </Alert>
      )}
      {hasProvider && (
        <form action={action}>
          <input type="hidden" name="provider" value="oidc" />
          <input type="hidden" name="callbackUrl" value={callbackUrl} />
          <SubmitButton isWide label={provider.button} busyLabel={provider.busy} />
        </form>
      )}
      {isDemo && (
        <form action={action} className={classNames('grid gap-5', hasProvider && 'border-t border-line pt-5')}>
          <input type="hidden" name="provider" value="demo" />
          <input type="hidden" name="callbackUrl" value={callbackUrl} />
          <Field
            ref={nameField}
            name="name"
            label={demo.nameLabel}
            hint={demo.nameHint}
            error={state.problem === 'name' ? problems.name : undefined}
            defaultValue={state.name}
            autoComplete="name"
            required
          />
          <SubmitButton isWide look={hasProvider ? 'secondary' : 'primary'} label={demo.button} busyLabel={demo.busy} />
        </form>
      )}
    </>
  )
}
