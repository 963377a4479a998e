import { hiddenFieldsOf, parseHtml } from '../../e2e/harness/html'
import type { People } from '../../lib/auth/people'
import { withVariablesOf } from '../../lib/auth/variable-names'
import type { Config } from '../../lib/config'
import { signInProblem, type SignInProblem } from '../../lib/auth/sign-in-query'
import { codeToQuote } from '../../lib/request/correlation'
import { isLoopback } from '../../lib/service'
import { callbackOf, judgeAuthorization, judgeRedirectAddress, redirectAddressOf } from '../checks/authorization'
import type { HttpResponse } from '../checks/http'
import { holds, wrong, type Verdict } from '../checks/verdict'
import type { Deployment } from './deployment'

type Login = Config['login'] | undefined

/** The path of the sign-in page of these people. */
const signInPaths: Record<People, string> = {
  users: '/signin?callbackUrl=%2Fconnect%2Fconfirm',
  staff: '/signin?callbackUrl=%2Fconsole',
}

/** Opens the sign-in page of these people. */
const signInPage = (deployment: Deployment, people: People) =>
  people === 'users' ? deployment.signInPage() : deployment.open(signInPaths[people])

/** The response to the link or the form of a sign-in page. */
interface Pressed {
  response: HttpResponse
  /** A link leads to the operator's own site, a form to a provider. */
  isLink: boolean
}

/**
 * Follows the link of the sign-in page, or posts its form, as a browser without JavaScript does. No redirect is followed.
 *
 * @returns undefined where the page has no login but the demo's.
 */
export async function pressSignIn(deployment: Deployment, people: People = 'users'): Promise<Pressed | undefined> {
  const page = parseHtml((await signInPage(deployment, people)).text)
  const link = page.querySelector('a[href^="/signin/start"]')?.getAttribute('href')
  if (link) {
    const response = await deployment.open(link, { headers: { 'Sec-Fetch-Site': 'same-origin' } })
    return { response, isLink: true }
  }
  const form = page.querySelector('form:has([name="provider"]:not([value="demo"]))')
  if (!form) return undefined
  const fields = new FormData()
  for (const [name, value] of hiddenFieldsOf(form)) fields.append(name, value)
  const encoded = new Response(fields)
  const response = await deployment.open(signInPaths[people], {
    method: 'POST',
    headers: { 'Content-Type': encoded.headers.get('Content-Type') ?? '', Origin: deployment.origin.origin },
    body: await encoded.text(),
  })
  return { response, isLink: false }
}

/**
 * Whether signing in leads to the users' login, and an OpenID provider takes the redirect address that the app names.
 *
 * @param login - of the environment, if there is one.
 */
export async function judgeSignIn(deployment: Deployment, login: Login): Promise<Verdict> {
  const [confirmPage, signInPage] = await Promise.all([deployment.open('/connect/confirm'), deployment.signInPage()])
  if (confirmPage.status < 300 || !confirmPage.headers.get('Location')?.includes('/signin')) {
    const what = `/connect/confirm answers with ${confirmPage.status} and does not lead a stranger to the sign-in page.`
    return wrong(what, 'Check that this app answers there, and look into its log.')
  }
  if (parseHtml(signInPage.text).querySelector('form [name="provider"][value="demo"]')) {
    const what = 'The demo login is on: anyone who types a name is in.'
    if (!isLoopback(deployment.origin)) return wrong(what, 'Stop this deployment, and remove DEMO_LOGIN.')
    return wrong(what, "Right for trying out. Before going live, set your users' login and remove DEMO_LOGIN.")
  }
  const pressed = await pressSignIn(deployment)
  if (!pressed) return wrong('The sign-in page offers no login.', "Set your users' login: npm run setup asks for it.")
  const target = targetOf(pressed.response, deployment, 'users')
  if (!(target instanceof URL)) return target
  const expected = login && loginIdOf(login)
  const seen = pressed.isLink ? 'site' : (callbackIn(target) ?? expected ?? callbackOf.users)
  if (expected !== undefined && seen !== expected) {
    const what = `Signing in begins the login “${seen}”, and this environment has “${expected}”.`
    return wrong(what, 'Start the deployment with the variables of this environment.')
  }
  if (seen === 'site') return judgeHandOff(target, login?.site?.url)
  if (seen === callbackOf.users) return judgeAuthorization(target, deployment.origin, 'users')
  // What the pages of these providers show a person who is not signed in there says nothing of this app.
  const misled = judgeRedirectAddress(target, deployment.origin, seen)
  if (misled) return misled
  const redirectAddress = redirectAddressOf(deployment.origin, seen)
  return holds(`Signing in leads to ${target.host}, which is told to send people back to ${redirectAddress}.`)
}

/** The login of users, by what the address ends with to which people come back. */
const loginIdOf = ({ oidc, site, named }: NonNullable<Login>) =>
  site ? 'site' : (named?.provider ?? (oidc && callbackOf.users))

/** What the redirect address that a provider is told ends with. */
const callbackIn = (authorization: URL) =>
  /\/callback\/([\w-]+)$/.exec(authorization.searchParams.get('redirect_uri') ?? '')?.[1]

/** Whether signing in to the console leads to the staff's own provider, which takes the redirect address. */
export async function judgeStaffSignIn(deployment: Deployment): Promise<Verdict> {
  const pressed = await pressSignIn(deployment, 'staff')
  const target = pressed && targetOf(pressed.response, deployment, 'staff')
  if (target && !(target instanceof URL)) return target
  if (!target || callbackIn(target) !== callbackOf.staff) {
    const todo = 'Start it with the CONSOLE_OIDC_ variables of this environment.'
    return wrong("The running deployment has no login of the staff's own.", todo)
  }
  return judgeAuthorization(target, deployment.origin, 'staff')
}

/** Where a sign-in leads; the verdict on one that leads nowhere, or back to the sign-in page. */
function targetOf({ status, headers }: HttpResponse, deployment: Deployment, people: People): URL | Verdict {
  const { origin } = deployment.origin
  const location = headers.get('Location') ?? ''
  if (status !== 303 || !URL.canParse(location, origin)) {
    const todo = `Check that NEXTAUTH_URL is ${origin}, and that no proxy changes Origin or Sec-Fetch-Site.`
    return wrong(`Signing in answers with ${status} and does not lead to the login.`, todo)
  }
  const target = new URL(location, origin)
  const problem = target.origin === origin ? signInProblem(target.searchParams.get('error')) : undefined
  return problem ? judgeFailedStart(problem, codeToQuote(target.searchParams.get('code')), people) : target
}

/** Judges where the link for the operator's own site leads. */
function judgeHandOff(target: URL, loginUrl: URL | undefined): Verdict {
  const address = target.origin + target.pathname
  const nonce = target.searchParams.get('nonce')
  if (!nonce) {
    const todo = 'Let the proxy pass on the Location header of responses as it is.'
    return wrong(`Signing in leads to ${address}, without a nonce.`, todo)
  }
  const expected = new URL(loginUrl ?? target)
  expected.searchParams.set('nonce', nonce)
  if (expected.href !== target.href) {
    const todo = 'Start the deployment with the LOGIN_URL of this environment, its query included.'
    return wrong(`Signing in leads to ${address}, which is not LOGIN_URL.`, todo)
  }
  return holds(`Signing in leads to ${address}, with a nonce.`)
}

const failedStarts: Partial<Record<SignInProblem, [reason: string, todo: string]>> = {
  unreachable: ['the provider does not answer the app', 'Let its server reach the provider, and check OIDC_ISSUER.'],
  misconfigured: ['the app cannot use the provider', 'Run the doctor where the environment is.'],
}

/** Judges a sign-in that has led back to the sign-in page. */
function judgeFailedStart(problem: SignInProblem, code: string | null, people: People): Verdict {
  const [reason, todo] = failedStarts[problem] ?? [`it failed (${problem})`, 'Try again in a minute.']
  const line = code === null ? '' : ` The app's log says more, in the line with ${code}.`
  return wrong(`Signing in leads back to the sign-in page: ${reason}.`, withVariablesOf(people, todo) + line)
}
