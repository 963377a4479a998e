import { spawnSync } from 'node:child_process'
import { browserPath, hasBrowser } from './browser'

/*
 * Browser tests need Chromium. Where there is none this installs it: from Debian's packages as root,
 * otherwise by Playwright's own download. Where neither works it says what to do.
 */

function run(command: string, ...options: string[]): boolean {
  console.log(`> ${command} ${options.join(' ')}`)
  return spawnSync(command, options, { stdio: 'inherit' }).status === 0
}

function canUseApt(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
}

if (!hasBrowser()) {
  console.log('The browser tests need Chromium, which is not here yet.')
  const isInstalled = canUseApt()
    ? run('apt-get', 'update', '-q') && run('apt-get', 'install', '-y', '-q', '--no-install-recommends', 'chromium')
    : run('npx', 'playwright', 'install', 'chromium')
  if (!isInstalled || !hasBrowser()) {
    console.error(
      [
        '',
        'Chromium could not be installed. Do one of these, then run the tests again:',
        '  - install it with the packages of your system (Debian, Ubuntu: sudo apt-get install chromium)',
        '  - npx playwright install chromium',
        '  - set CHROMIUM_PATH to a Chromium or Chrome that you have',
      ].join('\n'),
    )
    process.exit(1)
  }
}
console.log(`Browser tests use ${browserPath()}`)
