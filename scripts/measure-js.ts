import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type BrowserContextOptions } from 'playwright'
import getPort from 'get-port'
import { startApp, startBuild } from '../e2e/app'
import { appVariables } from '../e2e/app-variables'
import { serviceControl } from '../e2e/service/control'
import { startService } from '../e2e/service/start'
import { browserArguments, browserPath } from './browser'
import { ensureBuild } from './measure-js/builds'
import { byPackage, contentsOf, type Weight } from './measure-js/contents'
import { followScripts, htmlSize, type ScriptFile } from './measure-js/page-scripts'

/*
 * How much JavaScript a browser with an empty cache fetches for the confirm page, beside an empty
 * dynamic page of the same Next: what this app adds to what Next ships anyway. Compressed as `next start`
 * compresses it. Ends with 1 where that is over the budget.
 *
 * With `--contents` it tells the modules too that the scripts are made of.
 */

const budgetBytes = 15_000
/** An aim, not a limit: what only those fetch who reach for a wallet. */
const walletBudgetBytes = 80_000

interface Measured {
  scripts: ScriptFile[]
  /** Compressed; what stands in the page itself for its scripts is in it. */
  htmlBytes: number
  /** What came after a press on the button that leads to the wallets, where there is one. */
  walletScripts?: ScriptFile[]
}

const appFolder = dirname(dirname(fileURLToPath(import.meta.url)))
const emptyAppFolder = join(appFolder, 'scripts', 'measure-js', 'empty-app')
const confirmPath = '/connect/confirm'

await build('the app', appFolder, [
  'app',
  'components',
  'lib',
  'public',
  'instrumentation.ts',
  'proxy.ts',
  'next.config.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
])
await build('the empty app', emptyAppFolder, ['app', 'next.config.mjs', '../../../package-lock.json'])

const browser = await chromium.launch({ executablePath: browserPath(), args: browserArguments })
const empty = await measureEmptyPage(browser)
const confirm = await measureConfirmPage(browser)
await browser.close()

const difference = sum(confirm.scripts).compressedBytes - sum(empty.scripts).compressedBytes
console.log(`\n${row('bytes', ['compressed', 'uncompressed', 'scripts', 'compressed HTML'])}`)
for (const [name, { scripts, htmlBytes }] of [
  ['an empty dynamic page', empty],
  [confirmPath, confirm],
] as const) {
  console.log(row(name, [...sizes(sum(scripts)), scripts.length, htmlBytes]))
}
console.log(row('difference', [difference]))
console.log(row('budget', [budgetBytes]))

const emptyPaths = new Set(empty.scripts.map(({ path }) => path))
printScripts(
  `${confirmPath} has, and the empty page has not (Next cuts its own code into other scripts there)`,
  confirm.scripts.filter(({ path }) => !emptyPaths.has(path)),
)
if (confirm.walletScripts) {
  printScripts('fetched when a wallet is reached for', confirm.walletScripts)
  console.log(row('aim', [walletBudgetBytes]))
}
if (process.argv.includes('--contents')) await printContents()

if (difference > budgetBytes) {
  console.error(`\nOver the budget by ${numberText(difference - budgetBytes)} bytes; of what, tells --contents.`)
  process.exitCode = 1
}

async function build(what: string, folder: string, sources: string[]): Promise<void> {
  const isNew = await ensureBuild(folder, sources)
  console.log(isNew ? `Built ${what}.` : `Measuring the build of ${what} that is there: nothing is newer.`)
}

async function measureEmptyPage(browser: Browser): Promise<Measured> {
  const app = await startBuild({ folder: emptyAppFolder, port: await getPort(), variables: {}, readyPath: '/' })
  try {
    return await measurePage(browser, app.origin)
  } finally {
    await app.close()
  }
}

/** Measures the page with the form, to which a connect link and the demo login lead. */
async function measureConfirmPage(browser: Browser): Promise<Measured> {
  const service = await startService({ connectUrl: 'http://localhost:1/connect' })
  const port = await getPort()
  const app = await startApp({ port, variables: appVariables({ service, port }) })
  try {
    const control = serviceControl(service.controlUrl)
    await control.set({ connectUrl: `${app.origin}/connect` })
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto((await control.pressConnect()).link)
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor()
    // The cookies go along, what the browser has cached does not.
    return await measurePage(browser, `${app.origin}${confirmPath}`, { storageState: await context.storageState() })
  } finally {
    await app.close()
    await service.close()
  }
}

/** Opens a page, and reaches for a wallet where it offers that. */
async function measurePage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Measured> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const followed = followScripts(page)
  await page.goto(url)
  const scripts = await followed.next()
  const htmlBytes = await htmlSize(page)
  const wallet = page.getByRole('button', { name: 'Choose a wallet' })
  if (!(await wallet.isVisible())) return { scripts, htmlBytes }
  await wallet.click()
  return { scripts, htmlBytes, walletScripts: await followed.next() }
}

async function printContents(): Promise<void> {
  const { firstLoad: ofEmptyPage } = await contentsOf(emptyAppFolder, '/')
  const { firstLoad, onDemand } = await contentsOf(appFolder, confirmPath)
  const added = new Map([...firstLoad].filter(([path]) => !ofEmptyPage.has(path)))
  printModules(`modules of ${confirmPath} that the empty page has not`, added)
  for (const [trigger, modules] of onDemand) printModules(`modules that come with import() of ${trigger}`, modules)
}

function printScripts(title: string, scripts: ScriptFile[]): void {
  console.log(`\n${title}:`)
  for (const script of scripts) console.log(row(script.path, sizes(script)))
  console.log(row('together', sizes(sum(scripts))))
}

function printModules(title: string, modules: Map<string, Weight>): void {
  console.log(`\n${title} (each compressed alone):`)
  for (const [name, weight] of byPackage(modules)) {
    console.log(row(name, [weight.compressedAloneBytes, weight.uncompressedBytes]))
  }
}

type Sizes = Pick<ScriptFile, 'compressedBytes' | 'uncompressedBytes'>

function sum(scripts: Sizes[]): Sizes {
  return {
    compressedBytes: scripts.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0),
    uncompressedBytes: scripts.reduce((sum, { uncompressedBytes }) => sum + uncompressedBytes, 0),
  }
}

function sizes({ compressedBytes, uncompressedBytes }: Sizes): number[] {
  return [compressedBytes, uncompressedBytes]
}

function row(name: string, cells: (string | number)[]): string {
  const texts = cells.map((cell) => (typeof cell === 'number' ? numberText(cell) : cell).padStart(17))
  return `${name.padEnd(55)}${texts.join('')}`
}

function numberText(value: number): string {
  return value.toLocaleString('en')
}
