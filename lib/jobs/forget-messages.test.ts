import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useRedis } from '@/lib/store/test-redis'
import type { TestReceiver } from './test-receiver'
import { idsOf, longPauseMs, messageOf, patientMs, patiently, startConfiguredReceiver, useQueue } from './test-support'

vi.setConfig({ testTimeout: 3 * patientMs })

const redis = useRedis()
const queue = useQueue(redis, { pausesMs: longPauseMs })
let receiver: TestReceiver
beforeEach(async () => {
  receiver = await startConfiguredReceiver()
})
afterEach(() => receiver.close())

const settled = () =>
  vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ waiting: 0, active: 0 }), patiently)
const nothing = { messages: 0, sending: 0 }

describe('RedisDeliveries.forget', () => {
  it('deletes only the messages of the user, whether they wait, are delayed, were given up or have arrived', async () => {
    const deliveries = await queue.start({ pausesMs: longPauseMs })
    const ofBoth = (number: number) => [
      messageOf(number, 'ada'),
      messageOf(number + 1, 'bob'),
      messageOf(number + 2, 'ada'),
    ]
    for (const [number, status] of [
      [10, 503],
      [20, 410],
      [30, 204],
    ] as const) {
      receiver.respond = (_request, response) => response.writeHead(status).end()
      for (const message of ofBoth(number)) await deliveries.put(message)
      await settled()
    }
    // From now on, no instance takes a message.
    await deliveries.close()
    const { person: _none, ...stuck } = { ...messageOf(50), id: 'task-runs-stuck-1' }
    for (const message of [...ofBoth(40), stuck]) await deliveries.put(message)
    expect(await queue.counts()).toEqual({ waiting: 4, active: 0, delayed: 3, failed: 3, completed: 3 })

    expect(await deliveries.forget('ada')).toEqual({ messages: 8, sending: 0 })
    expect(await queue.counts()).toEqual({ waiting: 2, active: 0, delayed: 1, failed: 1, completed: 1 })
    const keys = (await redis.command('KEYS', `${queue.prefix()}:webhooks:*-*`)) as string[]
    const left = idsOf([...[11, 21, 31, 41].map((number) => messageOf(number)), stuck])
    expect(
      keys
        .map((key) => key.slice(`${queue.prefix()}:webhooks:`.length))
        .filter((id) => left.includes(id))
        .sort(),
    ).toEqual(left)
    for (const userId of ['ada', 'ad']) expect(await deliveries.forget(userId)).toEqual(nothing)
  })

  it('deletes the body of a message that is being sent, and no further attempt follows', async () => {
    const deliveries = await queue.start({ pausesMs: longPauseMs })
    let answer = () => {}
    receiver.respond = (_request, response) => (answer = () => response.writeHead(503).end())
    await deliveries.put(messageOf(1, 'ada'))
    await vi.waitFor(() => expect(receiver.requests).toBe(1), patiently)
    expect(await deliveries.forget('ada')).toEqual({ messages: 1, sending: 1 })
    expect(await deliveries.forget('ada')).toEqual(nothing)
    answer()
    await vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ active: 0, delayed: 1 }), patiently)
    expect(String(await redis.command('HGETALL', `${queue.prefix()}:webhooks:${messageOf(1).id}`))).not.toContain('ada')
    expect(await deliveries.sendAgain(messageOf(1).id)).toBe(true)
    await vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ delayed: 0, completed: 1 }), patiently)
    expect(receiver.requests).toBe(1)
  })

  it('finds all messages when there is more than one page', async () => {
    const deliveries = await queue.open()
    const numbers = Array.from({ length: 660 }, (_, number) => number + 1)
    await Promise.all(numbers.map((number) => deliveries.put(messageOf(number, number % 11 === 0 ? 'bob' : 'ada'))))
    expect(await deliveries.forget('ada')).toEqual({ messages: 600, sending: 0 })
    expect(await queue.counts()).toMatchObject({ waiting: 60 })
    expect(await deliveries.forget('bob')).toEqual({ messages: 60, sending: 0 })
  })

  it('deletes nothing when another subnet in the same Redis has the same user', async () => {
    const deliveries = await queue.open()
    await deliveries.put(messageOf(1, 'ada'))
    const another = await queue.open({ prefix: '{another}' })
    expect(await another.forget('ada')).toEqual(nothing)
    expect(await queue.counts()).toMatchObject({ waiting: 1 })
  })
})
