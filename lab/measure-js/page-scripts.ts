import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright'

/** One script as the browser fetched it. */
export interface ScriptFile {
  path: string
  compressedBytes: number
  uncompressedBytes: number
}

/** How long no further script may come until a page counts as loaded. */
const quietMs = 1_000

/**
 * Follows the scripts that a page fetches, whatever asks for them: a tag, a preload or another script. Those of frames
 * count for the pages that the frames show. To be called before the page is opened, in a browser context of its own,
 * whose cache is empty.
 */
export function followScripts(page: Page): { next: () => Promise<ScriptFile[]> } {
  const urls = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && request.frame() === page.mainFrame()) urls.add(request.url())
  })
  let told = 0
  return {
    /** Waits until no more scripts come. @returns those that have come since the last call. */
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

/** The sizes by the browser's own account, which leaves out headers and how the body was cut into chunks. */
async function filesOf(page: Page, urls: string[]): Promise<ScriptFile[]> {
  const timings = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => entry.toJSON() as PerformanceResourceTiming),
  )
  return urls.map((url) => {
    const { pathname } = new URL(url)
    const timing = timings.find(({ name }) => name === url)
    // No size: of a stranger's script the browser does not tell it. No transfer: it came from the cache.
    if (!timing?.encodedBodySize || !timing.transferSize) throw new Error(`The size of ${pathname} is not known.`)
    return { path: pathname, compressedBytes: timing.encodedBodySize, uncompressedBytes: timing.decodedBodySize }
  })
}

/** The compressed bytes of the page itself. */
export async function htmlSize(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return navigation?.encodedBodySize ?? 0
  })
}
