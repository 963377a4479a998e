import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { pipeline } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer } from 'node:tls'
import { generate } from 'selfsigned'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startFaultProxy } from '@/e2e/harness/fault-proxy'
import { listen } from '@/e2e/harness/listen'
import { loopbackOfIpv6 } from '@/e2e/harness/machine'
import { bundledProgram } from '@/e2e/harness/program'
import { startRedis } from '@/e2e/harness/redis'
import { configure, smallDeployment } from '@/lib/config/test-support'
import { keptInStore } from '@/lib/store/kept-in-store'
import { StoreUnavailableError } from '@/lib/store/store'
import { useRedis } from '@/lib/store/test-support'
import type { Message } from './message'
import type { RedisDeliveries } from './redis-deliveries'
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
  webhookVariables,
} from './test-support'

vi.setConfig({ testTimeout: 3 * patientMs })

const redis = useRedis()
const queue = useQueue(redis, { lockMs: 2000, restMs: 500, pausesMs: shortPausesMs })
let receiver: TestReceiver
const ends: (() => Promise<void> | void)[] = []
const onLost = vi.fn<(message: Message, reason: string) => void>()

beforeEach(async () => {
  // A new process is empty, has memory and is a primary.
  await redis.stop()
  await redis.start()
  receiver = await startConfiguredReceiver()
})
afterEach(async () => {
  redis.resume()
  for (const end of ends.splice(0)) await end()
  await receiver.close()
})

const backlogOf = (deliveries: RedisDeliveries) =>
  keptInStore<Message>({ write: (message) => deliveries.put(message), pauseMs: 100, logLost: onLost })
const put = (deliveries: RedisDeliveries, message: Message) => vi.waitFor(() => deliveries.put(message), patiently)
const arrived = (expected: Message[]) =>
  vi.waitFor(() => expect(idsOf(receiver.arrived)).toEqual(expect.arrayContaining(idsOf(expected))), patiently)

describe('RedisDeliveries', () => {
  it('forgets a delivered message after an hour, and a given-up one after CONNECT_RECORDS_MAX_DAYS', async () => {
    const deliveries = await queue.start({ pausesMs: [] })
    await deliveries.put(messageOf(1))
    await arrived([messageOf(1)])
    receiver.respond = refuse
    await deliveries.put(messageOf(2))
    await vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ failed: 1, completed: 1 }), patiently)
    configure({ ...webhookVariables(receiver.url), CONNECT_RECORDS_MAX_DAYS: '1' })
    const now = Date.now()
    onTestFinished(() => void vi.useRealTimers())
    for (const [hours, left] of [
      [0.9, { failed: 1, completed: 1 }],
      [1.1, { failed: 1, completed: 0 }],
      [24.1, { failed: 0, completed: 0 }],
    ] as const) {
      vi.useFakeTimers({ toFake: ['Date'], now: now + hours * 3_600_000 })
      await deliveries.dropOld()
      expect(await queue.counts()).toMatchObject(left)
    }
  })

  it('followClock sends a message that waits for another attempt when the clock was set back, and not before', async () => {
    const deliveries = await queue.start({ pausesMs: longPauseMs })
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 })
    await deliveries.followClock()
    receiver.respond = refuse
    await deliveries.put(messageOf(1))
    await vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ delayed: 1 }), patiently)
    receiver.respond = undefined
    await deliveries.followClock()
    expect(await queue.counts()).toMatchObject({ delayed: 1 })
    vi.useRealTimers()
    await deliveries.followClock()
    await arrived([messageOf(1)])
  })

  it('sends a message again when its pause is longer than the client keeps a silent connection', async () => {
    const deliveries = await queue.start({ pausesMs: [4000], timeoutMs: 600, lockMs: 60_000 })
    receiver.respond = refuse
    await deliveries.put(messageOf(1))
    await vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ delayed: 1 }), patiently)
    receiver.respond = undefined
    await arrived([messageOf(1)])
  })

  it('sends a message that another instance was sending when it was killed, unless the user’s data was deleted', async () => {
    receiver.respond = () => {}
    const killed = spawn(process.execPath, await bundledProgram(instanceThatHangs), {
      env: {
        ...smallDeployment,
        ...webhookVariables(receiver.url),
        NODE_ENV: 'test',
        REDIS: redis.url,
        PREFIX: queue.prefix(),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    onTestFinished(() => void killed.kill('SIGKILL'))
    await vi.waitFor(() => expect(receiver.requests).toBe(2), patiently)
    killed.kill('SIGKILL')
    receiver.respond = undefined
    const deliveries = await queue.open({ lockMs: 1000 })
    expect(await deliveries.forget('user-2')).toEqual({ messages: 1, sending: 1 })
    deliveries.start()
    await arrived([messageOf(1)])
    await vi.waitFor(async () => expect(await deliveries.state()).toMatchObject({ waiting: 0 }), patiently)
    expect(idsOf(receiver.arrived)).toEqual([messageOf(1).id])
  })

  it('reports the age of the oldest message when more messages wait than it reads', async () => {
    const deliveries = await queue.start({ pausesMs: longPauseMs })
    receiver.respond = refuse
    const startedAt = Date.now()
    for (const message of messages(0, 150)) await deliveries.put(message)
    const endedAt = Date.now()
    await vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ delayed: 150 }), patiently)
    const { waiting, oldestAt } = await deliveries.state()
    expect(waiting).toBe(150)
    expect(((oldestAt ?? 0) - startedAt) / (endedAt - startedAt)).toBeLessThan(0.2)
  })

  it.each([
    { when: 'is full', begin: () => redis.fill(), end: () => redis.empty() },
    { when: 'is demoted to a replica', begin: () => redis.demote(), end: () => redis.promote() },
    { when: 'is silent', begin: async () => redis.pause(), end: async () => redis.resume() },
  ])('delivers waiting and new messages when Redis $when for a while', async ({ begin, end }) => {
    const backlog = backlogOf(await queue.start())
    receiver.respond = refuse
    for (const message of messages(0, 20)) backlog.add(message)
    await vi.waitFor(() => expect(receiver.requests).toBeGreaterThan(30), patiently)
    await vi.waitFor(() => expect(backlog.state.waiting).toBe(0), patiently)
    await begin()
    for (const message of messages(20, 20)) backlog.add(message)
    // Meanwhile waiting messages become due, and the worker meets the refusal or the silence.
    await sleep(2000)
    expect(backlog.state).toEqual({ waiting: 20, lost: 0 })
    receiver.respond = undefined
    await end()
    await arrived(messages(0, 40))
    expect(onLost).not.toHaveBeenCalled()
  })

  it('delivers when Redis was down or full at the start of the process, and when it restarts', async () => {
    await redis.stop()
    const backlog = backlogOf(await queue.start())
    for (const message of messages(0, 3)) backlog.add(message)
    await redis.start()
    await arrived(messages(0, 3))
    await redis.stop()
    await redis.start()
    await redis.fill()
    const another = await queue.start()
    await vi.waitFor(() => expect(another.put(messageOf(3))).rejects.toThrow('OOM'), patiently)
    backlogOf(another).add(messageOf(4))
    await redis.empty()
    await arrived([messageOf(4)])
    backlog.add(messageOf(5))
    await arrived([messageOf(5)])
  })

  it('rejects soon with StoreUnavailableError while Redis is down or silent', async () => {
    const deliveries = await queue.start()
    const rejectsEach = async () => {
      const calls = [
        deliveries.put(messageOf(1)),
        deliveries.failed(1),
        deliveries.sendAgain('a'),
        deliveries.forget('ada'),
      ]
      await Promise.all(calls.map((call) => expect(call).rejects.toThrow(StoreUnavailableError)))
    }
    const startedAt = performance.now()
    redis.pause()
    await rejectsEach()
    expect(performance.now() - startedAt).toBeLessThan(patientMs / 2)
    redis.resume()
    await redis.stop()
    await vi.waitFor(() => expect(deliveries.put(messageOf(1))).rejects.toThrow('ECONNREFUSED'), patiently)
    await rejectsEach()
    await redis.start()
  })

  it('delivers through the new primary when the host name moves there without a lost connection', async () => {
    const other = await startRedis()
    const proxy = await startFaultProxy(redis.port)
    ends.push(
      () => proxy.close(),
      () => other.close(),
    )
    const backlog = backlogOf(await queue.start({ url: `redis://127.0.0.1:${proxy.port}` }))
    backlog.add(messageOf(0))
    await arrived([messageOf(0)])
    proxy.upstreamPort = other.port
    await redis.command('REPLICAOF', '127.0.0.1', String(other.port))
    for (const message of messages(1, 5)) backlog.add(message)
    await arrived(messages(1, 5))
    expect(onLost).not.toHaveBeenCalled()
  })

  it('puts waiting messages on a new connection when the former one died without a reset', async () => {
    const proxy = await startFaultProxy(redis.port)
    ends.push(() => proxy.close())
    const deliveries = await queue.open({ url: `redis://127.0.0.1:${proxy.port}` })
    const backlog = backlogOf(deliveries)
    proxy.nextFault = () => ({ kind: 'silence', cut: { at: 0, by: 'silence' } })
    backlog.add(messageOf(0))
    await vi.waitFor(() => expect(proxy.injected.get('silence')).toBeGreaterThan(0), patiently)
    proxy.nextFault = () => undefined
    await vi.waitFor(() => expect(backlog.state).toEqual({ waiting: 0, lost: 0 }), patiently)
    expect(await queue.counts()).toMatchObject({ waiting: 1 })
  })

  it('rarely queries Redis while it refuses commands', async () => {
    const deliveries = await queue.start({ restMs: 5000, pausesMs: Array.from({ length: 1000 }, () => 10) })
    receiver.respond = refuse
    // More messages than are sent at the same time, with short pauses, because waiting jobs make bullmq query Redis
    // again immediately.
    for (const message of messages(0, 20)) await put(deliveries, message)
    await redis.demote()
    await sleep(1000)
    await redis.command('CONFIG', 'RESETSTAT')
    await sleep(900)
    const [, calls = '0'] = /total_commands_processed:(\d+)/.exec(String(await redis.command('INFO', 'stats'))) ?? []
    expect(Number(calls)).toBeLessThan(50)
  })

  it('sends a name to a Redis with TLS, and no IP address', async () => {
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
      const behind = connect(redis.port, '127.0.0.1')
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
      const deliveries = await queue.start({ url })
      await put(deliveries, messageOf(1))
      await deliveries.close()
      expect([...names], host).toEqual([name])
    }
  })
})

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

/** Another instance, which sends its own messages to a receiver that never answers. */
const instanceThatHangs = `
import { RedisDeliveries } from './lib/jobs/redis-deliveries'
import { RedisConnection } from './lib/store/redis-connection'
const connection = new RedisConnection({ url: process.env.REDIS, timeoutMs: 10_000 })
await connection.check()
const deliveries = await RedisDeliveries.open({ connection, prefix: process.env.PREFIX, lockMs: 1000 })
deliveries.start()
for (const message of ${JSON.stringify(messages(1, 2))}) await deliveries.put(message)`
