import 'server-only'
import type { AuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { config, type Config } from '@/lib/config'
import { bindHold } from '@/lib/connect/hold-cookie'
import { limitAccount } from '@/lib/limits'
import { countSignIn } from '@/lib/metrics'
import { assertRecentLogin, demoIdentity, identityFromClaims, identitySchema, type Identity } from './identity'
import { logNextAuthError, logNextAuthWarning } from './log'
import { tokenAuthMethod, type ProviderMetadata } from './provider'
import { authCookies, decodeWithEither } from './session'
import { returnPath, tooManySignIns } from './sign-in-query'

/** The default of next-auth's HTTP client, 3.5 s, is too short for a provider that is just starting. */
const providerDeadlineMs = 10_000

type OidcSettings = NonNullable<Config['login']['oidc']>

/**
 * The options of next-auth: the logins, the content of a session, and where errors are shown and logged.
 *
 * @param provider - the metadata of the OpenID provider, which a login there needs.
 */
export function authOptions(provider: ProviderMetadata | undefined) {
  const { app, login } = config()
  const { userSeconds } = login.session
  return {
    secret: login.secret,
    useSecureCookies: app.isHttps,
    cookies: authCookies(app.isHttps),
    session: { strategy: 'jwt', maxAge: userSeconds },
    jwt: {
      // Without this, the token inside the cookie would be valid for 30 days.
      maxAge: userSeconds,
      decode: (params) => decodeWithEither(params, login.previousSecret),
    },
    // Instead of next-auth's own pages, whose styles the Content-Security-Policy blocks.
    pages: { signIn: '/signin', signOut: '/signin', error: '/signin' },
    providers: [
      ...(login.oidc ? [openIdProvider(login.oidc, login, provider)] : []),
      ...(login.isDemo ? [demoProvider()] : []),
    ],
    callbacks: {
      // A URL refuses the login and is where next-auth redirects: here, to the sign-in page.
      signIn: async ({ user }) =>
        (await limitAccount(user.id)).isAllowed || `${app.origin}/api/auth/signin?error=${tooManySignIns}`,
      redirect: ({ url, baseUrl }) => baseUrl + returnPath(url, baseUrl),
      jwt: ({ token, user, trigger }) => (trigger === 'signIn' ? { identity: identitySchema.parse(user) } : token),
    },
    events: {
      async signIn({ user }) {
        countSignIn('signed_in')
        await bindHold(user.id)
      },
    },
    logger: { error: logNextAuthError, warn: logNextAuthWarning },
  } satisfies AuthOptions
}

function openIdProvider(
  { issuer, clientId, clientSecret, maxAgeSeconds, trustsEmail }: OidcSettings,
  { walletClaim, operatorRole }: Config['login'],
  metadata: ProviderMetadata | undefined,
): OAuthConfig<Identity> {
  return {
    id: 'oidc',
    name: 'OpenID Connect',
    type: 'oauth',
    // Not `wellKnown`, with which next-auth asks the provider for its metadata as often as somebody starts a login.
    issuer: metadata?.issuer ?? issuer,
    ...(metadata ? endpointsOf(metadata) : {}),
    authorization: {
      ...(metadata ? { url: metadata.authorization_endpoint } : {}),
      params: {
        scope: 'openid profile email',
        ...(maxAgeSeconds === undefined ? {} : { max_age: maxAgeSeconds }),
      },
    },
    clientId,
    clientSecret,
    checks: ['pkce', 'state', 'nonce'],
    idToken: true,
    httpOptions: { timeout: providerDeadlineMs },
    userinfo: {
      ...(metadata?.userinfo_endpoint ? { url: metadata.userinfo_endpoint } : {}),
      // The claims are parsed here and not in `profile` below, whose errors next-auth does not report.
      async request({ tokens, client }) {
        // next-auth's type is wider. These are the tokens that its OpenID client has verified.
        const verified = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>
        const idToken = verified.claims()
        assertRecentLogin(idToken.auth_time, maxAgeSeconds, Date.now())
        const userinfo = metadata?.userinfo_endpoint ? await client.userinfo(verified) : {}
        return identityFromClaims({ idToken, userinfo }, { issuer, trustsEmail, walletClaim, operatorRole })
      },
    },
    profile: (identity) => identity,
  }
}

function endpointsOf(metadata: ProviderMetadata) {
  return {
    token: metadata.token_endpoint,
    jwks_endpoint: metadata.jwks_uri,
    client: { token_endpoint_auth_method: tokenAuthMethod(metadata) },
  } as const
}

function demoProvider() {
  return Credentials({
    id: 'demo',
    name: 'Demo',
    credentials: { name: { type: 'text' } },
    authorize: (credentials) => demoIdentity(credentials?.name),
  })
}
