import 'server-only'
import type { AuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { identityFromClaims } from '@/lib/auth/claims'
import { demoIdentity } from '@/lib/auth/demo-login'
import { identitySchema, type Identity } from '@/lib/auth/identity'
import { logNextAuthError, logNextAuthWarning } from '@/lib/auth/next-auth-log'
import { returnPath } from '@/lib/auth/return-path'
import { config, type Config } from '@/lib/config'
import { bindHold, clearHold } from '@/lib/connect/request-hold'

/** A session ends by then, however often it was used: nothing renews it. */
const eightHoursInSeconds = 8 * 60 * 60

/** The default of next-auth's HTTP client, 3.5 s, is too short for a provider that has just woken up. */
const providerDeadlineMs = 10_000

/** What next-auth is to do here: which logins there are, what a session holds, where errors go. */
export function authOptions() {
  const { app, login } = config()
  return {
    secret: login.secret,
    useSecureCookies: app.isHttps,
    session: { strategy: 'jwt', maxAge: eightHoursInSeconds },
    // Without it next-auth seals a token that is good for 30 days into the cookie of 8 hours.
    jwt: { maxAge: eightHoursInSeconds },
    // In place of next-auth's own pages, whose styles the security policy refuses.
    pages: { signIn: '/signin', signOut: '/signin', error: '/signin' },
    providers: [...(login.oidc ? [openIdProvider(login.oidc, login)] : []), ...(login.isDemo ? [demoProvider()] : [])],
    callbacks: {
      redirect: ({ url, baseUrl }) => baseUrl + returnPath(url, baseUrl),
      jwt: ({ token, user, trigger }) => (trigger === 'signIn' ? { identity: identitySchema.parse(user) } : token),
      session: ({ session, token }) => ({ expires: session.expires, identity: token.identity }),
    },
    events: {
      signIn: ({ user }) => bindHold(user.id),
      signOut: () => clearHold(),
    },
    logger: { error: logNextAuthError, warn: logNextAuthWarning },
  } satisfies AuthOptions
}

function openIdProvider(
  { issuer, clientId, clientSecret }: NonNullable<Config['login']['oidc']>,
  { walletClaim, operatorRole }: Config['login'],
): OAuthConfig<Identity> {
  return {
    id: 'oidc',
    name: 'OpenID Connect',
    type: 'oauth',
    wellKnown: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    authorization: { params: { scope: 'openid profile email' } },
    checks: ['pkce', 'state', 'nonce'],
    idToken: true,
    httpOptions: { timeout: providerDeadlineMs },
    userinfo: {
      // Providers put the profile into the ID token, into the userinfo answer, or half into each. The
      // claims are parsed here already: of an error in `profile` below, next-auth tells nobody.
      async request({ tokens, client }) {
        // next-auth's type is wider: this is the set that its OpenID client has verified.
        const verified = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>
        const userinfo = client.issuer.metadata.userinfo_endpoint ? await client.userinfo(verified) : {}
        return identityFromClaims({ ...userinfo, ...verified.claims() }, { issuer, walletClaim, operatorRole })
      },
    },
    profile: (identity) => identity,
  }
}

function demoProvider() {
  return Credentials({
    id: 'demo',
    name: 'Demo',
    credentials: { name: { type: 'text' } },
    authorize: (credentials) => demoIdentity(credentials?.name),
  })
}
