import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useLog } from '@/lib/log/test-support'
import { useRedis } from '@/lib/store/test-support'
import { forgetSingletons } from '@/lib/test-support'
import type { Deliveries } from './delivery'
import type { Message } from './message'
import { ProcessDeliveries } from './process-deliveries'
import type { TestReceiver } from '@/e2e/harness/webhook-receiver'
import {
  idsOf,
  longPauseMs,
  messageOf,
  messages,
  patientMs,
  patiently,
  refuse,
  shortPausesMs,
  startConfiguredReceiver,
  useQueue,
} from './test-support'

vi.setConfig({ testTimeout: 3 * patientMs })

const redis = useRedis()
const queue = useQueue(redis, {})
const log = useLog()
let receiver: TestReceiver
const opened: ProcessDeliveries[] = []

beforeEach(async () => {
  forgetSingletons(/^store$/)
  receiver = await startConfiguredReceiver()
})
afterEach(async () => {
  const closed = opened.splice(0)
  await Promise.all(closed.map((deliveries) => deliveries.close()))
  for (const deliveries of closed) deliveries.end()
  await receiver.close()
})

function inProcess(pausesMs = shortPausesMs, options: { maxMessages?: number; keptMs?: number } = {}) {
  const deliveries = new ProcessDeliveries({ pausesMs, ...options })
  opened.push(deliveries)
  return deliveries
}

const failedIn = async (deliveries: Deliveries) => (await deliveries.failed(100)).deliveries
const linesOf = (event: string) => log.filter((line) => line.event === event)
const refuseFirstForGood: TestReceiver['respond'] = (request, response) =>
  response.writeHead(request.headers['webhook-id'] === messageOf(1).id ? 410 : 503).end()
const nothing = { waiting: 0, oldestAt: null, givenUp: 0 }
const lost = (message: Message, reason: string) => expect.objectContaining({ message: message.id, reason })

describe.each([
  { where: 'in Redis', open: (pausesMs = shortPausesMs) => queue.start({ pausesMs }) },
  { where: 'in the process', open: async (pausesMs?: number[]) => inProcess(pausesMs) },
])('deliveries $where', ({ open }) => {
  it('send each signed message once when the receiver was down and is up again', async () => {
    const deliveries = await open()
    const twenty = messages(0, 20)
    receiver.respond = refuse
    for (const message of twenty) await deliveries.put(message)
    await vi.waitFor(() => expect(receiver.requests).toBeGreaterThanOrEqual(20), patiently)
    expect(receiver.arrived).toEqual([])
    receiver.respond = undefined
    await vi.waitFor(async () => expect(await deliveries.state()).toEqual(nothing), patiently)
    expect(idsOf(receiver.arrived)).toEqual(idsOf(twenty))
    expect(receiver.arrived.map(({ body }) => body).sort()).toEqual(twenty.map(({ body }) => body).sort())
    expect(receiver.forged).toBe(0)
  })

  it('give a message up after the last pause, and list it until an operator sends it again', async () => {
    const deliveries = await open([10])
    receiver.respond = refuse
    const { id } = messageOf(1)
    await deliveries.put(messageOf(1))
    const attempts = [
      { event: 'webhook failed', attempt: 1, result: '503' },
      { event: 'webhook given up', attempt: 2, result: '503' },
    ]
    const givenUp = { waiting: 0, oldestAt: null, givenUp: 1 }
    await vi.waitFor(async () => expect(await deliveries.state()).toEqual(givenUp), patiently)
    expect(log).toMatchObject(attempts)
    expect(await failedIn(deliveries)).toMatchObject([{ id, attempts: 2, result: '503', nextAt: null }])
    expect(await deliveries.sendAgain(id)).toBe(true)
    await vi.waitFor(() => expect(log).toMatchObject([...attempts, ...attempts]), patiently)
    await vi.waitFor(async () => expect(await deliveries.state()).toEqual(givenUp), patiently)
    receiver.respond = undefined
    expect(await deliveries.sendAgain(id)).toBe(true)
    await vi.waitFor(async () => expect(await deliveries.state()).toEqual(nothing), patiently)
    expect(idsOf(receiver.arrived)).toEqual([id])
  })

  it('list a failed message, and send it immediately when an operator requests it', async () => {
    const deliveries = await open(longPauseMs)
    receiver.respond = refuse
    await deliveries.put(messageOf(1))
    await vi.waitFor(async () => expect(await failedIn(deliveries)).toHaveLength(1), patiently)
    const { id, type, requestId } = messageOf(1)
    expect(await deliveries.failed(5)).toMatchObject({
      total: 1,
      deliveries: [{ id, type, requestId, attempts: 1, result: '503', nextAt: expect.any(Number) }],
    })
    const [{ failedAt, nextAt } = { failedAt: 0, nextAt: 0 }] = await failedIn(deliveries)
    expect(Math.abs((nextAt ?? 0) - failedAt - 3_600_000)).toBeLessThan(800_000)
    receiver.respond = undefined
    expect(await deliveries.sendAgain(id)).toBe(true)
    await vi.waitFor(async () => expect(await deliveries.state()).toEqual(nothing), patiently)
    expect(idsOf(receiver.arrived)).toEqual([id])
    expect(await failedIn(deliveries)).toEqual([])
    expect(await deliveries.sendAgain(id)).toBe(false)
    expect(await deliveries.sendAgain('unknown')).toBe(false)
  })

  it('report the number of waiting messages, and the time of the oldest one', async () => {
    const startedAt = Date.now()
    const deliveries = await open(longPauseMs)
    expect(await deliveries.state()).toEqual(nothing)
    receiver.respond = refuse
    await deliveries.put(messageOf(1))
    const betweenAt = Date.now()
    await sleep(20)
    await deliveries.put(messageOf(2))
    await vi.waitFor(async () => expect((await deliveries.failed(3)).total).toBe(2), patiently)
    const { oldestAt, ...counts } = await deliveries.state()
    expect(counts).toEqual({ waiting: 2, givenUp: 0 })
    expect(oldestAt).toBeGreaterThanOrEqual(startedAt)
    expect(oldestAt).toBeLessThanOrEqual(betweenAt)
  })

  it('forget only the messages of the user, whether they wait or are being sent', async () => {
    const deliveries = await open([10, ...longPauseMs])
    const hanging = messageOf(2, 'ada')
    let answer = () => {}
    receiver.respond = (request, response) => {
      const refuseIt = () => response.writeHead(503).end()
      if (request.headers['webhook-id'] === hanging.id) answer = refuseIt
      else refuseIt()
    }
    for (const message of [messageOf(1, 'ada'), hanging, messageOf(3, 'bob')]) await deliveries.put(message)
    await vi.waitFor(() => expect(linesOf('webhook failed')).toHaveLength(4), patiently)
    expect(await deliveries.forget('ad')).toEqual({ messages: 0, sending: 0 })
    expect(await deliveries.forget('ada')).toEqual({ messages: 2, sending: 1 })
    answer()
    await vi.waitFor(async () => expect(await deliveries.state()).toMatchObject({ waiting: 1 }), patiently)
    await sleep(100)
    expect(receiver.requests).toBe(5)
    expect(idsOf(await failedIn(deliveries))).toEqual([messageOf(3).id])
  })

  it('send a message once when it is put several times', async () => {
    const deliveries = await open()
    for (let time = 0; time < 3; time += 1) await deliveries.put(messageOf(1))
    await vi.waitFor(async () => expect(await deliveries.state()).toEqual(nothing), patiently)
    await deliveries.put(messageOf(1))
    await deliveries.put(messageOf(2))
    await vi.waitFor(() => expect(receiver.arrived).toHaveLength(2), patiently)
    expect(receiver.requests).toBe(2)
  })

  it('send the message about the first confirm when an answer to another press came before it', async () => {
    const deliveries = await open()
    const { id: first, ...others } = messageOf(1)
    const before = (wallet: string) => ({ ...others, id: `${first}-${wallet}`, unlessPut: first })
    const sent = [before('b'), before('c'), messageOf(1)]
    for (const message of [...sent, before('b'), before('d'), messageOf(2)]) await deliveries.put(message)
    await vi.waitFor(() => expect(idsOf(receiver.arrived)).toEqual(idsOf([...sent, messageOf(2)])), patiently)
    expect(receiver.requests).toBe(4)
  })
})

describe('deliveries in the process', () => {
  it('report undelivered messages as lost when the process closes or ends, but not one that was given up', async () => {
    const [closing, ending, brief] = [longPauseMs, longPauseMs, []].map((pausesMs) => inProcess(pausesMs))
    receiver.respond = refuse
    for (const [index, deliveries] of [closing, ending, brief].entries()) await deliveries?.put(messageOf(index))
    await vi.waitFor(() => expect(receiver.requests).toBe(3), patiently)
    await closing?.close()
    await closing?.put(messageOf(3))
    for (const deliveries of [ending, brief]) await deliveries?.settled()
    for (const deliveries of [closing, ending, brief]) deliveries?.end()
    const reason = 'the process ended'
    expect(linesOf('webhook lost')).toEqual([0, 3, 1].map((number) => lost(messageOf(number), reason)))
    expect(receiver.requests).toBe(3)
  })

  it('forget the oldest given-up message when too many wait, then report a new one as lost', async () => {
    const deliveries = inProcess(longPauseMs, { maxMessages: 2 })
    receiver.respond = refuseFirstForGood
    for (const message of messages(1, 2)) await deliveries.put(message)
    await vi.waitFor(async () => expect(await deliveries.state()).toMatchObject({ waiting: 1, givenUp: 1 }), patiently)
    for (const message of messages(3, 2)) await deliveries.put(message)
    expect(linesOf('webhook lost')).toEqual([lost(messageOf(4), 'full')])
    expect(await deliveries.state()).toMatchObject({ waiting: 2, givenUp: 0 })
  })

  it('forget a given-up message after its retention time, but keep a waiting one', async () => {
    const deliveries = inProcess(longPauseMs, { keptMs: 300 })
    receiver.respond = refuseFirstForGood
    for (const message of messages(1, 2)) await deliveries.put(message)
    await vi.waitFor(async () => expect(await deliveries.state()).toMatchObject({ waiting: 1, givenUp: 1 }), patiently)
    await vi.waitFor(async () => expect(await deliveries.state()).toMatchObject({ waiting: 1, givenUp: 0 }), patiently)
  })
})
