import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { browserOptions, launchBrowser } from '../e2e/harness/browser'

/*
 * The tests run programs that npm does not install. As root, this installs Debian's packages, and otherwise Playwright's
 * Chromium. Then it says what is still missing.
 */

const shellPackage = 'chromium-headless-shell'
const programs = [
  { path: '/usr/bin/redis-server', debianPackage: 'redis-server' },
  { path: '/usr/sbin/nginx', debianPackage: 'nginx' },
  { path: '/usr/bin/promtool', debianPackage: 'prometheus' },
  { path: '/usr/bin/systemd-analyze', debianPackage: 'systemd' },
  { path: '/usr/bin/kubectl', debianPackage: 'kubernetes-client' },
  { path: '/usr/bin/WebKitWebDriver', debianPackage: 'webkit2gtk-driver' },
  { path: '/usr/bin/Xvfb', debianPackage: 'xvfb' },
  { path: '/usr/bin/firefox-esr', debianPackage: 'firefox-esr' },
]

const missingPrograms = () => programs.filter(({ path }) => !existsSync(path) && !isInPath(basename(path)))

if (canUseApt()) {
  // A Chromium with windows works too, but needs twice the time.
  const hasFastBrowser =
    process.env.CHROMIUM_PATH !== undefined || (browserOptions().executablePath ?? '').endsWith(shellPackage)
  const missing = missingPrograms().map(({ debianPackage }) => debianPackage)
  const packages = [...missing, ...(hasFastBrowser ? [] : [shellPackage])]
  if (packages.length > 0) {
    console.log(`The tests need ${packages.join(', ')}, which ${packages.length === 1 ? 'is' : 'are'} not here yet.`)
    const apt = ['-q', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20']
    run('apt-get', 'update', ...apt)
    for (const name of packages) run('apt-get', 'install', '-y', '--no-install-recommends', ...apt, name)
  }
}
if (!(await browserStarts())) run('npx', 'playwright', 'install', '--only-shell', 'chromium')

const problems = missingPrograms().map(
  ({ path, debianPackage }) =>
    `${basename(path)} is missing: install it (Debian, Ubuntu: sudo apt-get install ${debianPackage}; ` +
    'where there is no such package, run the tests in the container of .github/workflows/check.yml)',
)
if (!(await browserStarts())) {
  problems.push(
    'there is no Chromium that starts: install one (Debian: sudo apt-get install chromium-headless-shell; ' +
      'elsewhere: npx playwright install --with-deps --only-shell chromium), or name yours in CHROMIUM_PATH',
  )
}
if (problems.length > 0) {
  console.error(['', 'The tests cannot run yet:', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
  process.exit(1)
}
console.log(`Browser tests use ${browserOptions().executablePath ?? "Playwright's own Chromium"}.`)

function canUseApt(): boolean {
  return process.getuid?.() === 0 && isInPath('apt-get')
}

function isInPath(command: string): boolean {
  const folders = (process.env.PATH ?? '').split(':')
  return folders.some((folder) => existsSync(`${folder}/${command}`))
}

function run(command: string, ...options: string[]): void {
  console.log(`> ${command} ${options.join(' ')}`)
  spawnSync(command, options, { stdio: 'inherit' })
}

async function browserStarts(): Promise<boolean> {
  try {
    await (await launchBrowser()).close()
    return true
  } catch {
    return false
  }
}
