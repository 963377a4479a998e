import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import { startApp, type App } from '../e2e/harness/app'
import { appVariables } from '../e2e/harness/app-variables'
import { waitSecondsIn } from '../e2e/harness/html'
import { walletAddress } from '../e2e/harness/people'
import { PlainBrowser } from '../e2e/harness/plain-browser'
import { startRedis } from '../e2e/harness/redis'
import { signInAtApp } from '../e2e/harness/sign-in'
import { startStandInProcess } from '../e2e/harness/stand-in-process'
import { Visitor } from '../e2e/harness/visitor'
import { standInControl } from '../e2e/stand-in/control/client'
import { t } from '../e2e/texts'
import { check } from './bench/with-bench'
import { median, worstMinute } from './bench/load'

/*
 * 600 users arrive and press Connect within one minute. The service allows 120 calls a minute, and counts refused calls
 * too. There are two instances of the app with one Redis, and each request reaches a random instance. The users behave
 * like the page's script: they press once, and again after the wait that the page shows.
 */

const users = 600
const arriveWithinMs = 60_000
const callsPerMinute = 120
const connectedWithinMinutes = 6

interface Journey {
  presses: number
  /** The error pages that the user saw. */
  errors: string[]
  /** Milliseconds from the start; undefined if the user never connected. */
  connectedAt: number | undefined
}

const ports = [await getPort(), await getPort()] as const
const standIn = await startStandInProcess(`http://localhost:${ports[0]}/connect`)
const redis = await startRedis()
const control = standInControl(standIn.controlUrl)
const variables = { ...appVariables({ standIn, port: ports[0] }), REDIS_URL: redis.url, LOG_LEVEL: 'warn' }
const origin = `http://localhost:${ports[0]}`
const connect = t('confirm.connect')
const apps = await Promise.all(ports.map((port) => startApp({ port, origin, variables })))

try {
  await control.set({ rate: { requests: callsPerMinute, windowMs: 60_000, countsRefused: true } })
  const address = () => apps[Math.random() < 0.5 ? 0 : 1]?.address ?? origin
  const people = await Promise.all(
    Array.from({ length: users }, async (_, index) => {
      await sleep(index * 20)
      const user = new PlainBrowser(new Visitor(origin, address))
      const session = await signInAtApp(oneOf(apps), `User ${index}`)
      for (const { name, value } of session) user.visitor.cookies.set(name, value)
      return user
    }),
  )
  console.log(`${users} users have signed in`)

  const startedAt = performance.now()
  const sinceStart = () => performance.now() - startedAt
  const journeys = people.map(async (user, index): Promise<Journey> => {
    await sleep((index / users) * arriveWithinMs)
    const journey: Journey = { presses: 0, errors: [], connectedAt: undefined }
    const isConnected = () => new URL(user.url).origin === standIn.origin
    const see = () => {
      const after = journey.presses === 0 ? 'as they arrived' : 'after a press'
      if (isConnected()) return
      if (user.status >= 400) journey.errors.push(`status ${user.status} ${after}`)
      else if (!user.buttons.includes(connect)) journey.errors.push(`${user.heading} ${after}`)
      else if (journey.presses > 0 && waitSecondsIn(user.html) === null) journey.errors.push('refused')
    }
    await user.goto((await control.pressConnect()).link)
    see()
    while (!isConnected() && journey.errors.length === 0 && sinceStart() < 10 * 60_000) {
      await sleep((waitSecondsIn(user.html) ?? 0) * 1000)
      journey.presses += 1
      await user.press(connect, { wallet_address: walletAddress })
      see()
    }
    if (isConnected()) journey.connectedAt = sinceStart()
    return journey
  })
  const results = await report(journeys, sinceStart)

  const received = await control.received('confirm')
  const calls = received.map(({ at }) => Date.parse(at))
  const refused = received.filter(({ status }) => status === 429).length
  const connected = results.flatMap(({ connectedAt }) => connectedAt ?? [])
  const lastMinutes = Math.max(...connected) / 60_000
  const mostPresses = Math.max(...results.map(({ presses }) => presses))
  const withErrors = results.filter(({ errors }) => errors.length > 0)
  const worst = worstMinute(calls)
  console.log(`\nconnected                       ${connected.length} of ${users}`)
  console.log(`the last one after              ${lastMinutes.toFixed(2)} minutes`)
  console.log(`half of them after              ${(median(connected) / 60_000).toFixed(2)} minutes`)
  console.log(`calls to the service            ${calls.length}, ${refused} of them refused`)
  console.log(`calls in the worst minute       ${worst} of ${callsPerMinute}`)
  for (const presses of new Set(results.map((result) => result.presses))) {
    const times = results.filter((result) => result.presses === presses).length
    console.log(
      `pressed ${presses === 1 ? 'once                    ' : `${presses} times, by itself too `}${times} users`,
    )
  }
  console.log(`saw an error page               ${withErrors.length}`)
  for (const error of new Set(withErrors.flatMap(({ errors }) => errors))) {
    console.log(`  ${withErrors.filter(({ errors }) => errors.includes(error)).length} times: ${error}`)
  }
  for (const event of new Set(apps.flatMap((app) => app.output().match(/"event":"[^"]+"[^}]*/g) ?? []))) {
    console.log(`  the app said ${event.slice(0, 120)}`)
  }
  check(connected.length === users, `${users - connected.length} were not connected`)
  check(lastMinutes <= connectedWithinMinutes, `it took longer than ${connectedWithinMinutes} minutes`)
  check(worst <= callsPerMinute, `${worst} calls were made in a minute`)
  check(mostPresses <= 2, `somebody pressed ${mostPresses} times`)
  check(withErrors.length === 0, `errors: ${JSON.stringify(withErrors.slice(0, 3))}`)
} finally {
  await Promise.all(apps.map((app) => app.close()))
  await Promise.all([standIn.close(), redis.close()])
}

async function report(journeys: Promise<Journey>[], sinceStart: () => number): Promise<Journey[]> {
  let over = 0
  for (const journey of journeys) void journey.then(({ errors }) => (over += errors.length === 0 ? 1 : 0))
  const timer = setInterval(() => {
    console.log(`  ${(sinceStart() / 1000).toFixed(0).padStart(4)} s: ${over} connected`)
  }, 30_000)
  try {
    return await Promise.all(journeys)
  } finally {
    clearInterval(timer)
  }
}

function oneOf(apps: App[]): App {
  const [first] = apps
  if (!first) throw new Error('There are two instances.')
  return first
}
