import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from '../fixtures'
import { operatorName } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
import { expectConnected, signInOnPage } from '../connect/page-steps'
import { typeAndConnect } from '../steps'
import { consoleBrand, t } from '../texts'

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
    // The service names the subnet and its button as the skin does.
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(consoleBrand.name)
    await page.getByRole('button', { name: consoleBrand.connectLabel }).first().click()
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

    const ofConsole = new URL(/Console +(\S+)/.exec(output)?.[1] ?? '')
    const operator = new PlainBrowser(new Visitor(ofConsole.origin))
    await operator.goto(ofConsole.href)
    await operator.press(t('signIn.demo.button'), { name: operatorName })
    expect(operator.heading).toBe('Overview')
  } finally {
    demo.kill('SIGINT')
  }
  expect(await exited).toEqual([0, null])
  expect(output).toContain('Stopping')
})
