import type { App } from './harness/app'
import { expect } from './fixtures'
import { readConsolePage, type ReceivedPage } from './received-page'
import { consoleT } from './texts'

export const balancesPath = '/console/balances'

/** The name of the bar that says how many balances have been read. */
export const readingAll = consoleT('shared.walk.label', { what: consoleT('balances.what') })

/** The page with a query, which reads all balances anew: the app may have kept those of another test. */
export const freshBalances = (query: Record<string, string> = {}) =>
  `${balancesPath}?${new URLSearchParams({ ...query, after: String(Date.now()) }).toString()}`

/** The page once all balances have been read. */
export async function readWhenComplete(app: App, address: string): Promise<ReceivedPage> {
  let page = await readConsolePage(app, address)
  await expect(async () => {
    if (isReading(page)) page = await readConsolePage(app, address)
    expect(isReading(page)).toBe(false)
  }).toPass({ timeout: 20_000 })
  return page
}

/** Whether a page shows how far the reading is. */
export const isReading = ({ elements }: ReceivedPage): boolean => elements('main progress').length > 0
