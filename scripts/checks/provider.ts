import { DiscoveryError, fetchMetadata } from '../../lib/auth/provider'
import { sendRequest } from './http'
import { holds, wrong, type Verdict } from './verdict'

/** Whether the OpenID provider is there and is the one that the app expects. */
export async function judgeProvider(issuer: string | undefined): Promise<Verdict> {
  if (issuer === undefined) return holds('None is configured.')
  try {
    await fetchMetadata(issuer)
    return holds(`The provider at ${issuer} describes itself as it should.`)
  } catch (error) {
    if (!(error instanceof DiscoveryError)) throw error
    const todo = 'Set OIDC_ISSUER to the address in front of /.well-known/openid-configuration of your provider.'
    return wrong(`${issuer}: ${error.message}`, todo)
  }
}

/** Where the provider sends people back to. */
const redirectAddressOf = ({ origin }: URL) => `${origin}/api/auth/callback/oidc`

/**
 * Judges the address at the provider to which signing in leads.
 *
 * @throws UnreachableError
 */
export async function judgeAuthorization(authorization: URL, ownOrigin: URL): Promise<Verdict> {
  const redirectAddress = redirectAddressOf(ownOrigin)
  const named = authorization.searchParams.get('redirect_uri') ?? 'nowhere'
  if (named !== redirectAddress) {
    const todo = `Set NEXTAUTH_URL to ${ownOrigin.origin}, where people reach this app.`
    return wrong(`The provider is told to send people back to ${named}.`, todo)
  }
  const { status } = await sendRequest(authorization, { headers: { Accept: 'text/html' } })
  if (status < 400) return holds(`Signing in leads to ${authorization.host}, which takes ${redirectAddress}.`)
  const todo = `Register ${redirectAddress} there as redirect address, letter for letter, and check OIDC_CLIENT_ID.`
  return wrong(`The provider refuses to sign anyone in (${status}).`, todo)
}

/** Whether the provider takes a sign-in of this client that names the redirect address of this app. */
export async function judgeClient(issuer: string, clientId: string, ownAddress: URL): Promise<Verdict> {
  const provider = await judgeProvider(issuer)
  if (provider.state !== 'holds') return provider
  const { authorization_endpoint: endpoint } = await fetchMetadata(issuer)
  const address = new URL(endpoint)
  const query = {
    client_id: clientId,
    redirect_uri: redirectAddressOf(ownAddress),
    response_type: 'code',
    scope: 'openid profile email',
    // Texts of this one request: it is never completed.
    state: crypto.randomUUID(),
    nonce: crypto.randomUUID(),
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return judgeAuthorization(address, ownAddress)
}
