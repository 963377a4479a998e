import { isLoopback } from '../../lib/service'
import type { Deployment } from './deployment'
import { holds, unknown, wrong, type Verdict } from './finding'
import { hiddenFieldsOf, parseHtml } from '../../e2e/harness/html'
import { sendRequest, UnreachableError, type HttpResponse } from './http'

/** The form of the sign-in page for a provider; null where it has none. */
const signInForm = (html: string, provider: string) =>
  parseHtml(html).querySelector(`form:has([name="provider"][value="${provider}"])`)

/**
 * Posts the form of the sign-in page for the OpenID provider, as a browser without JavaScript does.
 *
 * @returns undefined where the page has no such form.
 */
export async function pressSignIn(deployment: Deployment): Promise<HttpResponse | undefined> {
  const page = await deployment.signInPage()
  const form = signInForm(page.text, 'oidc')
  if (!form) return undefined
  const body = new FormData()
  for (const [name, value] of hiddenFieldsOf(form)) body.append(name, value)
  const encoded = new Response(body)
  return deployment.open('/signin?callbackUrl=%2Fconnect%2Fconfirm', {
    method: 'POST',
    headers: {
      'Content-Type': encoded.headers.get('Content-Type') ?? '',
      Origin: deployment.origin.origin,
    },
    body: await encoded.text(),
  })
}

/** Whether signing in leads to the provider, and the provider takes the redirect address that the app names. */
export async function judgeLogin(deployment: Deployment): Promise<Verdict> {
  const [confirmPage, signInPage] = await Promise.all([deployment.open('/connect/confirm'), deployment.signInPage()])
  if (confirmPage.status < 300 || !(confirmPage.headers.location ?? '').includes('/signin')) {
    return wrong(
      `/connect/confirm answers a stranger with ${confirmPage.status} and does not lead to the sign-in page.`,
      'Check that this app answers there, and look into its log.',
    )
  }
  if (signInForm(signInPage.text, 'demo')) {
    return wrong(
      'The demo login is on: anyone who types a name is in.',
      isLoopback(deployment.origin)
        ? 'Right for trying out. Before going live, set the OIDC_ variables and remove DEMO_LOGIN.'
        : 'Stop this deployment, and remove DEMO_LOGIN.',
    )
  }
  const pressed = await pressSignIn(deployment)
  if (!pressed)
    return wrong('The sign-in page offers no login.', 'Set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.')
  const location = pressed.headers.location
  if (pressed.status !== 303 || !location || !URL.canParse(location)) {
    return wrong(
      `Signing in answers with ${pressed.status} and does not lead to the provider.`,
      `Check that NEXTAUTH_URL is ${deployment.origin.origin}, and that the provider can be reached from the server.`,
    )
  }
  return judgeAuthorization(new URL(location), deployment.origin)
}

/** Judges the address at the provider to which signing in leads. */
export async function judgeAuthorization(authorization: URL, ownOrigin: URL): Promise<Verdict> {
  const redirectAddress = `${ownOrigin.origin}/api/auth/callback/oidc`
  const named = authorization.searchParams.get('redirect_uri')
  if (named !== redirectAddress) {
    return wrong(
      `The provider is told to send people back to ${named ?? 'nowhere'}.`,
      `Set NEXTAUTH_URL to ${ownOrigin.origin}, where people reach this app.`,
    )
  }
  try {
    const { status } = await sendRequest(authorization, { headers: { Accept: 'text/html' } })
    if (status < 400) return holds(`Signing in leads to ${authorization.host}, which takes ${redirectAddress}.`)
    return wrong(
      `The provider refuses to sign anyone in (${status}).`,
      `Register ${redirectAddress} there as redirect address, letter for letter, and check OIDC_CLIENT_ID.`,
    )
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    return unknown(`Signing in leads to ${authorization.host}, which cannot be reached from here (${error.code}).`)
  }
}
