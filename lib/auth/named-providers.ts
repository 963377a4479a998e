import 'server-only'
import type { OAuthConfig, OAuthUserConfig } from 'next-auth/providers/oauth'
import Discord from 'next-auth/providers/discord'
import GitHub from 'next-auth/providers/github'
import Twitch from 'next-auth/providers/twitch'
import Twitter from 'next-auth/providers/twitter'
import { config, type Config } from '@/lib/config'
import { oidcOf, type People } from './people'
import { discovery, type LoginSettings, type PlainProvider } from './provider'

type Named = NonNullable<Config['login']['named']>

interface NamedProvider {
  name: string
  /** Used only for its URLs, because its requests have no limits and its profile has no `email_verified`. */
  module: (client: OAuthUserConfig<never>) => OAuthConfig<never>
  /** Covers the name, and the e-mail address if the provider reports whether it is verified. */
  scope: string
  /** For a provider without ID tokens: its issuer in `iss` (RFC 9207), and the paths of the claims. */
  plain?: Pick<PlainProvider, 'issuer' | 'claims'>
  claimsRequest?: string
}

const namedProviders: Record<Named['provider'], NamedProvider> = {
  discord: {
    name: 'Discord',
    module: Discord,
    scope: 'identify email',
    plain: {
      issuer: 'https://discord.com',
      claims: { sub: 'id', name: 'global_name', nickname: 'username', email: 'email', email_verified: 'verified' },
    },
  },
  github: {
    name: 'GitHub',
    module: GitHub,
    // An empty scope counts as omitted (RFC 6749, section 3.1). GitHub's e-mail address may be unverified.
    scope: '',
    plain: { issuer: 'https://github.com/login/oauth', claims: { sub: 'id', name: 'name', nickname: 'login' } },
  },
  twitch: {
    name: 'Twitch',
    module: Twitch,
    scope: 'openid user:read:email',
    claimsRequest: '{"id_token":{"email":null,"email_verified":null,"preferred_username":null}}',
  },
  twitter: {
    name: 'X',
    module: (client) => Twitter({ ...client, version: '2.0' }),
    scope: 'users.read tweet.read',
    plain: { issuer: 'https://api.x.com', claims: { sub: 'data.id', name: 'data.name', nickname: 'data.username' } },
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

/** Returns an endpoint's URL. A person who is signed in at x.com is not signed in at twitter.com, which modules name. */
const urlOf = (endpoint: string | { url?: string } = '') =>
  ((typeof endpoint === 'string' ? endpoint : endpoint.url) ?? '').replace(/^(https:\/\/(?:api\.)?)twitter\./, '$1x.')

/** Uses the provider's name as the users' issuer. The name is not a URL, so no OpenID provider can have it. */
function namedLogin({ provider: name, ...client }: Named): LoginSettings {
  const { module, plain, ...request } = namedProviders[name]
  const { authorization, token, userinfo, wellKnown = '' } = module(client)
  const plainProvider = plain && {
    ...plain,
    authorization_endpoint: urlOf(authorization),
    token_endpoint: urlOf(token),
    userinfo_endpoint: urlOf(userinfo),
    clientAuth: 'client_secret_basic' as const,
  }
  const issuer = wellKnown.replace('/.well-known/openid-configuration', '')
  const provider = async () =>
    // No userinfo, because the ID token has all claims that this app requests.
    plainProvider ?? { ...(await discovery({ issuer, ...client }).get()), userinfo_endpoint: null }
  return { ...client, ...request, issuer: name, usesNonce: !plain, trustsEmail: false, rolesClaims: [], provider }
}
