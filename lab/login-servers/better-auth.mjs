import { createServer } from 'node:http'
import { oauthProvider } from '@better-auth/oauth-provider'
import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { toNodeHandler } from 'better-auth/node'
import { jwt } from 'better-auth/plugins'

/* A site with better-auth and its OAuth provider. The app is a client without "enable_end_session", the default. */

const { PORT, REDIRECT_URI, CLIENT_ID, CLIENT_SECRET, PASSWORD } = process.env
const tables = ['user', 'session', 'account', 'verification', 'jwks', 'rateLimit']
const ofProvider = [
  'oauthClient',
  'oauthResource',
  'oauthClientResource',
  'oauthRefreshToken',
  'oauthAccessToken',
  'oauthConsent',
  'oauthClientAssertion',
  'oauthPushedAuthorizationRequest',
]
const auth = betterAuth({
  baseURL: `http://localhost:${PORT}`,
  secret: CLIENT_SECRET,
  database: memoryAdapter(Object.fromEntries([...tables, ...ofProvider].map((name) => [name, []]))),
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
  plugins: [
    jwt(),
    oauthProvider({
      loginPage: '/login',
      consentPage: '/consent',
      generateClientId: () => CLIENT_ID,
      generateClientSecret: () => CLIENT_SECRET,
      silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
    }),
  ],
})
const account = { name: 'Ada Lovelace', email: 'ada@example.com', password: PASSWORD }
const signedUp = await auth.api.signUpEmail({ body: account, returnHeaders: true })
await auth.api.adminCreateOAuthClient({
  headers: {
    Cookie: signedUp.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; '),
  },
  body: {
    client_name: 'Subnet Connect',
    redirect_uris: [REDIRECT_URI],
    // It allows loopback to no web application.
    application_type: 'native',
    token_endpoint_auth_method: 'client_secret_basic',
    skip_consent: true,
  },
})

/** The login page of the site. The address has the signed authorization request, which the sign-in continues. */
const loginPage = `<form><label>E-mail <input name="email"></label><label>Password <input name="password" type="password"></label>
<button>Log in</button></form><script>
document.forms[0].onsubmit = async (event) => {
  event.preventDefault()
  const { email, password } = Object.fromEntries(new FormData(event.target))
  const body = JSON.stringify({ email, password, oauth_query: location.search.slice(1) })
  const headers = { 'Content-Type': 'application/json' }
  const answer = await (await fetch('/api/auth/sign-in/email', { method: 'POST', headers, body })).json()
  location.href = answer.url
}
</script>`

const answer = toNodeHandler(auth)
createServer((request, response) => {
  if (request.url.startsWith('/api/auth/')) return answer(request, response)
  response.setHeader('Content-Type', 'text/html').end(loginPage)
}).listen(PORT, 'localhost')
