'use client'

import { useEffect, useRef, type ReactNode } from 'react'
import { buttonClasses, type ButtonLook } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Field } from '@/components/ui/field'
import type { FormAction } from '@/components/ui/form-action'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { useTexts } from '@/components/texts'

/** A form or a link for each login that this deployment offers. */
export function SignInForms({
  action,
  provider,
  look,
  hasProvider,
  siteLink,
  isDemo,
  callbackUrl,
  refusedName,
  isNameRefused,
}: {
  action: FormAction
  /** The name of the provider, or of the operator's own site. */
  provider: string
  /** The look of the buttons: `secondary` if the user should first take another step. */
  look: 'primary' | 'secondary'
  hasProvider: boolean
  /** The URL of the operator's own sign-in page, if that is the login. */
  siteLink: string | null
  isDemo: boolean
  callbackUrl: string
  /** Whether the demo login has refused the typed name. */
  isNameRefused: boolean
  /** The typed name, to be corrected. */
  refusedName: string
}) {
  const nameField = useRef<HTMLInputElement>(null)
  // So that screen readers announce the problem.
  useEffect(() => {
    if (isNameRefused) nameField.current?.focus()
  }, [isNameRefused])

  const t = useTexts()
  const hasLogin = hasProvider || siteLink !== null
  const label = t('signIn.provider.button', { provider })
  return (
    <>
      {siteLink !== null && <SiteLink href={siteLink} look={look} label={label} />}
      {hasProvider && (
        <NativeForm action={action}>
          <input type="hidden" name="provider" value="oidc" />
          <input type="hidden" name="callbackUrl" value={callbackUrl} />
          <SubmitButton isWide look={look} label={label} busyLabel={t('signIn.provider.busy')} />
        </NativeForm>
      )}
      {isDemo && (
        <NativeForm action={action} className={classNames('grid gap-5', hasLogin && 'border-t border-line pt-5')}>
          <input type="hidden" name="provider" value="demo" />
          <input type="hidden" name="callbackUrl" value={callbackUrl} />
          <Field
            ref={nameField}
            name="name"
            label={t('signIn.demo.nameLabel')}
            hint={t('signIn.demo.nameHint')}
            error={isNameRefused ? t('signIn.problem.name') : undefined}
            defaultValue={refusedName}
            // If it is the only way. A message before it in the document takes the focus first.
            autoFocus={!hasLogin || isNameRefused}
            autoComplete="name"
            required
          />
          <SubmitButton
            isWide
            look={hasLogin ? 'secondary' : look}
            label={t('signIn.demo.button')}
            busyLabel={t('signIn.demo.busy')}
          />
        </NativeForm>
      )}
    </>
  )
}

/** The page reloads when a person returns to it after this time, because its link is valid for ten minutes. */
const freshMs = 4 * 60 * 1000

/** A link to the operator's own site. It is a plain link, because a phone opens the operator's app only from one. */
function SiteLink({ href, look, label }: { href: string; look: ButtonLook; label: ReactNode }) {
  useEffect(() => {
    const openedAt = Date.now()
    const refresh = () => {
      if (document.visibilityState === 'visible' && Date.now() - openedAt > freshMs) location.reload()
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [])
  return (
    <a href={href} className={buttonClasses(look, true)}>
      {label}
    </a>
  )
}
