import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { default as Provider } from 'oidc-provider'
import { listen } from '../harness/listen'
import { keyPair } from './tokens'

/** The claims about a user. `sub` is the user's ID, and all other claims are free. */
export type Claims = { sub: string } & Record<string, unknown>

interface IdentityProviderOptions {
  /** The allowed redirect URLs. The provider compares them exactly. */
  redirectUris: string[]
  /** The accounts, by the text to type as "Login". */
  accounts: Record<string, Claims>
}

export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
  close(): Promise<void>
}

/**
 * Starts a real OpenID provider on loopback. It supports only the code flow with PKCE, and keeps everything in memory.
 */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const [clientId, clientSecret] = ['subnet-connect', randomBytes(24).toString('hex')]
  const server = createServer()
  const { port, close } = await listen(server)
  const issuer = `http://localhost:${port}`

  const provider = await withoutWarnings(() => createProvider(issuer, { ...options, clientId, clientSecret }))
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/login/')) void answer(request, response)
    else answerLogin(provider, options.accounts, request, response).catch(() => response.writeHead(400).end())
  })
  return { issuer, clientId, clientSecret, close }
}

/** Hides the package's warnings for production, about the version of Node and about storage in memory. */
async function withoutWarnings<Result>(work: () => Promise<Result>): Promise<Result> {
  const { warn } = console
  console.warn = () => {}
  try {
    return await work()
  } finally {
    console.warn = warn
  }
}

async function createProvider(
  issuer: string,
  options: IdentityProviderOptions & { clientId: string; clientSecret: string },
): Promise<Provider> {
  // Import it here, because it prints a warning when it loads.
  const { Provider } = await import('oidc-provider')
  const { privateKey } = await keyPair('RS256', 0)
  const claimNames = new Set(Object.values(options.accounts).flatMap((claims) => Object.keys(claims)))
  return new Provider(issuer, {
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: options.redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    pkce: { required: () => true },
    claims: { openid: [...claimNames], profile: [], email: [] },
    findAccount: (_context, login) => {
      const claims = Object.values(options.accounts).find(({ sub }) => sub === login)
      return claims && { accountId: claims.sub, claims: () => claims }
    },
    // The only client is the operator's app, so the provider does not ask users for consent.
    async loadExistingGrant({ oidc }) {
      if (!oidc.client || !oidc.session?.accountId) return undefined
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    renderError(context, { error, error_description: description }) {
      context.type = 'text/plain'
      context.body = `${error}: ${description}`
    },
    interactions: { url: (_context, { uid }) => `/login/${uid}` },
    features: { devInteractions: { enabled: false } },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AuthorizationCode: 60, AccessToken: 600, IdToken: 600 },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(24).toString('hex')] },
  })
}

async function answerLogin(
  provider: Provider,
  accounts: Record<string, Claims>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { uid } = await provider.interactionDetails(request, response)
  const form = new URLSearchParams(request.method === 'POST' ? await text(request) : '')
  const claims = accounts[form.get('login') ?? '']
  if (form.has('cancel')) {
    await provider.interactionFinished(request, response, { error: 'access_denied' })
  } else if (claims) {
    await provider.interactionFinished(request, response, { login: { accountId: claims.sub } })
  } else {
    const problem = request.method === 'POST' ? 'Nobody here has this login.' : undefined
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    response.end(loginPage({ action: `/login/${uid}`, problem }))
  }
}

/** Makes the provider's plain login page. A test fills it in like a person. */
function loginPage(options: { action: string; problem: string | undefined }): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>Example login</title>
<h1>Example login</h1>
${options.problem ? `<p role="alert">${options.problem}</p>` : ''}
<form method="post" action="${options.action}">
  <label>Login <input name="login" autocomplete="off"></label>
  <button>Continue</button>
  <button name="cancel" value="yes">Cancel</button>
</form>
</html>`
}
