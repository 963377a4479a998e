import type { ComponentProps, ReactNode } from 'react'
import { TextsProvider } from '@/components/texts'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { CodeToQuote } from '@/components/ui/code-to-quote'
import { FocusedAlert } from '@/components/ui/focused'
import type { FormAction } from '@/components/ui/form-action'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import type { SignInProblem } from '@/lib/auth/sign-in-query'
import type { UserTexts } from '@/lib/messages/user-texts'
import type { TextsInBrowser } from '@/lib/messages/texts'
import { SignInForms } from './sign-in-forms'

/** The result of the last attempt. */
interface SignInFailure {
  problem: SignInProblem | 'cookies'
  /** The code with which support finds the attempt in the log. */
  code: string | null
}

interface SignInProps extends Omit<ComponentProps<typeof SignInForms>, 'look'> {
  t: UserTexts
  /** The texts of the group `signIn`, for the browser. */
  texts: TextsInBrowser
  /** The purpose of the sign-in. */
  purpose: 'connect' | 'console' | 'other'
  /** The site and the service, for a person who wants to connect a wallet. */
  whoAsks: ReactNode
  failure: SignInFailure | null
  /** The URL where users get help, if the operator has set it. */
  supportUrl: string | null
  /** Whether the person has just signed out here. */
  isSignedOut: boolean
  /** The URL where people sign out of the provider, or of the operator's own site. */
  signOutUrl: string | null
}

/** The sign-in page for a person who is not signed in. */
export function SignIn({
  t,
  texts,
  purpose,
  whoAsks,
  failure,
  supportUrl,
  isSignedOut,
  signOutUrl,
  ...form
}: SignInProps) {
  const isForOperator = failure?.problem === 'misconfigured'
  const isLoginNext = !isForOperator && failure?.problem !== 'too_often'
  const isFirstVisit = failure === null && !isSignedOut
  const isToConnect = isFirstVisit && purpose === 'connect'
  return (
    <Card area="signin" title={t('signIn.title')} lead={isToConnect && whoAsks}>
      {failure && <Problem t={t} {...failure} signOutUrl={signOutUrl} supportUrl={isForOperator ? null : supportUrl} />}
      {isSignedOut && (
        <Alert tone="success" title={t('signIn.signedOut.title')}>
          <p>{t('signIn.signedOut.text')}</p>
          {signOutUrl !== null && <AlertLink href={signOutUrl}>{t('signIn.signedOut.link')}</AlertLink>}
        </Alert>
      )}
      {isFirstVisit && purpose !== 'other' && (
        <p className={classNames('-mt-2 mb-1 text-muted', isToConnect && 'text-center text-balance')}>
          {t(isToConnect ? 'signIn.next' : 'signIn.consoleText')}
        </p>
      )}
      {isForOperator && supportUrl !== null && (
        <a href={supportUrl} className={buttonClasses('primary', true)}>
          {t('support.help')}
        </a>
      )}
      <TextsProvider {...texts}>
        <SignInForms {...form} look={isLoginNext ? 'primary' : 'secondary'} />
      </TextsProvider>
    </Card>
  )
}

function Problem({
  t,
  problem,
  code,
  signOutUrl,
  supportUrl,
}: SignInFailure & Pick<SignInProps, 't' | 'signOutUrl' | 'supportUrl'>) {
  return (
    <FocusedAlert tone="danger" title={t(`signIn.problem.${problem}.title`)}>
      <p>{t(`signIn.problem.${problem}.text`)}</p>
      {code !== null && <CodeToQuote t={t} code={code} />}
      {/* A provider with an active session would sign in the same account again without asking. */}
      {problem === 'not_admitted' && signOutUrl !== null && (
        <AlertLink href={signOutUrl}>{t('signIn.signedOut.link')}</AlertLink>
      )}
      {supportUrl !== null && <AlertLink href={supportUrl}>{t('support.help')}</AlertLink>}
    </FocusedAlert>
  )
}

function AlertLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p>
      <a href={href}>{children}</a>
    </p>
  )
}

/** The sign-in page for a person who is already signed in. */
export function SignedIn({
  t,
  name,
  nextPath,
  signOut,
}: {
  t: UserTexts
  name: string
  /** The page that the person wanted to open. */
  nextPath: string
  signOut: FormAction
}) {
  return (
    <Card area="signin" title={t('signIn.signedIn.title')}>
      <p className="wrap-anywhere">{t('signIn.signedIn.text', { name })}</p>
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
