import { mkdir, readFile } from 'node:fs/promises'
import { launchBrowser } from '../e2e/harness/browser'
import { pastConnectsFile } from '../e2e/harness/past-connects'
import { operatorName } from '../e2e/harness/people'
import { demoWallets } from '../e2e/stand-in/start'
import { installWallet } from '../e2e/wallet/install'
import { newAccount } from '../e2e/wallet/keys'
import { cookiesFor, started, startDeployment } from './programs'

/*
 * Takes the pictures of the README and of docs/console.md from the production build, so that they match the current code.
 */

const folder = 'docs/images'

await mkdir(folder, { recursive: true })
const { app, origin, control } = await startDeployment({
  variables: { CONNECT_RECORDS: 'full', DEMO_CONNECTS: pastConnectsFile(demoWallets) },
})
const browser = await started(launchBrowser())
const signIn = async (name: string) => page.context().addCookies(await cookiesFor(app, name))
const page = await browser.newPage({ viewport: { width: 390, height: 844 } })

await signIn('Ada Lovelace')
// tsx marks functions with the helper `__name`, which a function in the page needs too.
await page.addInitScript({ content: 'globalThis.__name = (marked) => marked' })
await installWallet(page, { name: 'Example Wallet', accounts: [newAccount()] })
const users: Buffer[] = []
for (const colorScheme of ['light', 'dark'] as const) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await arrive()
  await page.getByRole('button', { name: 'Example Wallet', exact: true }).click()
  await page.getByRole('button', { name: 'Sign and connect' }).waitFor()
  users.push(await page.screenshot())
}

await page.context().clearCookies()
await signIn(operatorName)
await page.setViewportSize({ width: 1280, height: 800 })
await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
for (const [name, path] of Object.entries({
  overview: '/console',
  connects: '/console/connects',
  'task-runs': '/console/task-runs',
  conversions: '/console/conversions',
  balances: '/console/balances',
  uploads: '/console/uploads',
  preview: '/console/preview',
  setup: '/console/setup',
  audit: '/console/audit',
  resources: `/console/resources?address=${(await control.user(2)).wallets[0]}`,
})) {
  // Some example frames of the preview never become idle.
  await page.goto(origin + path, { waitUntil: path === '/console/preview' ? 'load' : 'networkidle' })
  await take(`console-${name}`)
}
await page.goto(`${origin}/console/conversions`)
await page.getByRole('table').locator('tbody').getByRole('link').first().click()
await page.waitForURL(/conversions\/one\?id=/, { waitUntil: 'networkidle' })
await take('console-conversion')

await page.goto(`${origin}/console/users/one?id=${(await control.user(2)).user_id}`)
// Wait for the bolts, because the page reads one conversion after another for them.
await page.getByRole('table').nth(1).waitFor()
await take('console-user')

await composeOverview()

/** Composes the README's wide picture from the connect page in both schemes and the console. */
async function composeOverview(): Promise<void> {
  const pictures = [...users, await readFile(`${folder}/console-overview.png`)]
  // A new page, because the app's security policy would block these styles.
  const blank = await browser.newPage({ viewport: { width: 1636, height: 648 } })
  await blank.setContent(`
    <style>
      body { margin: 0; padding: 16px; display: flex; gap: 24px; }
      img { height: 616px; border-radius: 14px; object-fit: cover; object-position: top; box-shadow: 0 0 0 1px #8888; }
      img:nth-child(-n + 2) { width: 285px }
      img:last-child { flex: 1; min-width: 0; object-position: top left }
    </style>
    ${pictures.map((picture) => `<img src="data:image/png;base64,${picture.toString('base64')}">`).join('')}`)
  await blank.screenshot({ path: `${folder}/overview.png`, omitBackground: true })
  console.log(`${folder}/overview.png`)
}

/** Opens a new link. It first removes the older link, because the page would ask which one to use. */
async function arrive(): Promise<void> {
  await page.context().clearCookies({ name: /^connect-hold-/ })
  await page.goto((await control.pressConnect()).link)
}

async function take(name: string): Promise<void> {
  const path = `${folder}/${name}.png`
  await page.screenshot({ path })
  console.log(path)
}
