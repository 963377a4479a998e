import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from './fixtures'
import { operatorName } from './harness/people'
import { expectConnected, signInOnPage } from './page-steps'
import { typeAndConnect } from './steps'

test('npm run demo connects a user from its first page to "Connected", and stops cleanly on Ctrl-C', async ({
  page,
}) => {
  const demo = spawn(process.execPath, ['--import', 'tsx', 'scripts/demo.ts'], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  demo.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exited = once(demo, 'exit')
  try {
    await expect.poll(() => output, { timeout: 20_000 }).toContain('What happens:')
    const address = /Open +(\S+)/.exec(output)?.[1] ?? ''
    await page.goto(address)
    await page.getByRole('button', { name: 'Connect' }).first().click()
    await signInOnPage(page, 'Ada')
    await typeAndConnect(page)
    await expectConnected(page)
    for (const step of [
      'pressed Connect',
      'arrival',
      'confirm call received: 200',
      'confirmed',
      'code spent',
      'verified: wallet.confirmed',
    ]) {
      await expect.poll(() => output).toContain(step)
    }
    expect(output).not.toMatch(/nonce|ac=|Bearer/)

    await page.goto(/Webhook +(\S+)/.exec(output)?.[1] ?? '')
    await expect(page.getByRole('listitem')).toContainText('"type":"wallet.confirmed"')

    const consoleAddress = /Console +(\S+)/.exec(output)?.[1] ?? ''
    await page.context().clearCookies()
    await page.goto(consoleAddress)
    await signInOnPage(page, operatorName)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
    // React reports a closed connection when the user leaves a page before it has loaded.
    await page.waitForLoadState('load')
    // Otherwise the page continues to prefetch the targets of its links.
    await page.goto('about:blank')
  } finally {
    demo.kill('SIGINT')
  }
  expect(await exited).toEqual([0, null])
  expect(output).toContain('Stopping')
})
