import type { App } from './harness/app'
import { expect } from './fixtures'
import { readConsolePage, type ReceivedPage } from './received-page'
import { consoleT } from './texts'

export const balancesPath = '/console/balances'

/** The accessible name of the progress bar of the walk. */
export const readingAll = consoleT('shared.walk.label', { what: consoleT('balances.what') })

/**
 * Returns the URL of the page with a query that starts a new walk. The app may have kept the balances of another test.
 */
export const freshBalances = (query: Record<string, string> = {}) =>
  `${balancesPath}?${new URLSearchParams({ ...query, after: String(Date.now()) }).toString()}`

/** Loads the page until all balances have been read. */
export async function readWhenComplete(app: App, address: string): Promise<ReceivedPage> {
  let page = await readConsolePage(app, address)
  await expect(async () => {
    if (isReading(page)) page = await readConsolePage(app, address)
    expect(isReading(page)).toBe(false)
  }).toPass({ timeout: 20_000 })
  return page
}

/** Checks whether a page shows the progress of a walk. */
export const isReading = ({ elements }: ReceivedPage): boolean => elements('main progress').length > 0
