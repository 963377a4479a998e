import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Glewlwyd } from './server'

/** The first algorithm that Glewlwyd lists for each kind of key. It lists only algorithms of its key. */
export const algorithms = { RSA: 'RS256', EC: 'ES256' } as const
export type KeyKind = keyof typeof algorithms

/** The login, the password and the name of a user. */
export interface Account {
  username: string
  password: string
  name: string
}

/** The provider's settings for the app, and its users. */
export interface Registration {
  issuer: string
  clientId: string
  clientSecret: string
  user: Account
  /** A user with the role of staff. */
  staff: Account
}

/** A scope that only staff have. The claim `scope` lists the user's scopes that they have granted to the app. */
export const staffScope = 'console'
export const scopes = ['openid', 'profile', 'email', staffScope]

const pluginName = 'oidc'
const clientId = 'subnet-connect'

/** Configures the scopes, two users, the OpenID Connect plugin, and the app as its client, like an operator. */
export async function register(glewlwyd: Glewlwyd, keyKind: KeyKind, redirectUri: string): Promise<Registration> {
  const { origin, administer } = glewlwyd
  // `openid` exists by default.
  for (const name of scopes.slice(1)) await administer('scope/', { name, password_required: false })

  const user = { username: 'ada', password: newSecret(), name: 'Ada Lovelace' }
  const staff = { username: 'edith', password: newSecret(), name: 'Edith Clarke' }
  for (const account of [user, staff]) {
    const ownScopes = account === staff ? scopes : scopes.filter((scope) => scope !== staffScope)
    await administer('user/', { ...account, email: `${account.username}@example.com`, scope: ownScopes })
  }

  const clientSecret = newSecret()
  await administer('client/', {
    client_id: clientId,
    name: 'Subnet Connect',
    confidential: true,
    client_secret: clientSecret,
    token_endpoint_auth_method: ['client_secret_basic'],
    authorization_type: ['code'],
    redirect_uri: [redirectUri],
  })

  // Glewlwyd accepts any text as the issuer, but the app accepts only the URL of discovery.
  const issuer = `${origin}/api/${pluginName}`
  await administer('mod/plugin/', {
    module: 'oidc',
    name: pluginName,
    parameters: {
      iss: issuer,
      ...signingKey(keyKind),
      // The size of the hash, for RS256 or ES256.
      'jwt-key-size': '256',
      'auth-type-code-enabled': true,
      'access-token-duration': 600,
      'pkce-allowed': true,
      'allowed-scope': scopes,
      'name-claim': 'mandatory',
      'email-claim': 'mandatory',
      'scope-claim': 'mandatory',
      // Adds an `end_session_endpoint`. Its page is empty without `id_token_hint`, and the app does not keep the ID
      // token.
      'session-management-allowed': true,
      'session-cookie-name': 'GLEWLWYD2_OIDC_SID',
      'session-cookie-expiration': 3600,
    },
  })
  return { issuer, clientId, clientSecret, user, staff }
}

function signingKey(keyKind: KeyKind): Record<'jwt-type' | 'key' | 'cert', string> {
  const { privateKey, publicKey } =
    keyKind === 'RSA'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    'jwt-type': keyKind === 'RSA' ? 'rsa' : 'ecdsa',
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

const newSecret = () => randomBytes(18).toString('base64url')
