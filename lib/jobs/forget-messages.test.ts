import { connect } from 'node:net'
import { pipeline } from 'node:stream'
import { createServer } from 'node:tls'
import { generate } from 'selfsigned'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { listen } from '@/e2e/harness/listen'
import { loopbackOfIpv6 } from '@/e2e/harness/machine'
import { testLabels } from '@/lib/config/test-support'
import { useRedis } from '@/lib/store/test-redis'
import type { Deliveries } from './deliveries'
import { forgetQueuedMessages } from './forget-messages'
import { taskRunsStuck, type Message } from './message'
import type { Attempt } from './post'
import { redisDeliveries } from './redis-deliveries'
import { idsOf, messageOf, patientMs, patiently, quietly } from './test-support'

vi.setConfig({ testTimeout: 3 * patientMs })

const redis = useRedis()
let queue = 0
let deliveries: Deliveries
const post = vi.fn<(message: Message) => Promise<Attempt>>()

const prefix = () => `{forget-${queue}}`
const keyOf = (name: string) => `${prefix()}:webhooks:${name}`

beforeEach(async () => {
  queue += 1
  post.mockReset().mockResolvedValue({ isDelivered: true, result: '204' })
  deliveries = await redisDeliveries({ ...quietly, post, pausesMs: [3_600_000], url: redis.url, prefix: prefix() })
})
afterEach(async () => {
  await deliveries.close()
  deliveries.end()
})

const messageFor = (userId: string, number: number): Message => {
  const { body, ...message } = messageOf(number)
  return { ...message, body: body.replace(`"user-${number}"`, JSON.stringify(userId)) }
}
const put = (...messages: Message[]) =>
  Promise.all(messages.map((message) => vi.waitFor(() => deliveries.put(message), patiently)))
const nothing = { messages: 0, sending: 0 }
const forget = (userId: string) => forgetQueuedMessages({ url: redis.url, prefix: prefix() }, userId)

/** Lists the IDs of the messages that Redis has in any state. Only these keys have two hyphens. */
async function kept(): Promise<string[]> {
  const keys = await redis.command('KEYS', keyOf('*-*-*'))
  return (keys as string[]).map((key) => key.slice(keyOf('').length)).sort()
}
const count = async (command: 'LLEN' | 'ZCARD', state: string) => Number(await redis.command(command, keyOf(state)))
const counts = async () => ({
  waiting: await count('LLEN', 'wait'),
  active: await count('LLEN', 'active'),
  delayed: await count('ZCARD', 'delayed'),
  failed: await count('ZCARD', 'failed'),
  completed: await count('ZCARD', 'completed'),
})

describe('forgetQueuedMessages', () => {
  it('deletes only the messages of the user, whether they wait, are delayed, were given up or have arrived', async () => {
    const [delayed, failed, completed, waiting] = [1, 2, 3, 4].map((state) => [
      messageFor('ada', 10 * state),
      messageFor('bob', 10 * state + 1),
      messageFor('ada', 10 * state + 2),
    ])
    const endings: [Message[] | undefined, Attempt][] = [
      [delayed, { isDelivered: false, result: '503' }],
      [failed, { isDelivered: false, result: '410' }],
      [completed, { isDelivered: true, result: '204' }],
    ]
    for (const [messages = [], attempt] of endings) {
      post.mockResolvedValue(attempt)
      await put(...messages)
      await vi.waitFor(async () => expect(await counts()).toMatchObject({ waiting: 0, active: 0 }), patiently)
    }
    // From now on, no instance takes a message.
    await deliveries.close()
    const stuck = taskRunsStuck({ taskRuns: [], stuckAfterMinutes: 15, labels: testLabels, at: 0 })
    await put(...(waiting ?? []), stuck)
    expect(await counts()).toEqual({ waiting: 4, active: 0, delayed: 3, failed: 3, completed: 3 })

    expect(await forget('ada')).toEqual({ messages: 8, sending: 0 })
    expect(await counts()).toEqual({ waiting: 2, active: 0, delayed: 1, failed: 1, completed: 1 })
    expect(await kept()).toEqual(idsOf([...[11, 21, 31, 41].map((number) => messageOf(number)), stuck]))
    expect(await forget('ada')).toEqual(nothing)
    expect(await forget('ad')).toEqual(nothing)
  })

  it('deletes the body of a message that is being sent, and no further attempt follows', async () => {
    let answer = (_attempt: Attempt) => {}
    post.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
    await put(messageFor('ada', 1))
    await vi.waitFor(() => expect(post).toHaveBeenCalledOnce(), patiently)
    expect(await forget('ada')).toEqual({ messages: 1, sending: 1 })
    expect(await forget('ada')).toEqual(nothing)
    answer({ isDelivered: false, result: '503' })
    await vi.waitFor(async () => expect(await counts()).toMatchObject({ active: 0, delayed: 1 }), patiently)
    expect(await redis.command('HGETALL', keyOf(messageOf(1).id))).not.toContain('ada')
    expect(await deliveries.sendAgain(messageOf(1).id)).toBe(true)
    await vi.waitFor(async () => expect(await counts()).toMatchObject({ delayed: 0, completed: 1 }), patiently)
    expect(post).toHaveBeenCalledOnce()
  })

  it('finds all messages when there is more than one page', async () => {
    await vi.waitFor(() => deliveries.put(messageOf(0)), patiently)
    await deliveries.close()
    const numbers = Array.from({ length: 660 }, (_, number) => number + 1)
    await put(...numbers.map((number) => messageFor(number % 11 === 0 ? 'bob' : 'ada', number)))
    expect(await forget('ada')).toEqual({ messages: 600, sending: 0 })
    expect(await count('LLEN', 'wait')).toBe(60)
    expect(await forget('bob')).toEqual({ messages: 60, sending: 0 })
  })

  it('deletes nothing when another subnet in the same Redis has the same user', async () => {
    await deliveries.close()
    await put(messageFor('ada', 1))
    expect(await forgetQueuedMessages({ url: redis.url, prefix: '{another}' }, 'ada')).toEqual(nothing)
    expect(await kept()).toEqual(idsOf([messageOf(1)]))
  })

  it('rejects when Redis is down', async () => {
    await expect(forgetQueuedMessages({ url: 'redis://127.0.0.1:1', prefix: prefix() }, 'ada')).rejects.toThrow(
      'ECONNREFUSED',
    )
  })
})

it('the store, the jobs and forgetQueuedMessages send a name to a Redis with TLS, and no IP address', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' })
  const names = new Set<string | false>()
  let isNameRequired = false
  // Like the providers that route by the name.
  const server = createServer({ key, cert }, (socket) => {
    const { servername } = socket as { servername?: string | false }
    names.add(servername ?? false)
    if (isNameRequired && !servername) return void socket.destroy()
    const { port } = new URL(redis.url)
    const behind = connect(Number(port), '127.0.0.1')
    pipeline(socket, behind, socket, () => {})
  }).on('tlsClientError', () => {})
  const { port, close } = await listen(server)
  onTestFinished(close)
  for (const [host, name] of [
    ['localhost', 'localhost'],
    ['127.0.0.1', false],
    ...loopbackOfIpv6().map(() => ['[::ffff:127.0.0.1]', false] as const),
  ] as const) {
    names.clear()
    isNameRequired = name !== false
    const url = `rediss://${host}:${port}`
    expect(await redis.connect({ url }).check(), host).toEqual({ state: 'ok', reason: null })
    expect(await forgetQueuedMessages({ url, prefix: prefix() }, 'ada'), host).toEqual(nothing)
    const named = await redisDeliveries({ ...quietly, post, pausesMs: [], url, prefix: prefix() })
    await vi.waitFor(() => named.put(messageFor('bob', 1)), patiently)
    await named.close()
    named.end()
    expect([...names], host).toEqual([name])
  }
})
