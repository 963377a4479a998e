import getPort from 'get-port'
import type { Page } from 'playwright'
import { startApp } from '../e2e/harness/app'
import { appVariables } from '../e2e/harness/app-variables'
import { launchBrowser } from '../e2e/harness/browser'
import { pastConnectsFile } from '../e2e/harness/past-connects'
import { standInControl } from '../e2e/stand-in/control/client'
import { demoWallets, startStandIn } from '../e2e/stand-in/start'

/** Starts the stand-in, the app with thirty days of made-up connects, and a browser. */
export async function startExampleConsole() {
  const port = await getPort()
  const standIn = await startStandIn({ connectUrl: `http://localhost:${port}/connect`, operatorName: 'Example Subnet' })
  const app = await startApp({
    port,
    variables: {
      ...appVariables({ standIn, port }),
      CONNECT_RECORDS: 'full',
      DEMO_CONNECTS: pastConnectsFile(demoWallets),
    },
  })
  const browser = await launchBrowser()
  return {
    origin: app.origin,
    control: standInControl(standIn.controlUrl),
    browser,
    /** Opens a page, and waits until it is idle. Some example frames of the preview never become idle. */
    open: (page: Page, path: string) =>
      page.goto(app.origin + path, { waitUntil: path === '/console/preview' ? 'load' : 'networkidle' }),
    signIn: async (page: Page, name: string): Promise<void> => {
      await page.goto(`${app.origin}/signin`)
      await page.getByRole('textbox', { name: 'Name' }).fill(name)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL((url) => url.pathname !== '/signin')
    },
    close: async (): Promise<void> => {
      await browser.close()
      await app.close()
      await standIn.close()
    },
  }
}
