import getPort from 'get-port'
import { encode } from 'next-auth/jwt'
import { test as base } from '../fixtures'
import { startApp, type App } from '../harness/app'
import { appVariables, manyPresses } from '../harness/app-variables'
import { startTlsProxy } from '../harness/tls-proxy'
import { startIdentityProvider, type Claims } from '../idp/start'
import { standInControl, type StandInControl } from '../stand-in/control/client'
import { walletAddress } from '../steps'
import { hiddenFields } from '../harness/html-forms'
import { Visitor, type Answer, type RequestOptions } from '../harness/visitor'

export { expect } from '../fixtures'
export { hiddenFields } from '../harness/html-forms'
export { Visitor, type Answer } from '../harness/visitor'

const operatorEmail = 'olga@example.com'

/** Who has an account at the provider. Those after Olga would like to be her. */
const accounts = {
  ada: { sub: 'user-ada', name: 'Ada', email: 'ada@example.com', email_verified: true },
  olga: { sub: 'user-olga', name: 'Olga', email: operatorEmail, email_verified: true },
  unverified: { sub: 'user-1', name: 'Eve', email: operatorEmail, email_verified: false },
  silent: { sub: 'user-2', name: 'Eve', email: operatorEmail },
  wordy: { sub: 'user-3', name: 'Eve', email: operatorEmail, email_verified: 'true' },
  named: { sub: operatorEmail, name: 'Eve' },
} satisfies Record<string, Claims>

export type Login = keyof typeof accounts

/** The app as operators run it, at a host with neighbours: other hosts under the same parent domain. */
export interface Site {
  app: App
  /** Its variables, secrets included. */
  variables: Record<string, string>
  /** Another host of the same parent domain. */
  neighbourOrigin: string
  visitor(): Visitor
  /** A visitor with a session, sealed as the app seals it. */
  signedIn(login: Login, session?: SessionOptions): Promise<Visitor>
  /** Somebody who has not pressed Connect before: each person may press only a few times a minute. */
  newUser(): Promise<Visitor>
}

export interface SessionOptions {
  secret?: string
  /** How long ago the user signed in. */
  ageMs?: number
}

export const sessionCookie = '__Host-next-auth.session-token'

export const test = base.extend<object, { site: Site }>({
  site: [
    async ({ standIn }, use) => {
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
      const signedIn = async (claims: Claims, session?: SessionOptions) => {
        const visitor = new Visitor(origin)
        visitor.cookies.set(sessionCookie, await sealedSessionOf(claims, variables, session))
        return visitor
      }
      let newUsers = 0
      await use({
        app,
        variables,
        neighbourOrigin: 'https://neighbour.site.localhost',
        visitor: () => new Visitor(origin),
        signedIn: (login, session) => signedIn(accounts[login], session),
        newUser: () => signedIn({ sub: `new-user-${(newUsers += 1)}`, name: 'Nora' }),
      })
      await app.close()
      await proxy.close()
      await provider.close()
    },
    { scope: 'worker' },
  ],
  // The base's own starts one more app, to send links to.
  control: async ({ standIn, site }, use) => {
    const control = standInControl(standIn.controlUrl)
    await control.reset()
    await control.set({ connectUrl: `${site.app.origin}/connect` })
    await use(control)
  },
})

/** The session of somebody who has signed in at the provider, as the app seals it into its cookie. */
export function sealedSession(
  variables: Record<string, string>,
  login: Login,
  options: SessionOptions = {},
): Promise<string> {
  return sealedSessionOf(accounts[login], variables, options)
}

async function sealedSessionOf(
  { sub, name, ...claims }: Claims,
  variables: Record<string, string>,
  { secret = variables['NEXTAUTH_SECRET'] ?? '', ageMs = 0 }: SessionOptions = {},
): Promise<string> {
  const isVerified = claims['email_verified'] === true
  const identity = {
    issuer: new URL(variables['OIDC_ISSUER'] ?? '').href,
    id: sub,
    name,
    ...(isVerified ? { trustedEmail: claims['email'] } : {}),
    hasOperatorRole: false,
  }
  return earlier(ageMs, () => encode({ token: { identity }, secret, maxAge: 8 * 3600 }))
}

/** Runs something with a clock that is behind. */
async function earlier<Result>(ageMs: number, work: () => Promise<Result>): Promise<Result> {
  const RealDate = Date
  globalThis.Date = class extends RealDate {
    constructor() {
      super(RealDate.now() - ageMs)
    }
    static override now = () => RealDate.now() - ageMs
  } as DateConstructor
  try {
    return await work()
  } finally {
    globalThis.Date = RealDate
  }
}

/** Signs in at the provider, through all its pages. */
export async function logIn(visitor: Visitor, login: Login): Promise<Answer & { url: string }> {
  const start = await startLogin(visitor)
  const provider = await visitor.follow(start.location)
  return visitor.follow(provider.url, {
    body: new URLSearchParams({ login }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
}

/** Presses the sign-in page's button for the provider. */
export async function startLogin(visitor: Visitor, fields: Record<string, string> = {}): Promise<Answer> {
  const page = await visitor.send('/signin')
  const form = { ...hiddenFields(page.body, 'value="oidc"'), ...fields }
  return visitor.send('/signin', { form })
}

/** Follows a new connect link to the page with the form. */
export async function arrive(visitor: Visitor, control: StandInControl): Promise<Answer> {
  return visitor.follow((await control.pressConnect()).link)
}

/** Presses Connect on a page that a visitor was shown: the same one, or another who has got hold of it. */
export function pressConnect(
  visitor: Visitor,
  page: Answer,
  { form = {}, ...options }: RequestOptions = {},
): Promise<Answer> {
  const fields = hiddenFields(page.body, 'name="wallet_address"')
  return visitor.send('/connect/confirm', { form: { ...fields, wallet_address: walletAddress, ...form }, ...options })
}
