import getPort from 'get-port'
import { expect, test } from './fixtures'
import { startApp, type App } from './harness/app'
import { appVariables } from './harness/app-variables'
import { walletAddress } from './harness/people'
import { startRedis } from './harness/redis'
import { arrive, plainBrowserAt, typeAndConnect } from './plain-steps'
import type { StandInControl } from './stand-in/control/client'
import type { StandIn } from './stand-in/start'

/* Messages to the operator's own systems when a process ends or Redis does. By HTTP alone. */

/** Connects a wallet, and returns the id of the connect request. */
async function connect(app: App, control: StandInControl): Promise<string> {
  await control.set({ connectUrl: `${app.origin}/connect` })
  const user = await plainBrowserAt(app)
  const { request_id: requestId } = await arrive(user, control)
  await typeAndConnect(user)
  expect(user.url).toContain('/connect/callback')
  return requestId
}

async function start(standIn: StandIn, variables: Record<string, string>): Promise<App> {
  const port = await getPort()
  const webhook = { CONNECTED_WEBHOOK_URL: standIn.webhookUrl, CONNECTED_WEBHOOK_SECRET: standIn.webhookSecret }
  return startApp({ port, variables: { ...appVariables({ standIn, port }), ...webhook, ...variables } })
}

const linesOf = (app: App, event: string) =>
  app
    .output()
    .split('\n')
    .filter((line) => line.includes(`"event":"${event}"`))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const idsThatArrived = async (control: StandInControl) => (await control.webhooks()).map(({ id }) => id)

for (const [detail, personFields] of [
  ['full', ['userId', 'walletAddress']],
  ['minimal', []],
] as const) {
  test(`without Redis, a message that has not arrived is an error line when the process ends, with CONNECT_RECORDS=${detail}`, async ({
    standIn,
    control,
  }) => {
    await control.set({ webhookStatus: 503 })
    const app = await start(standIn, { CONNECT_RECORDS: detail })
    const requestId = await connect(app, control)
    await expect.poll(() => linesOf(app, 'webhook failed')).toHaveLength(1)
    expect(await app.close()).toBe(0)
    const [line = {}, ...others] = linesOf(app, 'webhook lost')
    expect(others).toEqual([])
    expect(line).toMatchObject({
      level: 50,
      message: `wallet-connected-${requestId}`,
      type: 'wallet.connected',
      requestId,
      reason: 'the process ended',
    })
    expect(['userId', 'walletAddress'].filter((field) => field in line)).toEqual(personFields)
    expect(app.output().includes(walletAddress)).toBe(detail === 'full')
  })
}

test('with Redis, a message that the receiver refused arrives after a restart', async ({ standIn, control }) => {
  const redis = await startRedis()
  const variables = { REDIS_URL: redis.url }
  try {
    await control.set({ webhookStatus: 503 })
    const first = await start(standIn, variables)
    const refused = await connect(first, control)
    await expect.poll(() => linesOf(first, 'webhook failed')).toHaveLength(1)
    expect(await first.close()).toBe(0)
    expect(linesOf(first, 'webhook lost')).toEqual([])

    await control.set({ webhookStatus: null })
    const second = await start(standIn, variables)
    await expect.poll(() => idsThatArrived(control), { timeout: 20_000 }).toContain(`wallet-connected-${refused}`)
    expect(await second.close()).toBe(0)
    expect(linesOf(second, 'webhook worker failed')).toEqual([])
  } finally {
    await redis.close()
  }
})

test('while Redis is away, a message waits in the process for it, and is an error line when the process ends first', async ({
  standIn,
  control,
}) => {
  const redis = await startRedis()
  try {
    const app = await start(standIn, { REDIS_URL: redis.url })
    await redis.stop()
    const waited = await connect(app, control)
    await redis.start()
    await expect.poll(() => idsThatArrived(control), { timeout: 20_000 }).toContain(`wallet-connected-${waited}`)
    await redis.stop()
    const lost = await connect(app, control)
    expect(await app.close()).toBe(0)
    expect(linesOf(app, 'webhook lost')).toMatchObject([{ message: `wallet-connected-${lost}` }])
    expect(linesOf(app, 'webhook worker failed')).toEqual([])
  } finally {
    await redis.close()
  }
})
