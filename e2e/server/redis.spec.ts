import getPort from 'get-port'
import { startApp, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { PlainBrowser } from '../harness/plain-browser'
import { startRedis, type Redis } from '../harness/redis'
import { Visitor } from '../harness/visitor'
import { expect, test } from '../fixtures'
import * as plain from '../plain-steps'
import type { StandInControl } from '../stand-in/control/client'

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

/** A browser of somebody who has signed in, with a link open at an instance. */
async function arrived(control: StandInControl) {
  const { origin, instances } = deployment
  const user = new PlainBrowser(new Visitor(origin, at(instances[0])))
  await user.signIn(instances[0], `Ada ${(users += 1)}`)
  await plain.arrive(user, control)
  return user
}

const at = (instance: App) => () => instance.address
const callsOf = async (control: StandInControl) => (await control.received('confirm')).length

test('a link that arrived at one instance is confirmed at the other, and its cookie only repeats that', async ({
  control,
}) => {
  const user = await arrived(control)
  const elsewhere = user.copy(at(deployment.instances[1]))
  await plain.expectHeld(elsewhere)
  await plain.typeAndConnect(elsewhere)
  plain.expectBackAtService(elsewhere)
  // The service decides what a copied cookie of a used link is worth.
  await plain.typeAndConnect(user)
  plain.expectBackAtService(user)
  expect((await control.received('confirm')).map(({ status }) => status)).toEqual([200, 409])
})

test('a second press connects when the instance was killed between confirm and answer', async ({ control }) => {
  const user = await arrived(control)
  const dying = await deployment.start()
  await loseAnswer(user.copy(at(dying)), dying, control)

  await plain.expectHeld(user)
  await plain.typeAndConnect(user)
  plain.expectBackAtService(user)
  expect((await control.received('confirm')).map(({ status }) => status).at(-1)).toBe(409)
})

test('a second press connects without Redis when the instance was killed and started again', async ({
  standIn,
  control,
}) => {
  const port = await getPort()
  const variables = appVariables({ standIn, port })
  const dying = await startApp({ port, variables })
  await control.set({ connectUrl: `${dying.origin}/connect` })
  const user = await plain.plainBrowserAt(dying)
  await plain.arrive(user, control)
  await loseAnswer(user.copy(), dying, control)

  const restarted = await startApp({ port, variables })
  try {
    await plain.expectHeld(user)
    await plain.typeAndConnect(user)
    plain.expectBackAtService(user)
  } finally {
    await restarted.close()
  }
})

test('links arrive and are confirmed while Redis is silent', async ({ control }) => {
  const { redis, instances } = deployment
  const user = await arrived(control)
  redis.pause()
  try {
    const startedAt = Date.now()
    await plain.typeAndConnect(user)
    plain.expectBackAtService(user)
    await plain.arrive(user, control)
    await plain.typeAndConnect(user)
    plain.expectBackAtService(user)
    expect(Date.now() - startedAt).toBeLessThan(15_000)
    for (const { address } of instances) expect((await new Visitor(address).send('/api/health')).status).toBe(200)
  } finally {
    redis.resume()
  }
})

test('an open link is confirmed when Redis stops and comes back empty', async ({ control }) => {
  const { redis } = deployment
  const user = await arrived(control)
  await redis.stop()
  await plain.expectHeld(user)
  await redis.start()
  await plain.typeAndConnect(user)
  plain.expectBackAtService(user)
})

test('five presses a minute of one user reach the service, however they are spread', async ({ control }) => {
  const user = await arrived(control)
  await control.script('confirm', { status: 422, json: { error: 'No', reason: 'invalid_address' }, times: 20 })
  for (let press = 0; press < 8; press += 1) {
    await plain.typeAndConnect(user.copy(at(deployment.instances[press % 2 === 0 ? 0 : 1])))
  }
  expect(await callsOf(control)).toBe(5)
})

/** Presses Connect at an instance, which is killed between the confirm and its answer. */
async function loseAnswer(user: PlainBrowser, dying: App, control: StandInControl): Promise<void> {
  await control.script('confirm', { after: 'handle', waitsForRelease: true, status: 503 })
  const lost = plain.typeAndConnect(user)
  lost.catch(() => {})
  await expect.poll(() => callsOf(control)).toBe(1)
  expect(await dying.close('SIGKILL')).toBeNull()
  await expect(lost).rejects.toThrow()
  await control.release()
}
