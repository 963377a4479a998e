import { test as base, expect, type BrowserContext, type Page } from 'playwright/test'
import getPort from 'get-port'
import { startApp, type App } from './app'
import { serviceControl, type ServiceControl } from './service/control'
import { startService, type Service } from './service/start'
import { appVariables } from './app-variables'
import { accounts } from './people'
import { startIdentityProvider } from './idp/start'

export { expect }

/** Starts the app once more, with other variables; the same variables give the same process again. */
export type StartVariant = (variables: Record<string, string>) => Promise<App>

interface WorkerFixtures {
  /** The stand-in of the service. */
  service: Service
  /** Starts the app with variables of its own, connected to `service`. */
  startVariant: StartVariant
  /** The app with the demo login. */
  app: App
  /** The app with a real OpenID provider for its login, which knows the `accounts` of people.ts. */
  oidcApp: App
}

interface TestFixtures {
  /** Steers the stand-in; reset before every test. */
  control: ServiceControl
  /** Messages of the browser's console that this test expects. Any other error fails it. */
  expectedErrors: RegExp[]
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  service: [
    async ({}, use) => {
      const service = await startService({ connectUrl: 'http://localhost:1/connect' })
      await use(service)
      await service.close()
    },
    { scope: 'worker' },
  ],
  startVariant: [
    async ({ service }, use) => {
      const apps = new Map<string, Promise<App>>()
      await use((variables) => {
        const key = JSON.stringify(variables)
        const started = apps.get(key) ?? startOnFreePort(service, variables)
        apps.set(key, started)
        return started
      })
      for (const started of apps.values()) await (await started).close()
    },
    { scope: 'worker' },
  ],
  app: [async ({ startVariant }, use) => use(await startVariant({})), { scope: 'worker' }],
  oidcApp: [
    async ({ service }, use) => {
      const port = await getPort()
      const redirectUris = [`http://localhost:${port}/api/auth/callback/oidc`]
      const provider = await startIdentityProvider({ redirectUris, accounts })
      const variables = {
        ...appVariables({ service, port }),
        DEMO_LOGIN: '',
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: provider.clientSecret,
        OIDC_WALLET_CLAIM: 'wallet',
        OIDC_OPERATOR_ROLE: 'subnet-operator',
      }
      const app = await startApp({ port, variables })
      await use(app)
      await app.close()
      await provider.close()
    },
    { scope: 'worker' },
  ],
  control: [
    async ({ service, app }, use) => {
      const control = serviceControl(service.controlUrl)
      await control.reset()
      await control.set({ connectUrl: `${app.origin}/connect` })
      await use(control)
    },
    { auto: true },
  ],
  expectedErrors: async ({}, use) => use([]),
  context: async ({ context, javaScriptEnabled }, use) => {
    if (!javaScriptEnabled) withoutJavaScript.add(context)
    await use(context)
  },
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = []
    watchForErrors(page, errors)
    await use(page)
    expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([])
  },
})

/** The browsers of tests that run without JavaScript. */
const withoutJavaScript = new WeakSet<BrowserContext>()

/**
 * Waits until the page's script has taken its forms over, where there is JavaScript. A press before that
 * posts the form, as it should; a test that means the other way must wait.
 */
export async function waitForScript(page: Page): Promise<void> {
  if (withoutJavaScript.has(page.context())) return
  await page.waitForFunction(() => {
    const form = document.querySelector('main form')
    return form !== null && Object.keys(form).some((name) => name.startsWith('__reactProps'))
  })
}

/** Collects what must not happen on any page; a violated content security policy is a console error too. */
export function watchForErrors(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
}

async function startOnFreePort(service: Service, variables: Record<string, string>): Promise<App> {
  const port = await getPort()
  return startApp({ port, variables: { ...appVariables({ service, port }), ...variables } })
}
