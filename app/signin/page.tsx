import type { Metadata } from 'next'
import { signOut } from '@/app/signin/actions'
import { SignInForms } from '@/app/signin/sign-in-forms'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { SubmitButton } from '@/components/ui/submit-button'
import { returnPath } from '@/lib/auth/return-path'
import { signInProblem } from '@/lib/auth/sign-in-problem'
import { currentUser } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { signInMessages } from '@/lib/messages/signin'

export const metadata: Metadata = { title: signInMessages.title }

type Query = Record<string, string | string[] | undefined>

/** The sign-in page, for people and for next-auth, which sends its errors here too. */
export default async function SignInPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { callbackUrl, error } = await searchParams
  const { app, login } = config()
  const goOnTo = returnPath(callbackUrl, app.origin)

  const user = await currentUser()
  if (user) return <SignedIn name={user.name} goOnTo={goOnTo} />

  return (
    <Card title={signInMessages.title}>
      <p>{signInMessages.text}</p>
      <SignInForms
        hasProvider={login.oidc !== undefined}
        isDemo={login.isDemo}
        callbackUrl={goOnTo}
        initialState={{ problem: signInProblem(error) }}
      />
      {login.isDemo && <p className="text-sm text-muted">{signInMessages.demo.warning}</p>}
    </Card>
  )
}

function SignedIn({ name, goOnTo }: { name: string; goOnTo: string }) {
  const { title, text, goOn, signOutHint, signOut: label, signingOut } = signInMessages.signedIn
  return (
    <Card title={title}>
      <p className="break-words">{text(name)}</p>
      <a href={goOnTo} className={buttonClasses('primary', true)}>
        {goOn}
      </a>
      <form action={signOut} className="grid gap-2 border-t border-line pt-5">
        <p className="text-sm text-muted">{signOutHint}</p>
        <SubmitButton look="secondary" isWide label={label} busyLabel={signingOut} />
      </form>
    </Card>
  )
}
