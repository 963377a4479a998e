import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import type { Browser, Page } from 'playwright'
import { standaloneFolder, type App } from '../e2e/harness/app'
import { isHydrated, launchBrowser } from '../e2e/harness/browser'
import { startNginx } from '../e2e/harness/nginx'
import { walletAddress } from '../e2e/harness/people'
import { startRedis } from '../e2e/harness/redis'
import { signInAtApp } from '../e2e/harness/sign-in'
import { started, startStandInFor } from './programs'

/*
 * Checks rolling deploys with real builds. Two instances with one Redis run behind nginx, and real browsers have open
 * pages while one build replaces the other. There are 50 presses of each kind, with and without JavaScript. Each must
 * open `return_url`, because a form's action has the same ID in every build.
 */

const presses = 50
const batch = 25
const patienceMs = 30_000

type Build = 'old' | 'new'
type Builds = Record<Build, string>

/** The kinds of presses: the build of the page, and the builds that run at the press. */
const kinds: { name: string; pageOf: Build; pressedAt: [Build, Build] }[] = [
  { name: 'page of the old build, only the new one runs', pageOf: 'old', pressedAt: ['new', 'new'] },
  { name: 'page of the new build, rolled back to the old one', pageOf: 'new', pressedAt: ['old', 'old'] },
  { name: 'page of the old build, both run', pageOf: 'old', pressedAt: ['old', 'new'] },
]

const builds = makeBuilds()
const redis = await started(startRedis())
const ports = [await getPort(), await getPort()] as const
const nginx = await started(startNginx(await getPort(), ports))
const browser = await started(launchBrowser())
const running: [App?, App?] = []
const runningBuilds: [Build?, Build?] = []
const { control, start } = await startStandInFor(nginx.origin, {
  REDIS_URL: redis.url,
  TRUSTED_PROXY_HOPS: '1',
  SHUTDOWN_DELAY_SECONDS: '1',
  SHUTDOWN_GRACE_SECONDS: '20',
  LOG_LEVEL: 'warn',
})
let users = 0

try {
  await control.set({ rate: { requests: 1_000_000, windowMs: 60_000 } })
  let lost = 0
  for (const { name, pageOf, pressedAt } of kinds) {
    for (const javaScriptEnabled of [true, false]) {
      let [pressed, arrived] = [0, 0]
      while (pressed < presses) {
        await runBuilds([pageOf, pageOf])
        const count = Math.min(batch, presses - pressed)
        const pages: Page[] = []
        for (let opened = 0; opened < count; opened += 1) pages.push(await openPage(browser, javaScriptEnabled))
        await runBuilds(pressedAt)
        for (const page of pages) {
          if (await arrives(page)) arrived += 1
          pressed += 1
          await page.context().close()
        }
      }
      lost += pressed - arrived
      console.log(
        `${name}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript: ${arrived} of ${pressed} presses arrived`,
      )
    }
  }
  console.log(lost === 0 ? '\nNone lost.' : `\n${lost} lost.`)
  if (lost > 0) process.exitCode = 1
} finally {
  for (const app of running) await app?.close()
  rmSync(builds.folder, { recursive: true })
}

/** Builds twice. Each build has a different ID. */
function makeBuilds(): { folder: string; of: Builds } {
  const folder = mkdtempSync(join(tmpdir(), 'builds-'))
  const build = (name: Build): string => {
    console.log(`Building ${name}`)
    const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) throw new Error(`${name} could not be built.`)
    const copy = join(folder, name)
    // The next build replaces the packages to which an absolute link would lead.
    cpSync(standaloneFolder, copy, { recursive: true, verbatimSymlinks: true })
    console.log(`  ${readFileSync(join(copy, '.next', 'BUILD_ID'), 'utf8')}`)
    return copy
  }
  return { folder, of: { old: build('old'), new: build('new') } }
}

/** Starts builds on the two ports, one instance after another, like a rolling deploy. */
async function runBuilds(wanted: [Build, Build]): Promise<void> {
  for (const index of [0, 1] as const) {
    const build = wanted[index]
    if (runningBuilds[index] === build) continue
    await running[index]?.close()
    running[index] = await start(ports[index], builds.of[build])
    runningBuilds[index] = build
  }
}

/** Opens the page with the Connect button in the browser of a new user, and types the address. */
async function openPage(browser: Browser, javaScriptEnabled: boolean): Promise<Page> {
  const [app] = running
  if (!app) throw new Error('No instance runs.')
  const context = await browser.newContext({ ignoreHTTPSErrors: true, javaScriptEnabled })
  const session = await signInAtApp(app, `User ${(users += 1)}`)
  const attributes = { url: nginx.origin, httpOnly: true, secure: true, sameSite: 'Lax' } as const
  await context.addCookies(session.map((cookie) => ({ ...cookie, ...attributes })))
  const page = await context.newPage()
  await page.goto((await control.pressConnect()).link)
  await addressOn(page).fill(walletAddress)
  if (javaScriptEnabled) await page.waitForFunction(isHydrated, 'main form')
  return page
}

/** Presses Connect. @returns whether this opens the service's page. */
async function arrives(page: Page): Promise<boolean> {
  await page.getByRole('button', { name: 'Connect', exact: true }).click({ noWaitAfter: true })
  return page.waitForURL(/\/connect\/callback\?/, { timeout: patienceMs }).then(
    () => true,
    () => false,
  )
}

function addressOn(page: Page) {
  return page.getByRole('textbox', { name: 'Wallet address' })
}
