import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import { startTestReceiver } from '@/lib/jobs/test-receiver'
import { expect, test } from './fixtures'
import { startApp, type App } from './harness/app'
import { appVariables } from './harness/app-variables'
import { walletAddress } from './harness/people'
import { startRedis } from './harness/redis'
import { plainBrowserAt } from './plain-steps'
import { arrive, typeAndConnect } from './steps'
import type { StandInControl } from './stand-in/control/client'
import type { StandIn } from './stand-in/start'

/* Messages to the operator's systems when the process ends or Redis is down. The tests use HTTP without a browser. */

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

const metricsToken = 'a-token-of-the-scraper-of-this-test'

/** Returns the metrics of the queue, by name. */
async function webhookMetrics(app: App): Promise<Record<string, string>> {
  const headers = { Authorization: `Bearer ${metricsToken}` }
  const text = await (await fetch(`${app.origin}/api/metrics`, { headers })).text()
  return Object.fromEntries(
    [...text.matchAll(/^subnet_connect_webhooks_(\w+)\{.*\} (.+)$/gm)].map(([, ...pair]) => pair),
  )
}

const idsThatArrived = async (control: StandInControl) => (await control.webhooks()).map(({ id }) => id)

for (const [detail, personFields] of [
  ['full', ['userId', 'walletAddress']],
  ['minimal', []],
] as const) {
  test(`the log has an error for each message that is lost when a process without Redis ends, with CONNECT_RECORDS=${detail}`, async ({
    standIn,
    control,
  }) => {
    await control.set({ webhookStatus: 503 })
    const app = await start(standIn, { CONNECT_RECORDS: detail, METRICS_TOKEN: metricsToken })
    const requestId = await connect(app, control)
    const another = await connect(app, control)
    await expect.poll(() => linesOf(app, 'webhook failed').length).toBeGreaterThanOrEqual(2)
    expect(await webhookMetrics(app)).toMatchObject({ waiting: '2', given_up: '0' })
    expect(await app.close()).toBe(0)
    const [line = {}, ...others] = linesOf(app, 'webhook lost')
    expect(others).toMatchObject([{ message: `wallet-confirmed-${another}` }])
    expect(line).toMatchObject({
      level: 50,
      message: `wallet-confirmed-${requestId}`,
      type: 'wallet.confirmed',
      requestId,
      reason: 'the process ended',
    })
    expect(['userId', 'walletAddress'].filter((field) => field in line)).toEqual(personFields)
    expect(app.output().includes(walletAddress)).toBe(detail === 'full')
  })
}

test('on a hosting platform a press does not wait for its message, but the end of the process does', async ({
  standIn,
  control,
}) => {
  const receiver = await startTestReceiver(standIn.webhookSecret)
  let accept = () => {}
  receiver.respond = (_request, response) => (accept = () => response.writeHead(204).end())
  try {
    const app = await start(standIn, { VERCEL: '1', CONNECTED_WEBHOOK_URL: receiver.url })
    await connect(app, control)
    await expect.poll(() => receiver.requests).toBe(1)
    const closed = app.close()
    // A process that does not wait would have ended already.
    await sleep(500)
    accept()
    await closed
    expect(linesOf(app, 'webhook lost')).toEqual([])
    expect(linesOf(app, 'webhook delivered')).toHaveLength(1)
  } finally {
    await receiver.close()
  }
})

test('a message arrives after a restart with Redis when the receiver first refused it', async ({
  standIn,
  control,
}) => {
  const redis = await startRedis()
  const variables = { REDIS_URL: redis.url, METRICS_TOKEN: metricsToken }
  try {
    await control.set({ webhookStatus: 503 })
    const first = await start(standIn, variables)
    const refused = await connect(first, control)
    // The watch may also have queued a message about stuck task runs.
    const failed = expect.objectContaining({ message: `wallet-confirmed-${refused}`, attempt: 1 })
    await expect.poll(() => linesOf(first, 'webhook failed')).toContainEqual(failed)
    expect(await webhookMetrics(first)).toEqual({
      // The watch may have queued a second message, about stuck task runs.
      waiting: expect.stringMatching(/^[12]$/),
      oldest_age_seconds: expect.stringMatching(/^\d+$/),
      given_up: '0',
    })
    expect(await first.close()).toBe(0)
    expect(linesOf(first, 'webhook lost')).toEqual([])

    await control.set({ webhookStatus: null })
    const second = await start(standIn, variables)
    await expect.poll(() => idsThatArrived(control), { timeout: 20_000 }).toContain(`wallet-confirmed-${refused}`)
    expect(await second.close()).toBe(0)
    expect(linesOf(second, 'webhook worker failed')).toEqual([])
  } finally {
    await redis.close()
  }
})

test('a message waits in the process while Redis is down, and the log reports it as lost when the process ends first', async ({
  standIn,
  control,
}) => {
  const redis = await startRedis()
  try {
    const app = await start(standIn, { REDIS_URL: redis.url, METRICS_TOKEN: metricsToken })
    await redis.stop()
    await expect.poll(() => webhookMetrics(app)).toEqual({})
    const waited = await connect(app, control)
    await redis.start()
    await expect.poll(() => idsThatArrived(control), { timeout: 20_000 }).toContain(`wallet-confirmed-${waited}`)
    await redis.stop()
    const lost = await connect(app, control)
    expect(await app.close()).toBe(0)
    expect(linesOf(app, 'webhook lost')).toMatchObject([{ message: `wallet-confirmed-${lost}` }])
    expect(linesOf(app, 'webhook worker failed')).toEqual([])
  } finally {
    await redis.close()
  }
})
