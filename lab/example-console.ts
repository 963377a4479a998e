import type { Page } from 'playwright'
import { launchBrowser } from '../e2e/harness/browser'
import { pastConnectsFile } from '../e2e/harness/past-connects'
import { demoWallets } from '../e2e/stand-in/start'
import { cookiesFor, started, startDeployment } from './programs'

/** Starts the app with thirty days of made-up connects, and a browser. */
export async function startExampleConsole() {
  const variables = { CONNECT_RECORDS: 'full', DEMO_CONNECTS: pastConnectsFile(demoWallets) }
  const { app, origin, control } = await startDeployment({ variables })
  const browser = await started(launchBrowser())
  return {
    origin,
    control,
    browser,
    /** Opens a page, and waits until it is idle. Some example frames of the preview never become idle. */
    open: (page: Page, path: string) =>
      page.goto(app.origin + path, { waitUntil: path === '/console/preview' ? 'load' : 'networkidle' }),
    signIn: async (page: Page, name: string) => page.context().addCookies(await cookiesFor(app, name)),
  }
}
