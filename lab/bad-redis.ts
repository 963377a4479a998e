import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import getPort from 'get-port'
import { z } from 'zod'
import { startApp, type App } from '../e2e/harness/app'
import { appVariables } from '../e2e/harness/app-variables'
import { startFaultProxy, type FaultProxy } from '../e2e/harness/fault-proxy'
import { waitSecondsIn } from '../e2e/harness/html'
import { walletAddress } from '../e2e/harness/people'
import { PlainBrowser } from '../e2e/harness/plain-browser'
import { startRedis, type Redis } from '../e2e/harness/redis'
import { startStandInProcess } from '../e2e/harness/stand-in-process'
import { Visitor } from '../e2e/harness/visitor'
import { standInControl, type StandInControl } from '../e2e/stand-in/control/client'
import { t } from '../e2e/texts'
import { worstMinute } from './bench/load'

/*
 * Tries failures of Redis, one after another. In each, 60 users use two instances with one Redis within a minute. Their
 * requests alternate between the instances. They arrive with a link, sign in, press Connect, and go back to the
 * service. Redis fails from second 15 to second 45. Prints what users saw, and which webhooks and records were lost.
 */

interface Deployment {
  redis: Redis
  proxy: FaultProxy
}

interface BadDay {
  name: string
  isCluster?: boolean
  begin?: (deployment: Deployment) => Promise<void> | void
  end?: (deployment: Deployment) => Promise<void> | void
}

const days: readonly BadDay[] = [
  { name: 'as it should be' },
  { name: 'full', begin: ({ redis }) => redis.fill(), end: ({ redis }) => redis.empty() },
  { name: 'demoted', begin: ({ redis }) => redis.demote(), end: ({ redis }) => redis.promote() },
  { name: 'silent', begin: ({ redis }) => redis.pause(), end: ({ redis }) => redis.resume() },
  { name: 'stopped', begin: ({ redis }) => redis.stop(), end: ({ redis }) => redis.start() },
  {
    name: 'restarted empty',
    begin: async ({ redis }) => {
      await redis.stop()
      await redis.start()
    },
  },
  {
    name: '500 ms away',
    begin: ({ proxy }) => void (proxy.nextFault = () => ({ kind: 'late', latencyMs: 500 })),
    end: ({ proxy }) => void (proxy.nextFault = () => undefined),
  },
  { name: 'cluster', isCluster: true },
]

const options = { day: { type: 'string' }, users: { type: 'string' }, build: { type: 'string' } } as const
const given = parseArgs({ options }).values
/** A build of another version for a comparison. */
const build = given.build === undefined ? {} : { folder: resolve(given.build) }
const users = z.coerce
  .number()
  .int()
  .positive()
  .parse(given.users ?? 60)
const arriveWithinMs = 60_000
const [badFromMs, badUntilMs] = [15_000, 45_000]
const maxJourneyMs = 5 * 60_000
/** The max time for waiting messages and records to arrive, after Redis recovers and at the end. */
const maxRecoveryMs = 60_000
const serviceLimit = 120

interface Journey {
  isConnected: boolean
  hasLostLink: boolean
  errors: string[]
}

/** The results of a failure, by the columns of the table. */
type Result = Record<string, string | number> & { wrong: number }

const chosen = days.filter(({ name }) => given.day === undefined || name === given.day)
if (chosen.length === 0) throw new Error(`--day is one of: ${days.map(({ name }) => name).join(', ')}`)
const results: Record<string, Result> = {}
for (const day of chosen) {
  console.log(`\n${day.name}`)
  results[day.name] = await live(day)
}
console.table(results)
if (Object.values(results).some(({ wrong }) => wrong > 0)) process.exitCode = 1

async function live(day: BadDay): Promise<Result> {
  const ports = [await getPort(), await getPort()] as const
  const origin = `http://localhost:${ports[0]}`
  const redis = await startRedis({ isCluster: day.isCluster ?? false })
  const proxy = await startFaultProxy(redis.port)
  const standIn = await startStandInProcess(`${origin}/connect`)
  const control = standInControl(standIn.controlUrl)
  await control.set({ rate: { requests: serviceLimit, windowMs: 60_000, countsRefused: true } })
  const variables = {
    ...appVariables({ standIn, port: ports[0] }),
    REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
    CONNECTED_WEBHOOK_URL: standIn.webhookUrl,
    CONNECTED_WEBHOOK_SECRET: standIn.webhookSecret,
  }
  const apps = await Promise.all(ports.map((port) => startApp({ port, origin, variables, ...build })))
  const listKey = `subnet-connect:staging:${standIn.subnetId}:list:connects`
  try {
    const startedAt = performance.now()
    const connectedIds = new Set<string>()
    let recordsBefore: string[] = []
    let recovered = 'never'
    /** Returns the connections so far without a message, and the connections without a record. */
    const missing = async () => {
      const webhooks = new Set((await control.webhooks()).map(({ id }) => id))
      const records = new Set([...(await connectedIn(redis, listKey)), ...recordsBefore])
      return {
        webhooks: [...connectedIds].filter((id) => !webhooks.has(`wallet-confirmed-${id}`)),
        records: [...connectedIds].filter((id) => !records.has(id)),
      }
    }
    const weather = async () => {
      await sleep(badFromMs)
      recordsBefore = await connectedIn(redis, listKey)
      console.log(`  ${seconds(startedAt)} s: Redis becomes ${day.name}`)
      await day.begin?.({ redis, proxy })
      await sleep(badUntilMs - badFromMs)
      await day.end?.({ redis, proxy })
      const endedAt = performance.now()
      console.log(`  ${seconds(startedAt)} s: Redis is as it was`)
      const due = new Set(connectedIds)
      while (performance.now() - endedAt < maxRecoveryMs) {
        const { webhooks, records } = await missing()
        if ([...webhooks, ...records].every((id) => !due.has(id))) {
          recovered = `${seconds(endedAt)} s`
          break
        }
        await sleep(250)
      }
    }
    const [journeys] = await Promise.all([
      Promise.all(
        Array.from({ length: users }, (_, index) =>
          travel(index, { origin, apps, control, onConnected: (id) => connectedIds.add(id) }),
        ),
      ),
      weather(),
    ])
    const connected = journeys.filter(({ isConnected }) => isConnected).length
    console.log(`  ${seconds(startedAt)} s: ${connected} users are connected`)

    const endsAt = performance.now() + maxRecoveryMs
    let left = await missing()
    while (left.webhooks.length + left.records.length > 0 && performance.now() < endsAt) {
      await sleep(500)
      left = await missing()
    }
    const kept = new Set(await connectedIn(redis, listKey))
    const lines = apps.flatMap(linesOf)
    const count = (event: string) => lines.filter((line) => line.event === event).length
    const errors = journeys.flatMap((journey) => journey.errors)
    const lostLinks = journeys.filter(({ hasLostLink }) => hasLostLink).length
    const calls = (await control.received('confirm')).map(({ at }) => Date.parse(at))
    for (const what of new Set(lines.map(({ what }) => what))) {
      console.log(`  ${lines.filter((line) => line.what === what).length} times: ${what}`)
    }
    for (const error of new Set(errors)) console.log(`  a page said: ${error}`)
    const [webhooksLogged, recordsLogged] = [count('webhook lost'), count('connect record lost')]
    const notLogged =
      Math.max(left.webhooks.length - webhooksLogged, 0) + Math.max(left.records.length - recordsLogged, 0)
    return {
      connected: `${connected} of ${users}`,
      'error pages': errors.length,
      'links lost': lostLinks,
      webhooks: `${connected - left.webhooks.length}, ${webhooksLogged} logged as lost`,
      records: `${connected - left.records.length}, ${recordsLogged} logged as lost`,
      // This Redis keeps no data on disk.
      'gone with Redis': recordsBefore.filter((id) => !kept.has(id)).length,
      'worst minute': worstMinute(calls),
      'redis lines': lines.filter(({ event }) => event.startsWith('redis ')).length,
      'other bad lines': lines.filter(({ level, event }) => level >= 40 && !event.startsWith('redis ')).length,
      'recovered after': recovered,
      wrong: users - connected + errors.length + lostLinks + notLogged,
    }
  } finally {
    await Promise.all(apps.map((app) => app.close()))
    await Promise.all([standIn.close(), proxy.close(), redis.close()])
  }
}

/** Sends a user from the service to the app and back. After an error page, the user tries again. */
async function travel(
  index: number,
  {
    origin,
    apps,
    control,
    onConnected,
  }: { origin: string; apps: App[]; control: StandInControl; onConnected: (requestId: string) => void },
): Promise<Journey> {
  await sleep((index / users) * arriveWithinMs)
  let requests = index
  const address = () => apps[(requests += 1) % apps.length]?.address ?? origin
  const browser = new PlainBrowser(new Visitor(origin, address))
  const journey: Journey = { isConnected: false, hasLostLink: false, errors: [] }
  const endsAt = performance.now() + maxJourneyMs
  const pressed = await control.pressConnect()
  await browser.goto(pressed.link)
  while (performance.now() < endsAt) {
    const { url, status, buttons, html, heading, alert } = browser
    journey.isConnected = new URL(url).origin !== origin && url.includes('#ac=')
    journey.hasLostLink = heading === t('nothingToConnect.title')
    if (journey.isConnected) onConnected(pressed.request_id)
    if (journey.isConnected || journey.hasLostLink) return journey
    const waitSeconds = waitSecondsIn(html)
    if (status < 400 && buttons.includes(t('signIn.demo.button'))) {
      await browser.press(t('signIn.demo.button'), { name: `User ${index}` })
    } else if (status < 400 && buttons.includes(t('confirm.connect')) && (alert === '' || waitSeconds !== null)) {
      await sleep((waitSeconds ?? 0) * 1000)
      await browser.press(t('confirm.connect'), { wallet_address: walletAddress })
    } else {
      journey.errors.push(`${status} ${heading} ${alert}`.trim())
      await sleep(5000)
      await browser.goto('/connect/confirm')
    }
  }
  return journey
}

/** Reads the connect requests in the records of Redis. */
async function connectedIn(redis: Redis, key: string): Promise<string[]> {
  const entries = z.array(z.tuple([z.string(), z.tuple([z.string(), z.string()])]))
  const record = z.object({ requestId: z.string(), outcome: z.string() })
  return entries.parse(await redis.command('XRANGE', key, '-', '+')).flatMap(([, [, text]]) => {
    const { requestId, outcome } = record.parse(JSON.parse(text))
    return outcome === 'confirmed' ? [requestId] : []
  })
}

/** Parses the log lines of an instance. `what` includes the reason. */
function linesOf(app: App): { event: string; what: string; level: number }[] {
  const line = z
    .object({ event: z.string(), reason: z.string().optional(), level: z.number() })
    .transform(({ event, reason, level }) => ({ event, level, what: reason ? `${event} (${reason})` : event }))
  const lines = app.output().split('\n')
  return lines.filter((text) => text.startsWith('{')).map((text) => line.parse(JSON.parse(text)))
}

/** Returns the seconds since a time. */
function seconds(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(1)
}
