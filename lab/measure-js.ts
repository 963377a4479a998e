import getPort from 'get-port'
import { launchBrowser } from '../e2e/harness/browser'
import { budgetOf, emptyPageBytes } from '../scripts/check-javascript'
import { buildBareApp, startBareApp } from './bare-app'
import { measurePage, measurePages, type Measured, type ScriptFile } from './measure-js/pages'
import { started, startDeployment } from './programs'

/*
 * Measures the JavaScript that a browser with an empty cache fetches for each page. Compares it with an empty dynamic
 * page of the same Next version, so the difference is this app's part. All sizes are the compressed sizes of Next's
 * server. Exits with 1 if a page is over its budget.
 */

/** A target in bytes, not a limit, because only users who choose a wallet fetch this part. */
const walletAimBytes = 40_000

buildBareApp()
const browser = await started(launchBrowser())
const bare = await started(startBareApp(await getPort()))
const deployment = await startDeployment()
const empty = await measurePage(browser, bare.origin)
const pages = await measurePages(browser, deployment)

const bytesOf = (scripts: readonly ScriptFile[]) =>
  scripts.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0)
const emptyBytes = bytesOf(empty.scripts)
const rowOf = ({ scripts, htmlBytes }: Measured) => ({
  JavaScript: bytesOf(scripts),
  scripts: scripts.length,
  HTML: htmlBytes,
})
const rows = [...pages].map(([route, measured]) => {
  const added = bytesOf(measured.scripts) - emptyBytes
  const budget = budgetOf(route)
  return [route, { ...rowOf(measured), added, budget, excess: Math.max(added - budget, 0) }] as const
})
console.log('\nCompressed bytes of JavaScript at the first load; "added" is the difference from the empty page.\n')
console.table(Object.fromEntries([['an empty dynamic page', rowOf(empty)], ...rows]))
for (const { walletScripts } of pages.values()) {
  if (!walletScripts) continue
  console.log('\nFetched when a user chooses a wallet:')
  console.table(walletScripts)
  console.log(`together ${bytesOf(walletScripts)} compressed bytes, aim ${walletAimBytes}`)
}
// The budget check of `npm test` relies on this size. It varies by a few bytes with the compression level.
if (Math.abs(emptyBytes - emptyPageBytes) >= 200) {
  console.error(`\nIn scripts/check-javascript.ts, the empty page has ${emptyPageBytes}.`)
  process.exitCode = 1
}
if (rows.some(([, { excess }]) => excess > 0)) {
  console.error('\nOver the budget. `npx next analyze` lists what a page loads.')
  process.exitCode = 1
}
