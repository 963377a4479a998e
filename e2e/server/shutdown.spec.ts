import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import getPort from 'get-port'
import { noVariables, startApp, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { addressesOfMachine } from '../harness/machine'
import { operatorName, walletAddress } from '../harness/people'
import { openRaw, statusOf } from '../harness/raw-client'
import { Visitor } from '../harness/visitor'
import { expect, test as base } from '../fixtures'
import { arrive, expectBackAtService, plainBrowserAt } from '../steps'
import { uploadHead } from './upload-head'
import { t } from '../texts'

/* A process manager stops the app with SIGTERM, and later with SIGKILL. Users must not notice it. */

const test = base.extend<{ start: (variables: Record<string, string>) => Promise<App> }>({
  /** Starts an app for this test only. The stand-in's links open this app. */
  start: async ({ standIn, control }, use) => {
    const started: App[] = []
    await use(async (variables) => {
      const port = await getPort()
      const app = await startApp({ port, variables: { ...appVariables({ standIn, port }), ...variables } })
      await control.set({ connectUrl: `${app.origin}/connect` })
      started.push(app)
      return app
    })
    for (const app of started) await app.close()
  },
})

test('at SIGTERM the app still serves during the delay, then finishes a running confirm and a running upload, and starts nothing new', async ({
  control,
  start,
}) => {
  const app = await start({ SHUTDOWN_GRACE_SECONDS: '20', SHUTDOWN_DELAY_SECONDS: '2' })
  const browser = await plainBrowserAt(app)
  await arrive(browser, control)
  const file = 'a,b\n1,2\n'
  const upload = openRaw(portOf(app), (await uploadHead(app, file, operatorName)) + file.slice(0, 4))
  await expect.poll(async () => (await control.received('upload')).length).toBe(1)
  // The real answer is late and then lost, so the second attempt gets the code while the server stops.
  await control.script('confirm', { after: 'handle', delayMs: 3000, status: 503 })
  const pressed = browser.press(t('confirm.connect'), { wallet_address: walletAddress })
  await expect.poll(async () => (await control.received('confirm')).length).toBe(1)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect(await headOf(app, agent)).toEqual([200, 'keep-alive'])
  const silent = openRaw(portOf(app))
  const idle = openRaw(portOf(app), 'GET /favicon.ico HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => statusOf(idle)).toBe(200)

  const exitCode = app.close('SIGTERM')
  await test.step('each connection closes with its next response during the delay', async () => {
    await expect.poll(() => app.output()).toContain('"event":"shutting down"')
    // The test uses the open connection, and a new one.
    expect(await headOf(app, agent)).toEqual([200, 'close'])
    expect(await headOf(app, agent)).toEqual([200, 'close'])
    expect([silent.socket.destroyed, idle.socket.destroyed]).toEqual([false, false])
  })
  await test.step('idle connections close after the delay', async () => {
    await idle.closed
    // A connection that comes before the server has closed is reset.
    await expect(headOf(app, agent)).rejects.toThrow(/ECONNREFUSED|ECONNRESET/)
    await expect(() => expect(headOf(app, agent)).rejects.toThrow('ECONNREFUSED')).toPass()
  })
  await test.step('running requests finish', async () => {
    upload.socket.write(`${file.slice(4)}GET /favicon.ico HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await upload.closed
    expect(upload.received()).toContain('"kind":"taken"')
    expect(upload.received().match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200'])
    await pressed
    await expectBackAtService(browser)
    await silent.closed
    expect(await exitCode).toBe(0)
  })
})

test('at SIGINT the app waits for no proxy, and cuts requests that still run at the end of the grace period', async ({
  control,
  start,
}) => {
  const app = await start({ SHUTDOWN_GRACE_SECONDS: '2', SHUTDOWN_DELAY_SECONDS: '60' })
  const idle = openRaw(portOf(app), 'GET /favicon.ico HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const upload = openRaw(portOf(app), await uploadHead(app, 1000, operatorName))
  await expect.poll(async () => (await control.received('upload')).length).toBe(1)
  const exitCode = app.close('SIGINT')
  await idle.closed
  expect(upload.socket.destroyed).toBe(false)
  expect(await exitCode).toBe(0)
  await upload.closed
  expect(app.output()).toContain('"event":"shut down too slowly","cutOff":1')
})

test('npm start listens only on loopback, forwards the signal, and ends when the server has ended', async ({
  standIn,
}) => {
  const port = await getPort()
  const projectFolder = fileURLToPath(new URL('../..', import.meta.url))
  const { PATH, HOME } = process.env
  const variables = { ...noVariables(), ...appVariables({ standIn, port }), PORT: String(port) }
  const npm = spawn('npm', ['start'], {
    cwd: projectFolder,
    env: { NODE_ENV: 'production', PATH, HOME, ...variables, SHUTDOWN_DELAY_SECONDS: '0' },
    stdio: 'ignore',
  })
  const ended = once(npm, 'exit')
  const isUp = (host = '127.0.0.1') =>
    new Visitor(`http://${host}:${port}`).send('/favicon.ico').then(
      () => true,
      () => false,
    )
  await expect.poll(() => isUp(), { timeout: 30_000 }).toBe(true)
  for (const host of addressesOfMachine()) expect(await isUp(host), host).toBe(false)
  npm.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(await isUp()).toBe(false)
})

const portOf = (app: App) => Number(new URL(app.origin).port)

/** Returns the status and `Connection` of the icon's response. */
async function headOf(app: App, agent: Agent): Promise<[number | undefined, string | undefined]> {
  const iconRequest = request(`http://127.0.0.1:${portOf(app)}/favicon.ico`, { agent }).end()
  const [response] = await once(iconRequest, 'response')
  await once(response.resume(), 'end')
  return [response.statusCode, response.headers.connection]
}
