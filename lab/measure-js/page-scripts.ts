import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright'

/** A script that the browser fetched. */
export interface ScriptFile {
  path: string
  compressedBytes: number
  uncompressedBytes: number
}

/** A page counts as loaded after this time without a new script. */
const quietMs = 1_000

/**
 * Records the scripts that a page fetches through a tag, a preload or another script. It ignores the scripts of frames,
 * which belong to other pages. Call it before you open the page, in a new browser context with an empty cache.
 */
export function followScripts(page: Page): { next: () => Promise<ScriptFile[]> } {
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

/** Returns the compressed size of the page's HTML, in bytes. */
export async function htmlSize(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return navigation?.encodedBodySize ?? 0
  })
}
