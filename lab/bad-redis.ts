import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import getPort from 'get-port'
import { z } from 'zod'
import { logOf } from '../e2e/harness/app'
import { waitSecondsIn } from '../e2e/harness/html'
import { startFaultProxy, type FaultProxy } from '../e2e/harness/fault-proxy'
import { operatorName, walletAddress } from '../e2e/harness/people'
import { PlainBrowser } from '../e2e/harness/plain-browser'
import { startNginx } from '../e2e/harness/nginx'
import { startRedis, type Redis } from '../e2e/harness/redis'
import { Visitor, type RequestOptions } from '../e2e/harness/visitor'
import type { StandInControl } from '../e2e/stand-in/control/client'
import type { ReceivedWebhook } from '../e2e/stand-in/state'
import { consoleT, t } from '../e2e/texts'
import { closeAll, started, startDeployment } from './programs'

/*
 * Tries failures of Redis, one after another. In each, 60 users use two instances with one Redis behind nginx within a
 * minute. Their requests come from changing client addresses, so nginx spreads them over the instances. They arrive with
 * a link, sign in, press Connect, and go back to the service. Meanwhile, an operator erases every tenth connected user.
 * Redis fails from second 15 to second 45. Prints what users saw, which webhooks and records were lost or came twice, and
 * what was kept of erased users.
 */

interface Deployment {
  redis: Redis
  proxy: FaultProxy
}

const wrongValue = 'a value of a wrong type'

const breakTypes = `
for _, key in ipairs(redis.call('KEYS', '*')) do
  local isText = redis.call('TYPE', key).ok == 'string'
  redis.call('DEL', key)
  redis.call(isText and 'RPUSH' or 'SET', key, ARGV[1])
end`

/** Deletes the keys that still have another type. */
const mendTypes = `
for _, key in ipairs(redis.call('KEYS', '*')) do
  local type = redis.call('TYPE', key).ok
  local isBroken = type == 'string' and redis.call('GET', key) == ARGV[1]
  if isBroken or type == 'list' and redis.call('LINDEX', key, 0) == ARGV[1] then redis.call('DEL', key) end
end`

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
    name: 'of wrong types',
    begin: async ({ redis }) => void (await redis.command('EVAL', breakTypes, '0', wrongValue)),
    end: async ({ redis }) => void (await redis.command('EVAL', mendTypes, '0', wrongValue)),
  },
  {
    name: 'to and fro',
    begin: async ({ redis }) => {
      for (let round = 0; round < 10; round += 1) {
        await (round % 2 ? redis.demote() : redis.fill())
        await sleep(1500)
        await (round % 2 ? redis.promote() : redis.empty())
        await sleep(1500)
      }
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
/** The max time for waiting messages and records to arrive, after Redis recovers and at the end. */
const maxRecoveryMs = 60_000
const maxJourneyMs = 10 * 60_000
const serviceLimit = 120
const connectionsToken = 'a-token-for-connections-of-32-characters'

/** A visitor whose client address changes with each request, as between a mobile network and another. */
class Roamer extends Visitor {
  #requests = 0
  override send(address: string, options: RequestOptions = {}) {
    this.#requests += 1
    const localAddress = `127.0.${this.#requests % 250}.${2 + Math.floor(Math.random() * 250)}`
    return super.send(
      address,
      address.includes('localhost') || address.startsWith('/') ? { localAddress, ...options } : options,
    )
  }
}

/** A line of an instance's log. `what` includes the reason. */
const logLine = z
  .object({ event: z.string(), reason: z.string().optional(), level: z.number() })
  .transform(({ event, reason, level }) => ({ event, level, what: reason ? `${event} (${reason})` : event }))

/** The results of a failure, by the columns of the table. */
type Result = Record<string, string | number> & { wrong: number }

const chosen = days.filter(({ name }) => given.day === undefined || name === given.day)
if (chosen.length === 0) throw new Error(`--day is one of: ${days.map(({ name }) => name).join(', ')}`)
const results: Record<string, Result> = {}
for (const day of chosen) {
  console.log(`\n${day.name}`)
  results[day.name] = await live(day)
  await closeAll()
}
console.table(results)
if (Object.values(results).some(({ wrong }) => wrong > 0)) process.exitCode = 1

async function live(day: BadDay): Promise<Result> {
  const ports = [await getPort(), await getPort()] as const
  const nginx = await started(startNginx(await getPort(), ports))
  const { origin } = nginx
  const redis = await started(startRedis({ isCluster: day.isCluster ?? false }))
  const proxy = await started(startFaultProxy(redis.port))
  const { standIn, control, apps } = await startDeployment({
    ports,
    origin,
    ...build,
    variables: ({ webhookUrl, webhookSecret }) => ({
      TRUSTED_PROXY_HOPS: '1',
      CONNECT_RECORDS: 'full',
      CONNECTIONS_TOKEN: connectionsToken,
      REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
      CONNECTED_WEBHOOK_URL: webhookUrl,
      CONNECTED_WEBHOOK_SECRET: webhookSecret,
    }),
  })
  await control.set({ rate: { requests: serviceLimit, windowMs: 60_000, countsRefused: true } })
  const listKey = `subnet-connect:staging:${standIn.subnetId}:list:connects`
  const startedAt = performance.now()
  const connectedIds = new Map<string, string>()
  const erasures: Erasure[] = []
  let recordsBefore: string[] = []
  let recovered = 'never'
  /** Returns the connections so far without a message, and the connections without a record. */
  const missing = async () => {
    const webhooks = new Set((await control.webhooks()).map(({ id }) => id))
    const records = new Set([...(await connectedIn(redis, listKey)), ...recordsBefore])
    const erased = new Set(erasures.map(({ userId }) => userId))
    const due = [...connectedIds].flatMap(([id, userId]) => (erased.has(userId) ? [] : [id]))
    return {
      webhooks: due.filter((id) => !webhooks.has(`wallet-confirmed-${id}`)),
      records: due.filter((id) => !records.has(id)),
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
    const due = new Set(connectedIds.keys())
    while (performance.now() - endedAt < maxRecoveryMs) {
      const { webhooks, records } = await missing()
      if ([...webhooks, ...records].every((id) => !due.has(id))) {
        recovered = `${seconds(endedAt)} s`
        break
      }
      await sleep(250)
    }
  }
  const staff = new AbortController()
  const erasing = erase({ origin, connectedIds, erasures, signal: staff.signal })
  const user = async (index: number) => {
    await sleep((index / users) * arriveWithinMs)
    const journey = await travel(new PlainBrowser(new Roamer(origin)), `User ${index}`, control)
    if (journey.connectedAt !== undefined) connectedIds.set(journey.requestId, `demo:user ${index}`)
    return journey
  }
  const [journeys] = await Promise.all([
    Promise.all(Array.from({ length: users }, (_, index) => user(index))),
    weather(),
  ])
  staff.abort()
  await erasing
  const connected = journeys.filter(({ connectedAt }) => connectedAt !== undefined).length
  console.log(`  ${seconds(startedAt)} s: ${connected} users are connected`)

  const endsAt = performance.now() + maxRecoveryMs
  let left = await missing()
  while (left.webhooks.length + left.records.length > 0 && performance.now() < endsAt) {
    await sleep(500)
    left = await missing()
  }
  const kept = new Set(await connectedIn(redis, listKey))
  const messages = await control.webhooks()
  const leftOfErased = await leftOf(erasures, { redis, listKey, origin, messages })
  for (const each of leftOfErased) console.log(`  ${each}`)
  const lines = apps.flatMap((app) => logOf(app).map((line) => logLine.parse(line)))
  const count = (event: string) => lines.filter((line) => line.event === event).length
  const errors = journeys.flatMap((journey) => journey.errors)
  const lostLinks = journeys.filter(({ hasLostLink }) => hasLostLink).length
  const confirms = await control.received('confirm')
  const calls = confirms.map(({ at }) => Date.parse(at))
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
    'webhooks again': messages.filter(({ times }) => times > 1).length,
    erased: `${erasures.length}, ${leftOfErased.length} not whole`,
    'worst minute': worstMinute(calls),
    'redis lines': lines.filter(({ event }) => event.startsWith('redis ')).length,
    'other bad lines': lines.filter(({ level, event }) => level >= 40 && !event.startsWith('redis ')).length,
    'recovered after': recovered,
    wrong:
      users -
      connected +
      errors.length +
      lostLinks +
      notLogged +
      leftOfErased.length +
      Math.max(worstMinute(calls) - serviceLimit, 0),
  }
}

/** What a user saw from the service's profile page until they were connected, or gave up. */
interface Journey {
  requestId: string
  presses: number
  /** The error pages, with their status. */
  errors: string[]
  hasLostLink: boolean
  /** By `performance.now()`; undefined if the user never connected. */
  connectedAt: number | undefined
}

/**
 * Lets a user connect. They behave like the page's script: they press once, and again after the wait that the page
 * shows. After an error page, they try again. A user without a session signs in when the app asks.
 */
async function travel(browser: PlainBrowser, name: string, control: StandInControl): Promise<Journey> {
  const { link, request_id: requestId } = await control.pressConnect()
  const journey: Journey = { requestId, presses: 0, errors: [], hasLostLink: false, connectedAt: undefined }
  const endsAt = performance.now() + maxJourneyMs
  await browser.goto(link)
  while (performance.now() < endsAt) {
    const { url, status, buttons, html, heading, alert } = browser
    journey.hasLostLink = heading === t('nothingToConnect.title')
    if (url.includes('#ac=')) journey.connectedAt = performance.now()
    if (journey.connectedAt !== undefined || journey.hasLostLink) return journey
    const waitSeconds = waitSecondsIn(html)
    if (status < 400 && buttons.includes(t('signIn.demo.button'))) {
      await browser.press(t('signIn.demo.button'), { name })
    } else if (status < 400 && buttons.includes(t('confirm.connect')) && (alert === '' || waitSeconds !== null)) {
      await sleep((waitSeconds ?? 0) * 1000)
      journey.presses += 1
      await browser.press(t('confirm.connect'), { wallet_address: walletAddress })
    } else {
      journey.errors.push(`${status} ${heading} ${alert}`.trim())
      await sleep(5000)
      await browser.goto('/connect/confirm')
    }
  }
  return journey
}

interface Erasure {
  userId: string
  /** When the console said that the user's data is deleted. */
  at: number
  said: string
}

/** Erases every tenth connected user as an operator, until the signal. */
async function erase(deployment: {
  origin: string
  connectedIds: ReadonlyMap<string, string>
  erasures: Erasure[]
  signal: AbortSignal
}): Promise<void> {
  const { origin, connectedIds, erasures, signal } = deployment
  const browser = new PlainBrowser(new Roamer(origin))
  await browser.goto('/signin?callbackUrl=/console')
  await browser.press(t('signIn.demo.button'), { name: operatorName })
  let isHalfDone = false
  while (!signal.aborted || isHalfDone) {
    await sleep(500)
    const userId = [...connectedIds.values()][erasures.length * 10]
    if (userId === undefined) continue
    await browser.goto(`/console/users/one?id=${encodeURIComponent(userId)}`)
    // The console is closed while Redis cannot say who has signed out.
    if (browser.status !== 200 || !browser.buttons.includes(consoleT('users.forget.button'))) continue
    isHalfDone = true
    await browser.press(consoleT('users.forget.button'), { user: userId })
    const said = browser.alert
    // Without a deletion before, there is always something to delete. A first attempt may have failed halfway.
    const isDone = said.startsWith('Deleted ') || said.startsWith(consoleT('users.forget.nothing'))
    if (!isDone) continue
    erasures.push({ userId, at: Date.now(), said })
    isHalfDone = false
  }
}

/** Returns a sentence for each erased user of whom the app keeps something, or sent a message after the erasure. */
async function leftOf(
  erasures: readonly Erasure[],
  found: { redis: Redis; listKey: string; origin: string; messages: readonly ReceivedWebhook[] },
): Promise<string[]> {
  const records = JSON.stringify(await found.redis.command('XRANGE', found.listKey, '-', '+'))
  const headers = { Authorization: `Bearer ${connectionsToken}` }
  const { body } = await new Visitor(found.origin).send('/api/connections?limit=1000', { headers })
  return erasures.flatMap(({ userId, at, said }) => {
    const quoted = JSON.stringify(userId)
    const late = found.messages.filter((message) => message.body.includes(quoted) && Date.parse(message.at) > at)
    return [
      ...(records.includes(JSON.stringify(quoted).slice(1, -1)) ? [`${userId} is in the records (${said})`] : []),
      ...(body.includes(quoted) ? [`${userId} is in the connections (${said})`] : []),
      ...(late.length > 0 ? [`${userId} was sent in ${late.length} messages after the erasure (${said})`] : []),
    ]
  })
}

async function connectedIn(redis: Redis, key: string): Promise<string[]> {
  const entries = z.array(z.tuple([z.string(), z.tuple([z.string(), z.string()])]))
  const record = z.object({ requestId: z.string(), outcome: z.string() })
  return entries.parse(await redis.command('XRANGE', key, '-', '+')).flatMap(([, [, text]]) => {
    const { requestId, outcome } = record.parse(JSON.parse(text))
    return outcome === 'confirmed' ? [requestId] : []
  })
}

function seconds(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(1)
}

/** Returns the max number of calls in any 60 seconds. @param times - the times of the calls in milliseconds. */
function worstMinute(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.max(
    0,
    ...sorted.map((start, index) => sorted.slice(index).filter((time) => time < start + 60_000).length),
  )
}
