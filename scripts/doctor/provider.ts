import { z } from 'zod'
import { holds, wrong, type Verdict } from './finding'
import { sendRequest, UnreachableError } from './http'

/** What of the provider's own description the login needs. */
const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})

type Discovery = z.infer<typeof discovery>

const pathOfDiscovery = '.well-known/openid-configuration'

/** Where the provider with this issuer describes itself. */
const discoveryAddress = (issuer: string) => `${issuer.replace(/\/$/, '')}/${pathOfDiscovery}`

/** Reads what an OpenID provider says of itself; else what is wrong with it. */
export async function readDiscovery(
  issuer: string,
): Promise<{ ok: true; discovery: Discovery } | { ok: false; verdict: Verdict }> {
  const address = discoveryAddress(issuer)
  const todo = `Set OIDC_ISSUER to the address that, with /${pathOfDiscovery} behind it, shows the provider's description.`
  const bad = (what: string) => ({ ok: false as const, verdict: wrong(what, todo) })
  try {
    const { status, text } = await sendRequest(new URL(address), { headers: { Accept: 'application/json' } })
    if (status !== 200) return bad(`${address} answers with ${status}.`)
    const parsed = discovery.safeParse(jsonOf(text))
    if (!parsed.success) return bad(`${address} is not the description of an OpenID provider.`)
    if (parsed.data.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) {
      return bad(`The provider at ${address} calls itself ${parsed.data.issuer}.`)
    }
    return { ok: true, discovery: parsed.data }
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    return bad(`Nobody answers at ${address} (${error.code}).`)
  }
}

/** Whether the OpenID provider is there and is the one that the app expects. */
export async function judgeProvider(issuer: string): Promise<Verdict> {
  const read = await readDiscovery(issuer)
  return read.ok ? holds(`The provider at ${read.discovery.issuer} describes itself as it should.`) : read.verdict
}

/** The address to which a sign-in leads, as far as the provider judges it before anybody signs in. */
export function authorizationAddress(
  { authorization_endpoint: endpoint }: Discovery,
  client: { clientId: string; redirectAddress: string },
): URL {
  const address = new URL(endpoint)
  const parameters = {
    client_id: client.clientId,
    redirect_uri: client.redirectAddress,
    response_type: 'code',
    scope: 'openid profile email',
    // Texts of this one request: it is never completed.
    state: crypto.randomUUID(),
    nonce: crypto.randomUUID(),
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
