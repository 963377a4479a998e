import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import getPort from 'get-port'
import { z } from 'zod'
import { PlainBrowser } from '../e2e/harness/plain-browser'
import { startRedis } from '../e2e/harness/redis'
import { signInAtApp } from '../e2e/harness/sign-in'
import { Visitor } from '../e2e/harness/visitor'
import { check, peakOf } from './bench/measure'
import { median, worstMinute } from './bench/load'
import { travel } from './journey'
import { started, startDeployment } from './programs'

/*
 * 600 users arrive and press Connect within one minute. The service allows 120 calls a minute, and counts refused calls
 * too. There are two instances of the app with one Redis, and each request reaches a random instance. With many more
 * calls, as in `npm run lab -- bench-burst --users 3000 --calls 6000`, only the machine limits the users.
 */

const given = parseArgs({ options: { users: { type: 'string' }, calls: { type: 'string' } } }).values
const wholeNumber = z.coerce.number().int().positive()
const users = wholeNumber.parse(given.users ?? 600)
const callsPerMinute = wholeNumber.parse(given.calls ?? 120)
const arriveWithinMs = 60_000
const connectedWithinMinutes = users / callsPerMinute + 1

const redis = await started(startRedis())
const { origin, app, apps, control } = await startDeployment({
  ports: [await getPort(), await getPort()],
  variables: {
    REDIS_URL: redis.url,
    LOG_LEVEL: 'warn',
    // The same part of the limit as by default: 110 of 120.
    CONFIRM_BUDGET_PER_MINUTE: String(Math.floor((callsPerMinute * 11) / 12)),
  },
})
await control.set({ rate: { requests: callsPerMinute, windowMs: 60_000, countsRefused: true } })
const address = () => apps[Math.random() < 0.5 ? 0 : 1]?.address ?? origin
const people = await Promise.all(
  Array.from({ length: users }, async (_, index) => {
    await sleep(index * 20)
    const user = new PlainBrowser(new Visitor(origin, address))
    for (const { name, value } of await signInAtApp(app, `User ${index}`)) user.visitor.cookies.set(name, value)
    return user
  }),
)
console.log(`${users} users have signed in`)

const startedAt = performance.now()
let over = 0
const timer = setInterval(() => {
  console.log(`  ${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s: ${over} connected`)
}, 30_000)
const journeys = await Promise.all(
  people.map(async (user, index) => {
    await sleep((index / users) * arriveWithinMs)
    const journey = await travel(user, `User ${index}`, control)
    over += 1
    return journey
  }),
)
clearInterval(timer)

const received = await control.received('confirm')
const worst = worstMinute(received.map(({ at }) => Date.parse(at)))
const minutes = journeys.flatMap(({ connectedAt }) => (connectedAt ? [(connectedAt - startedAt) / 60_000] : []))
const lastMinutes = Math.max(...minutes)
const withErrors = journeys.filter(({ errors, hasLostLink }) => errors.length > 0 || hasLostLink)
console.log(`\nconnected                       ${minutes.length} of ${users}`)
console.log(`the last one after              ${lastMinutes.toFixed(2)} minutes`)
console.log(`half of them after              ${median(minutes).toFixed(2)} minutes`)
const refused = received.filter(({ status }) => status === 429).length
console.log(`calls to the service            ${received.length}, ${refused} of them refused`)
console.log(`calls in the worst minute       ${worst} of ${callsPerMinute}`)
for (const presses of new Set(journeys.map((journey) => journey.presses))) {
  const times = journeys.filter((journey) => journey.presses === presses).length
  console.log(`presses, also by itself: ${presses}      ${times} users`)
}
console.log(`peak memory of the instances    ${apps.map(peakOf).join(' and ')} MB`)
console.log(`saw an error page               ${withErrors.length}`)
for (const error of new Set(withErrors.flatMap(({ errors }) => errors))) console.log(`  ${error}`)
for (const event of new Set(apps.flatMap((each) => each.output().match(/"event":"[^"]+"[^}]*/g) ?? []))) {
  console.log(`  the app said ${event.slice(0, 120)}`)
}
check(minutes.length === users, `${users - minutes.length} were not connected`)
check(lastMinutes <= connectedWithinMinutes, `it took longer than ${connectedWithinMinutes} minutes`)
check(worst <= callsPerMinute, `${worst} calls were made in a minute`)
check(
  journeys.every(({ presses }) => presses <= 2),
  'somebody pressed more than twice',
)
check(withErrors.length === 0, `errors: ${JSON.stringify(withErrors.slice(0, 3))}`)
