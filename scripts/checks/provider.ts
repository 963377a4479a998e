import { z } from 'zod'
import { LoginError } from '../../lib/auth/failure'
import { fetchProvider } from '../../lib/auth/provider'
import type { Config } from '../../lib/config'
import { ownCaHint, sendRequest } from './http'
import { holds, unknown, wrong, type Verdict } from './verdict'

export type Client = Pick<NonNullable<Config['login']['oidc']>, 'issuer' | 'clientId' | 'clientSecret'>

/** Whether the OpenID provider is there and is the one that the app expects. */
export async function judgeProvider(issuer: string | undefined): Promise<Verdict> {
  if (issuer === undefined) return holds('None is configured.')
  try {
    await fetchProvider({ issuer })
    return holds(`The provider at ${issuer} describes itself as it should.`)
  } catch (error) {
    if (!(error instanceof LoginError)) throw error
    const { reason = '' } = error.details
    const todo = 'Set OIDC_ISSUER to the address in front of /.well-known/openid-configuration of your provider.'
    return wrong(`${issuer}: ${reason}`, ownCaHint(reason) ?? todo)
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

/** RFC 7636, appendix B. */
const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** Whether the provider takes a sign-in of this client that names the redirect address of this app, and its secret. */
export async function judgeClient(client: Client, ownAddress: URL): Promise<Verdict> {
  const provider = await judgeProvider(client.issuer)
  if (provider.state !== 'holds') return provider
  const { authorization_endpoint: endpoint } = await fetchProvider(client)
  const address = new URL(endpoint)
  const query = {
    client_id: client.clientId,
    redirect_uri: redirectAddressOf(ownAddress),
    response_type: 'code',
    scope: 'openid profile email',
    // Texts of this one request: it is never completed.
    state: crypto.randomUUID(),
    nonce: crypto.randomUUID(),
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  const authorization = await judgeAuthorization(address, ownAddress)
  if (authorization.state !== 'holds') return authorization
  const secret = await judgeSecret(client, ownAddress)
  return secret.state === 'wrong' ? secret : authorization
}

/** The error of a token response (RFC 6749, section 5.2). */
const tokenError = z.object({ error: z.string().max(100) })

/** Whether the provider knows the client by its secret, which it looks at before it refuses a made-up code. */
export async function judgeSecret({ issuer, clientId, clientSecret }: Client, ownAddress: URL): Promise<Verdict> {
  if ((await judgeProvider(issuer)).state !== 'holds') return unknown('Not checked: the provider is not there.')
  const provider = await fetchProvider({ issuer })
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: crypto.randomUUID(),
    redirect_uri: redirectAddressOf(ownAddress),
    code_verifier: codeVerifier,
  })
  const headers: Record<string, string> = { 'Content-Type': 'application/x-www-form-urlencoded' }
  if (provider.clientAuth === 'client_secret_post') {
    body.set('client_id', clientId)
    body.set('client_secret', clientSecret)
  } else {
    const credentials = [clientId, clientSecret]
      .map((part) => encodeURIComponent(part).replaceAll('%20', '+'))
      .join(':')
    headers['Authorization'] = `Basic ${Buffer.from(credentials).toString('base64')}`
  }
  const request = { method: 'POST', headers, body: body.toString() } as const
  const response = await sendRequest(new URL(provider.token_endpoint), request)
  const { error } = tokenError.safeParse(await new Response(response.text).json().catch(() => null)).data ?? {}
  if (error === 'invalid_grant') return holds('The provider takes the client secret, and refuses a made-up code.')
  if (error === 'invalid_client' || error === 'unauthorized_client') {
    return wrong(`The provider refuses the client (${error}).`, 'Set OIDC_CLIENT_SECRET to its secret at the provider.')
  }
  return unknown(`The provider's answer to a made-up code (${response.status}) says nothing of the client secret.`)
}
