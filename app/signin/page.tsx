import type { Metadata } from 'next'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { returnPath } from '@/lib/auth/return-path'
import { signInProblem } from '@/lib/auth/sign-in-problem'
import { currentUser } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { TextsProvider } from '@/components/texts'
import { requestLanguage, requestTexts, textsForBrowser } from '@/lib/messages/request'
import type { UserTexts } from '@/lib/messages/keys'
import { signOut } from './actions'
import { SignInForms } from './sign-in-forms'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestTexts())('signIn.title') }
}

type Query = Record<string, string | string[] | undefined>

/** The sign-in page. next-auth redirects here with its errors, too. */
export default async function SignInPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { callbackUrl, error, name } = await searchParams
  const { app, login } = config()
  const nextPath = returnPath(callbackUrl, app.origin)

  const t = await requestTexts()
  const user = await currentUser()
  if (user) return <SignedIn t={t} name={user.name} nextPath={nextPath} />

  return (
    <Card title={t('signIn.title')}>
      <p>{t('signIn.text')}</p>
      <TextsProvider {...textsForBrowser(await requestLanguage(), 'signIn')}>
        <SignInForms
          hasProvider={login.oidc !== undefined}
          isDemo={login.isDemo}
          callbackUrl={nextPath}
          problem={error === 'name' || error === 'updated' ? error : signInProblem(error)}
          refusedName={typeof name === 'string' ? name : ''}
        />
      </TextsProvider>
      {login.isDemo && <p className="text-sm text-muted">{t('signIn.demo.warning')}</p>}
    </Card>
  )
}

function SignedIn({ t, name, nextPath }: { t: UserTexts; name: string; nextPath: string }) {
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
