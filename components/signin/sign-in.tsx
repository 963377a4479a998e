import type { ReactNode } from 'react'
import { Alert, FocusedAlert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { CodeToQuote } from '@/components/ui/code-to-quote'
import { Field } from '@/components/ui/field'
import type { FormAction } from '@/components/ui/form-action'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import type { SignInProblem } from '@/lib/auth/sign-in-query'
import type { UserTexts } from '@/lib/messages/user-texts'
import { SiteLink } from './site-link'

interface SignInProps {
  t: UserTexts
  purpose: 'connect' | 'console' | 'other'
  whoAsks: ReactNode
  /** The brand's line about why users connect; null without one. */
  benefit: string | null
  action: FormAction
  /** The name of the provider, or of the operator's own site. */
  provider: string
  hasProvider: boolean
  /** The operator's own sign-in page, if that is the login. */
  siteLink: string | null
  isDemo: boolean
  callbackUrl: string
  /** The name that the demo login refused, to be corrected; null without one. */
  refusedName: string | null
  /** With the code by which support finds the attempt in the log. */
  failure: { problem: SignInProblem | 'cookies'; code: string | null } | null
  supportUrl: string | null
  isSignedOut: boolean
  /** Where people sign out of the provider, or of the operator's own site. */
  signOutUrl: string | null
}

export function SignIn(props: SignInProps) {
  const { t, purpose, failure, supportUrl, isSignedOut, signOutUrl } = props
  const isForOperator = failure?.problem === 'misconfigured'
  // With an active session, a provider would sign in the same account without asking.
  const isToSignOut = failure?.problem === 'not_admitted' && signOutUrl !== null
  const nextStep = isForOperator ? supportUrl : isToSignOut ? signOutUrl : null
  const isLoginNext = !isForOperator && !isToSignOut && failure?.problem !== 'too_often'
  const isFirstVisit = failure === null && !isSignedOut
  const isToConnect = isFirstVisit && purpose === 'connect'
  return (
    <Card area="signin" title={t('signIn.title')} lead={purpose === 'connect' && !isSignedOut && props.whoAsks}>
      {failure && (
        <FocusedAlert tone="danger" title={t(`signIn.problem.${failure.problem}.title`)}>
          <p>{t(`signIn.problem.${failure.problem}.text`)}</p>
          {failure.code !== null && <CodeToQuote t={t} code={failure.code} />}
          {supportUrl !== null && !isForOperator && (
            <p>
              <a href={supportUrl}>{t('support.help')}</a>
            </p>
          )}
        </FocusedAlert>
      )}
      {isSignedOut && (
        <Alert tone="success" title={t('signIn.signedOut.title')}>
          <p>{t('signIn.signedOut.text')}</p>
          {signOutUrl !== null && (
            <p>
              <a href={signOutUrl}>{t('signIn.signedOut.link')}</a>
            </p>
          )}
        </Alert>
      )}
      {isFirstVisit && purpose !== 'console' && props.benefit !== null && <p className="text-muted">{props.benefit}</p>}
      {isFirstVisit && purpose !== 'other' && (
        <p className={classNames('-mt-2 mb-1 text-muted', isToConnect && 'text-center text-balance')}>
          {t(isToConnect ? 'signIn.next' : 'signIn.consoleText')}
        </p>
      )}
      {nextStep !== null && (
        <a href={nextStep} className={buttonClasses('primary')}>
          {t(isForOperator ? 'support.help' : 'signIn.signedOut.link')}
        </a>
      )}
      <Logins {...props} look={isLoginNext ? 'primary' : 'secondary'} />
    </Card>
  )
}

/** @param look - `secondary` if the user should first take another step. */
function Logins({ t, look, siteLink, refusedName, ...props }: SignInProps & { look: 'primary' | 'secondary' }) {
  const { action, callbackUrl, hasProvider } = props
  const hasLogin = hasProvider || siteLink !== null
  const label = t('signIn.provider.button', { provider: props.provider })
  return (
    <>
      {siteLink !== null && (
        <SiteLink href={siteLink} className={buttonClasses(look)}>
          {label}
        </SiteLink>
      )}
      {hasProvider && (
        <NativeForm action={action} className="grid">
          <input type="hidden" name="provider" value="oidc" />
          <input type="hidden" name="callbackUrl" value={callbackUrl} />
          <SubmitButton look={look} label={label} busyLabel={t('signIn.provider.busy')} />
        </NativeForm>
      )}
      {props.isDemo && (
        <NativeForm action={action} className={classNames('grid gap-5', hasLogin && 'border-t border-line pt-5')}>
          <input type="hidden" name="provider" value="demo" />
          <input type="hidden" name="callbackUrl" value={callbackUrl} />
          <Field
            name="name"
            label={t('signIn.demo.nameLabel')}
            hint={t('signIn.demo.nameHint')}
            error={refusedName !== null && t('signIn.problem.name')}
            defaultValue={refusedName ?? ''}
            // A message before it in the document takes the focus first.
            autoFocus={!hasLogin || refusedName !== null}
            autoComplete="name"
            required
          />
          <SubmitButton
            look={hasLogin ? 'secondary' : look}
            label={t('signIn.demo.button')}
            busyLabel={t('signIn.demo.busy')}
          />
        </NativeForm>
      )}
    </>
  )
}

interface SignedInProps {
  t: UserTexts
  name: string
  nextPath: string
  signOut: FormAction
}

export function SignedIn({ t, name, nextPath, signOut }: SignedInProps) {
  return (
    <Card area="signin" title={t('signIn.signedIn.title')}>
      <p className="wrap-anywhere">{t('signIn.signedIn.text', { name })}</p>
      <a href={nextPath} className={buttonClasses('primary')}>
        {t('signIn.signedIn.continue')}
      </a>
      <NativeForm action={signOut} className="grid gap-2 border-t border-line pt-5">
        <p className="text-sm text-muted">{t('signIn.signedIn.signOutHint')}</p>
        <SubmitButton
          look="secondary"
          label={t('signIn.signedIn.signOut')}
          busyLabel={t('signIn.signedIn.signingOut')}
        />
      </NativeForm>
    </Card>
  )
}
