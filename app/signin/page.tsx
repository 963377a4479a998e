import type { Metadata } from 'next'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { returnPath } from '@/lib/auth/return-path'
import { signInProblem } from '@/lib/auth/sign-in-problem'
import { currentUser } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { signInMessages } from '@/lib/messages/signin'
import { signOut } from './actions'
import { SignInForms } from './sign-in-forms'

export const metadata: Metadata = { title: signInMessages.title }

type Query = Record<string, string | string[] | undefined>

/** The sign-in page. next-auth redirects here with its errors, too. */
export default async function SignInPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { callbackUrl, error, name } = await searchParams
  const { app, login } = config()
  const nextPath = returnPath(callbackUrl, app.origin)

  const user = await currentUser()
  if (user) return <SignedIn name={user.name} nextPath={nextPath} />

  return (
    <Card title={signInMessages.title}>
      <p>{signInMessages.text}</p>
      <SignInForms
        hasProvider={login.oidc !== undefined}
        isDemo={login.isDemo}
        callbackUrl={nextPath}
        problem={error === 'name' || error === 'updated' ? error : signInProblem(error)}
        refusedName={typeof name === 'string' ? name : ''}
      />
      {login.isDemo && <p className="text-sm text-muted">{signInMessages.demo.warning}</p>}
    </Card>
  )
}

function SignedIn({ name, nextPath }: { name: string; nextPath: string }) {
  const { title, text, goOn, signOutHint, signOut: label, signingOut } = signInMessages.signedIn
  return (
    <Card title={title}>
      <p className="break-words">{text(name)}</p>
      <a href={nextPath} className={buttonClasses('primary', true)}>
        {goOn}
      </a>
      <NativeForm action={signOut} className="grid gap-2 border-t border-line pt-5">
        <p className="text-sm text-muted">{signOutHint}</p>
        <SubmitButton look="secondary" isWide label={label} busyLabel={signingOut} />
      </NativeForm>
    </Card>
  )
}
