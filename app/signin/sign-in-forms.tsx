'use client'

import { useEffect, useRef } from 'react'
import { Alert } from '@/components/ui/alert'
import { classNames } from '@/components/ui/class-names'
import { Field } from '@/components/ui/field'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import type { SignInProblem } from '@/lib/auth/sign-in-problem'
import { signInMessages } from '@/lib/messages/signin'
import { signIn } from './actions'

/** A form for each login that this deployment offers, and the problem with the last attempt. */
export function SignInForms({
  hasProvider,
  isDemo,
  callbackUrl,
  problem,
  refusedName,
}: {
  hasProvider: boolean
  isDemo: boolean
  callbackUrl: string
  /** What the last attempt came to. `updated`: the page was of an older version of this site. */
  problem: SignInProblem | 'name' | 'updated' | undefined
  /** What was typed, to be corrected. */
  refusedName: string
}) {
  const alert = useRef<HTMLDivElement>(null)
  const nameField = useRef<HTMLInputElement>(null)
  // Moves the focus to the problem, so that screen readers announce it.
  useEffect(() => {
    if (problem === 'name') nameField.current?.focus()
    else if (problem) alert.current?.focus()
  }, [problem])

  const { provider, demo, problems } = signInMessages
  return (
    <>
      {problem && problem !== 'name' && (
        <Alert ref={alert} tone="danger" title={problems[problem].title}>
          <p>{problems[problem].text}</p>
        </Alert>
      )}
      {hasProvider && (
        <NativeForm action={signIn}>
          <input type="hidden" name="provider" value="oidc" />
          <input type="hidden" name="callbackUrl" value={callbackUrl} />
          <SubmitButton isWide label={provider.button} busyLabel={provider.busy} />
        </NativeForm>
      )}
      {isDemo && (
        <NativeForm action={signIn} className={classNames('grid gap-5', hasProvider && 'border-t border-line pt-5')}>
          <input type="hidden" name="provider" value="demo" />
          <input type="hidden" name="callbackUrl" value={callbackUrl} />
          <Field
            ref={nameField}
            name="name"
            label={demo.nameLabel}
            hint={demo.nameHint}
            error={problem === 'name' ? problems.name : undefined}
            defaultValue={refusedName}
            autoComplete="name"
            required
          />
          <SubmitButton isWide look={hasProvider ? 'secondary' : 'primary'} label={demo.button} busyLabel={demo.busy} />
        </NativeForm>
      )}
    </>
  )
}
