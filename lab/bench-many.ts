import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import getPort from 'get-port'
import { z } from 'zod'
import type { App } from '../e2e/harness/app'
import { memoryMegabytes, processorMs } from '../e2e/harness/process-cost'
import { startRedis } from '../e2e/harness/redis'
import { check } from './bench/measure'
import { load, percentile, steadyLoad, type PreparedRequest, type SteadyLoad } from './bench/load'
import { startService } from './bench/service'
import { isRight, productSide, steps, type Step } from './bench/sides'
import { started } from './programs'

/*
 * Measures many users at the same time. 10,000 users have an open link. For a minute, these users press Connect and as
 * many other users arrive, at a steady rate over two instances with one Redis. Reports the errors, the time of a press
 * without the service's time, and the memory of the instances.
 *
 * The load, the service, Redis and both instances share this machine. Use `npm run lab -- bench-many --rate 100` on a
 * small one.
 */

const openLinks = 10_000
const serviceMs = 1
const maxPressMs = 100
const warmUpRequests = 800
/** The duration of a load before the minute, because an idle app first cleans up its memory. */
const leadInSeconds = 5
const crowd = ['arrival', 'press'] as const

const given = parseArgs({ options: { rate: { type: 'string' }, seconds: { type: 'string' } } }).values
const wholeNumber = z.coerce.number().int().positive()
const rate = wholeNumber.parse(given.rate ?? 600)
const seconds = wholeNumber.parse(given.seconds ?? 60)

const redis = await started(startRedis())
const service = await started(startService())
const side = await productSide(service.url, redis.url)
const first = await started(side.start())
const apps = [first, await started(side.start({ port: await getPort() }))]
/** The four streams of requests. Each is one step at one instance. */
const streams = apps.flatMap((app) => crowd.map((step) => ({ app, step })))
await bench()

async function bench(): Promise<void> {
  for (const app of apps) for (const step of steps) await warmUp(app, step)
  const inStream = Math.ceil((rate * seconds) / streams.length)
  await side.prepare(first, 'page', Math.max(openLinks - 2 * inStream, 0))
  const leadIn = await prepareAll(Math.ceil((rate * leadInSeconds) / streams.length))
  const requests = await prepareAll(inStream)
  await sendAll(leadIn)

  const memory: string[] = []
  const noteMemory = () => memory.push(apps.map(({ processId }) => memoryMegabytes(processId).toFixed(0)).join(' and '))
  const usedMs = () => apps.reduce((sum, { processId }) => sum + processorMs(processId), 0)
  const usedBefore = usedMs()
  noteMemory()
  const timer = setInterval(noteMemory, (seconds * 1000) / 6)
  const loads = await sendAll(requests)
  clearInterval(timer)
  const processors = (usedMs() - usedBefore) / 1000 / seconds

  say(`${availableParallelism()} processors`, 'for the load, the service, Redis and two instances')
  say('asked for', `${rate} requests a second for ${seconds} s, ${openLinks} links open`)
  for (const step of crowd) {
    const ofStep = loads.filter((one) => one.step === step)
    const times = ofStep.flatMap((one) => one.times)
    say(`${step}, a second`, ofStep.reduce((sum, { perSecond }) => sum + perSecond, 0).toFixed(0))
    say(`${step}, half within`, `${percentile(times, 50).toFixed(0)} ms`)
    say(`${step}, 99 of 100 within`, `${percentile(times, 99).toFixed(0)} ms`)
  }
  const wrong = loads.flatMap((one) => [...one.wrong].map(([what, times]) => `${one.step}, ${times} times: ${what}`))
  say('processors of both instances', processors.toFixed(2))
  say('memory of each, in MB', memory.join(', '))
  say('wrong answers', wrong.length === 0 ? 'none' : wrong.join('; '))
  const presses = loads.flatMap((one) => (one.step === 'press' ? one.times : []))
  const pressMs = percentile(presses, 99) - serviceMs
  check(wrong.length === 0, 'there were wrong answers')
  check(pressMs <= maxPressMs, `a press took ${pressMs.toFixed(0)} ms beyond the service's ${serviceMs} ms`)
}

async function warmUp(app: App, step: Step): Promise<void> {
  const requests = await side.prepare(app, step, warmUpRequests)
  await load(app.address, requests, { clients: 16, isRight: (...answer) => isRight(step, ...answer) })
}

function prepareAll(count: number): Promise<PreparedRequest[][]> {
  return Promise.all(streams.map(({ app, step }) => side.prepare(app, step, count)))
}

/** Sends the prepared requests of each stream, in turns, at the full rate. */
function sendAll(prepared: readonly PreparedRequest[][]): Promise<(SteadyLoad & { step: Step })[]> {
  const sending = streams.map(async ({ app, step }, index) => {
    const result = await steadyLoad(app.address, prepared[index] ?? [], {
      rate: rate / streams.length,
      afterMs: (index * 1000) / rate,
      isRight: (...answer) => isRight(step, ...answer),
    })
    return { step, ...result }
  })
  return Promise.all(sending)
}

function say(what: string, value: string): void {
  console.log(`${what.padEnd(32)}${value}`)
}
