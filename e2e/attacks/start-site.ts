import getPort from 'get-port'
import { encode } from 'next-auth/jwt'
import { startApp, type App } from '../harness/app'
import { appVariables, manyPresses } from '../harness/app-variables'
import { startTlsProxy } from '../harness/tls-proxy'
import { Visitor } from '../harness/visitor'
import { startIdentityProvider, type Claims } from '../idp/start'
import type { StandIn } from '../stand-in/start'

const operatorEmail = 'olga@example.com'

/** The accounts at the provider. */
const accounts = {
  ada: { sub: 'user-ada', name: 'Ada', email: 'ada@example.com', email_verified: true },
  olga: { sub: 'user-olga', name: 'Olga', email: operatorEmail, email_verified: true },
} satisfies Record<string, Claims>

export type Login = keyof typeof accounts

/** The app as operators run it, at a host with neighbours, which are other hosts under the same parent domain. */
export interface Site {
  app: App
  /** Its variables, secrets included. */
  variables: Record<string, string>
  /** Another host of the same parent domain. */
  neighbourOrigin: string
  visitor(): Visitor
  /** Returns a visitor with a session, sealed as the app seals it. */
  signedIn(login: Login): Promise<Visitor>
  /** Returns a user who has not pressed Connect before, because each user may press only a few times a minute. */
  newUser(): Promise<Visitor>
  close(): Promise<void>
}

export const sessionCookie = '__Host-next-auth.session-token'

/** Starts the app behind a proxy that terminates TLS, with a provider for its login. */
export async function startSite(standIn: StandIn): Promise<Site> {
  const port = await getPort()
  const proxy = await startTlsProxy(port)
  const origin = proxy.origin.replace('localhost', 'connect.site.localhost')
  const provider = await startIdentityProvider({ redirectUris: [`${origin}/api/auth/callback/oidc`], accounts })
  const variables = {
    ...appVariables({ standIn, port }),
    ...manyPresses,
    NEXTAUTH_URL: origin,
    DEMO_LOGIN: '',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_MAX_AGE_SECONDS: '3600',
    CONSOLE_USERS: `${operatorEmail},some-id`,
    LOG_LEVEL: 'debug',
  }
  const app = await startApp({ port, origin, variables })
  const signedIn = async (claims: Claims) => {
    const visitor = new Visitor(origin)
    visitor.cookies.set(sessionCookie, await sealedSessionOf(claims, variables))
    return visitor
  }
  let newUsers = 0
  return {
    app,
    variables,
    neighbourOrigin: 'https://neighbour.site.localhost',
    visitor: () => new Visitor(origin),
    signedIn: (login) => signedIn(accounts[login]),
    newUser: () => signedIn({ sub: `new-user-${(newUsers += 1)}`, name: 'Nora' }),
    close: async () => {
      await app.close()
      await Promise.all([proxy.close(), provider.close()])
    },
  }
}

/** Returns the session of a user who has signed in at the provider, sealed as in the app's cookie. */
export const sealedSession = (variables: Record<string, string>, login: Login): Promise<string> =>
  sealedSessionOf(accounts[login], variables)

function sealedSessionOf({ sub, name, email }: Claims, variables: Record<string, string>): Promise<string> {
  const { OIDC_ISSUER: issuer = '', NEXTAUTH_URL: address = '', NEXTAUTH_SECRET: secret = '' } = variables
  const identity = { issuer: new URL(issuer).href, id: sub, name, ...(email ? { trustedEmail: email } : {}), roles: [] }
  const token = { people: 'users', deployment: new URL(address).origin, identity }
  return encode({ token, secret, maxAge: 8 * 3600 })
}
