import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { bundledProgram } from '@/e2e/harness/program'
import { startRedis } from '@/e2e/harness/redis'
import { processStore } from '@/lib/store/process-store'
import { StoreUnavailableError } from '@/lib/store/store'
import { useRedis } from '@/lib/store/test-redis'
import { pauseAfter, type Deliveries, type DeliveryOptions } from './deliveries'
import { forgetQueuedMessages } from './forget-messages'
import type { Message } from './message'
import { postMessage } from './post'
import { ProcessDeliveries } from './process-deliveries'
import { redisDeliveries, type RedisDeliveryOptions } from './redis-deliveries'
import { startTestReceiver, type TestReceiver } from './test-receiver'
import { idsOf, messageOf, patientMs, patiently, quietly, refuse, secret } from './test-support'

vi.setConfig({ testTimeout: 3 * patientMs })

const twenty = Array.from({ length: 20 }, (_, number) => messageOf(number))

const redis = useRedis()
let receiver: TestReceiver
let prefix = 0
const opened: Deliveries[] = []
const onLost = vi.fn<(message: Message, reason: string) => void>()

beforeEach(async () => {
  prefix += 1
  onLost.mockClear()
  receiver = await startTestReceiver(secret)
})
afterEach(async () => {
  vi.useRealTimers()
  await closeAll()
  await receiver.close()
})

async function closeAll(): Promise<void> {
  const closed = opened.splice(0)
  await Promise.all(closed.map((deliveries) => deliveries.close()))
  for (const deliveries of closed) deliveries.end()
}

const defaults = () => ({
  post: (message: Message) => postMessage({ url: receiver.url, secret }, message),
  pausesMs: Array.from({ length: 50 }, () => 300),
  keptMs: 3_600_000,
})

/** Opens one instance's deliveries in Redis. */
async function inRedis(changed: Partial<RedisDeliveryOptions> = {}): Promise<Deliveries> {
  const deliveries = await redisDeliveries({
    ...quietly,
    ...defaults(),
    url: redis.url,
    prefix: `{webhooks-${prefix}}`,
    ...changed,
  })
  opened.push(deliveries)
  return deliveries
}

function inProcess(changed: Partial<DeliveryOptions & { maxBytes: number }> = {}): ProcessDeliveries {
  const deliveries = new ProcessDeliveries({ ...defaults(), store: processStore(), onLost, ...changed })
  opened.push(deliveries)
  return deliveries
}

const put = (deliveries: Deliveries, message: Message) => vi.waitFor(() => deliveries.put(message), patiently)
const failedIn = async (deliveries: Deliveries) => (await deliveries.failed(100)).deliveries
const nothing = { waiting: 0, oldestAt: null, givenUp: 0 }
const refuseFirstForGood: TestReceiver['respond'] = (request, response) =>
  response.writeHead(request.headers['webhook-id'] === messageOf(1).id ? 410 : 503).end()

describe.each([
  { where: 'in Redis', open: inRedis },
  { where: 'in the process', open: async (changed?: Partial<DeliveryOptions>) => inProcess(changed) },
])('deliveries $where', ({ open }) => {
  it('send each signed message once when the receiver was down and is up again', async () => {
    const deliveries = await open()
    receiver.respond = refuse
    for (const message of twenty) await put(deliveries, message)
    await vi.waitFor(() => expect(receiver.requests).toBeGreaterThanOrEqual(20), patiently)
    expect(receiver.arrived).toEqual([])
    receiver.respond = undefined
    await vi.waitFor(() => expect(receiver.arrived.length).toBeGreaterThanOrEqual(20), patiently)
    await vi.waitFor(async () => expect(await deliveries.failed(5)).toEqual({ total: 0, deliveries: [] }), patiently)
    expect(idsOf(receiver.arrived)).toEqual(idsOf(twenty))
    expect(receiver.arrived.map(({ body }) => body).sort()).toEqual(twenty.map(({ body }) => body).sort())
    expect(receiver.forged).toBe(0)
    expect(onLost).not.toHaveBeenCalled()
  })

  it('give a message up after the last pause, and send it when an operator requests it', async () => {
    const onAttempt = vi.fn<NonNullable<DeliveryOptions['onAttempt']>>()
    const deliveries = await open({ pausesMs: [10], onAttempt })
    receiver.respond = refuse
    await put(deliveries, messageOf(1))
    await vi.waitFor(async () => expect((await failedIn(deliveries))[0]?.nextAt).toBeNull(), patiently)
    expect(onAttempt.mock.calls.map(([, { outcome, attempt }]) => [outcome, attempt])).toEqual([
      ['failed', 1],
      ['given_up', 2],
    ])
    expect(await failedIn(deliveries)).toMatchObject([
      { id: messageOf(1).id, type: 'wallet.confirmed', attempts: 2, result: '503', nextAt: null },
    ])
    expect(await deliveries.sendAgain(messageOf(1).id)).toBe(true)
    await vi.waitFor(() => expect(onAttempt.mock.calls.at(-1)?.[1]).toMatchObject({ outcome: 'given_up' }), patiently)
    await vi.waitFor(() => expect(onAttempt).toHaveBeenCalledTimes(4), patiently)
    receiver.respond = undefined
    await vi.waitFor(async () => expect(await deliveries.sendAgain(messageOf(1).id)).toBe(true), patiently)
    await vi.waitFor(() => expect(receiver.arrived).toHaveLength(1), patiently)
    await vi.waitFor(async () => expect(await failedIn(deliveries)).toEqual([]), patiently)
    expect(await deliveries.sendAgain(messageOf(1).id)).toBe(false)
    expect(await deliveries.sendAgain('unknown')).toBe(false)
  })

  it('give a message up immediately when the receiver answers 410', async () => {
    const onAttempt = vi.fn<NonNullable<DeliveryOptions['onAttempt']>>()
    const deliveries = await open({ pausesMs: [10, 10, 10], onAttempt })
    receiver.respond = (_request, response) => response.writeHead(410).end()
    await put(deliveries, messageOf(1))
    await vi.waitFor(async () => expect(await failedIn(deliveries)).toMatchObject([{ nextAt: null }]), patiently)
    expect(onAttempt.mock.calls.map(([, { outcome, result }]) => [outcome, result])).toEqual([['given_up', '410']])
    expect(receiver.requests).toBe(1)
  })

  it('wait as long as the receiver asks when that is longer than the pause', async () => {
    const deliveries = await open({ pausesMs: [10, 10] })
    receiver.respond = (_request, response) => response.writeHead(503, { 'Retry-After': '600' }).end()
    await put(deliveries, messageOf(1))
    await vi.waitFor(async () => expect(await failedIn(deliveries)).toHaveLength(1), patiently)
    const [{ failedAt, nextAt } = { failedAt: 0, nextAt: 0 }] = await failedIn(deliveries)
    expect((nextAt ?? 0) - failedAt).toBeGreaterThan(590_000)
    expect((nextAt ?? 0) - failedAt).toBeLessThan(610_000)
  })

  it('report the waiting messages, the time of the oldest one, and the given-up messages', async () => {
    const startedAt = Date.now()
    const deliveries = await open({ pausesMs: [3_600_000] })
    await vi.waitFor(async () => expect(await deliveries.state()).toEqual(nothing), patiently)
    receiver.respond = refuseFirstForGood
    for (const number of [1, 2]) await put(deliveries, messageOf(number))
    const betweenAt = Date.now()
    await sleep(20)
    await put(deliveries, messageOf(3))
    await vi.waitFor(async () => expect((await deliveries.failed(3)).total).toBe(3), patiently)
    const { oldestAt, ...counts } = await deliveries.state()
    expect(counts).toEqual({ waiting: 2, givenUp: 1 })
    expect(oldestAt).toBeGreaterThanOrEqual(startedAt)
    expect(oldestAt).toBeLessThanOrEqual(betweenAt)
    receiver.respond = undefined
    for (const number of [1, 2, 3]) await deliveries.sendAgain(messageOf(number).id)
    await vi.waitFor(async () => expect(await deliveries.state()).toEqual(nothing), patiently)
  })

  it('send a message once when it is put several times', async () => {
    const deliveries = await open()
    for (let time = 0; time < 3; time += 1) await put(deliveries, messageOf(1))
    await vi.waitFor(() => expect(receiver.arrived).toHaveLength(1), patiently)
    await sleep(200)
    await put(deliveries, messageOf(1))
    await put(deliveries, messageOf(2))
    await vi.waitFor(() => expect(receiver.arrived).toHaveLength(2), patiently)
    expect(receiver.requests).toBe(2)
  })

  it('send the message about the first confirm when an answer to another press came before it', async () => {
    const deliveries = await open()
    const before = (walletAddress: string) => messageOf(1, { walletAddress, wasConfirmedBefore: true })
    const sent = [before('wallet-b'), before('wallet-c'), messageOf(1)]
    for (const message of [...sent, before('wallet-b'), before('wallet-d'), messageOf(2)])
      await put(deliveries, message)
    await vi.waitFor(() => expect(idsOf(receiver.arrived)).toContain(messageOf(2).id), patiently)
    await vi.waitFor(() => expect(idsOf(receiver.arrived)).toEqual(idsOf([...sent, messageOf(2)])), patiently)
    expect(receiver.requests).toBe(4)
  })
})

describe('pauseAfter', () => {
  const after = (attempt: number, { retryAfterMs, random = 0.5 }: { retryAfterMs?: number; random?: number } = {}) =>
    pauseAfter(attempt, { result: '503', retryAfterMs }, { pausesMs: [1000, 10_000] }, () => random)

  it('varies the pause by up to a fifth, and returns undefined after the last attempt', () => {
    expect([0, 0.5, 1].map((random) => after(1, { random }))).toEqual([800, 1000, 1200])
    expect(after(2)).toBe(10_000)
    expect(after(3)).toBeUndefined()
  })

  it('returns the pause that the receiver asks for, up to an hour, when it is longer than the planned pause', () => {
    expect(after(1, { retryAfterMs: 500 })).toBe(1000)
    expect(after(1, { retryAfterMs: 5000 })).toBe(5000)
    expect(after(1, { retryAfterMs: 1e9 })).toBe(3_600_000)
    expect(after(3, { retryAfterMs: 5000 })).toBeUndefined()
  })
})

describe('deliveries in Redis', () => {
  it('send a message that another instance was sending when it was killed, unless the user’s data was deleted', async () => {
    const killed = spawn(process.execPath, await bundledProgram(instanceThatHangs), {
      env: { NODE_ENV: 'test', REDIS: redis.url, PREFIX: `{webhooks-${prefix}}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void killed.kill('SIGKILL'))
    let taken = ''
    killed.stdout.on('data', (text: Buffer) => (taken += text))
    await vi.waitFor(() => expect(taken.match(/taken/g)).toHaveLength(2), patiently)
    killed.kill('SIGKILL')
    const queue = { url: redis.url, prefix: `{webhooks-${prefix}}` }
    expect(await forgetQueuedMessages(queue, 'user-2')).toEqual({ messages: 1, sending: 1 })
    const deliveries = await inRedis({ lockMs: 1000 })
    await vi.waitFor(() => expect(idsOf(receiver.arrived)).toEqual(idsOf([messageOf(1)])), patiently)
    await vi.waitFor(async () => expect(await deliveries.state()).toEqual(nothing), patiently)
    expect(idsOf(receiver.arrived)).toEqual(idsOf([messageOf(1)]))
  })

  it('send each message only once when two instances share the queue', async () => {
    const [one, other] = [await inRedis(), await inRedis()]
    for (const message of twenty) await put(one, message)
    await vi.waitFor(() => expect(receiver.arrived.length).toBeGreaterThanOrEqual(20), patiently)
    await vi.waitFor(async () => expect((await other.failed(1)).total).toBe(0), patiently)
    expect(idsOf(receiver.arrived)).toEqual(idsOf(twenty))
  })

  it('continue when Redis restarts, and begin when Redis was down at the start', async () => {
    const separateRedis = await startRedis()
    onTestFinished(() => separateRedis.close())
    await separateRedis.stop()
    const watch = vi.fn<() => Promise<void>>().mockResolvedValue()
    const deliveries = await inRedis({ url: separateRedis.url, watch })
    await expect(deliveries.put(messageOf(1))).rejects.toThrow(StoreUnavailableError)
    await expect(deliveries.failed(1)).rejects.toThrow(StoreUnavailableError)
    await expect(deliveries.sendAgain('a')).rejects.toThrow(StoreUnavailableError)
    for (const number of [1, 2]) {
      await separateRedis.start()
      await put(deliveries, messageOf(number))
      await vi.waitFor(() => expect(idsOf(receiver.arrived)).toContain(messageOf(number).id), patiently)
      await vi.waitFor(() => expect(watch).toHaveBeenCalledTimes(number), patiently)
      await separateRedis.stop()
      await vi.waitFor(() => expect(deliveries.put(messageOf(3))).rejects.toThrow(StoreUnavailableError), patiently)
    }
    await separateRedis.start()
  })

  it('fail soon while Redis is silent, and continue when it answers again', async () => {
    const separateRedis = await startRedis()
    const silentMs = 300
    try {
      const [deliveries, patient] = [
        await inRedis({ url: separateRedis.url, silentMs }),
        await inRedis({ url: separateRedis.url, silentMs: patientMs }),
      ]
      await put(deliveries, messageOf(1))
      await put(patient, messageOf(1))
      await vi.waitFor(() => expect(receiver.arrived).toHaveLength(1), patiently)
      separateRedis.pause()
      const startedAt = performance.now()
      await expect(patient.put(messageOf(2))).rejects.toThrow(StoreUnavailableError)
      expect(performance.now() - startedAt).toBeLessThan(patientMs / 2)
      await expect(deliveries.put(messageOf(2))).rejects.toThrow(StoreUnavailableError)
      // Meanwhile connections are given up, and new ones are silent too.
      await sleep(3 * silentMs)
      separateRedis.resume()
      await put(deliveries, messageOf(3))
      await vi.waitFor(() => expect(idsOf(receiver.arrived)).toContain(messageOf(3).id), patiently)
    } finally {
      separateRedis.resume()
      await closeAll()
      await separateRedis.close()
    }
  })

  it('run one watch for all instances', async () => {
    const watch = vi.fn<() => Promise<void>>().mockResolvedValue()
    const watchEveryMs = 200
    for (let instance = 0; instance < 3; instance += 1) await inRedis({ watch, watchEveryMs })
    await vi.waitFor(() => expect(watch.mock.calls.length).toBeGreaterThanOrEqual(2), patiently)
    watch.mockClear()
    const startedAt = performance.now()
    await vi.waitFor(() => expect(watch.mock.calls.length).toBeGreaterThanOrEqual(6), patiently)
    // Three watches would take a third of this time.
    expect(watch.mock.calls.length).toBeLessThanOrEqual((performance.now() - startedAt) / watchEveryMs + 2)
  })
})

describe('deliveries in the process', () => {
  it('drop a given-up message after its retention time, but keep a waiting one', async () => {
    const keptMs = 60_000
    const deliveries = inProcess({ pausesMs: [3_600_000], keptMs })
    receiver.respond = refuseFirstForGood
    for (const number of [1, 2]) await deliveries.put(messageOf(number))
    await vi.waitFor(async () => expect(await deliveries.state()).toMatchObject({ waiting: 1, givenUp: 1 }), patiently)
    deliveries.dropOld()
    expect(await deliveries.state()).toMatchObject({ waiting: 1, givenUp: 1 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + keptMs + 1 })
    deliveries.dropOld()
    expect(await deliveries.state()).toMatchObject({ waiting: 1, givenUp: 0 })
  })

  it('forget only the messages of the user, whether they wait, were given up or are being sent', async () => {
    const bytes = Buffer.byteLength(JSON.stringify(messageOf(1)))
    const deliveries = inProcess({ pausesMs: [3_600_000], maxBytes: 4.5 * bytes })
    const ofAda = (number: number) => {
      const { body, ...message } = messageOf(number)
      return { ...message, body: body.replace(`"user-${number}"`, '"user-a"') }
    }
    let answer = () => {}
    receiver.respond = (request, response) => {
      const id = request.headers['webhook-id']
      if (id === messageOf(3).id) answer = () => response.writeHead(503).end()
      else response.writeHead(id === messageOf(2).id ? 410 : 503).end()
    }
    for (const message of [ofAda(1), ofAda(2), ofAda(3), messageOf(4)]) await deliveries.put(message)
    await vi.waitFor(async () => expect((await deliveries.failed(10)).total).toBe(3), patiently)
    expect(deliveries.forgetUser('user-')).toEqual({ messages: 0, sending: 0 })
    expect(deliveries.forgetUser('user-a')).toEqual({ messages: 3, sending: 1 })
    expect(deliveries.forgetUser('user-a')).toEqual({ messages: 0, sending: 0 })
    answer()
    await deliveries.settled()
    expect(idsOf(await failedIn(deliveries))).toEqual([messageOf(4).id])
    // Three more messages fit.
    for (const number of [5, 6, 7]) await deliveries.put(messageOf(number))
    expect(onLost).not.toHaveBeenCalled()
    await deliveries.put(messageOf(8))
    expect(onLost.mock.calls).toEqual([[messageOf(8), 'full']])
  })

  it('settle when the running attempts have ended', async () => {
    const deliveries = inProcess({ pausesMs: [3_600_000] })
    let answer = () => {}
    receiver.respond = (_request, response) => (answer = () => response.writeHead(503).end())
    await deliveries.put(messageOf(1))
    const onSettled = vi.fn<() => void>()
    const settled = deliveries.settled().then(onSettled)
    await vi.waitFor(() => expect(receiver.requests).toBe(1), patiently)
    expect(onSettled).not.toHaveBeenCalled()
    answer()
    await settled
    expect(await failedIn(deliveries)).toHaveLength(1)
  })

  it('report undelivered messages as lost when the process closes or ends, but not one that was given up', async () => {
    const [closing, ending, brief] = [[3_600_000], [3_600_000], []].map((pausesMs) => inProcess({ pausesMs }))
    receiver.respond = refuse
    for (const [index, deliveries] of [closing, ending, brief].entries()) await deliveries?.put(messageOf(index))
    await vi.waitFor(
      async () => expect(await brief?.failed(1)).toMatchObject({ deliveries: [{ nextAt: null }] }),
      patiently,
    )
    await vi.waitFor(async () => expect(await ending?.failed(1)).toMatchObject({ total: 1 }), patiently)
    await closing?.close()
    expect(receiver.requests).toBe(3)
    await closing?.put(messageOf(3))
    expect(onLost).toHaveBeenCalledTimes(2)
    for (const deliveries of [closing, ending, brief]) deliveries?.end()
    expect(onLost.mock.calls).toEqual([0, 3, 1].map((number) => [messageOf(number), 'the process ended']))
  })

  it('drop given-up messages when the byte limit is reached, then report a new one as lost', async () => {
    const bytes = Buffer.byteLength(JSON.stringify(messageOf(1)))
    const deliveries = inProcess({ pausesMs: [], maxBytes: 2.5 * bytes })
    receiver.respond = refuse
    for (const number of [1, 2]) await deliveries.put(messageOf(number))
    await vi.waitFor(async () => expect((await deliveries.failed(10)).total).toBe(2), patiently)
    receiver.respond = () => {}
    for (const number of [3, 4, 5]) await deliveries.put(messageOf(number))
    expect(onLost.mock.calls).toEqual([[messageOf(5), 'full']])
    expect((await deliveries.failed(10)).total).toBe(0)
    await receiver.close()
    receiver = await startTestReceiver(secret)
  })
})

/** Another instance, which takes its own messages and never finishes sending them. */
const instanceThatHangs = `
import { setTimeout as sleep } from 'node:timers/promises'
import { redisDeliveries } from './lib/jobs/redis-deliveries'
import { messageOf } from './lib/jobs/test-support'
const post = () => {
  console.log('taken')
  return new Promise(() => {})
}
const { REDIS: url, PREFIX: prefix } = process.env
const watch = { watch: async () => {}, watchEveryMs: 3_600_000 }
const deliveries = await redisDeliveries({ url, prefix, post, lockMs: 1000, keptMs: 3_600_000, onRefused: () => {}, ...watch })
for (;;) {
  try {
    for (const number of [1, 2]) await deliveries.put(messageOf(number))
    break
  } catch {
    await sleep(50)
  }
}`
