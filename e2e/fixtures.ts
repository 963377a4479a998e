import { test as base, expect, type BrowserContext, type Frame, type Page } from 'playwright/test'
import getPort from 'get-port'
import { startSite, type Site } from './attacks/start-site'
import { startApp, type App } from './harness/app'
import { appVariables, manyPresses } from './harness/app-variables'
import { isHydrated } from './harness/browser'
import { accounts } from './harness/people'
import { startTlsProxy } from './harness/tls-proxy'
import { startIdentityProvider, type Claims, type IdentityProvider } from './idp/start'
import { startOwnSite, type OwnSite } from './own-site/start'
import { defaultSkin, language } from './texts'
import { standInControl, type StandInControl } from './stand-in/control/client'
import { startStandIn, type StandIn } from './stand-in/start'

export { expect }

/**
 * Starts the app with other variables, or returns the process that already has them. The app ends when its worker goes
 * on to another spec file, because idle processes take memory from the tests.
 */
export type StartVariant = (variables: Record<string, string>) => Promise<App>

/** The running apps that `startVariant` has started for the tests of a spec file, by their variables. */
const variants = new Map<string, { file: string; started: Promise<App> }>()

/** The app behind a reverse proxy that terminates TLS, with the operator's own site for its login. */
export interface SiteApp extends App {
  ownSite: OwnSite
  /**
   * Opens an account at the site with the claims of one of the `accounts` and a new ID, because each user may press
   * Connect and sign in only a few times.
   *
   * @returns the name to sign in with.
   */
  newUser(like: keyof typeof accounts): string
}

/*
 * Each worker fixture starts once per worker, when a test first asks for it. A spec file must not add worker fixtures,
 * because it would then get separate workers, which start everything again.
 */
interface WorkerFixtures {
  /** The stand-in of the service. */
  standIn: StandIn
  /** Starts the app with more variables, connected to `standIn`. */
  startVariant: StartVariant
  /** The app with the demo login. */
  app: App
  /** The app with the default skin, even when the tests use another skin. It has every language and both schemes. */
  defaultSkinApp: App
  /** The app with a real OpenID provider for its login, which has the `accounts` of people.ts. */
  oidcApp: App
  /** The app whose users sign in at the operator's own site. */
  siteApp: SiteApp
  /** The app behind a reverse proxy that terminates TLS. */
  httpsApp: App
  /** The app at a host with neighbours, for e2e/attacks. */
  site: Site
}

interface TestFixtures {
  /** Controls the stand-in, which is reset before every test. */
  control: StandInControl
  /** Messages of the browser's console that this test expects. Any other error fails the test. */
  expectedErrors: RegExp[]
}

interface Closeable {
  close(): Promise<unknown>
}

/** A fixture that a worker starts once with its stand-in, and ends. */
const perWorkerAt = <Value extends Closeable>(start: (standIn: StandIn) => Promise<Value>): WorkerFixture<Value> => [
  async ({ standIn }, use) => {
    const value = await start(standIn)
    await use(value)
    await value.close()
  },
  { scope: 'worker' },
]

type WorkerFixture<Value> = [
  (fixtures: Pick<WorkerFixtures, 'standIn'>, use: (value: Value) => Promise<void>) => Promise<void>,
  { scope: 'worker' },
]

export const test = base.extend<TestFixtures, WorkerFixtures>({
  standIn: [
    async ({}, use) => {
      // With the users of the demo, making and reading the conversions would take a tenth of all tests.
      const data = { breakdownUsers: 40 }
      const standIn = await startStandIn({ connectUrl: 'http://localhost:1/connect', data })
      await use(standIn)
      await standIn.close()
    },
    { scope: 'worker' },
  ],
  startVariant: [
    async ({ standIn }, use) => {
      await use(async (variables) => {
        const { file } = test.info()
        await endVariants(file)
        const key = JSON.stringify(variables)
        const variant = variants.get(key) ?? { file, started: startOnFreePort(standIn, variables) }
        variants.set(key, variant)
        return variant.started
      })
      await endVariants()
    },
    { scope: 'worker' },
  ],
  app: perWorkerAt((standIn) => startOnFreePort(standIn, {})),
  defaultSkinApp: [
    async ({ app, standIn }, use) => {
      if (process.env['SKIN_DIR'] === undefined) return use(app)
      const defaultSkinApp = await startOnFreePort(standIn, { SKIN_DIR: defaultSkin })
      await use(defaultSkinApp)
      await defaultSkinApp.close()
    },
    { scope: 'worker' },
  ],
  oidcApp: perWorkerAt(async (standIn) => {
    const port = await getPort()
    const redirectUris = [`http://localhost:${port}/api/auth/callback/oidc`]
    const provider = await startIdentityProvider({ redirectUris, accounts })
    const login = { DEMO_LOGIN: '', ...oidcVariables('OIDC', provider), OIDC_WALLET_CLAIM: 'wallet' }
    return withParts(await startAt(port, standIn, login), provider)
  }),
  siteApp: perWorkerAt(async (standIn) => {
    const port = await getPort()
    const proxy = await startTlsProxy(port)
    const accountsThere: Record<string, Claims> = { ...accounts }
    const ownSite = await startOwnSite({ returnUrl: `${proxy.origin}/signin/return`, accounts: accountsThere })
    const login = {
      DEMO_LOGIN: '',
      LOGIN_URL: ownSite.loginUrl,
      LOGIN_SECRET: ownSite.secret,
      LOGIN_OPERATOR_ROLE: 'subnet-operator',
    }
    const app = withParts(await startAt(port, standIn, login, proxy.origin), proxy, ownSite)
    let newUsers = 0
    const newUser = (like: keyof typeof accounts) => {
      const name = `${like} ${(newUsers += 1)}`
      accountsThere[name] = { ...accounts[like], sub: `new-user-${newUsers}` }
      return name
    }
    return { ...app, ownSite, newUser }
  }),
  // The demo login is allowed over https too, because localhost is this machine.
  httpsApp: perWorkerAt(async (standIn) => {
    const port = await getPort()
    const proxy = await startTlsProxy(port)
    return withParts(await startAt(port, standIn, {}, proxy.origin), proxy)
  }),
  site: perWorkerAt(startSite),
  control: [
    async ({ standIn, app }, use, { file }) => {
      await endVariants(file)
      const control = standInControl(standIn.controlUrl)
      await control.reset()
      await control.set({ connectUrl: `${app.origin}/connect` })
      await use(control)
    },
    { auto: true },
  ],
  // The language of the texts in the tests.
  locale: language === 'en' ? 'en-US' : language,
  expectedErrors: async ({}, use) => use([]),
  context: async ({ context, javaScriptEnabled, expectedErrors }, use) => {
    if (!javaScriptEnabled) withoutJavaScript.add(context)
    const errors = watchForErrors(context)
    await use(context)
    expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([])
  },
})

/** The browsers of tests that run without JavaScript. */
const withoutJavaScript = new WeakSet<BrowserContext>()

/** Waits until React has hydrated the form of a console page, or another element, if JavaScript is on. */
export async function waitForReact(page: Page | Frame, selector = 'main form'): Promise<void> {
  if (withoutJavaScript.has(page.locator(selector).page().context())) return
  await page.waitForFunction(isHydrated, selector)
}

/**
 * Collects the errors and warnings of all pages of a browser. A violated content security policy is a console error
 * too.
 */
function watchForErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(`page error: ${error.error().message}`))
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    // The text does not say which resource could not be loaded.
    const [address = ''] = message.location().url.split(/[?#]/)
    errors.push(`${message.text()} ${address}`.trim())
  })
  return errors
}

/** Returns the variables of a login at a provider, with a role for operators. */
export const oidcVariables = (
  prefix: 'OIDC' | 'CONSOLE_OIDC',
  { issuer, clientId, clientSecret }: IdentityProvider,
) => ({
  [`${prefix}_ISSUER`]: issuer,
  [`${prefix}_CLIENT_ID`]: clientId,
  [`${prefix}_CLIENT_SECRET`]: clientSecret,
  [`${prefix}_OPERATOR_ROLE`]: 'subnet-operator',
})

/** Ends the variants of all spec files but one. */
async function endVariants(exceptFile?: string): Promise<void> {
  const ended = [...variants].filter(([, { file }]) => file !== exceptFile)
  for (const [key] of ended) variants.delete(key)
  await Promise.all(ended.map(async ([, { started }]) => (await started).close()))
}

const startOnFreePort = async (standIn: StandIn, variables: Record<string, string>): Promise<App> =>
  startAt(await getPort(), standIn, variables)

/** @param origin - the origin of a proxy in front of the app. */
const startAt = (port: number, standIn: StandIn, variables: Record<string, string>, origin?: string): Promise<App> =>
  startApp({
    port,
    ...(origin !== undefined && { origin }),
    variables: {
      ...appVariables({ standIn, port }),
      ...manyPresses,
      ...(origin !== undefined && { NEXTAUTH_URL: origin }),
      ...variables,
    },
  })

/** Returns an app whose end is also the end of what it needs. */
const withParts = (app: App, ...parts: { close(): Promise<unknown> }[]): App => ({
  ...app,
  async close(signal) {
    const exitCode = await app.close(signal)
    await Promise.all(parts.map((part) => part.close()))
    return exitCode
  },
})
