import type { Metadata } from 'next'
import { SignedIn, SignIn } from '@/components/signin/sign-in'
import { returnPath, signInProblem } from '@/lib/auth/sign-in-query'
import { currentUser } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { requestLanguage, requestTexts, textsForBrowser } from '@/lib/skin/texts'
import { signIn, signOut } from './actions'

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
  if (user) return <SignedIn t={t} name={user.name} nextPath={nextPath} signOut={signOut} />

  return (
    <SignIn
      t={t}
      texts={textsForBrowser(await requestLanguage(), 'signIn')}
      action={signIn}
      hasProvider={login.oidc !== undefined}
      isDemo={login.isDemo}
      callbackUrl={nextPath}
      problem={error === 'name' ? error : signInProblem(error)}
      refusedName={typeof name === 'string' ? name : ''}
    />
  )
}
