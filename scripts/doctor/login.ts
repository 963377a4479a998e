import { hiddenFieldsOf, parseHtml } from '../../e2e/harness/html'
import { signInProblem, type SignInProblem } from '../../lib/auth/sign-in-query'
import { codeToQuote } from '../../lib/request/correlation'
import { isLoopback } from '../../lib/service'
import type { HttpResponse } from '../checks/http'
import { judgeAuthorization } from '../checks/authorization'
import { wrong, type Verdict } from '../checks/verdict'
import type { Deployment } from './deployment'

/** The form of the sign-in page for a provider; null where it has none. */
const signInForm = (html: string, provider: string) =>
  parseHtml(html).querySelector(`form:has([name="provider"][value="${provider}"])`)

/** Posts the sign-in page's form for the OpenID provider, as a browser without JavaScript does, if it has one. */
export async function pressSignIn(deployment: Deployment): Promise<HttpResponse | undefined> {
  const page = await deployment.signInPage()
  const form = signInForm(page.text, 'oidc')
  if (!form) return undefined
  const fields = new FormData()
  for (const [name, value] of hiddenFieldsOf(form)) fields.append(name, value)
  const encoded = new Response(fields)
  return deployment.open('/signin?callbackUrl=%2Fconnect%2Fconfirm', {
    method: 'POST',
    headers: { 'Content-Type': encoded.headers.get('Content-Type') ?? '', Origin: deployment.origin.origin },
    body: await encoded.text(),
  })
}

/** Whether signing in leads to the provider, and the provider takes the redirect address that the app names. */
export async function judgeSignIn(deployment: Deployment): Promise<Verdict> {
  const { origin } = deployment.origin
  const [confirmPage, signInPage] = await Promise.all([deployment.open('/connect/confirm'), deployment.signInPage()])
  if (confirmPage.status < 300 || !confirmPage.headers.get('Location')?.includes('/signin')) {
    const what = `/connect/confirm answers with ${confirmPage.status} and does not lead a stranger to the sign-in page.`
    return wrong(what, 'Check that this app answers there, and look into its log.')
  }
  if (signInForm(signInPage.text, 'demo')) {
    const what = 'The demo login is on: anyone who types a name is in.'
    if (!isLoopback(deployment.origin)) return wrong(what, 'Stop this deployment, and remove DEMO_LOGIN.')
    return wrong(what, 'Right for trying out. Before going live, set the OIDC_ variables and remove DEMO_LOGIN.')
  }
  const pressed = await pressSignIn(deployment)
  if (!pressed) {
    return wrong('The sign-in page offers no login.', 'Set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.')
  }
  const location = pressed.headers.get('Location') ?? ''
  if (pressed.status === 303 && URL.canParse(location, origin)) {
    const target = new URL(location, origin)
    const problem = target.origin === origin ? signInProblem(target.searchParams.get('error')) : undefined
    if (problem) return judgeFailedStart(problem, codeToQuote(target.searchParams.get('code')))
    return judgeAuthorization(target, deployment.origin)
  }
  const todo = `Check that NEXTAUTH_URL is ${origin}, and that the provider can be reached from the server.`
  return wrong(`Signing in answers with ${pressed.status} and does not lead to the provider.`, todo)
}

const failedStarts: Partial<Record<SignInProblem, [reason: string, todo: string]>> = {
  unreachable: ['the provider does not answer the app', 'Let its server reach the provider, and check OIDC_ISSUER.'],
  misconfigured: ['the app cannot use the provider', 'Run the doctor where the environment is.'],
}

/** Judges a sign-in that has led back to the sign-in page. */
function judgeFailedStart(problem: SignInProblem, code: string | null): Verdict {
  const [reason, todo] = failedStarts[problem] ?? [`it failed (${problem})`, 'Try again in a minute.']
  const line = code === null ? '' : ` The app's log says more, in the line with ${code}.`
  return wrong(`Signing in leads back to the sign-in page: ${reason}.`, todo + line)
}
