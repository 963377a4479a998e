import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import { startApp, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { startNginx, type Nginx } from '../harness/nginx'
import { operatorName } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
import { expect, test } from '../fixtures'
import * as plain from '../plain-steps'
import { visitorAs } from '../sessions'
import { connectTitle, walletAddress } from '../steps'
import { t } from '../texts'

/*
 * Two instances behind a real nginx, with the configuration that docs/deploy gives: what people do works, whatever
 * instance they reach, and one instance after the other may stop while they do it.
 */

interface Deployment {
  nginx: Nginx
  ports: readonly [number, number]
  /** Starts the instance of a port. */
  startOn: (port: number) => Promise<App>
  instances: [App, App]
}

let deployment: Deployment

test.beforeAll(async ({ standIn }) => {
  const [port, one, two] = [await getPort(), await getPort(), await getPort()]
  const nginx = await startNginx(port, [one, two])
  const { origin } = nginx
  const shared = {
    ...appVariables({ standIn, port }),
    NEXTAUTH_URL: origin,
    TRUSTED_PROXY_HOPS: '1',
    SHUTDOWN_DELAY_SECONDS: '2',
    SHUTDOWN_GRACE_SECONDS: '20',
  }
  const startOn = (port: number) => startApp({ port, origin, variables: shared })
  deployment = { nginx, ports: [one, two], startOn, instances: [await startOn(one), await startOn(two)] }
})
test.afterAll(async () => {
  await Promise.all(deployment.instances.map((instance) => instance.close()))
  await deployment.nginx.close()
})
test.beforeEach(({ control }) => control.set({ connectUrl: `${deployment.nginx.origin}/connect` }))

// One worker starts the deployment, not each.
test.describe.configure({ mode: 'default' })

test('a link leads through the login and back to the service', async ({ control }) => {
  const [app] = deployment.instances
  const browser = new PlainBrowser(new Visitor(app.origin))
  const { link, nonce } = await control.pressConnect()
  await browser.goto(link)
  await browser.press(t('signIn.demo.button'), { name: 'Ada' })
  expect(browser.url).toBe(`${app.origin}/connect/confirm`)
  await plain.typeAndConnect(browser)
  plain.expectBackAtService(browser)
  await plain.expectNothingHeld(browser)
  // What nginx writes down has no query, where nonces and codes are.
  const logs = await deployment.nginx.logs()
  expect(logs).toContain('"GET /connect"')
  expect(logs).not.toContain(nonce)
})

test('a link with the longest nonce is shown after the login', async ({ control }) => {
  const [app] = deployment.instances
  const url = new URL((await control.pressConnect()).link)
  url.searchParams.set('nonce', 'n'.repeat(1024))
  const browser = new PlainBrowser(new Visitor(app.origin))
  await browser.goto(url.href)
  await browser.press(t('signIn.demo.button'), { name: 'Ada' })
  expect(browser.heading).toBe(connectTitle)
  expect(browser.url).toBe(`${app.origin}/connect/confirm`)
})

test('nginx passes a file of 30 MB on as it comes, and refuses a form of 100 KB', async ({ control }) => {
  const [app] = deployment.instances
  const operator = await visitorAs(app, operatorName)
  const row = `${'x'.repeat(999)}\n`
  const send = (path: string, bytes: number) =>
    operator.send(path, {
      headers: { Origin: app.origin, 'Content-Type': 'text/csv', 'X-File-Name': 'runs.csv' },
      body: row.repeat(bytes / row.length),
    })
  const { status, body } = await send('/console/uploads/file', 30_000_000)
  expect([status, body]).toEqual([200, expect.stringContaining('"kind":"taken"')])
  expect((await control.received('upload')).map(({ upload }) => upload?.bytes)).toEqual([30_000_000])
  expect((await send('/connect/confirm', 100_000)).status).toBe(413)
})

test('presses and pages succeed while one instance after the other stops and starts', async ({ control }) => {
  const [app] = deployment.instances
  test.setTimeout(120_000)
  const statuses = new Map<number, number>()
  let goesOn = true
  const visitors = Array.from({ length: 4 }, async () => {
    const visitor = new Visitor(app.origin)
    while (goesOn) {
      for (const path of ['/signin', '/favicon.ico', '/connect/confirm']) {
        const { status } = await visitor.send(path)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        // Often enough to meet every moment of a stop, and no more: they share the processor with it.
        await sleep(100)
      }
    }
  })

  const browser = await plain.plainBrowserAt(app)
  for (const [index, port] of deployment.ports.entries()) {
    await plain.arrive(browser, control)
    // The real answer is late, and then lost: the second attempt gets the code, as the instance stops.
    await control.script('confirm', { after: 'handle', delayMs: 2000, status: 503 })
    const { length: before } = await control.received('confirm')
    const pressed = browser.press(t('confirm.connect'), { wallet_address: walletAddress })
    await expect.poll(async () => (await control.received('confirm')).length).toBe(before + 1)
    // Either instance may have the confirm: it ends well on both.
    const startedAt = Date.now()
    const exitCode = await deployment.instances[index as 0 | 1].close()
    expect(exitCode).toBe(0)
    expect(Date.now() - startedAt).toBeLessThan(10_000)
    await pressed
    plain.expectBackAtService(browser)
    await sleep(1000)
    deployment.instances[index as 0 | 1] = await deployment.startOn(port)
    await sleep(1500)
  }
  goesOn = false
  await Promise.all(visitors)
  expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([200, 307])
  expect(Math.min(...statuses.values())).toBeGreaterThan(50)
})
