'use client'

import { useEffect, useRef } from 'react'
import { Alert } from '@/components/ui/alert'
import { classNames } from '@/components/ui/class-names'
import { Field } from '@/components/ui/field'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import type { SignInProblem } from '@/lib/auth/sign-in-query'
import { useTexts } from '@/components/texts'

/** A form for each login that this deployment offers, and the problem with the last attempt. */
export function SignInForms({
  action,
  hasProvider,
  isDemo,
  callbackUrl,
  problem,
  refusedName,
}: {
  action: (form: FormData) => Promise<void>
  hasProvider: boolean
  isDemo: boolean
  callbackUrl: string
  /** What the last attempt came to. */
  problem: SignInProblem | 'name' | undefined
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

  const t = useTexts()
  return (
    <>
      {problem && problem !== 'name' && (
        <Alert ref={alert} tone="danger" title={t(`signIn.problem.${problem}.title`)}>
          <p>{t(`signIn.problem.${problem}.text`)}</p>
        </Alert>
      )}
      {hasProvider && (
        <NativeForm action={action}>
          <input type="hidden" name="provider" value="oidc" />
          <input type="hidden" name="callbackUrl" value={callbackUrl} />
          <SubmitButton isWide label={t('signIn.provider.button')} busyLabel={t('signIn.provider.busy')} />
        </NativeForm>
      )}
      {isDemo && (
        <NativeForm action={action} className={classNames('grid gap-5', hasProvider && 'border-t border-line pt-5')}>
          <input type="hidden" name="provider" value="demo" />
          <input type="hidden" name="callbackUrl" value={callbackUrl} />
          <Field
            ref={nameField}
            name="name"
            label={t('signIn.demo.nameLabel')}
            hint={t('signIn.demo.nameHint')}
            error={problem === 'name' ? t('signIn.problem.name') : undefined}
            defaultValue={refusedName}
            autoComplete="name"
            required
          />
          <SubmitButton
            isWide
            look={hasProvider ? 'secondary' : 'primary'}
            label={t('signIn.demo.button')}
            busyLabel={t('signIn.demo.busy')}
          />
        </NativeForm>
      )}
    </>
  )
}
