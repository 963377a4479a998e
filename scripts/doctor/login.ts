import { parse } from 'node-html-parser'
import { withNonce } from '../../lib/auth/hand-off-start'
import { openIdProviderIds, redirectAddressOf, withVariablesOf, type People } from '../../lib/auth/people'
import { signInPath, signInProblem, type SignInProblem } from '../../lib/auth/sign-in-query'
import type { Config } from '../../lib/config'
import { codeToQuote } from '../../lib/request/correlation'
import { isLoopback } from '../../lib/service'
import type { HttpResponse } from '../checks/http'
import { judgeLoginUrl } from '../checks/own-site'
import { holds, wrong, type Verdict } from '../checks/verdict'
import type { Deployment } from './deployment'

type Login = Config['login'] | undefined

const signInPaths: Record<People, string> = {
  users: signInPath({ callbackUrl: '/connect/confirm' }),
  staff: signInPath({ callbackUrl: '/console' }),
}

const signInPage = (deployment: Deployment, people: People) =>
  people === 'users' ? deployment.signInPage() : deployment.open(signInPaths[people])

interface Begun {
  /** The response that sets the cookies of this login: the answer to the form, or the page itself. */
  response: HttpResponse
  link?: URL
}

/**
 * Begins a sign-in as a browser without JavaScript does, with the page's form or its link to the operator's own site.
 * Follows no redirects. Returns undefined if the page has no login except the demo login.
 */
export async function pressSignIn(deployment: Deployment, people: People = 'users'): Promise<Begun | undefined> {
  const page = await signInPage(deployment, people)
  const html = parse(page.text)
  const link = html.querySelector('a[href*="nonce="]')?.getAttribute('href')
  if (link && URL.canParse(link)) return { response: page, link: new URL(link) }
  const form = html.querySelector('form:has([name="provider"]:not([value="demo"]))')
  if (!form) return undefined
  const fields = new FormData()
  for (const input of form.querySelectorAll('input[type="hidden"][name]'))
    fields.append(input.getAttribute('name') ?? '', input.getAttribute('value') ?? '')
  const encoded = new Response(fields)
  const response = await deployment.open(signInPaths[people], {
    method: 'POST',
    headers: { 'Content-Type': encoded.headers.get('Content-Type') ?? '', Origin: deployment.origin.origin },
    body: await encoded.text(),
  })
  return { response }
}

/** Checks whether the sign-in page sends users to their login, and with which redirect URL. */
export async function judgeSignIn(deployment: Deployment, login: Login): Promise<Verdict> {
  const [confirmPage, page] = await Promise.all([deployment.open('/connect/confirm'), deployment.signInPage()])
  if (confirmPage.status < 300 || !confirmPage.headers.get('Location')?.includes('/signin')) {
    const what = `/connect/confirm answers with ${confirmPage.status} and does not lead a stranger to the sign-in page.`
    return wrong(what, 'Check that this app answers there, and look into its log.')
  }
  if (parse(page.text).querySelector('form [name="provider"][value="demo"]')) {
    const what = 'The demo login is on, so anyone who types a name can sign in.'
    if (!isLoopback(deployment.origin)) return wrong(what, 'Stop this deployment, and remove DEMO_LOGIN.')
    return wrong(what, "Right for trying out. Before going live, set your users' login and remove DEMO_LOGIN.")
  }
  const begun = await pressSignIn(deployment)
  if (!begun) return wrong('The sign-in page offers no login.', "Set your users' login: npm run setup asks for it.")
  const target = begun.link ?? targetOf(begun.response, deployment, 'users')
  if (!(target instanceof URL)) return target
  const expected = login && loginIdOf(login)
  const seen = begun.link ? 'site' : (callbackIn(target) ?? expected ?? openIdProviderIds.users)
  if (expected !== undefined && seen !== expected) {
    const what = `Signing in begins the login “${seen}”, and this environment has “${expected}”.`
    return wrong(what, 'Start the deployment with the variables of this environment.')
  }
  return seen === 'site' ? judgeHandOff(target, login?.site?.url) : judgeTarget(target, deployment.origin, seen)
}

/** Returns the id of the users' login, with which their redirect URL ends. */
const loginIdOf = ({ oidc, site, named }: NonNullable<Login>) =>
  site ? 'site' : (named?.provider ?? (oidc && openIdProviderIds.users))

export const callbackIn = (authorization: URL) =>
  /\/api\/auth\/callback\/([\w-]+)$/.exec(authorization.searchParams.get('redirect_uri') ?? '')?.[1]

export async function judgeStaffSignIn(deployment: Deployment): Promise<Verdict> {
  const begun = await pressSignIn(deployment, 'staff')
  const target = begun && (begun.link ?? targetOf(begun.response, deployment, 'staff'))
  if (target && !(target instanceof URL)) return target
  if (!target || callbackIn(target) !== openIdProviderIds.staff) {
    const todo = 'Start it with the CONSOLE_OIDC_ variables of this environment.'
    return wrong('The running deployment has no separate login for staff.', todo)
  }
  return judgeTarget(target, deployment.origin, openIdProviderIds.staff)
}

/** Judges the redirect URL of an authorization request. Only a sign-in shows whether the provider accepts it. */
function judgeTarget(authorization: URL, ownOrigin: URL, callback: string): Verdict {
  const redirectAddress = redirectAddressOf(ownOrigin, callback)
  const named = authorization.searchParams.get('redirect_uri') ?? 'nowhere'
  if (named === redirectAddress)
    return holds(`Signing in leads to ${authorization.host}, with the redirect URL ${redirectAddress}.`)
  const todo = `Set NEXTAUTH_URL to ${ownOrigin.origin}, where people reach this app.`
  return wrong(`The app asks the provider to send people back to ${named}.`, todo)
}

/** Returns the target of a sign-in, or a verdict if it has no target or returns to the sign-in page. */
function targetOf({ status, headers }: HttpResponse, deployment: Deployment, people: People): URL | Verdict {
  const { origin } = deployment.origin
  const location = headers.get('Location') ?? ''
  if (status !== 303 || !URL.canParse(location, origin)) {
    const todo = `Check that NEXTAUTH_URL is ${origin}, and that no proxy changes Origin.`
    return wrong(`Signing in answers with ${status} and does not lead to the login.`, todo)
  }
  const target = new URL(location, origin)
  const problem = target.origin === origin ? signInProblem(target.searchParams.get('error')) : undefined
  return problem ? judgeFailedStart(problem, codeToQuote(target.searchParams.get('code')), people) : target
}

/** Judges the link to the operator's own site. Opens it only without an environment, whose LOGIN_URL has a check. */
async function judgeHandOff(link: URL, loginUrl: URL | undefined): Promise<Verdict> {
  const address = link.origin + link.pathname
  const expected = loginUrl ? withNonce(loginUrl, link.searchParams.get('nonce') ?? '') : link
  if (expected.href !== link.href) {
    const todo = 'Start the deployment with the LOGIN_URL of this environment, its query included.'
    return wrong(`Signing in leads to ${address}, which is not LOGIN_URL.`, todo)
  }
  const answer = loginUrl ? undefined : await judgeLoginUrl(link)
  return answer?.state === 'wrong' ? answer : holds(`Signing in leads to ${address}, with a nonce.`)
}

const failedStarts: Partial<Record<SignInProblem, [reason: string, todo: string]>> = {
  unreachable: ['the provider does not answer the app', 'Let its server reach the provider, and check OIDC_ISSUER.'],
  misconfigured: ['the app cannot use the provider', 'Run the doctor where the environment is.'],
}

function judgeFailedStart(problem: SignInProblem, code: string | null, people: People): Verdict {
  const [reason, todo] = failedStarts[problem] ?? [`it failed (${problem})`, 'Try again in a minute.']
  const line = code === null ? '' : ` The app's log says more, in the line with ${code}.`
  return wrong(`Signing in leads back to the sign-in page: ${reason}.`, withVariablesOf(people, todo) + line)
}
