import getPort from 'get-port'
import { startApp, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { HttpUser, type Shown } from '../harness/http-user'
import { startRedis, type Redis } from '../harness/redis'
import { expect, test } from '../fixtures'
import type { StandInControl } from '../stand-in/control/client'
import { t } from '../texts'

/*
 * Two instances that share a Redis: users go from one to the other, Redis comes and goes, and an instance dies. By HTTP
 * alone, since no page does anything here that a browser is needed for.
 */

interface Deployment {
  redis: Redis
  origin: string
  instances: [App, App]
  start: () => Promise<App>
}

let deployment: Deployment

test.beforeAll(async ({ standIn }) => {
  const redis = await startRedis()
  const port = await getPort()
  const origin = `http://localhost:${port}`
  const variables = { ...appVariables({ standIn, port }), REDIS_URL: redis.url }
  const start = async () => startApp({ port: await getPort(), origin, variables })
  deployment = { redis, origin, instances: await Promise.all([start(), start()]), start }
})
test.afterAll(async () => {
  const { redis, instances } = deployment
  await Promise.all(instances.map((instance) => instance.close()))
  await redis.close()
})
test.beforeEach(({ control }) => control.set({ connectUrl: `${deployment.origin}/connect` }))

// One worker starts the deployment, not each.
test.describe.configure({ mode: 'default' })
test.afterEach(() => deployment.redis.resume())

let users = 0

/** Somebody who has signed in, with a link open at an instance. */
async function arrived(control: StandInControl) {
  const { origin, instances } = deployment
  const user = new HttpUser(origin, () => instances[0].address)
  await user.signIn(instances[0], `Ada ${(users += 1)}`)
  const { link } = await control.pressConnect()
  return { user, link, html: formOf(await user.open(link)) }
}

function formOf(shown: Shown): string {
  if (shown.kind !== 'form') throw new Error(`There is no form: ${shown.kind}`)
  return shown.html
}

const at = (instance: App) => () => instance.address
const callsOf = async (control: StandInControl) => (await control.received('confirm')).length

test('a link that arrived at one instance is confirmed at the other, and its cookie is worth nothing after', async ({
  control,
}) => {
  const { user, html } = await arrived(control)
  const copy = user.copy()
  const elsewhere = user.copy(at(deployment.instances[1]))
  expect(formOf(await elsewhere.open('/connect/confirm'))).toContain('name="wallet_address"')
  expect(await elsewhere.press(html)).toMatchObject({ kind: 'connected', returnUrl: expect.stringContaining('#ac=') })
  expect(await copy.press(html)).toMatchObject({ kind: 'other page' })
  expect(await callsOf(control)).toBe(1)
})

test('presses on both instances at once share one call, and both arrive', async ({ control, standIn }) => {
  const { user, html } = await arrived(control)
  const returnUrl = `${standIn.origin}/callback?a;b#ac=the-code`
  const json = { status: 'success', auth_code: 'the-code', return_url: returnUrl }
  // Long enough for the second press to reach the other instance meanwhile, on a busy machine too.
  await control.script('confirm', { delayMs: 4000, json })
  // What a second call would get: used, and no code with which to arrive.
  await control.script('confirm', { status: 409, json: { error: 'Used', reason: 'already_confirmed' } })
  const first = user.copy().press(html)
  await expect.poll(() => callsOf(control)).toBe(1)
  const second = user.copy(at(deployment.instances[1])).press(html)
  expect(await Promise.all([first, second])).toEqual([
    { kind: 'connected', returnUrl },
    { kind: 'connected', returnUrl },
  ])
  expect(await callsOf(control)).toBe(1)
})

test('an instance that is killed between confirm and answer: the user presses again, and arrives', async ({
  control,
}) => {
  const { user, html } = await arrived(control)
  const dying = await deployment.start()
  await control.script('confirm', { after: 'handle', waitsForRelease: true, status: 503 })
  const lost = user.copy(at(dying)).press(html)
  lost.catch(() => {})
  await expect.poll(() => callsOf(control)).toBe(1)
  expect(await dying.close('SIGKILL')).toBeNull()
  await expect(lost).rejects.toThrow()
  await control.release()

  const again = formOf(await user.open('/connect/confirm'))
  const startedAt = Date.now()
  expect(await user.press(again)).toMatchObject({ kind: 'connected', returnUrl: expect.stringContaining('#ac=') })
  // Until then the other press counted as under way.
  expect(Date.now() - startedAt).toBeLessThan(9000)
  expect((await control.received('confirm')).map(({ status }) => status).at(-1)).toBe(409)
})

test('without Redis too: killed between confirm and answer, started again, pressed again', async ({
  standIn,
  control,
}) => {
  const port = await getPort()
  const variables = appVariables({ standIn, port })
  const dying = await startApp({ port, variables })
  await control.set({ connectUrl: `${dying.origin}/connect` })
  const user = new HttpUser(dying.origin, () => dying.address)
  await user.signIn(dying, 'Ada')
  const html = formOf(await user.open((await control.pressConnect()).link))
  await control.script('confirm', { after: 'handle', waitsForRelease: true, status: 503 })
  const lost = user.press(html)
  lost.catch(() => {})
  await expect.poll(() => callsOf(control)).toBe(1)
  await dying.close('SIGKILL')
  await expect(lost).rejects.toThrow()
  await control.release()

  const restarted = await startApp({ port, variables })
  try {
    expect(await user.press(formOf(await user.open('/connect/confirm')))).toMatchObject({ kind: 'connected' })
  } finally {
    await restarted.close()
  }
})

test('Redis is silent: pages say so at once, nothing is lost, and it comes back by itself', async ({ control }) => {
  const { redis, instances } = deployment
  const { user, html } = await arrived(control)
  redis.pause()
  try {
    const startedAt = Date.now()
    const shown = await user.press(html)
    expect(shown.kind === 'other page' && shown.html.includes(t('busy.title'))).toBe(true)
    expect(Date.now() - startedAt).toBeLessThan(5000)
    expect(await callsOf(control)).toBe(0)
    // The arrival has a button that leads to the same link.
    const { link } = await control.pressConnect()
    expect(await user.copy().open(link)).toEqual({ kind: 'error', status: 503 })
    for (const { address } of instances) {
      expect((await fetch(`${address}/api/ready`)).status, address).toBe(503)
      expect((await fetch(`${address}/api/health`)).status, address).toBe(200)
    }
  } finally {
    redis.resume()
  }
  await expect.poll(async () => (await user.open('/connect/confirm')).kind).toBe('form')
  expect(await user.press(html)).toMatchObject({ kind: 'connected' })
})

test('Redis stops and comes back empty: a link that arrives again is confirmed', async ({ control }) => {
  const { redis } = deployment
  const { user, link } = await arrived(control)
  await redis.stop()
  expect(await user.open('/connect/confirm')).toMatchObject({ kind: 'other page' })
  await redis.start()
  await expect.poll(async () => (await user.open(link)).kind, { timeout: 15_000 }).toBe('form')
  expect(await user.press(formOf(await user.open('/connect/confirm')))).toMatchObject({ kind: 'connected' })
})

test('five presses a minute of one user reach the service, however they are spread', async ({ control }) => {
  const { user, html } = await arrived(control)
  await control.script('confirm', { status: 422, json: { error: 'No', reason: 'invalid_address' }, times: 20 })
  for (let press = 0; press < 8; press += 1) {
    await user.copy(at(deployment.instances[press % 2 === 0 ? 0 : 1])).press(html)
  }
  expect(await callsOf(control)).toBe(5)
})
