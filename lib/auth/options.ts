import 'server-only'
import type { AuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import type { TokenSet } from 'openid-client'
import { config } from '@/lib/config'
import { bindHold } from '@/lib/connect/hold-cookie'
import { hasSubnetUserId } from '@/lib/connect/subnet-user-id'
import { limitAccount } from '@/lib/limits'
import { log } from '@/lib/log'
import { countSignIn } from '@/lib/metrics'
import { recordStep } from '@/lib/records/record-step'
import { stopAskingToSignIn } from './ask-to-sign-in'
import { reportFailedLogin } from './failed-login'
import { LoginError, logNextAuthError } from './failure'
import { demoIdentity, identitySchema, type Identity } from './identity'
import { loginSettingsOf } from './named-providers'
import { providerIdOf, type People } from './people'
import type { LoginSettings } from './provider'
import type { ProviderLogin } from './provider-login'
import { authCookies, decodeWithEither } from './session'
import { returnPath } from './sign-in-query'

/** The login that a request begins or ends. */
export interface Login {
  people: People
  atProvider?: ProviderLogin
  /** The person whom the operator's own site has signed in. */
  fromSite?: Identity
}

/** Makes next-auth's options for one login. */
export function authOptions({ people, atProvider, fromSite }: Login) {
  const { app, login, subnetUserId } = config()
  const { userSeconds } = login.session
  const settings = loginSettingsOf(people)
  const { sessionToken, ...cookies } = authCookies(app.isHttps, people)
  return {
    secret: login.secret,
    useSecureCookies: app.isHttps,
    // next-auth itself sets only `Expires`, and a device whose clock is hours ahead would drop the session at once.
    cookies: {
      ...cookies,
      sessionToken: { ...sessionToken, options: { ...sessionToken.options, maxAge: userSeconds } },
    },
    session: { strategy: 'jwt', maxAge: userSeconds },
    jwt: {
      // next-auth's default for the token inside the cookie is 30 days.
      maxAge: userSeconds,
      decode: (params) => decodeWithEither(params, login.previousSecret),
    },
    // The Content-Security-Policy blocks the styles of next-auth's own pages.
    pages: { signIn: '/signin', signOut: '/signin', error: '/signin' },
    providers: [
      ...(settings && atProvider ? [providerOptions(providerIdOf(people), settings, atProvider)] : []),
      ...(fromSite ? [Credentials({ id: 'site', credentials: {}, authorize: () => fromSite })] : []),
      ...(login.isDemo && people === 'users'
        ? [Credentials({ id: 'demo', credentials: { name: {} }, authorize: (given) => demoIdentity(given?.name) })]
        : []),
    ],
    callbacks: {
      // Returning a URL refuses the login, and next-auth redirects there.
      signIn: async ({ user }) => {
        if (people === 'users' && !hasSubnetUserId(user.id, subnetUserId)) {
          const path = returnPath(undefined, app.origin)
          return app.origin + (await reportFailedLogin(people, path, new LoginError('user_id_too_long')))
        }
        return (
          (await limitAccount({ people, id: user.id })).isAllowed || `${app.origin}/api/auth/signin?error=too_often`
        )
      },
      redirect: ({ url, baseUrl }) => baseUrl + returnPath(url, baseUrl),
      jwt: ({ token, user, trigger }) =>
        trigger === 'signIn' ? { people, deployment: app.origin, identity: identitySchema.parse(user) } : token,
    },
    events: {
      async signIn({ user }) {
        countSignIn('signed_in')
        if (people !== 'users') return
        for (const { requestId, code: linkCode } of await bindHold(user.id)) {
          recordStep({ step: 'signed_in', requestId, linkCode, userId: user.id })
        }
        await stopAskingToSignIn()
      },
    },
    logger: { error: logNextAuthError, warn: (code) => log().warn({ event: 'login misconfigured', code }) },
  } satisfies AuthOptions
}

function providerOptions(id: string, settings: LoginSettings, login: ProviderLogin): OAuthConfig<Identity> {
  const { provider } = login
  const { clientId, clientSecret, maxAgeSeconds, scope, claimsRequest, prompt, usesNonce } = settings
  return {
    id,
    name: id,
    type: 'oauth',
    // Not `wellKnown`, with which next-auth would fetch the provider's metadata at the start of every login.
    issuer: provider.issuer,
    ...(provider.jwks_uri === undefined ? {} : { jwks_endpoint: provider.jwks_uri }),
    authorization: {
      url: provider.authorization_endpoint,
      params: {
        scope,
        ...(claimsRequest === undefined ? {} : { claims: claimsRequest }),
        ...(maxAgeSeconds === undefined ? {} : { max_age: maxAgeSeconds }),
        ...(prompt === undefined ? {} : { prompt }),
      },
    },
    clientId,
    clientSecret,
    client: { token_endpoint_auth_method: provider.clientAuth },
    checks: ['pkce', 'state', ...(usesNonce ? (['nonce'] as const) : [])],
    token: {
      url: provider.token_endpoint,
      request: async ({ client, provider: { callbackUrl }, params, checks }) => ({
        tokens: await login.tokens(client, callbackUrl, params, checks),
      }),
    },
    userinfo: {
      ...(provider.userinfo_endpoint ? { url: provider.userinfo_endpoint } : {}),
      // Parse the claims here, because next-auth does not report errors of `profile` below.
      // next-auth's type is too wide. Its OpenID client has verified these tokens.
      request: ({ client, tokens }) => login.identity(client, tokens as TokenSet, settings),
    },
    profile: (identity) => identity,
  }
}
