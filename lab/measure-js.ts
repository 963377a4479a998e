import getPort from 'get-port'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser } from 'playwright'
import { startApp } from '../e2e/harness/app'
import { appVariables } from '../e2e/harness/app-variables'
import { launchBrowser } from '../e2e/harness/browser'
import { standInControl } from '../e2e/stand-in/control/client'
import { startStandIn } from '../e2e/stand-in/start'
import { bareAppFolder, buildBareApp, startBareApp } from './bare-app'
import { budgetOf, emptyPageBytes } from '../scripts/check-javascript/budgets'
import { contentsOf } from './measure-js/contents'
import { measurePage, measurePages, routes, type Measured, type Route } from './measure-js/pages'
import { numberText, printLine, printModules, printScripts, sum } from './measure-js/report'

/*
 * Measures the JavaScript that a browser with an empty cache fetches for each page. Compares it with an empty dynamic
 * page of the same Next version, so the difference is this app's part. All sizes are the compressed sizes of Next's
 * server. Exits with 1 if a page is over its budget.
 *
 * `npm run lab -- measure-js --contents /console/balances` also lists the modules in the scripts of one page.
 */

/** A target in bytes, not a limit, because only users who choose a wallet fetch this part. */
const walletAimBytes = 40_000

const appFolder = dirname(dirname(fileURLToPath(import.meta.url)))

const { contents } = parseArgs({ options: { contents: { type: 'string' } } }).values
const route = routes.find((known) => known === contents)
if (contents !== undefined && !route) {
  console.error(`--contents takes one of: ${routes.join(', ')}`)
  process.exit(1)
}

await buildBareApp()

const browser = await launchBrowser()
const empty = await measureEmptyApp(browser)
const pages = await measureApp(browser)
await browser.close()

const isWithinBudget = printTable(empty, pages)
for (const { walletScripts } of pages.values()) {
  if (!walletScripts) continue
  printScripts('fetched when a user chooses a wallet', walletScripts)
  printLine('aim', [walletAimBytes])
}
if (route) await printContents(route)
if (!isWithinBudget) {
  console.error('\nOver the budget. `npm run lab -- measure-js --contents <page>` lists what the page loads.')
  process.exitCode = 1
}

/** Prints the table. @returns whether every page is within its budget. */
function printTable(empty: Measured, pages: Map<Route, Measured>): boolean {
  const emptyBytes = sum(empty.scripts).compressedBytes
  const cellsOf = ({ scripts, htmlBytes }: Measured) => [sum(scripts).compressedBytes, scripts.length, htmlBytes]
  console.log('\nCompressed bytes of JavaScript at the first load; "added" is the difference from the empty page.\n')
  printLine('page', ['JavaScript', 'scripts', 'HTML', 'added', 'budget'])
  printLine('an empty dynamic page', cellsOf(empty))
  // The budget check of `npm test` relies on this size. It varies by a few bytes with the compression level.
  let isWithinBudget = Math.abs(emptyBytes - emptyPageBytes) < 200
  if (!isWithinBudget) console.log(`In scripts/check-javascript/budgets.ts it is ${numberText(emptyPageBytes)}.`)
  for (const [route, measured] of pages) {
    const added = sum(measured.scripts).compressedBytes - emptyBytes
    const budget = budgetOf(route)
    const excess = added - budget
    printLine(route, [...cellsOf(measured), added, budget, ...(excess > 0 ? [`+${numberText(excess)}`] : [])])
    isWithinBudget &&= excess <= 0
  }
  return isWithinBudget
}

async function measureEmptyApp(browser: Browser): Promise<Measured> {
  const app = await startBareApp(await getPort())
  try {
    return await measurePage(browser, app.origin)
  } finally {
    await app.close()
  }
}

async function measureApp(browser: Browser): Promise<Map<Route, Measured>> {
  const standIn = await startStandIn({ connectUrl: 'http://localhost:1/connect' })
  const port = await getPort()
  const app = await startApp({ port, variables: appVariables({ standIn, port }) })
  try {
    const control = standInControl(standIn.controlUrl)
    await control.set({ connectUrl: `${app.origin}/connect` })
    return await measurePages(browser, { origin: app.origin, control })
  } finally {
    await app.close()
    await standIn.close()
  }
}

async function printContents(route: Route): Promise<void> {
  const { firstLoad: ofEmptyPage } = await contentsOf(bareAppFolder, '/')
  const { firstLoad, onDemand } = await contentsOf(appFolder, route)
  const added = new Map([...firstLoad].filter(([path]) => !ofEmptyPage.has(path)))
  printModules(`modules of ${route} that the empty page does not have`, added)
  for (const [trigger, modules] of onDemand) printModules(`modules that come with import() of ${trigger}`, modules)
}
