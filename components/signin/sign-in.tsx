import type { ComponentProps } from 'react'
import { TextsProvider } from '@/components/texts'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CodeToQuote } from '@/components/ui/code-to-quote'
import { FocusedAlert } from '@/components/ui/focused'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import type { SignInProblem } from '@/lib/auth/sign-in-query'
import type { UserTexts } from '@/lib/messages/user-texts'
import type { TextsInBrowser } from '@/lib/messages/texts'
import { SignInForms } from './sign-in-forms'

/** What became of the last attempt. */
interface SignInFailure {
  problem: SignInProblem
  /** By which support finds the attempt in the log. */
  code: string | null
  /** Where users get help, if the operator has said. */
  supportUrl: string | null
}

/** The sign-in page for a person who is not signed in. */
export function SignIn({
  t,
  texts,
  failure,
  signOutUrl,
  ...form
}: ComponentProps<typeof SignInForms> & {
  t: UserTexts
  /** Those of the group `signIn`, for the browser. */
  texts: TextsInBrowser
  failure: SignInFailure | null
  /** Where a person who has just signed out here can sign out of the provider, or of the operator's own site, too. */
  signOutUrl: string | null
}) {
  return (
    <Card area="signin" title={t('signIn.title')}>
      {failure && <Problem t={t} {...failure} />}
      {signOutUrl !== null && (
        <Alert tone="success" title={t('signIn.signedOut.title')}>
          <p>{t('signIn.signedOut.text')}</p>
          <p>
            <a href={signOutUrl}>{t('signIn.signedOut.link')}</a>
          </p>
        </Alert>
      )}
      <p>{t('signIn.text')}</p>
      <TextsProvider {...texts}>
        <SignInForms {...form} />
      </TextsProvider>
      {form.isDemo && <p className="text-sm text-muted">{t('signIn.demo.warning')}</p>}
    </Card>
  )
}

function Problem({ t, problem, code, supportUrl }: SignInFailure & { t: UserTexts }) {
  return (
    <FocusedAlert tone="danger" title={t(`signIn.problem.${problem}.title`)}>
      <p>{t(`signIn.problem.${problem}.text`)}</p>
      {code !== null && <CodeToQuote t={t} code={code} />}
      {supportUrl !== null && (
        <p>
          <a href={supportUrl}>{t('refused.supportLink')}</a>
        </p>
      )}
    </FocusedAlert>
  )
}

/** Stands for the name in its text, so that an element of its own keeps the name's direction to itself. */
const placeholder = '\uE000'

/** The sign-in page for a person who is signed in already. */
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
  const [before, after] = t('signIn.signedIn.text', { name: placeholder }).split(placeholder)
  return (
    <Card area="signin" title={t('signIn.signedIn.title')}>
      <p className="wrap-anywhere">
        {before}
        <bdi>{name}</bdi>
        {after}
      </p>
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
