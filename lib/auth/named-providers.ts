import 'server-only'
import { config, type Config } from '@/lib/config'
import { oidcOf, type People } from './people'
import { discovery, type LoginSettings, type PlainProvider } from './provider'

type Named = NonNullable<Config['login']['named']>

interface NamedProvider {
  name: string
  /** Covers the name. It covers the e-mail address only if the provider reports whether the address is verified. */
  scope: string
  claimsRequest?: string
  /** An issuer to discover, or a provider without ID tokens, whose `issuer` is that in `iss` (RFC 9207). */
  at: string | Omit<PlainProvider, 'clientAuth'>
}

export const namedProviders: Record<Named['provider'], NamedProvider> = {
  // Its OpenID description reportedly names no userinfo endpoint (https://github.com/discord/discord-api-docs/issues/7377), and
  // its ID tokens contain only the ID (https://github.com/discord/discord-api-docs/issues/7460).
  discord: {
    name: 'Discord',
    scope: 'identify email',
    at: {
      issuer: 'https://discord.com',
      authorization_endpoint: 'https://discord.com/api/oauth2/authorize',
      token_endpoint: 'https://discord.com/api/oauth2/token',
      userinfo_endpoint: 'https://discord.com/api/users/@me',
      claims: { sub: 'id', name: 'global_name', nickname: 'username', email: 'email', email_verified: 'verified' },
    },
  },
  github: {
    name: 'GitHub',
    // An empty scope counts as omitted (RFC 6749, section 3.1). GitHub's e-mail address may be unverified.
    scope: '',
    at: {
      issuer: 'https://github.com/login/oauth',
      authorization_endpoint: 'https://github.com/login/oauth/authorize',
      token_endpoint: 'https://github.com/login/oauth/access_token',
      userinfo_endpoint: 'https://api.github.com/user',
      claims: { sub: 'id', name: 'name', nickname: 'login' },
    },
  },
  twitch: {
    name: 'Twitch',
    scope: 'openid user:read:email',
    // Twitch sends names and e-mail addresses only if the request asks for these claims.
    claimsRequest: '{"id_token":{"email":null,"email_verified":null,"preferred_username":null}}',
    at: 'https://id.twitch.tv/oauth2',
  },
  twitter: {
    name: 'X',
    // X reports who the user is only with both.
    scope: 'users.read tweet.read',
    at: {
      issuer: 'https://api.x.com',
      // A person who is signed in at x.com is not signed in at twitter.com.
      authorization_endpoint: 'https://x.com/i/oauth2/authorize',
      token_endpoint: 'https://api.x.com/2/oauth2/token',
      userinfo_endpoint: 'https://api.x.com/2/users/me',
      claims: { sub: 'data.id', name: 'data.name', nickname: 'data.username' },
    },
  },
}

export function providerName(people: People): string | undefined {
  const { named } = config().login
  return people === 'users' && named ? namedProviders[named.provider].name : undefined
}

export function loginSettingsOf(people: People): LoginSettings | undefined {
  const oidc = oidcOf(people)
  if (oidc) return { ...oidc, provider: () => discovery(oidc).get() }
  const { named } = config().login
  return people === 'users' && named ? namedLogin(named) : undefined
}

/** Uses the provider's name as the users' issuer. The name is not a URL, so no OpenID provider can have it. */
function namedLogin({ provider: name, ...client }: Named): LoginSettings {
  const { at, ...request } = namedProviders[name]
  const provider = async () =>
    typeof at === 'string'
      ? // No userinfo, because the ID token has all claims that this app requests.
        { ...(await discovery({ issuer: at, ...client }).get()), userinfo_endpoint: null }
      : { ...at, clientAuth: 'client_secret_basic' as const }
  const usesNonce = typeof at === 'string'
  return { ...client, ...request, issuer: name, usesNonce, trustsEmail: false, rolesClaims: [], provider }
}
