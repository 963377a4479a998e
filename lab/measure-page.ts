import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import getPort from 'get-port'
import type { Browser, Page } from 'playwright'
import { launchBrowser } from '../e2e/harness/browser'
import { buildBareApp, startBareApp } from './bare-app'
import { Results } from './bench/measure'
import { cookiesFor, started, startDeployment } from './programs'

/*
 * Measures the load of the connect page on a slow phone, and compares it with a page of the bare app with one form. The
 * network has 1.6 Mbit/s and a round trip of 150 ms, and the processor has a quarter of this machine's speed. Both apps
 * open a connect link with an empty cache, in turns. Needs the last build of the app.
 */

const rounds = 7
const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const processorSlowdown = 4
/** An extension that only its adapter finds, so that the page has the button for the list of all wallets. */
const unregisteredWallet = `window.isPhantomInstalled = true`
const followScript = fileURLToPath(new URL('measure-page/follow.js', import.meta.url))

buildBareApp()
const { app, control } = await startDeployment()
const bare = await started(startBareApp(await getPort(), { HOLD_PASSWORD: randomBytes(32).toString('base64') }))
const browser = await started(launchBrowser())
const cookies = await cookiesFor(app, 'Ada')
const results = new Results()
const shifts: number[] = []
const delays: number[] = []
for (let round = 0; round < rounds; round += 1) {
  const { link } = await control.pressConnect()
  const shown = await openSlowly(browser, link, cookies, openWalletList)
  const other = await openSlowly(browser, bare.origin + new URL(link).pathname + new URL(link).search, [])
  for (const what of ['first byte', 'form is there', 'largest paint'] as const) {
    results.add(what, 'ms', 'product', shown.times[what])
    results.add(what, 'ms', 'bare', other.times[what])
  }
  shifts.push(shown.shift)
  delays.push(shown.slowestAnswer)
}
results.print()
console.log(`\nlayout shift (CLS), the most          ${Math.max(...shifts).toFixed(3)}`)
console.log(`the wallet list answers a press after  ${Math.max(...delays)} ms at most (INP)`)

interface Seen {
  times: Record<'first byte' | 'form is there' | 'largest paint', number>
  shift: number
  /** The time until the next paint after the slowest press, in milliseconds. */
  slowestAnswer: number
}

async function openSlowly(
  browser: Browser,
  url: string,
  cookies: { name: string; value: string; url: string }[],
  use: (page: Page) => Promise<void> = async () => {},
): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
  try {
    await context.addCookies(cookies)
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.emulateNetworkConditions', line)
    await client.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
    await page.addInitScript({ path: followScript })
    await page.addInitScript({ content: unregisteredWallet })
    await page.goto(url, { waitUntil: 'networkidle' })
    await use(page)
    return await page.evaluate(() => (globalThis as unknown as { seen: () => Seen }).seen())
  } finally {
    await context.close()
  }
}

async function openWalletList(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More wallets' }).tap()
  await page.waitForLoadState('networkidle')
}
