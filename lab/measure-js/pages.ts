import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import type { App } from '../../e2e/harness/app'
import { parseHtml } from '../../e2e/harness/html'
import { operatorName } from '../../e2e/harness/people'
import { cookieHeader } from '../../e2e/harness/sign-in'
import type { StandInControl } from '../../e2e/stand-in/control/client'
import { cookiesFor } from '../programs'

export const routes = [
  '/signin',
  '/connect/confirm',
  '/console',
  '/console/connects',
  '/console/task-runs',
  '/console/conversions',
  '/console/conversions/one',
  '/console/balances',
  '/console/uploads',
  '/console/resources',
  '/console/search',
  '/console/preview',
  '/console/setup',
  '/console/audit',
] as const

export type Route = (typeof routes)[number]

export interface ScriptFile {
  path: string
  compressedBytes: number
  uncompressedBytes: number
}

/** A page counts as loaded after this time without a new script. */
const quietMs = 1_000

/** Turns data saving on. The page then loads a script only at the press that needs it. */
const savesData = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`

/** An extension that only its adapter finds, so that the page has the button for the list of all wallets. */
export const unregisteredWallet = `window.isPhantomInstalled = true`

/** The scripts that a browser with an empty cache fetched for a page. */
export interface Measured {
  scripts: ScriptFile[]
  /** The compressed size of the page, with its inline scripts. */
  htmlBytes: number
  /** The scripts after a press on "More wallets", on the page with that button. */
  walletScripts?: ScriptFile[]
}

/** Measures a page with an empty cache. @param cookies - the session. */
export async function measurePage(
  browser: Browser,
  url: string,
  cookies: Awaited<ReturnType<typeof cookiesFor>> = [],
): Promise<Measured> {
  const context = await browser.newContext()
  const page = await context.newPage()
  try {
    await context.addCookies(cookies)
    await page.addInitScript({ content: `${savesData};${unregisteredWallet}` })
    const followed = followScripts(page)
    await page.goto(url)
    const scripts = await followed.next()
    const htmlBytes = await htmlSize(page)
    const wallet = page.getByRole('button', { name: 'More wallets' })
    if (!(await wallet.isVisible())) return { scripts, htmlBytes }
    await wallet.click()
    return { scripts, htmlBytes, walletScripts: await followed.next() }
  } finally {
    await context.close()
  }
}

export async function measurePages(
  browser: Browser,
  { app, control }: { app: App; control: StandInControl },
): Promise<Map<Route, Measured>> {
  const [user, operator] = [await cookiesFor(app, 'Ada'), await cookiesFor(app, operatorName)]
  const conversions = `${app.origin}/console/conversions`
  // The list comes in one piece, as for an open page.
  const headers = { Cookie: cookieHeader(operator), 'Sec-Fetch-Dest': 'empty', Referer: conversions }
  const list = await (await fetch(conversions, { headers })).text()
  const [wallet = ''] = (await control.user(0)).wallets
  const urls: Partial<Record<Route, string>> = {
    // The arrival redirects to this page.
    '/connect/confirm': (await control.pressConnect()).link,
    '/console/conversions/one': `${app.origin}${parseHtml(list).querySelector('tbody th a')?.getAttribute('href')}`,
    '/console/resources': `${app.origin}/console/resources?address=${wallet}`,
  }
  const measured = new Map<Route, Measured>()
  for (const route of routes) {
    const cookies = route === '/signin' ? [] : route === '/connect/confirm' ? user : operator
    measured.set(route, await measurePage(browser, urls[route] ?? app.origin + route, cookies))
  }
  return measured
}

/**
 * Records the scripts that a page fetches through a tag, a preload or another script. It ignores the scripts of frames,
 * which belong to other pages. Call it before you open the page, in a new browser context with an empty cache.
 */
function followScripts(page: Page): { next: () => Promise<ScriptFile[]> } {
  const urls = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && request.frame() === page.mainFrame()) urls.add(request.url())
  })
  let told = 0
  return {
    /** Waits until no more scripts arrive, and returns the scripts since the last call. */
    async next() {
      let known: number
      do {
        known = urls.size
        await delay(quietMs)
      } while (urls.size > known)
      const files = await filesOf(page, [...urls].slice(told))
      told = known
      return files
    },
  }
}

/** Reads the sizes that the browser reports, which exclude headers and chunk framing. */
async function filesOf(page: Page, urls: string[]): Promise<ScriptFile[]> {
  const timings = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => entry.toJSON() as PerformanceResourceTiming),
  )
  return urls.map((url) => {
    const { pathname } = new URL(url)
    const timing = timings.find(({ name }) => name === url)
    // A script of another origin has no size, and a cached script has no transfer size.
    if (!timing?.encodedBodySize || !timing.transferSize) throw new Error(`The size of ${pathname} is not known.`)
    return { path: pathname, compressedBytes: timing.encodedBodySize, uncompressedBytes: timing.decodedBodySize }
  })
}

async function htmlSize(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return navigation?.encodedBodySize ?? 0
  })
}
