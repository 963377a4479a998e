import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { SignedIn, SignIn } from '@/components/signin/sign-in'
import { Marks } from '@/components/site/marks'
import { formAction } from '@/components/ui/form-action'
import { Island } from '@/components/ui/island'
import { siteLinkHeader } from '@/lib/auth/hand-off-start'
import { loginSettingsOf, providerName } from '@/lib/auth/named-providers'
import { isConsolePath, peopleOf } from '@/lib/auth/people'
import { signOutUrl } from '@/lib/auth/provider'
import { returnPath, signInProblem } from '@/lib/auth/sign-in-query'
import { currentUser } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { rejectsCookies } from '@/lib/request/cookie-check'
import { codeToQuote } from '@/lib/request/correlation'
import { supportUrlWith } from '@/lib/skin/brand'
import { requestBrand, requestTexts } from '@/lib/skin/texts'
import { signIn, signOut, signOutOfConsole } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestTexts()).plain('signIn.title') }
}

type Query = Record<string, string | string[] | undefined>

/** The ends of logins redirect here with their problem. */
export default async function SignInPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { callbackUrl, error, code, name, cookieSetAt, signedOut } = await searchParams
  const { app, login } = config()
  const nextPath = returnPath(callbackUrl, app.origin)

  const t = await requestTexts()
  const people = peopleOf(nextPath)
  const user = await currentUser(people)
  const leave = people === 'staff' ? signOutOfConsole : signOut
  if (user) return <SignedIn t={t} name={user.name} nextPath={nextPath} signOut={formAction(leave)} />

  const requestHeaders = await headers()
  const isWithoutCookies = rejectsCookies(requestHeaders, cookieSetAt)
  const problem = isWithoutCookies ? 'cookies' : error === 'name' ? undefined : signInProblem(error)
  const brand = await requestBrand()
  const quoted = codeToQuote(code)
  return (
    <Island>
      <SignIn
        t={t}
        purpose={purposeOf(nextPath)}
        whoAsks={<Marks />}
        benefit={brand.benefit}
        action={formAction(signIn)}
        provider={providerName(people) ?? brand.name}
        hasProvider={loginSettingsOf(people) !== undefined}
        siteLink={requestHeaders.get(siteLinkHeader)}
        isDemo={people === 'users' && login.isDemo}
        callbackUrl={nextPath}
        refusedName={error === 'name' ? String(name ?? '') : null}
        failure={problem ? { problem, code: quoted } : null}
        supportUrl={supportUrlWith(brand, quoted ?? undefined)}
        isSignedOut={signedOut !== undefined}
        signOutUrl={signOutUrl(people)}
      />
    </Island>
  )
}

function purposeOf(path: string) {
  if (isConsolePath(path)) return 'console'
  return /^\/connect\/confirm(?:[?#]|$)/.test(path) ? 'connect' : 'other'
}
