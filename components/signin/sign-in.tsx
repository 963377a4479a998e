import type { ComponentProps } from 'react'
import { TextsProvider } from '@/components/texts'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import type { UserTexts } from '@/lib/messages/keys'
import type { TextsInBrowser } from '@/lib/messages/texts'
import { SignInForms } from './sign-in-forms'

/** The sign-in page for somebody who is not signed in. */
export function SignIn({
  t,
  texts,
  ...form
}: ComponentProps<typeof SignInForms> & {
  t: UserTexts
  /** Those of the group `signIn`, for the browser. */
  texts: TextsInBrowser
}) {
  return (
    <Card title={t('signIn.title')}>
      <p>{t('signIn.text')}</p>
      <TextsProvider {...texts}>
        <SignInForms {...form} />
      </TextsProvider>
      {form.isDemo && <p className="text-sm text-muted">{t('signIn.demo.warning')}</p>}
    </Card>
  )
}

/** The sign-in page for somebody who is signed in already. */
export function SignedIn({
  t,
  name,
  nextPath,
  signOut,
}: {
  t: UserTexts
  name: string
  /** Where the person wanted to go. */
  nextPath: string
  signOut: () => Promise<void>
}) {
  return (
    <Card title={t('signIn.signedIn.title')}>
      <p className="break-words">{t('signIn.signedIn.text', { name })}</p>
      <a href={nextPath} className={buttonClasses('primary', true)}>
        {t('signIn.signedIn.continue')}
      </a>
      <NativeForm action={signOut} className="grid gap-2 border-t border-line pt-5">
        <p className="text-sm text-muted">{t('signIn.signedIn.signOutHint')}</p>
        <SubmitButton
          look="secondary"
          isWide
          label={t('signIn.signedIn.signOut')}
          busyLabel={t('signIn.signedIn.signingOut')}
        />
      </NativeForm>
    </Card>
  )
}
